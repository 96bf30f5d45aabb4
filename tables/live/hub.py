"""All feeds of a process, and the loops that keep them right: hints, slow poll, presence.

There is one hub an event loop. It starts with the first viewer and stays.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection

from accounts import sessions
from accounts.models import Member
from tables import facts
from tables.dealer.sheet import Done
from tables.live import hints, presence, protocol
from tables.live.chat import Chats
from tables.live.credit import Bucket
from tables.live.feed import Feed, Viewer
from tables.live.work import run

if TYPE_CHECKING:
    from tables.live.consumers import TableConsumer

log = logging.getLogger(__name__)

SESSIONS_S = 2.0  # how often the log-in sessions of open sockets are checked again
SLOW_S = 1.0
EDITS_S = 5.0

_NOW = "SELECT (extract(epoch FROM site_now()) * 1000)::bigint"
_HEADS = """
    SELECT table_id, seq, (extract(epoch FROM site_now()) * 1000)::bigint
    FROM tables_tablestate WHERE table_id = ANY(%s)"""

_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def current() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        hub = _hubs[loop] = Hub()
    return hub


class Hub:
    """The feeds of this process by table, its viewers, and its background loops."""

    def __init__(self) -> None:
        self.feeds: dict[int, Feed] = {}
        self.viewers: set[TableConsumer] = set()
        self.chats = Chats(self._viewers_of)
        self.buckets: defaultdict[int, Bucket] = defaultdict(Bucket)
        self._opening: dict[int, asyncio.Lock] = {}
        self._subscribed = False
        self._channel = ""
        self._tasks: list[asyncio.Task[None]] = []
        self._running: set[asyncio.Task[None]] = set()
        self._closing = False
        self.is_leaving = False  # this process is about to end
        # Site time minus this machine's; the database's clock is the one that counts.
        self._ahead_ms = 0
        self._since = 0.0

    def now(self) -> int:
        """The site's time in epoch ms, as this process knows it from its last query."""
        return round(time.time() * 1000) + self._ahead_ms

    # -- viewers ---------------------------------------------------------------------------------

    async def join(self, viewer: TableConsumer, table_id: int, seq: int | None) -> bool:
        """Let a viewer in at a table. False if there is no such table."""
        if not self._tasks:
            await self._start()
        async with self._opening.setdefault(table_id, asyncio.Lock()):
            feed = self.feeds.get(table_id)
            is_new = feed is None
            if feed is None:
                feed = Feed(table_id, self.now)
                if not await feed.open():
                    self._opening.pop(table_id, None)
                    return False
                if not feed.replica.is_house:
                    await self.chats.open(table_id)
                self.feeds[table_id] = feed
            feed.expected += 1  # at once: whoever leaves the table closes a feed without viewers
        try:
            if is_new:
                await run(presence.watch, table_id)
            if seq is not None and seq > feed.replica.seq:
                await feed.catch_up(await run(_head, table_id))
        finally:
            feed.expected -= 1
        self.viewers.add(viewer)
        feed.join(viewer, seq)
        self.chats.welcome(table_id, viewer)
        return True

    def leave(self, viewer: TableConsumer) -> None:
        """A viewer is gone; the last one closes the feed."""
        self.viewers.discard(viewer)
        feed = self.feeds.get(viewer.table_id)
        if feed is None:
            return
        feed.leave(viewer)
        if not feed.viewers and not feed.expected:
            del self.feeds[viewer.table_id]
            self._opening.pop(viewer.table_id, None)
            self.chats.close(viewer.table_id)

    def _viewers_of(self, table_id: int) -> Collection[Viewer]:
        feed = self.feeds.get(table_id)
        return feed.viewers if feed is not None else ()

    async def goodbye(self) -> None:
        """Tell every viewer to come back, each after the command that is being carried out.

        Whoever comes from now on is told the same; presence is written once more, so that a seat
        has its whole grace to find another process.
        """
        self.is_leaving = True
        farewells = [viewer.goodbye() for viewer in self.viewers]
        # Presence first: it reads who is here before the first one is gone.
        await asyncio.gather(self._write_presence(), *farewells, return_exceptions=True)
        if self._running:
            await asyncio.wait(self._running)

    # -- hints -----------------------------------------------------------------------------------

    async def changed(self, done: Done) -> None:
        """A command of this process was committed: show it here, and tell the others."""
        feed = self.feeds.get(done.table_id)
        if feed is not None:
            try:
                await feed.catch_up(done.seq, done.changes)
            except Exception:  # the command is done; the slow poll shows it once the feed can
                log.exception("the feed of table %s failed", done.table_id)
        if done.changes and not hints.goes_along(done.table_id, done.seq):
            self._spawn(hints.publish(done.table_id, done.seq))

    async def renew(self, table_id: int) -> None:
        """What staff set up at a table has changed: show it anew to its viewers here."""
        feed = self.feeds.get(table_id)
        if feed is not None:
            await feed.renew()

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(_complain)

    async def _subscribe(self) -> None:
        layer = get_channel_layer()
        try:
            if not self._channel:
                self._channel = await layer.new_channel()
                self._tasks.append(asyncio.create_task(self._listen(self._channel)))
            for group in (hints.GROUP, hints.CHAT_GROUP):
                await layer.group_add(group, self._channel)
            self._subscribed = True
        except Exception as error:  # the slow poll does it again
            hints.complain("no hints for now", error)

    async def _listen(self, channel: str) -> None:
        layer = get_channel_layer()
        while not self._closing:
            message = await layer.receive(channel)
            for table_id, seq in message.get("tables", ()):
                feed = self.feeds.get(table_id)
                if feed is not None and seq > feed.replica.seq:
                    self._spawn(feed.catch_up(seq))
            for table_id, line_id in message.get("lines", ()):
                self._spawn(self.chats.catch_up(table_id, line_id))
            if members := message.get("members"):
                self._spawn(self.chats.listen_anew(members))

    # -- loops -----------------------------------------------------------------------------------

    async def _start(self) -> None:
        self._since = time.monotonic()
        self._tasks = [
            asyncio.create_task(self._every(interval, work))
            for interval, work in (
                (settings.POLL_S, self._poll),
                (settings.POLL_S, self.chats.poll),
                (presence.PRESENCE_S, self._write_presence),
                (SESSIONS_S, self._check_sessions),
                (EDITS_S, self._look_for_edits),
                (SLOW_S, self._cut_slow),
            )
        ]
        await self._subscribe()
        (moment,) = await run(_query, _NOW, [])
        self._ahead_ms = moment[0] - round(time.time() * 1000)

    async def _poll(self) -> None:
        """Heal lost hints: one query for all tables of the process."""
        tables = list(self.feeds)
        if not self._subscribed:
            await self._subscribe()
        if not tables:
            return
        for table_id, seq, now in await run(_query, _HEADS, [tables]):
            self._ahead_ms = now - round(time.time() * 1000)
            feed = self.feeds.get(table_id)
            if feed is not None and seq > feed.replica.seq:
                self._spawn(feed.catch_up(seq))

    async def _look_for_edits(self) -> None:
        """What staff edit at a table reaches who looks at it: one query for all tables."""
        if not self.feeds:
            return
        for table_id, edition in (await run(facts.editions, list(self.feeds))).items():
            feed = self.feeds.get(table_id)
            if feed is not None and edition != feed.edition:
                await feed.look_again(edition)

    async def _write_presence(self) -> None:
        seats: set[int] = set()
        watchers = {}
        for table_id, feed in self.feeds.items():
            sittings = [feed.sitting_of(viewer) for viewer in feed.viewers]
            seats.update(sitting for sitting in sittings if sitting is not None)
            watchers[table_id] = sittings.count(None)
        members = {viewer.member_id for viewer in self.viewers if viewer.member_id is not None}
        age_s = time.monotonic() - self._since
        looking = await run(presence.write, seats, watchers, members, age_s)
        for table_id, count in looking.items():
            if table_id in self.feeds:
                self.feeds[table_id].tell_watching(count)

    async def _check_sessions(self) -> None:
        """Close the sockets of who has logged out, changed the password or was banned."""
        wanted = {(v.login, v.member_id) for v in self.viewers if v.member_id is not None}
        for member_id in set(self.buckets) - {member for _, member in wanted}:
            del self.buckets[member_id]
        await self._close_lost(wanted)

    async def still_logged_in(self, viewer: TableConsumer) -> bool:
        """Look at a viewer's log-in session now; without one the viewer's sockets are closed.

        The viewer may be about to join, and need not be one of the hub's yet.
        """
        if viewer.member_id is None:
            return True
        return not await self._close_lost({(viewer.login, viewer.member_id)}, viewer)

    async def _close_lost(
        self, logins: set[tuple[str, int]], *strangers: TableConsumer
    ) -> set[tuple[str, int]]:
        """Close the sockets of those of `logins` that are no longer good; returns them."""
        if not logins:
            return logins
        lost = logins - await run(sessions.living, logins)
        if not lost:
            return lost
        active = await run(_active, {member for _, member in lost})
        for viewer in (*self.viewers, *strangers):
            if (viewer.login, viewer.member_id) in lost:
                banned = viewer.member_id not in active
                await viewer.close(protocol.BANNED if banned else protocol.LOGGED_OUT)
        return lost

    async def _cut_slow(self) -> None:
        now = time.monotonic()
        for viewer in list(self.viewers):
            if viewer.is_slow(now):
                await viewer.close(protocol.SLOW)

    async def _every(self, interval: float, work: Callable[[], Awaitable[None]]) -> None:
        # A flag beside the cancelling, because clients of Redis have been seen to swallow that.
        while not self._closing:
            await asyncio.sleep(interval)
            try:
                await work()
            except Exception:
                log.exception("%s failed and is tried again", work.__qualname__)

    async def close(self) -> None:
        """End the loops (for tests; a process that ends needs no farewell)."""
        self._closing = True
        tasks = [*self._tasks, *self._running]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tasks = []


def _complain(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("a feed failed", exc_info=task.exception())


def _query(sql: str, parameters: Sequence[Any]) -> list[tuple[int, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.fetchall()


def _head(table_id: int) -> int:
    rows = _query(_HEADS, [[table_id]])
    return rows[0][1] if rows else 0


def _active(members: set[int]) -> set[int]:
    return set(Member.objects.filter(pk__in=members, is_active=True).values_list("pk", flat=True))
