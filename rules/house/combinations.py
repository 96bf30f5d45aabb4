"""The one or two combinations that a Russian Poker hand of five or six cards is paid for (E3.7).

A combination is the cards that form it: two of a pair, four of two pair, the ace and the king.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from rules.house.paytables import LADDER
from rules.ranking import best_high, describe_high, high

_FORMED_BY: Final = {
    "one_pair": 2,
    "two_pair": 4,
    "three_of_a_kind": 3,
    "four_of_a_kind": 4,
}
_ACE, _KING = 12, 11


class Combination(NamedTuple):
    """category, the ranks that tell it from others of its kind, the cards that form it."""

    category: str
    ranks: tuple[int, ...]
    cards: frozenset[int]

    @property
    def height(self) -> tuple[int, tuple[int, ...]]:
        return LADDER.index(self.category), self.ranks


def paid(cards: Sequence[int]) -> tuple[Combination | None, Combination | None]:
    """The best combination, and the best other one with a card that is not in the first.

    Where equally good cards make the first, those are taken that leave the better second.
    """
    found = list(_all(cards))
    if not found:
        return None, None
    top = max(each.height for each in found)
    firsts = [each for each in found if each.height == top]
    pairs = [(first, _second(first, found)) for first in firsts]
    return max(pairs, key=lambda pair: pair[1].height if pair[1] else (-1, ()))


def _second(first: Combination, found: list[Combination]) -> Combination | None:
    others = [c for c in found if c.height != first.height and not c.cards <= first.cards]
    return max(others, key=lambda each: each.height, default=None)


def _all(cards: Sequence[int]) -> Iterator[Combination]:
    """Every combination in the cards, the same hand once for each way to make it."""
    for ace in (card for card in cards if card >> 2 == _ACE):
        for king in (card for card in cards if card >> 2 == _KING):
            yield Combination("ace_king", (), frozenset((ace, king)))
    for five in combinations(cards, 5):
        category = describe_high(high(five)).category
        if category != "high_card":
            yield _combination(category, best_high(five)[: _FORMED_BY.get(category, 5)])


def _combination(category: str, cards: Sequence[int]) -> Combination:
    """Ranks in the order of the cards, each once: what two hands of a kind are compared by."""
    ranks = tuple(dict.fromkeys(card >> 2 for card in cards))
    if category in ("straight", "straight_flush"):
        ranks = ranks[:1]
    return Combination(category, ranks, frozenset(cards))
