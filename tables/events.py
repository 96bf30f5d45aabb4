"""What happens at a table beside the hand itself. Mixed with the events of `rules`, in order.

The structs are the wire format: docs/protocol.md. Amounts are chips after the event, times are
epoch milliseconds of the database's `site_now()`, hand ids are strings.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from rules.events import AnyEvent, Event
from rules.house.events import Settle, Verdict
from rules.state import Legal
from rules.view import project as project_cards


class HandBegins(Event, frozen=True, gc=False, tag="hand"):
    """A hand begins: a new base. `root` commits to the deck before any card is dealt."""

    hand: str
    no: int
    root: str
    variant: str
    button: int
    small_blind: int | None
    big_blind: int | None
    seats: tuple[tuple[int, int], ...]


class Sealed(Event, frozen=True, gc=False, tag="sealed"):
    """The deck of the next round at a house table is sealed; its bets are still open."""

    hand: str
    no: int
    root: str


class RoundBegins(Event, frozen=True, gc=False, tag="round"):
    """A round against the house begins: a new base. `rules` names the `settings`."""

    hand: str
    no: int
    root: str
    game: str
    settings: dict[str, Any]
    rules: str
    bets: dict[str, int]
    seats: tuple[tuple[int, int], ...]


class SeatTaken(Event, frozen=True, gc=False, tag="seat"):
    """A seat was taken or its plate changed. status: waiting playing sitting_out leaving."""

    seat: int
    nick: str
    bot: bool
    stack: int
    status: str
    bank_ms: int


class SeatGone(Event, frozen=True, gc=False, tag="gone"):
    """Nobody sits here any more."""

    seat: int


class OnTurn(Struct, frozen=True, gc=False):
    """A seat that may act: its turn counter, when its time ends, what its time bank holds."""

    seat: int
    turn: int
    deadline: int
    bank_ms: int


class Turn(Event, frozen=True, gc=False, tag="turn"):
    """Whose turn it is. `legal` is there only for a viewer whose turn it is."""

    hand: str
    seats: tuple[OnTurn, ...]
    legal: Legal | None


class Turns(Event, frozen=True, gc=False, tag="turns"):
    """`Turn` before projection: with what every seat on turn may do. Never sent."""

    turn: Turn
    legal: tuple[tuple[int, Legal], ...]


class Over(Event, frozen=True, gc=False, tag="over"):
    """The hand is settled; the proofs of its cards may be asked for."""

    hand: str


class Void(Event, frozen=True, gc=False, tag="void"):
    """The hand is undone: all stacks are what they were when it began."""

    hand: str
    code: str


class Pause(Event, frozen=True, gc=False, tag="pause"):
    """Nobody may act until `resume`."""

    code: str


class Resume(Event, frozen=True, gc=False, tag="resume"):
    """The table goes on."""


class LineMoved(Event, frozen=True, gc=False, tag="line"):
    """How many wait for a seat, and which free seats are kept for one of them until when."""

    waiting: int
    held: tuple[tuple[int, int], ...]


class MayShow(Event, frozen=True, gc=False, tag="may_show"):
    """The seats that may show the hand that is over, until the next one begins.

    until: how long who wants to be asked is waited for; 0 = nobody is.
    """

    seats: tuple[int, ...]
    until: int


class Kept(Event, frozen=True, gc=False, tag="kept"):
    """A seat that might have shown its hand does not."""

    seat: int


class Clear(Event, frozen=True, gc=False, tag="clear"):
    """The felt is empty, and a new base begins without a hand."""


TableEvent = (
    HandBegins | SeatTaken | SeatGone | Turn | Over | Void | Pause | Resume | Clear
    | LineMoved | MayShow | Kept
)  # fmt: skip
HouseEvent = Sealed | RoundBegins | Verdict | Settle

_decoder = msgspec.json.Decoder(tuple[AnyEvent | TableEvent | HouseEvent, ...])


def decode(data: bytes) -> tuple[Event, ...]:
    """Read events back from JSON. Raises msgspec.ValidationError."""
    return _decoder.decode(data)


def project(events: Iterable[Event], seat: int | None) -> list[Any]:
    """The events as the viewer sees them who holds `seat` in the hand (None: nobody's seat)."""
    return [_project(event, seat) for event in events]


def _project(event: Event, seat: int | None) -> Event:
    if type(event) is Turns:
        for owner, legal in event.legal:
            if owner == seat:
                return msgspec.structs.replace(event.turn, legal=legal)
        return event.turn
    return project_cards(event, seat)
