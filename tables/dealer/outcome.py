"""What a finished hand was for each seat, as its row tells it: chips won, showdown, rank."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from rules.events import Award, Event, Muck, Show
from rules.korean import ORDER
from rules.ranking import Rank

_PLACE = {category: place for place, category in enumerate(ORDER)}


class Outcome(Struct):
    """won: chips out of the pots, after rake, without what came back uncalled (B6).

    showdown: the hand was compared with others (B8), shown or mucked. rank: place in
    `rules.korean.ORDER` of the hand that was turned up then, which is finer than A1 and keeps its
    order; None for a mucked hand and for low games.
    """

    won: int = 0
    showdown: bool = False
    rank: int | None = None


def outcomes(events: Iterable[Event]) -> dict[int, Outcome]:
    """The outcome by seat; who neither won nor came to the showdown is not in it."""
    found: dict[int, Outcome] = {}
    for event in events:
        if isinstance(event, Award):
            found.setdefault(event.seat, Outcome()).won += event.amount
        elif isinstance(event, Muck):
            found.setdefault(event.seat, Outcome()).showdown = True
        elif isinstance(event, Show) and event.rank is not None:
            # Hands turned up before the last card (TDA 16) have no rank yet.
            outcome = found.setdefault(event.seat, Outcome())
            outcome.showdown, outcome.rank = True, place(event.rank)
    return found


def place(rank: Rank) -> int | None:
    """Where a high hand stands in the order of hands; None for a low one."""
    return _PLACE.get(rank.category)
