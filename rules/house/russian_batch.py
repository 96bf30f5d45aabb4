"""Many Russian Poker hands at once: what they are worth and what their combinations pay (E3.7)."""

from __future__ import annotations

from functools import cache
from math import inf
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.house.classes import CATEGORY
from rules.house.russian import ACE_KING, RussianSettings
from rules.odds import Cards, rank7
from rules.odds_tables import Values
from rules.ranking import BEST_HIGH, CATEGORIES, describe_high

Longs = NDArray[np.int64]
Floats = NDArray[np.float64]

PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS = range(1, 8)
#: The worst value with which the dealer qualifies, and the worst pair.
QUALIFIES: Final = BEST_HIGH + 1 - ACE_KING
LAST_PAIR: Final = 6185
#: What the Bet is paid for: the ten categories, ace-king, and last what is paid for nothing.
LINES: Final = (*CATEGORIES, "ace_king", "nothing")
_ACE_KING: Final = LINES.index("ace_king")
NOTHING: Final = LINES.index("nothing")
_ACE, _KING = 12, 11
_CARDS_OF: Final = {"one_pair": 1, "two_pair": 2, "three_of_a_kind": 1, "four_of_a_kind": 1}


class Pays(NamedTuple):
    """Multiples of the Bet by place in `LINES`, whether two combinations are paid, and the most
    that they win together."""

    lines: Floats
    doubles: bool
    most: float = inf

    @classmethod
    def of(cls, settings: RussianSettings, ante: int = 0) -> Pays:
        """What these settings pay; chips that a small bet loses by rounding are not lost here.

        ante: in chips, for the house maximum; 0 leaves that out.
        """
        found = [settings.bet.line(name) for name in LINES]
        lines = np.array([line.pays / line.per if line else 0.0 for line in found])
        limited = ante and settings.max_payout
        return cls(lines, settings.doubles, settings.max_payout / (2 * ante) if limited else inf)


class Hits(NamedTuple):
    """Places in `LINES` of the combinations of each hand, `NOTHING` where there is none."""

    first: Longs
    second: Longs


@cache
def _kinds() -> Longs:
    """Value -> number of its combination: hands that differ by kickers alone have the same."""
    numbers: dict[tuple[str, ...], int] = {}
    found = [0]
    for value in range(1, BEST_HIGH + 1):
        rank = describe_high(BEST_HIGH + 1 - value)
        ranks = rank.ranks[: _CARDS_OF.get(rank.category, 5)]
        found.append(numbers.setdefault((rank.category, *ranks), len(numbers)))
    return np.array(found, dtype=np.int64)


def multiples(cards: Cards, values: Values, pays: Pays) -> Floats:
    """What the Bet of each hand (five or six cards a row, with its value) pays when it wins."""
    found = hits(cards, values)
    paid = pays.lines[found.first]
    if pays.doubles:
        paid = paid + pays.lines[found.second]
    return np.minimum(paid, pays.most)


def hits(cards: Cards, values: Values) -> Hits:
    """The one or two combinations of each hand, as `rules.house.combinations.paid` finds them."""
    if cards.shape[1] == 5:
        first, dropped = values, np.zeros(len(cards), dtype=np.int64) - 1
        second = np.full(len(cards), NOTHING, dtype=np.int64)
    else:
        first, dropped, second = _of_six(cards)
    category = CATEGORY[first].astype(np.int64)
    ranks = (cards >> 2).astype(np.int64)
    both = (ranks == _ACE).any(axis=1) & (ranks == _KING).any(axis=1)
    # The ace and the king count if one of them is not in the first combination.
    outside = np.where(
        (category >= STRAIGHT) & (category != QUADS), dropped >= _KING, category != TWO_PAIR
    )
    outside |= (category == TWO_PAIR) & (_kinds()[first] != _kinds()[_ACES_AND_KINGS])
    ace_king = both & outside & (category > 0) & (second == NOTHING)
    alone = np.where(both, _ACE_KING, NOTHING)
    return Hits(np.where(category == 0, alone, category), np.where(ace_king, _ACE_KING, second))


#: The value of any two pair of aces and kings.
_ACES_AND_KINGS: Final = next(
    value
    for value in range(1, BEST_HIGH + 1)
    if describe_high(BEST_HIGH + 1 - value).category == "two_pair"
)


def _of_six(cards: Cards) -> tuple[Values, Longs, Longs]:
    """The best five, the rank of the card they leave, and the second combination.

    A second one needs a card outside the first. Of the hands made by leaving another card out
    that are not the same combination this holds: all of them beside a straight or flush, another
    full house beside a full house or quads, another two pair beside two pair, none beside less.
    """
    without = np.stack([rank7(np.delete(cards, column, axis=1)) for column in range(6)], axis=1)
    best = without.argmin(axis=1)
    rows = np.arange(len(cards))
    first = without[rows, best]
    dropped = (cards[rows, best] >> 2).astype(np.int64)
    category = CATEGORY[first].astype(np.int64)[:, None]
    other = CATEGORY[without].astype(np.int64)
    kinds = _kinds()
    fits = (kinds[without] != kinds[first][:, None]) & (other > 0)
    five = (category == STRAIGHT) | (category == FLUSH) | (category > QUADS)
    full = (category == FULL) | (category == QUADS)
    fits &= five | (full & (other == FULL)) | ((category == TWO_PAIR) & (other == TWO_PAIR))
    second_best = np.where(fits, without, BEST_HIGH + 1).min(axis=1)
    kinds_of_second = np.append(CATEGORY, NOTHING)[second_best].astype(np.int64)
    return first, dropped, kinds_of_second


assert CATEGORIES[QUADS] == "four_of_a_kind"
