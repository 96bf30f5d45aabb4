"""What a hand is worth: strengths to compare, ranks to name it, the five cards that make it.

A *strength* is an int, larger is better, 0 means "no such hand" (a low that does not qualify, a
hand with an unknown card). Strengths of one scoring are comparable with each other only. A scoring
is a frozen value that a variant names for each part of the pot that it splits:

    High()               best five of 5, 6 or 7 cards (rule book A1)
    High(hole=2)         exactly two of the hole cards and three of the board (B13, Omaha)
    Low()                ace-to-five (A3), Low(qualifier=8) eight-or-better (A4)
    Korean()             Korean order with suits, in `rules.korean`
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import Final

from msgspec import Struct
from phevaluator import _pheval

from rules.cards import RANKS, UNKNOWN

CATEGORIES: Final = (
    "high_card",
    "one_pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)

#: Strengths of the high hands: 1 (7-5-4-3-2) to 7,462 (royal flush), as phevaluator counts them.
BEST_HIGH: Final = 7462

_five: Callable[..., int] = _pheval.evaluate_5cards
_seven: Callable[..., int] = _pheval.evaluate_7cards
_HIGH: Final[dict[int, Callable[..., int]]] = {
    5: _pheval.evaluate_5cards,
    6: _pheval.evaluate_6cards,
}


class Rank(Struct, frozen=True, gc=False):
    """A hand described: category, the rank letters that decide it in order, suits if they count."""

    category: str
    ranks: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()


def high(cards: Sequence[int]) -> int:
    """Return the strength (1-7,462) of the best five of 5, 6 or 7 cards by rule book A1.

    The cards are ids 0-51, not checked here. Raises `KeyError` for another number of cards.
    """
    try:
        # Seven cards are what nearly every caller has; asking for the length would cost more.
        return 7463 - _seven(*cards)
    except TypeError:
        return 7463 - _HIGH[len(cards)](*cards)


def describe_high(strength: int) -> Rank:
    """Return category and deciding ranks of a high strength."""
    return _high_ranks()[BEST_HIGH - strength]


def best_high(cards: Sequence[int]) -> tuple[int, ...]:
    """Return the five cards that make the high hand, the deciding ones first."""
    return _pick(cards, high(cards))


def _pick(cards: Sequence[int], strength: int) -> tuple[int, ...]:
    """Pick five cards of a known strength: its ranks in order, of one suit if it is a flush."""
    suited, ranks = _patterns()[strength]
    left = sorted(cards, reverse=True)
    if suited:
        suits = [each & 3 for each in left]
        suit = max(range(4), key=suits.count)
        left = [each for each in left if each & 3 == suit]
    found = []
    for rank in ranks:
        for each in left:
            if each >> 2 == rank:
                found.append(each)
                left.remove(each)
                break
    return tuple(found)


@cache
def _patterns() -> tuple[tuple[bool, tuple[int, ...]], ...]:
    """List for every strength whether it is suited, and its five ranks in order of weight."""
    found: list[tuple[bool, tuple[int, ...]]] = [(False, ())]
    for rank in reversed(_high_ranks()):
        values = [RANKS.index(letter) for letter in rank.ranks] or [12]
        copies = _COPIES.get(rank.category)
        if copies:
            five = [
                value for value, times in zip(values, copies, strict=True) for _ in range(times)
            ]
        elif "straight" in rank.category or rank.category == "royal_flush":
            five = [(values[0] - step) % 13 for step in range(5)]
        else:
            five = values
        found.append(("flush" in rank.category, tuple(five)))
    return tuple(found)


_COPIES: Final = {
    "one_pair": (2, 1, 1, 1),
    "two_pair": (2, 2, 1),
    "three_of_a_kind": (3, 1, 1),
    "full_house": (3, 2),
    "four_of_a_kind": (4, 1),
}


def _strongest(five: Sequence[int]) -> int:
    return _five(*five)


def arrange(five: Sequence[int]) -> tuple[int, ...]:
    """Order five cards for show: multiples first, then from the top; the ace of a wheel last."""
    counts = [0] * 13
    for each in five:
        counts[each >> 2] += 1
    ordered = sorted(five, key=lambda c: (counts[c >> 2], c >> 2, c & 3), reverse=True)
    if [c >> 2 for c in ordered] == [12, 3, 2, 1, 0]:
        ordered = [*ordered[1:], ordered[0]]
    return tuple(ordered)


@cache
def _high_ranks() -> tuple[Rank, ...]:
    """List the 7,462 distinct high hands from the best to the worst."""
    letters = RANKS[::-1]
    straights = [letters[at] for at in range(9)] + ["5"]
    broken = [
        five
        for five in combinations(letters, 5)
        if "".join(five) not in letters and five != ("A", "5", "4", "3", "2")
    ]
    found = [Rank("royal_flush")]
    found += [Rank("straight_flush", (top,)) for top in straights[1:]]
    found += [Rank("four_of_a_kind", (a, b)) for a in letters for b in letters if a != b]
    found += [Rank("full_house", (a, b)) for a in letters for b in letters if a != b]
    found += [Rank("flush", five) for five in broken]
    found += [Rank("straight", (top,)) for top in straights]
    found += _with_kickers("three_of_a_kind", letters, 2)
    found += [
        Rank("two_pair", (a, b, kicker))
        for a, b in combinations(letters, 2)
        for kicker in letters
        if kicker not in (a, b)
    ]
    found += _with_kickers("one_pair", letters, 3)
    found += [Rank("high_card", five) for five in broken]
    return tuple(found)


def _with_kickers(category: str, letters: str, kickers: int) -> list[Rank]:
    return [
        Rank(category, (made, *rest))
        for made in letters
        for rest in combinations(letters.replace(made, ""), kickers)
    ]


class High(Struct, frozen=True):
    """High hands. With `hole` > 0 exactly that many own cards and the rest from the board play."""

    hole: int = 0

    def score(self, own: Sequence[int], board: Sequence[int]) -> int:
        """Return the strength of the best five cards, 0 if a card is unknown."""
        if UNKNOWN in own:
            return 0
        if not self.hole:
            return high([*own, *board])
        return 7463 - min([_five(*five) for five in _omaha(own, board, self.hole)])

    def rank(self, strength: int) -> Rank:
        """Describe a strength that this scoring gave."""
        return describe_high(strength)

    def best(self, own: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """Return the five cards that make the hand."""
        if not self.hole:
            return best_high([*own, *board])
        return arrange(min(_omaha(own, board, self.hole), key=_strongest))

    def suits(self, own: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """Return the suits of the made hand from the top card down, for odd chips (C7).

        Of several equal five-card hands the one with the best suits counts.
        """
        strength = self.score(own, board)
        if not strength:
            return ()
        fives = _omaha(own, board, self.hole) if self.hole else combinations([*own, *board], 5)
        return max(_suits_down(five) for five in fives if 7463 - _five(*five) == strength)


def _suits_down(five: tuple[int, ...]) -> tuple[int, ...]:
    ordered = sorted(five, reverse=True)
    if [each >> 2 for each in ordered] == [12, 3, 2, 1, 0]:
        ordered = [*ordered[1:], ordered[0]]
    return tuple([each & 3 for each in ordered])


def _omaha(own: Sequence[int], board: Sequence[int], hole: int) -> list[tuple[int, ...]]:
    return [
        mine + shared
        for mine in combinations(own, hole)
        for shared in combinations(board, 5 - hole)
    ]
