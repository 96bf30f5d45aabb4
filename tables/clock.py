"""The clock: finds the tables where something is due, and does it, one deadline a transaction.

Any number of clocks may run. Each asks for due tables without a lock and takes them with SKIP
LOCKED; what is due is looked at again under the lock. Nothing here decides by itself: `tick` does.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from django.core.cache import cache
from django.db import DatabaseError, InterfaceError, OperationalError, connection

from tables import figures
from tables.bots import driver
from tables.dealer import pausing, ticking
from tables.dealer.sheet import Done
from tables.live import hints, lost, presence
from tables.live.work import run

log = logging.getLogger(__name__)

BUSY_TICK_S = 0.02
IDLE_TICK_S = 0.1
BUSY_FOR_S = 2.0
AT_ONCE = 64  # tables taken in one round
SWEEP_S = 1.0
FIGURES_S = 3.0
BEAT_S = 5.0
PATIENCE_S = 2.0  # before asking again after the database did not answer

_DUE = """
    SELECT table_id FROM tables_tablestate WHERE due_at <= site_now()
    ORDER BY due_at LIMIT %s"""


class Clock:
    """One clock process. `run` goes on until `stop`."""

    def __init__(self) -> None:
        self._stopping = asyncio.Event()
        self._busy_until = 0.0
        self._lost = lost.Lost()

    def stop(self) -> None:
        """End after the round that is under way."""
        self._stopping.set()

    async def run(self) -> None:
        """Tick until stopped. Errors of one table pause that table and no other."""
        sweeps = [
            asyncio.create_task(self._every(interval, work))
            for interval, work in (
                (SWEEP_S, self._sweep_lost),
                (FIGURES_S, self._refresh_figures),
                (BEAT_S, self._beat),
            )
        ]
        try:
            while not self._stopping.is_set():
                await self._round()
        finally:
            for sweep in sweeps:
                sweep.cancel()
            await asyncio.gather(*sweeps, return_exceptions=True)

    async def _round(self) -> None:
        try:
            due = await run(_due, AT_ONCE)
            if due:
                self._busy_until = time.monotonic() + BUSY_FOR_S
                await asyncio.gather(*(self._visit(table_id) for table_id in due))
                return
        except (DatabaseError, InterfaceError) as error:
            log.warning("the database does not answer: %s", type(error).__name__)
            await self._rest(PATIENCE_S)
            return
        await self._rest(BUSY_TICK_S if time.monotonic() < self._busy_until else IDLE_TICK_S)

    async def _rest(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)

    async def _visit(self, table_id: int) -> None:
        try:
            outcome = await run(ticking.tick, table_id)
            if isinstance(outcome, driver.Question):
                outcome = await run(driver.answer, outcome)
        except (OperationalError, InterfaceError):
            raise
        except Exception as error:
            outcome = await run(pausing.pause_after, table_id, error)
        await self._publish(outcome)

    async def _publish(self, done: Done | None) -> None:
        if done is not None and done.changes:
            await hints.publish(done.table_id, done.seq)

    async def _every(self, interval: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except (OperationalError, InterfaceError):
                pass  # the round says it
            except Exception:
                log.exception("%s failed and is tried again", work.__qualname__)
            await asyncio.sleep(interval)

    async def _sweep_lost(self) -> None:
        """Seats whose line has been lost for longer than the grace leave."""
        for done in await run(self._lost.sweep):
            await self._publish(done)

    async def _refresh_figures(self) -> None:
        await run(figures.refresh)

    async def _beat(self) -> None:
        await run(presence.beat, "clock")
        try:
            await cache.aset("alive:clock", time.time(), 60)
        except Exception as error:  # the cache is for the health page only
            hints.complain("the clock's beat was not sent", error)


def _due(most: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(_DUE, [most])
        return [row[0] for row in cursor.fetchall()]
