"""The state of a hand: plain ints and lists, one slot for every fact, indexed by place.

A *place* is the index of a seat among those dealt in, clockwise by seat number. Everything that
can be derived cheaply is derived; the counters here are what keeps an action's cost constant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from rules.pots import Pot
from rules.stakes import Stakes

if TYPE_CHECKING:
    from rules.events import Award, Event
    from rules.variant import Variant

ACTIVE: Final = 0  # in the hand with chips behind
ALL_IN: Final = 1
FOLDED: Final = 2

MOST_CHIPS: Final = 10**15


class Player(Struct, frozen=True, gc=False):
    """A seat as it enters the hand.

    post: a blind that it posts live on returning (a seat that has a blind anyway posts that
    instead); dead: chips that it puts into the pot for a missed small blind.
    """

    seat: int
    stack: int
    post: int = 0
    dead: int = 0


class Option(Struct, frozen=True, gc=False):
    """One thing that a seat may do.

    `call`, `bring_in` and the Korean bets: min = max = chips to put in. `bet`, `raise`,
    `complete`: the total of this street to bet to; min = max for a fixed or all-in amount.
    """

    kind: str
    min: int = 0
    max: int = 0


class Legal(Struct, frozen=True, gc=False):
    """What a seat may do now; no options when it is not its turn.

    pot: all chips in the middle. to_call: chips that a call costs. In a choice of cards `discard`
    and `open` say how many of its down cards the seat puts away and turns up.
    """

    turn: int
    options: tuple[Option, ...]
    pot: int = 0
    to_call: int = 0
    discard: int = 0
    open: int = 0


class State:
    """All slots of a running hand. Lists are indexed by place."""

    __slots__ = (
        "acted", "active", "actor", "aggressor", "alive", "awards", "base", "bets",
        "big_at", "big_made", "board", "board_at", "bring", "burned", "button", "capped",
        "choices", "choosing", "closed", "count", "dead", "deck", "down", "down_at",
        "exposed", "first", "index", "lead", "level", "need", "next", "offer", "opened",
        "opened_by", "opening", "over", "pair_shown", "phantom", "pots", "raised_by",
        "raises", "rake", "rake_due", "seats", "shown", "small_at", "stacks", "stakes", "starts",
        "status", "step", "street", "target", "totals", "turns", "up", "up_at", "variant",
    )  # fmt: skip

    # fixed at the start; first: the place left of the button, where the deal begins
    variant: Variant
    stakes: Stakes
    seats: tuple[int, ...]
    index: dict[int, int]
    count: int
    button: int
    first: int
    deck: tuple[int, ...] | list[int]
    starts: list[int]
    small_at: int
    big_at: int
    # chips: dead money makes no level, phantom = what blinds fall short of (pot limit)
    stacks: list[int]
    bets: list[int]
    totals: list[int]
    dead: int
    pots: list[Pot]
    rake: int
    rake_due: int | None
    awards: list[Award]
    shown: list[int]
    # who is in: status of every place, how many have not folded, how many have chips
    status: list[int]
    alive: int
    active: int
    # cards: next deck position, own cards and their positions, board, burned positions
    next: int
    down: list[list[int]]
    down_at: list[list[int]]
    up: list[list[int]]
    up_at: list[list[int]]
    board: list[int]
    board_at: list[int]
    burned: list[int]
    exposed: bool
    # the street and who is on turn; need: active places that have still to act
    street: int
    actor: int
    turns: list[int]
    need: int
    acted: list[bool]
    aggressor: int
    opened_by: int
    lead: int
    # the round: highest bet, size of a raise, last and next full level, raises made, flags
    level: int
    step: int
    base: int
    target: int
    raises: int
    capped: bool
    opened: bool
    big_made: bool
    pair_shown: bool
    bring: bool
    closed: list[bool]
    raised_by: list[int]
    phantom: int
    offer: Legal | None
    # a choice of cards: places that have still to choose, what the others chose
    choosing: set[int]
    choices: dict[int, tuple[tuple[int, ...], tuple[int, ...]]]
    over: bool
    opening: tuple[Event, ...]
