"""What happens in a hand, as frozen facts.

Every amount is in chips and stands for the value after the event, so that a client only assigns.
Cards are two characters; a `deal` or `discard` that its viewer may not see has `cards` null.
`positions` are deck positions and name the cards to everybody, seen or not.
"""

from __future__ import annotations

from msgspec import Struct

from rules.ranking import Rank


class Event(Struct, frozen=True, gc=False, tag_field="e"):
    """Base of all events."""


class Street(Event, frozen=True, gc=False, tag="street"):
    """A street begins (number in the variant, its name); the bets of all seats are 0."""

    street: int
    name: str


class Post(Event, frozen=True, gc=False, tag="post"):
    """A forced bet. kind: ante small_blind big_blind bring_in post dead; bet is of this street."""

    seat: int
    kind: str
    amount: int
    bet: int
    stack: int


class Deal(Event, frozen=True, gc=False, tag="deal"):
    """Cards dealt to a seat now, face up or down."""

    seat: int
    positions: tuple[int, ...]
    cards: tuple[str, ...] | None
    up: bool


class Burn(Event, frozen=True, gc=False, tag="burn"):
    """A card put aside face down for ever."""

    position: int


class Board(Event, frozen=True, gc=False, tag="board"):
    """Cards turned on the board now."""

    positions: tuple[int, ...]
    cards: tuple[str, ...]


class Lead(Event, frozen=True, gc=False, tag="lead"):
    """Whose cards open this street: the bring-in, the best board, the boss."""

    seat: int


class Act(Event, frozen=True, gc=False, tag="act"):
    """A decision. amount: chips put in by it; bet: the seat's bet of this street."""

    seat: int
    kind: str
    amount: int
    bet: int
    stack: int
    all_in: bool


class Chose(Event, frozen=True, gc=False, tag="chose"):
    """A seat has made its choice of cards; what it chose follows when all have."""

    seat: int


class Discard(Event, frozen=True, gc=False, tag="discard"):
    """A seat puts cards away face down for ever."""

    seat: int
    positions: tuple[int, ...]
    cards: tuple[str, ...] | None


class Open(Event, frozen=True, gc=False, tag="open"):
    """A seat turns cards of its own face up."""

    seat: int
    positions: tuple[int, ...]
    cards: tuple[str, ...]


class Refund(Event, frozen=True, gc=False, tag="refund"):
    """Chips that nobody matched go back."""

    seat: int
    amount: int
    bet: int
    stack: int


class Collect(Event, frozen=True, gc=False, tag="collect"):
    """The bets are swept: all pots as (amount, seats that play for it), main pot first."""

    pots: tuple[tuple[int, tuple[int, ...]], ...]


class Show(Event, frozen=True, gc=False, tag="show"):
    """A seat's hidden cards are turned up; rank once the hand is complete."""

    seat: int
    positions: tuple[int, ...]
    cards: tuple[str, ...]
    rank: Rank | None


class Muck(Event, frozen=True, gc=False, tag="muck"):
    """A beaten hand goes away unseen."""

    seat: int


class Award(Event, frozen=True, gc=False, tag="award"):
    """A seat wins chips of a pot. half: whole high low; rank and best are empty if uncontested."""

    pot: int
    seat: int
    amount: int
    stack: int
    half: str
    rank: Rank | None
    best: tuple[str, ...]


class End(Event, frozen=True, gc=False, tag="end"):
    """The hand is over: net chips of every seat, and the rake taken."""

    net: tuple[tuple[int, int], ...]
    rake: int


AnyEvent = (
    Street | Post | Deal | Burn | Board | Lead | Act | Chose | Discard | Open
    | Refund | Collect | Show | Muck | Award | End
)  # fmt: skip
