"""Ace-to-five low hands (rule book A3) and the low qualifiers (A4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

from msgspec import Struct

from rules.cards import UNKNOWN
from rules.ranking import Rank

CLASSES: Final = (
    "low",
    "low_one_pair",
    "low_two_pair",
    "low_three_of_a_kind",
    "low_full_house",
    "low_four_of_a_kind",
)

_LETTERS: Final = "?A23456789TJQK"
_SHAPES: Final = {
    (1, 1, 1, 1, 1): 0,
    (2, 1, 1, 1): 1,
    (2, 2, 1): 2,
    (3, 1, 1): 3,
    (3, 2): 4,
    (4, 1): 5,
}
#: How many cards of each rank the classes have, in the order of their ranks.
_COPIES: Final = tuple(_SHAPES)
# Above every key: six hex digits, the class first, then the ranks in order of weight.
_WORST: Final = 0x600000


def low_key(cards: Sequence[int]) -> tuple[int, ...]:
    """Return (class, ranks…) of the best low of 5, 6 or 7 cards, ace = 1; smaller is better.

    Classes: 0 unpaired, 1 pair, 2 two pair, 3 trips, 4 full house, 5 quads.
    """
    packed = _WORST - _strength(cards)
    ranks = [packed >> shift & 15 for shift in (16, 12, 8, 4, 0)]
    return (packed >> 20, *[rank for rank in ranks if rank])


def _strength(cards: Sequence[int]) -> int:
    mask = 0
    for each in cards:
        # The ace moves below the deuce, so that bit r stands for the low rank r.
        mask |= 2 << (each // 4 + 1) % 13
    packed = _unpaired(mask)
    return _WORST - (packed or _paired(tuple(sorted([(each // 4 + 1) % 13 + 1 for each in cards]))))


@cache
def _unpaired(mask: int) -> int:
    """Pack the five lowest ranks of a set of ranks, highest first; 0 if there are fewer."""
    ranks = [rank for rank in range(1, 14) if mask >> rank & 1][:5]
    if len(ranks) < 5:
        return 0
    packed = 0
    for rank in reversed(ranks):
        packed = packed << 4 | rank
    return packed


@cache
def _paired(ranks: tuple[int, ...]) -> int:
    return min(_packed(five) for five in combinations(ranks, 5))


def _packed(five: tuple[int, ...]) -> int:
    """Pack five ranks: the class, then multiples first, then from the top; shorter ones fill up."""
    counted = sorted(((five.count(rank), rank) for rank in set(five)), reverse=True)
    packed = _SHAPES[tuple(count for count, _ in counted)]
    for _, rank in counted:
        packed = packed << 4 | rank
    return packed << 4 * (5 - len(counted))


class Low(Struct, frozen=True):
    """Ace-to-five low hands.

    `qualifier` > 0 asks for five different ranks, none above it; `hole` > 0 for exactly that many
    own cards, as in Omaha.
    """

    qualifier: int = 0
    hole: int = 0

    def score(self, own: Sequence[int], board: Sequence[int]) -> int:
        """Return the strength of the best low; 0 if it does not qualify or a card is unknown."""
        if UNKNOWN in own:
            return 0
        if self.hole:
            found = max(_strength(five) for five in self._fives(own, board))
        else:
            found = _strength([*own, *board])
        if self.qualifier and _WORST - found >= self.qualifier + 1 << 16:
            return 0
        return found

    def rank(self, strength: int) -> Rank:
        """Describe a strength that this scoring gave: `low` and its ranks, or `low_one_pair` …"""
        packed = _WORST - strength
        ranks = [packed >> shift & 15 for shift in (16, 12, 8, 4, 0)]
        return Rank(CLASSES[packed >> 20], tuple([_LETTERS[rank] for rank in ranks if rank]))

    def best(self, own: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """Return the five cards that make the low, the deciding ones first."""
        cards: Sequence[int] = [*own, *board]
        if self.hole:
            cards = max(self._fives(own, board), key=_strength)
        packed = _WORST - _strength(cards)
        ranks = [packed >> shift & 15 for shift in (16, 12, 8, 4, 0)]
        found: list[int] = []
        for rank, copies in zip(ranks, _COPIES[packed >> 20], strict=False):
            found += [each for each in cards if (each // 4 + 1) % 13 + 1 == rank][:copies]
        return tuple(found)

    def suits(self, own: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """Return the suits of the low from the top card down, ace low, for odd chips (C7)."""
        strength = self.score(own, board)
        if not strength:
            return ()
        return max(
            tuple([each & 3 for each in sorted(five, key=lambda c: (c + 4) % 52, reverse=True)])
            for five in self._fives(own, board)
            if _strength(five) == strength
        )

    def _fives(self, own: Sequence[int], board: Sequence[int]) -> list[tuple[int, ...]]:
        if not self.hole:
            return list(combinations([*own, *board], 5))
        return [
            mine + shared
            for mine in combinations(own, self.hole)
            for shared in combinations(board, 5 - self.hole)
        ]
