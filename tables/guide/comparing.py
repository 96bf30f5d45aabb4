"""Two hands side by side: which wins, why, and which five cards of each count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext as _

from rules.cards import NAMES
from rules.korean import Korean
from rules.lowball import Low
from rules.ranking import High, Rank
from rules.variant import Scoring
from tables.guide import naming

ORDERS: Final[dict[str, Scoring]] = {"western": High(), "korean": Korean(), "low": Low()}

# How many of the five cards, the deciding ones first, make the hand; the rest are kickers.
_MADE: Final = {
    "four_of_a_kind": 4,
    "three_of_a_kind": 3,
    "two_pair": 4,
    "one_pair": 2,
    "high_card": 1,
    "low_four_of_a_kind": 4,
    "low_three_of_a_kind": 3,
    "low_two_pair": 4,
    "low_one_pair": 2,
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A card for show: its name and its part: `made`, `kicker`, `unused`, or "" (not said)."""

    name: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class Made:
    """A hand as it counts: the best five first, the deciding cards before the kickers."""

    cards: tuple[Shown, ...]
    rank: Rank

    @property
    def name(self) -> str:
        return naming.full(self.rank)


@dataclass(frozen=True, slots=True)
class Verdict:
    """winner: `a`, `b` or `tie`. reason: a sentence in the reader's language."""

    order: str
    a: Made
    b: Made
    winner: str
    reason: str

    @property
    def sides(self) -> tuple[tuple[Made, str], ...]:
        """Both hands with their letters, for a page."""
        return (self.a, "a"), (self.b, "b")


@lru_cache(maxsize=512)
def made(order: str, cards: tuple[int, ...]) -> Made:
    """The best hand of five to seven cards in an order of `ORDERS`."""
    scoring = ORDERS[order]
    rank = scoring.rank(scoring.score(cards, ()))
    best = scoring.best(cards, ())
    return Made(parts(cards, best, rank), rank)


def parts(cards: Sequence[int], best: Sequence[int], rank: Rank) -> tuple[Shown, ...]:
    """All cards for show: those that make the hand, the kickers, then those that do not count."""
    count = _MADE.get(rank.category, 5)
    found = [Shown(NAMES[c], "made" if at < count else "kicker") for at, c in enumerate(best)]
    found += [Shown(NAMES[c], "unused") for c in sorted(cards, reverse=True) if c not in best]
    return tuple(found)


def parts_of(cards: Sequence[int]) -> tuple[Shown, ...]:
    """Cards for show that are not judged."""
    return tuple(Shown(NAMES[each]) for each in cards)


def compare(order: str, a: tuple[int, ...], b: tuple[int, ...]) -> Verdict:
    """Compare two hands of five to seven cards each; they may share cards, as on a board."""
    scoring = ORDERS[order]
    strengths = scoring.score(a, ()), scoring.score(b, ())
    winner = "tie" if strengths[0] == strengths[1] else "ab"[strengths[1] > strengths[0]]
    hands = made(order, a), made(order, b)
    won, lost = (hands[1], hands[0]) if winner == "b" else hands
    return Verdict(order, *hands, winner, _reason(order, won.rank, lost.rank, winner == "tie"))


def _reason(order: str, won: Rank, lost: Rank, tied: bool) -> str:
    if tied:
        return _(
            "The five best cards of both have the same ranks: the pot is split. "
            "Further cards never count."
        )
    if won.category != lost.category:
        text = (
            _("%(winner)s is better than %(loser)s.")
            if order == "low"
            else _("%(winner)s beats %(loser)s.")
        )
        return text % {"winner": naming.category(won), "loser": naming.category(lost)}
    for place, (high, low) in enumerate(zip(won.ranks, lost.ranks, strict=True)):
        if high != low:
            return _decided(order, won.category, place, (high, low))
    return _by_suit(won, lost)


def _decided(order: str, key: str, place: int, ranks: tuple[str, str]) -> str:
    text = (
        _("Both: %(category)s. Decided by %(part)s: %(winner)s is lower than %(loser)s.")
        if order == "low"
        else _("Both: %(category)s. Decided by %(part)s: %(winner)s beats %(loser)s.")
    )
    return text % {
        "category": naming.CATEGORIES[key],
        "part": naming.deciding(key, place),
        "winner": naming.letter(ranks[0]),
        "loser": naming.letter(ranks[1]),
    }


def _by_suit(won: Rank, lost: Rank) -> str:
    return _("All five ranks are equal, so the suit decides: %(winner)s before %(loser)s.") % {
        "winner": naming.SUITS[won.suits[0]],
        "loser": naming.SUITS[lost.suits[0]],
    }


def random_pair(order: str, deal: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Two seven-card hands from a shuffled deck: on one board, or (Korean, low) apart."""
    if order == "western":
        board = tuple(deal[:5])
        return (*deal[5:7], *board), (*deal[7:9], *board)
    return tuple(deal[:7]), tuple(deal[7:14])
