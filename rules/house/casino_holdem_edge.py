"""The exact edge of Casino Hold'em, counted a flop at a time as in `rules.house.uth_edge`."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.house.casino_holdem import LEAST_FOURS
from rules.house.classes import CATEGORY
from rules.house.duels import BOARDS, DEALERS, Duels, duels, left_after, pairs_of
from rules.house.paytables import CASINO_ANTE, PayTable
from rules.ranking import BEST_HIGH, CATEGORIES

Longs = NDArray[np.int64]

_FOURS: Final = BEST_HIGH + 1 - LEAST_FOURS
_TEN: Final = len(CATEGORIES)

# A partial result: hands, hands that call, value of the best play, then by category how often the
# ante is paid.
_HANDS, _CALLS, _VALUE, _PAID = 0, 1, 2, 3
ROWS: Final = _PAID + _TEN


class CasinoHoldemEdge(NamedTuple):
    """In antes: ev of the best play. called: share of the hands that call.

    paid: how often the ante is paid with each category; the edge of another ante table under the
    same play follows from it.
    """

    ev: float
    called: float
    paid: dict[str, float]

    @property
    def element_of_risk(self) -> float:
        return -self.ev / (1 + 2 * self.called)


def call_values(part: Duels, ante: PayTable = CASINO_ANTE) -> NDArray[np.int32]:
    """Antes won by a call with each pair on each board, over all dealers."""
    lines = [ante.line(category) for category in CATEGORIES]
    pays = np.array([line.pays // line.per if line else 0 for line in lines], dtype=np.int32)
    qualified = part.ranks <= _FOURS
    ahead = np.where(qualified, part.better, DEALERS - part.unqualified[0])
    beaten = _paid(part) - part.unqualified[0]
    paid = _paid(part) * pays[CATEGORY[part.ranks]]
    return np.asarray(paid + 2 * beaten - 3 * ahead, dtype=np.int32)


def _paid(part: Duels) -> NDArray[np.int32]:
    """Dealers against whom the ante is paid: those who do not qualify, and those beaten."""
    return np.where(part.ranks <= _FOURS, part.worse, part.unqualified[0])


def partial(flop: tuple[int, ...], ante: PayTable = CASINO_ANTE) -> Longs:
    """Sums over all hole cards, dealers and boards of one flop, in antes."""
    size = len(pairs_of(left_after(flop)))
    value = np.zeros(size, dtype=np.int64)
    paid = np.zeros(size * _TEN, dtype=np.int64)
    for part in duels(flop, _FOURS):
        call = call_values(part, ante)
        wins = np.where(part.valid, _paid(part), 0)
        value += np.where(part.valid, call, 0).sum(axis=0, dtype=np.int64)
        category = CATEGORY[part.ranks]
        place = np.arange(size) * _TEN + category
        paid += np.bincount(place.ravel(), weights=wins.ravel(), minlength=len(paid)).astype(
            np.int64
        )
    calls = value > -DEALERS * BOARDS
    found = np.zeros(ROWS, dtype=np.int64)
    found[_HANDS] = size
    found[_CALLS] = calls.sum()
    found[_VALUE] = np.where(calls, value, -DEALERS * BOARDS).sum()
    found[_PAID:] = paid.reshape(size, _TEN)[calls].sum(axis=0)
    return found


def total(sums: Longs) -> CasinoHoldemEdge:
    """The edge from the partial results of all flops, added up by how many each stands for."""
    rows = [int(each) for each in sums]
    deals = int(rows[_HANDS]) * DEALERS * BOARDS
    paid = {c: int(n) / deals for c, n in zip(CATEGORIES, rows[_PAID:], strict=True)}
    return CasinoHoldemEdge(rows[_VALUE] / deals, rows[_CALLS] / rows[_HANDS], paid)


def sampled(found: Longs) -> float:
    """The ev on one flop."""
    return float(found[_VALUE] / (found[_HANDS] * DEALERS * BOARDS))
