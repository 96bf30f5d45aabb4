"""The inputs that a table's state is folded from, as they stand in the change log.

`member` gave the command (0 = the house) and calls it `id` ("" = none); `mark` tells what was asked
for under that id, so that something else under it is noticed. `at` is the time under the lock, in
epoch milliseconds of `site_now()`. `pace` is what the settings said then: it stands in the change
because settings may differ between processes, and between the day a change was made and the day it
is folded.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from rules.button import Position
from rules.stakes import Stakes
from rules.state import Player
from tables.dealer.line import NOBODY, Line, Offer


class Pace(Struct, frozen=True, array_like=True):
    """Milliseconds: to act, to choose cards, until a bot acts (drawn), between two hands."""

    turn: int = 0
    choice: int = 0
    bot: int = 0
    gap: int = 0


class Wishes(Struct, frozen=True, omit_defaults=True):
    """What a member has asked the table to do for the seat by itself; nobody else's to see.

    refill: between hands buy chips up to this stack, 0 = do not. sit_out: sit out when the big
    blind comes. leave: "" stay, `hand` leave when the running hand ends, `blind` when the big blind
    comes. asks: be asked whether to show (auto-muck is off).
    """

    refill: int = 0
    sit_out: bool = False
    leave: str = ""
    asks: bool = False


NO_WISHES = Wishes()


class Plate(Struct, frozen=True, omit_defaults=True):
    """A taken seat as the table knows it. `sitting` is the key of its `Seat` row.

    stack: chips in front of it, while it is in a hand those that it began the hand with. extra:
    chips bought during a hand, which count from the next one. away_ms: since when it sits out,
    0 = it plays. waiting: it is not dealt in. missed_big, missed_small: blinds that it owes, a
    newcomer the big one; post: it will post them rather than wait. why: why it sits out: `own`
    wish, `timeouts`, `no_chips`, or the code of what bars the member.
    """

    seat: int
    member: int
    nick: str
    bot: bool
    sitting: int
    session: str
    escrow: int
    stack: int
    bank_ms: int
    extra: int = 0
    away_ms: int = 0
    leaving: bool = False
    waiting: bool = True
    post: bool = False
    missed_big: bool = True
    missed_small: bool = False
    timeouts: int = 0
    wishes: Wishes = NO_WISHES
    why: str = ""

    @property
    def goes(self) -> bool:
        """Whether this seat leaves when the hand that it is in ends."""
        return self.leaving or self.wishes.leave == "hand"


class Ready(Struct, frozen=True, array_like=True):
    """The deck that is sealed for the next round at a house table: its hand, number and root."""

    hand: int
    number: int
    root: str


#: Commands that were done: their names with their marks; in logs of before their names alone.
Names = tuple[tuple[str, str] | str, ...]


class Command(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="c"):
    """Base of all inputs."""

    at: int
    pace: Pace = Pace()
    member: int = 0
    id: str = ""
    mark: str = ""


class Base(Command, frozen=True, kw_only=True, omit_defaults=True, tag="base"):
    """The whole table, without a hand: folding may begin here."""

    roster: tuple[Plate, ...]
    last: Position | None
    number: int
    done: Names
    paused: str
    ready: Ready | None = None
    line: Line = NOBODY


class Deal(Command, frozen=True, kw_only=True, omit_defaults=True, tag="deal"):
    """A hand begins. Carries the whole table, so folding may begin here.

    `changed` are the seats whose plate looks different from before; `done` are the names of the
    last commands, so that a repeated one is known over the border. may_show: after the hand it may
    be shown by choice, for which who wants to be asked is given `show_ms`.
    """

    hand: int
    number: int
    root: str
    variant: str
    stakes: Stakes
    last: Position
    small_blind: int | None
    big_blind: int | None
    players: tuple[Player, ...]
    roster: tuple[Plate, ...]
    changed: tuple[int, ...]
    done: Names
    line: Line = NOBODY
    may_show: bool = False
    show_ms: int = 0


class Round(Command, frozen=True, kw_only=True, omit_defaults=True, tag="round"):
    """A round against the house begins with these bets. Folding may begin here.

    `settings` are those of the game at this moment, as JSON: editing them later changes no round.
    `ready`: the deck that is sealed for the round after it.
    """

    last: ClassVar[None] = None

    hand: int
    number: int
    root: str
    game: str
    settings: dict[str, Any]
    bets: dict[str, int]
    ready: Ready
    roster: tuple[Plate, ...]
    done: Names


class Act(Command, frozen=True, kw_only=True, omit_defaults=True, tag="act"):
    """A decision of a seat in a hand. `by`: "" the seat itself, else timeout or leaving.

    A choice of cards is told by their positions in the deck, so that the log names no card.
    """

    hand: int
    seat: int
    turn: int
    kind: str
    amount: int = 0
    positions: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()  # of a round against the house, and of old choices
    by: str = ""


class Bank(Command, frozen=True, kw_only=True, omit_defaults=True, tag="bank"):
    """The time of a seat is up, and its time bank begins to run."""

    hand: int
    seat: int


class Sit(Command, frozen=True, kw_only=True, omit_defaults=True, tag="sit"):
    """Somebody sits down. `ready`: at a house table, the deck that was sealed with it."""

    plate: Plate
    ready: Ready | None = None


class Leave(Command, frozen=True, kw_only=True, omit_defaults=True, tag="leave"):
    """A seat leaves: at once if `gone`, else when the hand that it is in ends.

    `by`: "" the seat itself, else lost (the grace of a lost line is over), idle, closed (the table
    is), house (a bot).
    """

    seat: int
    gone: bool
    by: str = ""


class TopUp(Command, frozen=True, kw_only=True, omit_defaults=True, tag="top_up"):
    """A seat bought chips; they count from the next hand if it is in one."""

    seat: int
    amount: int


class SitOut(Command, frozen=True, kw_only=True, omit_defaults=True, tag="sit_out"):
    """A seat is dealt out from the next hand on. `why`: as in `Plate`."""

    seat: int
    why: str = ""


class SitIn(Command, frozen=True, kw_only=True, omit_defaults=True, tag="sit_in"):
    """A seat wants to be dealt in again; `post`: it posts what it owes rather than wait."""

    seat: int
    post: bool = False


class Wish(Command, frozen=True, kw_only=True, omit_defaults=True, tag="wish"):
    """A member asks the table to do something for the seat by itself."""

    seat: int
    wishes: Wishes


class Wait(Command, frozen=True, kw_only=True, omit_defaults=True, tag="wait"):
    """A member joins the waiting list of a table with so many seats."""

    who: int
    seats: int


class Unwait(Command, frozen=True, kw_only=True, omit_defaults=True, tag="unwait"):
    """A member is off the waiting list, and a seat that was offered is free. `why`: the outcome."""

    who: int
    why: str


class Offered(Command, frozen=True, kw_only=True, omit_defaults=True, tag="offer"):
    """A free seat is offered to who waits, and kept meanwhile."""

    offer: Offer


class Reveal(Command, frozen=True, kw_only=True, omit_defaults=True, tag="reveal"):
    """A seat shows its hand after it is over, or (not `show`) says that it does not."""

    hand: int
    seat: int
    show: bool


class Pause(Command, frozen=True, kw_only=True, omit_defaults=True, tag="pause"):
    """Nobody may act until `Resume`."""

    code: str


class Resume(Command, frozen=True, kw_only=True, omit_defaults=True, tag="resume"):
    """The table goes on; who was on turn has the whole time again."""


class Void(Command, frozen=True, kw_only=True, omit_defaults=True, tag="void"):
    """The hand is undone, and the table goes on.

    Carries the whole table: a hand that cannot be folded is skipped.
    """

    hand: int
    code: str
    roster: tuple[Plate, ...]
    last: Position | None
    number: int
    done: Names
    ready: Ready | None = None
    line: Line = NOBODY


Whole = Base | Deal | Round | Void
Beside = Wish | Wait | Unwait | Offered | Reveal
AnyCommand = Whole | Act | Bank | Sit | Leave | TopUp | SitOut | SitIn | Beside | Pause | Resume
BASES = (Base, Deal, Round, Void)

_decoder = msgspec.json.Decoder(AnyCommand)
_encoder = msgspec.json.Encoder()


def encode(command: Command) -> str:
    """The text of a command: what the log keeps and the digest covers."""
    return _encoder.encode(command).decode()


def decode(text: str) -> AnyCommand:
    """The command of a text. Raises msgspec.ValidationError."""
    return _decoder.decode(text)
