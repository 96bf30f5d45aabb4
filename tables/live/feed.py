"""One table as its viewers in this process see it: fetch once, fold, project for each, send.

A feed lives on the event loop. Its replica is its own; what it sends comes only from committed
changes. snapshot(n) and the frames n+1 … m give the same as snapshot(m), for every viewer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from django.db import DatabaseError, InterfaceError, connection, transaction

from rules.events import Event
from rules.view import owner
from tables import facts
from tables.chat_selectors import Ears
from tables.coming_back import Back
from tables.dealer import commands, pausing, record
from tables.dealer.commands import Command
from tables.dealer.log import Folded, Stored
from tables.dealer.replica import Replica, seat_event
from tables.events import Over, Pause, SeatGone, SeatTaken, Turns, project
from tables.live import protocol, standing
from tables.live.standing import Standing
from tables.live.work import run
from tables.models import Seat

log = logging.getLogger(__name__)

UNREADABLE = "unreadable"  # the code of a pause: the log of the table does not fold

_OF_SEATS = (SeatTaken, SeatGone, Over)  # how acting tells of more than of the hand
_WITH_DECK = ('{"c":"deal"', '{"c":"round"')


class Viewer(Protocol):
    """Somebody who looks at the table through a socket."""

    member_id: int | None
    language: str
    standing: Standing
    wallet: int
    back: Back | None
    ears: Ears

    def push(self, text: str, seq: int = 0, *, is_base: bool = False) -> None:
        """Queue a text for the socket.

        `seq` > 0 marks it as something to acknowledge; a base replaces all that was before, and
        need not be.
        """


class Feed:
    """A table's feed. Use `open` before anything else."""

    def __init__(self, table_id: int, now: Callable[[], int]) -> None:
        self.table_id = table_id
        self.viewers: set[Viewer] = set()
        self.expected = 0  # viewers that are about to join
        self.edition = ""  # of the table's rows, when its facts were last looked at
        self._now = now
        self._busy = asyncio.Lock()
        self._wanted = 0
        self.replica = Replica(table_id)
        self._seated: dict[int, int] = {}  # while the table cannot be folded: seats by member
        self._facts: facts.AnyFacts | None = None
        self._seats: list[Event | None] = []
        self._log: list[Folded] = []
        self._moved_chips = False
        self.watching = 0

    # -- reading the table -----------------------------------------------------------------------

    async def open(self) -> bool:
        """Fold the table from its newest base. False if there is no such table."""
        async with self._busy:
            return await self._load()

    async def _load(self) -> bool:
        loaded = await run(_load, self.table_id)
        if loaded is None:
            return False
        self.edition, self._facts, self.replica, folded, self._seated = loaded
        self._seats = [None] * self._facts.seats
        self._log = []
        for change in folded:
            self._note(change)
        return True

    def _note(self, change: Folded) -> None:
        """Remember a change for snapshots; a base begins the memory anew."""
        if isinstance(change.command, commands.BASES):
            assert self._facts is not None
            self._seats = [None] * self._facts.seats
            for plate in change.command.roster:
                self._seats[plate.seat] = seat_event(plate, plate.stack)
            self._log = []
        self._log.append(change)

    async def catch_up(self, seq: int, changes: Sequence[Stored] = ()) -> None:
        """Send everything up to change `seq`, or further. `changes` spares reading them again."""
        self._wanted = max(self._wanted, seq)
        if self.replica.seq >= self._wanted:
            return
        async with self._busy:
            if self.replica.seq >= self._wanted:
                return
            try:
                if not self._follow_directly(changes):
                    await self._fetch()
            except (DatabaseError, InterfaceError):
                raise
            except Exception:  # whatever folding raises: `_load` looks whether it is the table
                log.warning("the feed of table %s starts over", self.table_id, exc_info=True)
                await self._start_over()
        await self._tell_wallets()

    def _follow_directly(self, changes: Sequence[Stored]) -> bool:
        """Fold changes that this process has just committed, if they are the next ones."""
        if not changes or changes[0].seq != self.replica.seq + 1:
            return False
        if any(change.command.startswith(_WITH_DECK) for change in changes):
            return False  # the deck is read with the change
        self._follow(changes)
        return self.replica.seq >= self._wanted

    async def _fetch(self) -> None:
        last = max(self._wanted, self.replica.seq + 1)
        self._follow(await run(record.read, self.table_id, self.replica.seq + 1, last))

    def _follow(self, changes: Sequence[Stored]) -> None:
        decks = record.decks(changes)
        for change in changes:
            (folded,) = self.replica.extend([change], decks)
            self._note(folded)
            self._send(folded)

    async def renew(self) -> None:
        """Read the table's facts again, because staff have edited them, and show them to all."""
        async with self._busy:
            await self._start_over()

    async def look_again(self, edition: str) -> None:
        """Staff may have edited the table: if what is told of it is another, show it to all."""
        known = await run(facts.of, self.table_id)
        async with self._busy:
            self.edition = edition
            if known is not None and known != self._facts:
                await self._start_over()

    async def _start_over(self) -> None:
        """What was folded is not what happened: everybody gets a new snapshot."""
        if await self._load():
            for viewer in self.viewers:
                self._place(viewer)
                self._push_snapshot(viewer)

    # -- viewers ---------------------------------------------------------------------------------

    def sitting_of(self, viewer: Viewer) -> int | None:
        """The seat session of a viewer who sits here, for presence."""
        if viewer.member_id in self._seated:
            return self._seated[viewer.member_id]
        seat = viewer.standing.seat
        plate = self.replica.roster.get(seat) if seat is not None else None
        return plate.sitting if plate is not None else None

    def join(self, viewer: Viewer, seq: int | None) -> None:
        """Add a viewer: the frames after `seq` if they are here, else a snapshot. One step."""
        self.viewers.add(viewer)
        self._place(viewer)
        self._welcome(viewer, seq)
        if self.watching:
            viewer.push(protocol.watching(self.watching))

    def _welcome(self, viewer: Viewer, seq: int | None) -> None:
        first = self._log[0].seq if self._log else self.replica.seq + 1
        if seq is None or not first <= seq + 1 <= self.replica.seq + 1:
            self._push_snapshot(viewer)
            return
        viewer.push(protocol.you(_you(viewer)))
        for change in self._log:
            if change.seq > seq:
                events = project(change.events, viewer.standing.hand_seat)
                viewer.push(protocol.frame(change.seq, self._now(), events), change.seq)
        # So that a client with nothing to catch up knows that it is live again.
        viewer.push(protocol.pong(self._now()))

    def leave(self, viewer: Viewer) -> None:
        """Forget a viewer."""
        self.viewers.discard(viewer)

    def _place(self, viewer: Viewer) -> bool:
        """Find where the viewer stands; whether that has changed."""
        if viewer.member_id is None:
            return False
        found = standing.of(self.replica, viewer.member_id)
        if found == viewer.standing:
            return False
        viewer.standing = found
        return True

    def _push_snapshot(self, viewer: Viewer) -> None:
        assert self._facts is not None
        events = [event for change in self._log for event in change.events]
        text = protocol.snapshot(
            self.replica.seq,
            self._now(),
            self._facts.told(viewer.language),
            self._seats,
            project(events, viewer.standing.hand_seat),
            _you(viewer),
        )
        viewer.push(text, self.replica.seq, is_base=True)

    def _send(self, change: Folded) -> None:
        """Send one change: the same text to all whom it shows the same."""
        now = self._now()
        special = _seats_that_see_more(change.events)
        moved = _moves_somebody(change)
        texts: dict[int | None, str] = {}
        for viewer in self.viewers:
            before = viewer.standing
            if moved and self._place(viewer):
                viewer.push(protocol.you(_you(viewer)))
                if code := _why_left(before, viewer.standing, change.command):
                    text = standing.sentence(standing.LEFT, code, viewer.language)
                    viewer.push(protocol.notice(code, text))
            seat = viewer.standing.hand_seat if viewer.standing.hand_seat in special else None
            frame = texts.get(seat)
            if frame is None:
                frame = protocol.frame(change.seq, now, project(change.events, seat))
                texts[seat] = frame
            viewer.push(frame, change.seq)
        bought = isinstance(change.command, commands.Sit | commands.TopUp)
        if bought or any(type(event) is SeatGone for event in change.events):
            self._moved_chips = True

    async def _tell_wallets(self) -> None:
        """After chips moved between wallets and the table: tell members what they hold now."""
        if not self._moved_chips:
            return
        self._moved_chips = False
        members = {viewer.member_id for viewer in self.viewers if viewer.member_id is not None}
        purses = await run(facts.purses, self.table_id, members)
        for viewer in self.viewers:
            purse = purses.get(viewer.member_id)
            if purse is not None and purse != (viewer.wallet, viewer.back):
                viewer.wallet, viewer.back = purse
                viewer.push(protocol.you(_you(viewer)))

    def tell_watching(self, count: int) -> None:
        """Tell everybody how many look on, if that is another number than before."""
        if count != self.watching and not self.replica.is_house:
            self.watching = count
            text = protocol.watching(count)
            for viewer in self.viewers:
                viewer.push(text)


def _you(viewer: Viewer) -> dict[str, Any]:
    return viewer.standing.told(viewer.wallet, viewer.back, viewer.language)


def _why_left(before: Standing, after: Standing, command: Command) -> str:
    """The code of what took a viewer's seat away that he did not leave just now; else ""."""
    if before.seat is None or after.seat is not None:
        return ""
    if isinstance(command, commands.Leave):
        return command.by if command.seat == before.seat else ""
    return "wish" if before.wishes.leave == "hand" else ""


def _moves_somebody(change: Folded) -> bool:
    """Whether a change can have touched what a member is told of his own seat."""
    if not isinstance(change.command, commands.Act | commands.Bank):
        return True
    return any(type(event) in _OF_SEATS for event in change.events)


def _seats_that_see_more(events: Sequence[Event]) -> set[int]:
    """The seats whose projection of these events differs from everybody's."""
    seats: set[int] = set()
    for event in events:
        if isinstance(event, Turns):
            seats.update(seat for seat, _ in event.legal)
        elif (alone := owner(event)) is not None:
            seats.add(alone)
    return seats


class _Loaded(NamedTuple):
    edition: str
    facts: facts.AnyFacts
    replica: Replica
    folded: list[Folded]
    seated: dict[int, int]


def _load(table_id: int) -> _Loaded | None:
    """Read a table whole, as it stands at one moment. None if there is no such table.

    One that does not fold is paused, which tells staff; its viewers see an empty felt that says so
    until a change comes that it can be folded from again.
    """
    # The mark before what it marks: an edit in between is found by the next look.
    edition = facts.editions([table_id]).get(table_id, "")
    known = facts.of(table_id)
    try:
        found = _fold(table_id)
    except (DatabaseError, InterfaceError):
        raise
    except Exception as error:
        pausing.pause_after(table_id, error)
        found = _unreadable(table_id)
    if known is None or found is None:
        return None
    seated = {}
    if found[0].paused and not found[0].roster:
        here = Seat.objects.filter(table_id=table_id, left_at=None, is_bot=False)
        seated = dict(here.values_list("member_id", "pk"))
    return _Loaded(edition, known, *found, seated)


def _fold(table_id: int) -> tuple[Replica, list[Folded]] | None:
    with transaction.atomic(), connection.cursor() as cursor:
        # Head and changes of the same moment, however fast the table is being played at.
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        head = record.head(table_id)
        return None if head is None else record.from_base(table_id, head)


def _unreadable(table_id: int) -> tuple[Replica, list[Folded]] | None:
    head = record.head(table_id)
    if head is None:
        return None
    replica = Replica(table_id)
    replica.seq, replica.paused = head.seq, UNREADABLE
    command = commands.Pause(at=0, code=UNREADABLE)
    return replica, [Folded(head.seq, command, [Pause(UNREADABLE)])]
