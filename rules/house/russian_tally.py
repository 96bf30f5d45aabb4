"""Deals of Russian Poker summed up by what they came to, so that any pay table can be put to them.

The simple strategy (`rules.house.russian_edge`) does not look at what is paid, so one long run of
deals prices every table of the Bet, one combination or two, the ante on a win and buying the
dealer a card, each with its standard error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.house.russian import RussianSettings
from rules.house.russian_batch import LINES, Hits, Longs, Pays
from rules.house.russian_edge import Deals

_MANY: Final = len(LINES)
_LEAST: Final = -5  # below every base, so that places are not negative

Outcome = tuple[int, int, int]  # base, first, second
Pair = tuple[int, int]  # first, second


class Bought(NamedTuple):
    """Hands of one kind that met a dealer who did not qualify: how many, and of these how many
    would beat the dealer, or lose, after another card for the dealer."""

    hands: int
    beaten: int
    lost: int


class Tally:
    """outcomes: deals by what they came to. bought: by the two combinations of the hand."""

    def __init__(self) -> None:
        self.outcomes: Counter[Outcome] = Counter()
        self.bought: dict[Pair, Bought] = {}

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Tally:
        """What `kept` gave."""
        found = cls()
        for base, first, second, count in kept["outcomes"]:
            found.outcomes[base, LINES.index(first), LINES.index(second)] = count
        for first, second, *counts in kept["bought"]:
            found.bought[LINES.index(first), LINES.index(second)] = Bought(*counts)
        return found

    @property
    def kept(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "outcomes": [
                [base, LINES[first], LINES[second], count]
                for (base, first, second), count in sorted(self.outcomes.items())
            ],
            "bought": [
                [LINES[first], LINES[second], *counts]
                for (first, second), counts in sorted(self.bought.items())
            ],
        }

    @property
    def deals(self) -> int:
        return self.outcomes.total()

    def add(self, deals: Deals) -> None:
        """Count these deals too."""
        places = ((deals.base - _LEAST) * _MANY + deals.first) * _MANY + deals.second
        for place, count in zip(*np.unique(places, return_counts=True), strict=True):
            base, both = divmod(int(place), _MANY * _MANY)
            self.outcomes[base + _LEAST, *divmod(both, _MANY)] += int(count)
        hands, beaten, lost = (
            _by_pair(deals.unqualified, chosen)
            for chosen in (deals.bought > -2, deals.bought > 0, deals.bought < 0)
        )
        for place in np.flatnonzero(hands):
            pair = divmod(int(place), _MANY)
            before = self.bought.get(pair, Bought(0, 0, 0))
            more = (int(hands[place]), int(beaten[place]), int(lost[place]))
            self.bought[pair] = Bought(*(a + b for a, b in zip(before, more, strict=True)))

    def edge(self, settings: RussianSettings, ante: int = 0) -> tuple[float, float]:
        """Antes lost on average without buying the dealer a card, and the standard error.

        ante: in chips, for the house maximum; 0 leaves that out.
        """
        pays = Pays.of(settings, ante)
        total = squares = 0.0
        for (base, first, second), count in self.outcomes.items():
            net: float = base
            if LINES[first] != "nothing":
                net = base + 2 * _multiple((first, second), pays) + settings.ante_on_win
            total += count * net
            squares += count * net * net
        mean = total / self.deals
        return -mean, sqrt((squares / self.deals - mean**2) / self.deals)

    def buying(self, settings: RussianSettings) -> tuple[float, float]:
        """Antes gained a deal by buying the dealer a card with every kind of hand that gains by it,
        and the standard error. Nothing where it is not offered."""
        if not settings.buy_dealer:
            return 0.0, 0.0
        pays = Pays.of(settings)
        total = squares = 0.0
        for pair, (hands, beaten, lost) in self.bought.items():
            # The ante that is not taken, and the price; then the Bet, or the ante and the Bet.
            won = 2 * _multiple(pair, pays) + settings.ante_on_win - 2
            neither = hands - beaten - lost
            gain = beaten * won - 5 * lost - 2 * neither
            if gain > 0:
                total += gain
                squares += beaten * won**2 + 25 * lost + 4 * neither
        mean = total / self.deals
        return mean, sqrt((squares / self.deals - mean**2) / self.deals)


def _by_pair(unqualified: Hits, chosen: NDArray[np.bool_]) -> Longs:
    places = unqualified.first[chosen] * _MANY + unqualified.second[chosen]
    return np.bincount(places, minlength=_MANY * _MANY)


def _multiple(pair: Pair, pays: Pays) -> float:
    first, second = (float(pays.lines[place]) for place in pair)
    return min(first + second if pays.doubles else first, pays.most)
