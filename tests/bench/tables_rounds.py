"""Rounds against the house through sockets: bet, decide, settle with the bank, again."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable

from tests.bench import tables_world as world
from tests.load.client import Client
from tests.load.lines import WebLine

MEMBERS = 12
ANTE, STACK = 10, 100_000
KINDS = ("call", "fold")

Note = Callable[[str, float], None]


def measure(seconds: float, note: Note) -> None:
    """Twelve members at one Casino Hold'em table, each as fast as the answers come."""
    table_id = _table()
    keys = world.keys(world.members(MEMBERS, STACK))
    with world.site() as site:
        rates, waits = asyncio.run(_play(site, table_id, keys, seconds))
    note("rounds_a_second", sum(rates))
    note("round_p50_ms", statistics.median(waits))


def _table() -> int:
    import msgspec

    from rules.house import CasinoHoldemSettings, Limits
    from tables.models import Stakes, Table, TableState

    settings = CasinoHoldemSettings(limits=Limits(unit=ANTE, least=ANTE))
    stakes = Stakes.objects.create(
        game="casino_holdem",
        label="bench",
        settings=msgspec.to_builtins(settings),
        min_buy_in=STACK,
        max_buy_in=STACK,
    )
    table = Table.objects.create(name="House bench", stakes=stakes, seats=1)
    TableState.objects.create(table=table, is_house=True)
    return table.pk


async def _play(
    site: world.Site, table_id: int, keys: list[str], seconds: float
) -> tuple[list[float], list[float]]:
    from django.conf import settings

    async def one(key: str) -> tuple[float, list[float]]:
        cookie = f"{settings.SESSION_COOKIE_NAME}={key}"
        headers = {"Origin": site.origin, "Cookie": cookie}
        address = f"{site.url}/ws/tables/{table_id}/"
        client = Client(await WebLine.connect(address, headers), f"{key[:8]}-")
        await client.join()
        assert (await client.command("sit", seat=1, buy_in=STACK))["ok"]
        waits: list[float] = []
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            start = time.monotonic()
            await _round(client, len(waits))
            waits.append(1000 * (time.monotonic() - start))
        spent = time.monotonic() - began
        await client.close()
        return len(waits) / spent, waits

    played = await asyncio.gather(*(one(key) for key in keys))
    return [rate for rate, _ in played], [wait for _, waits in played for wait in waits]


async def _round(client: Client, number: int) -> None:
    answer = await client.command("bet", rules=client.table["rules"], bets={"ante": ANTE})
    assert answer["ok"], answer
    await client.until(lambda: client.legal is not None)
    answer = await client.act(KINDS[number % 2])
    assert answer["ok"], answer
    await client.until(lambda: client.view.hand["over"])
