"""Korean order of hands (rule book D6): mountain, back straight, and suits that decide ties.

Three suits options: `on` (equal ranks are decided by the suit of the deciding card), `top` (from a
straight up the suit of the top card is compared before the lower cards), `off` (equal ranks tie).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from msgspec import Struct

from rules.cards import RANKS, SUITS, UNKNOWN
from rules.opening import KOREAN_SUITS
from rules.ranking import Rank, arrange, describe_high, high

#: The thirteen ranks of a hand, from the lowest to the highest.
ORDER: Final = (
    "high_card",
    "one_pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "back_straight",
    "mountain",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "back_straight_flush",
    "royal_flush",
)
_PLACE: Final = {name: place for place, name in enumerate(ORDER)}
_ACE: Final = 12
_WHEEL: Final = frozenset({12, 0, 1, 2, 3})
# Western strengths: straights 5,854 (five high) to 5,863, straight flushes 7,453 to 7,461.
_FIVE_HIGH: Final = {"straight": 5854, "straight_flush": 7453}
_SUIT_OF: Final = tuple(SUITS[KOREAN_SUITS.index(weight)] for weight in range(4))


class Korean(Struct, frozen=True):
    """Best five of seven in Korean order.

    back, back_flush: the (suited) back straight A-2-3-4-5 is the `second` highest straight or the
    `lowest`. suits: `on`, `top` or `off`, see the module.
    """

    back: str = "second"
    back_flush: str = "second"
    suits_rule: str = "on"

    def score(self, own: Sequence[int], board: Sequence[int]) -> int:
        """Return the strength of the best five of 5, 6 or 7 cards; 0 if one is unknown."""
        if UNKNOWN in own:
            return 0
        cards = [*own, *board]
        western = high(cards)
        category = describe_high(western).category
        place = _PLACE[category]
        if category == "straight":
            place, western = self._straight(cards, western)
        elif category == "straight_flush":
            place, western = self._straight_flush(cards, western)
        suit = self._suit(cards, place, western)
        if self.suits_rule == "top" and ORDER[place] in _TOP_FIRST:
            top = RANKS.index(describe_high(western).ranks[0]) if place != 12 else _ACE
            return place << 24 | top << 20 | suit << 16 | western
        return place << 24 | western << 4 | suit

    def rank(self, strength: int) -> Rank:
        """Describe a strength: Korean category, deciding ranks, the suit that decides ties."""
        place = strength >> 24
        if self.suits_rule == "top" and ORDER[place] in _TOP_FIRST:
            western, suit = strength & 0xFFFF, strength >> 16 & 15
        else:
            western, suit = strength >> 4 & 0xFFFF, strength & 15
        ranks = describe_high(western).ranks
        suits = () if self.suits_rule == "off" else (_SUIT_OF[suit],)
        return Rank(ORDER[place], ranks, suits)

    def best(self, own: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """Return the five cards that make the hand."""
        cards = [*own, *board]
        strength = self.score(cards, ())
        return arrange(
            next(
                five
                for five in combinations(sorted(cards, key=_by_suit, reverse=True), 5)
                if self.score(five, ()) == strength
            )
        )

    def suits(self, own: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """Return nothing: suits have decided before, or do not count at all."""
        return ()

    def _straight(self, cards: Sequence[int], western: int) -> tuple[int, int]:
        if describe_high(western).ranks[0] == "A":
            return _PLACE["mountain"], western
        wheel = {each >> 2 for each in cards} >= _WHEEL
        if wheel and self.back == "second":
            return _PLACE["back_straight"], _FIVE_HIGH["straight"]
        return _PLACE["straight"], western

    def _straight_flush(self, cards: Sequence[int], western: int) -> tuple[int, int]:
        ranks = {each >> 2 for each in cards if each & 3 == _flush_suit(cards)}
        if ranks >= _WHEEL and self.back_flush == "second":
            return _PLACE["back_straight_flush"], _FIVE_HIGH["straight_flush"]
        return _PLACE["straight_flush"], western

    def _suit(self, cards: Sequence[int], place: int, western: int) -> int:
        """Return the weight (0-3) of the suit that decides among equal ranks."""
        if self.suits_rule == "off":
            return 0
        category = ORDER[place]
        if category in _SUITED:
            return KOREAN_SUITS[_flush_suit(cards)]
        letter = describe_high(western).ranks[0]
        back = category in ("straight", "back_straight") and letter == "5"
        top = _ACE if back else RANKS.index(letter)
        return max([KOREAN_SUITS[each & 3] for each in cards if each >> 2 == top])


_SUITED: Final = frozenset({"flush", "straight_flush", "back_straight_flush", "royal_flush"})
_TOP_FIRST: Final = _SUITED | {"straight", "back_straight", "mountain"}


def _by_suit(each: int) -> tuple[int, int]:
    return each >> 2, KOREAN_SUITS[each & 3]


def _flush_suit(cards: Sequence[int]) -> int:
    suits = [each & 3 for each in cards]
    return max(range(4), key=suits.count)
