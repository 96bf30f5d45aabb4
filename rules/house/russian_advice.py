"""What each choice in Russian Poker is worth, exactly: every dealer, every draw.

Values are in antes, for a game without insurance and without buying the dealer a card; those two
have functions of their own. Dealers are counted once for the 46 unseen cards; how many of them
avoid the cards of a draw follows by inclusion and exclusion.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.house.russian import ACE_KING, RussianSettings, bet_win, exchanged_dealer
from rules.house.russian_batch import QUALIFIES, Longs, Pays, multiples
from rules.odds import Cards, choices, rank7
from rules.ranking import BEST_HIGH, high

_Whole = np.unsignedinteger[Any]
_Table = NDArray[_Whole]

FOLD_VALUE: Final = -1.0
_EVERY: Final = slice(None)


class Choice(NamedTuple):
    """A choice with the cards that it puts away, and its value in antes."""

    kind: str
    cards: tuple[int, ...]
    value: float


class Dealers:
    """All hands that the dealer may hold behind an up card, by value and by the cards in them.

    Tables count, for every one, two or three unseen cards, the dealers that hold them and are at
    least as good as each value; a set of four is one dealer.
    """

    def __init__(self, unseen: Sequence[int], up: int) -> None:
        self.cards = np.array(sorted(unseen), dtype=np.uint8)
        self._size = len(self.cards)
        fours = choices(self._size, 4).astype(np.int64)
        hands = np.full((len(fours), 5), up, dtype=np.uint8)
        hands[:, :4] = self.cards[fours]
        values = rank7(hands)
        # Who does not qualify is all one.
        values[values > QUALIFIES] = QUALIFIES + 1
        self._ladder, place = np.unique(values, return_inverse=True)
        self._tables = [
            self._counted(fours, place, take, kind)
            for take, kind in ((0, np.uint32), (1, np.uint16), (2, np.uint16), (3, np.uint8))
        ]
        self._fours = np.empty(len(fours), dtype=np.int64)
        self._fours[_number(fours)] = place
        self._draws: dict[int, Draws] = {}
        self._qualified: dict[int, Longs] = {}

    def _counted(self, fours: Longs, place: Longs, take: int, kind: type[_Whole]) -> _Table:
        """For each set of cards: the dealers that hold it, by place on the ladder, cumulated."""
        shape = (comb(self._size, take), len(self._ladder) + 1)
        table: _Table = np.zeros(shape, dtype=kind)
        for columns in _subsets(4, take):
            np.add.at(table, (_number(fours[:, columns]), place + 1), kind(1))
        return table.cumsum(axis=1, dtype=kind)

    def total(self, gone: int) -> int:
        """How many hands avoid `gone` cards."""
        return comb(self._size - gone, 4)

    def draws(self, size: int) -> Draws:
        """All draws of so many unseen cards."""
        if size not in self._draws:
            every = choices(self._size, size) if size else np.zeros((1, 0), dtype=np.uint8)
            self._draws[size] = Draws(every.astype(np.int64))
        return self._draws[size]

    def upto(self, draws: Draws, values: Longs, rows: Longs | slice = _EVERY) -> Longs:
        """For draws (all, or those rows): how many dealers avoid it and are at least as good as
        its value, which is at most QUALIFIES."""
        below = np.searchsorted(self._ladder, values, side="right")
        found: Longs = self._tables[0][0, below].astype(np.int64)
        for take in (1, 2, 3):
            for numbers in draws.numbers[take]:
                held = self._tables[take][numbers[rows], below]
                if take == 2:
                    found += held
                else:
                    found -= held
        for numbers in draws.numbers[4]:
            found += self._fours[numbers[rows]] < below
        return found

    def qualified(self, draws: Draws) -> Longs:
        """For all draws: how many dealers avoid it and qualify."""
        size = draws.places.shape[1]
        if size not in self._qualified:
            bound = np.full(len(draws.places), QUALIFIES, dtype=np.int64)
            self._qualified[size] = self.upto(draws, bound)
        return self._qualified[size]


class Draws:
    """Sets of unseen cards by place, rising, and the numbers of their subsets of 1 to 4."""

    def __init__(self, places: Longs) -> None:
        self.places = places
        self.numbers = {
            take: [_number(places[:, columns]) for columns in _subsets(places.shape[1], take)]
            for take in (1, 2, 3, 4)
        }


def _subsets(size: int, take: int) -> list[list[int]]:
    return [list(places) for places in combinations(range(size), take)]


_BINOMIALS: Final = np.array([[comb(n, k) for k in range(5)] for n in range(53)], dtype=np.int64)


def _number(rows: Longs) -> Longs:
    """The number of each set of places (rising) among all sets of its size."""
    found = np.zeros(len(rows), dtype=np.int64)
    for column in range(rows.shape[1]):
        found += _BINOMIALS[rows[:, column], column + 1]
    return found


def first_choices(
    own: Sequence[int], up: int, settings: RussianSettings, *, five: bool = True, ante: int = 0
) -> list[Choice]:
    """All that may be done with five cards, the best first. five: also an exchange of all. ante:
    in chips, for the house maximum."""
    dealers = Dealers([card for card in range(52) if card not in own and card != up], up)
    pays = Pays.of(settings, ante)
    found = [
        Choice("fold", (), FOLD_VALUE),
        Choice("play", (), _mean(dealers, own, 0, settings, pays, may_fold=False)),
        Choice("buy_card", (), _mean(dealers, own, 1, settings, pays) - 1),
    ]
    for count in range(1, 6 if five else 5):
        for gone in combinations(own, count):
            kept = [card for card in own if card not in gone]
            found.append(Choice("exchange", gone, _mean(dealers, kept, count, settings, pays) - 1))
    return sorted(found, key=lambda choice: -choice.value)


def bet_value(
    own: Sequence[int], seen: Sequence[int], up: int, settings: RussianSettings, ante: int = 0
) -> float:
    """The value of betting a final hand; seen: every card that the player has held."""
    dealers = Dealers([c for c in range(52) if c not in seen and c != up], up)
    return _mean(dealers, own, 0, settings, Pays.of(settings, ante), may_fold=False)


def _mean(
    dealers: Dealers,
    kept: Sequence[int],
    draw: int,
    settings: RussianSettings,
    pays: Pays,
    *,
    may_fold: bool = True,
) -> float:
    """The value of drawing so many cards to the kept ones, folding where that is better."""
    draws = dealers.draws(draw)
    base = np.tile(np.array(kept, dtype=np.uint8), (len(draws.places), 1))
    hands: Cards = np.concatenate([base, dealers.cards[draws.places]], axis=1)
    values = _bets(dealers, draws, hands, settings, pays)
    return float((np.maximum(values, FOLD_VALUE) if may_fold else values).mean())


def _bets(
    dealers: Dealers, draws: Draws, hands: Cards, settings: RussianSettings, pays: Pays
) -> NDArray[np.float64]:
    """The value of the Bet for every draw."""
    total = dealers.total(draws.places.shape[1])
    qualified = dealers.qualified(draws)
    # Who would not qualify loses to every dealer who does.
    values = (total - qualified) - 3.0 * qualified
    ranks = rank7(hands)
    rows = np.flatnonzero(ranks <= QUALIFIES)
    mine = ranks[rows].astype(np.int64)
    not_worse = dealers.upto(draws, mine, rows)
    better = dealers.upto(draws, mine - 1, rows)
    won = 2 * multiples(hands[rows], ranks[rows], pays) + settings.ante_on_win
    beaten = qualified[rows] - not_worse
    values[rows] = (total - qualified[rows]) + beaten * won - 3 * better
    return np.asarray(values / total, dtype=np.float64)


def insurance_value(own: Sequence[int], seen: Sequence[int], up: int) -> float:
    """What a chip of insurance wins on average: 1:1 against a dealer who does not qualify, lost
    to a qualified one who is beaten."""
    dealers = Dealers([c for c in range(52) if c not in seen and c != up], up)
    none = dealers.draws(0)
    qualified = int(dealers.qualified(none)[0])
    mine = min(BEST_HIGH + 1 - high(own), QUALIFIES)
    not_worse = int(dealers.upto(none, np.array([mine]))[0])
    total = dealers.total(0)
    return ((total - qualified) - (qualified - not_worse)) / total


def buy_dealer_value(
    own: Sequence[int],
    seen: Sequence[int],
    dealer: Sequence[int],
    settings: RussianSettings,
    ante: int,
) -> float:
    """What buying the dealer a card gains on average over taking the ante, in antes. ante: in
    chips."""
    highest = max(dealer, key=lambda each: each >> 2) >> 2
    unseen = [c for c in range(52) if c not in seen and c not in dealer and c >> 2 != highest]
    mine = high(own)
    won = bet_win(own, 2 * ante, settings) / ante + settings.ante_on_win
    values: list[float] = []
    for card in unseen:
        theirs = high(exchanged_dealer(dealer, [card]))
        if theirs < ACE_KING or theirs == mine:
            values.append(0)
        else:
            values.append(won if mine > theirs else -3)
    return sum(values) / len(values) - 2
