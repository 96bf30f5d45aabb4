"""The exact edge of Casino Hold'em, counted a flop at a time as in `rules.house.uth_edge`."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.house.casino_holdem import LEAST_ACES, LEAST_FOURS
from rules.house.classes import CATEGORY
from rules.house.duels import BOARDS, DEALERS, Duels, duels, left_after, pairs_of
from rules.house.paytables import CASINO_ANTE, PayTable
from rules.odds import rank7
from rules.ranking import BEST_HIGH, CATEGORIES

Longs = NDArray[np.int64]

#: The worst value with which the dealer qualifies.
LEAST: Final = BEST_HIGH + 1 - LEAST_FOURS
_ACES: Final = BEST_HIGH + 1 - LEAST_ACES
_TEN: Final = len(CATEGORIES)
_FOLD: Final = -2 * DEALERS * BOARDS

#: How the AA bonus calls the only pair that it pays.
AA_LINE: Final = {"one_pair": "pair_of_aces"}

# A partial result: hands, hands that call, value of the best play, then by category how often the
# ante is paid, and the folded hands that the AA bonus would pay.
_HANDS, _CALLS, _VALUE, _PAID = 0, 1, 2, 3
_MISSED: Final = _PAID + _TEN
ROWS: Final = _MISSED + _TEN


class CasinoHoldemEdge(NamedTuple):
    """In antes: ev of the best play. called: share of the hands that call.

    paid: how often the ante is paid with each category; the edge of another ante table under the
    same play follows from it. missed: how often a folded hand would hit each line of the AA bonus.
    """

    ev: float
    called: float
    paid: dict[str, float]
    missed: dict[str, float]

    @property
    def element_of_risk(self) -> float:
        return -self.ev / (1 + 2 * self.called)


def call_values(part: Duels, ante: PayTable = CASINO_ANTE) -> NDArray[np.int32]:
    """Half antes won by a call with each pair on each board, over all dealers."""
    pays = _half_antes(ante)
    qualified = part.ranks <= LEAST
    ahead = np.where(qualified, part.better, DEALERS - part.unqualified[0])
    beaten = _paid(part) - part.unqualified[0]
    paid = _paid(part) * pays[CATEGORY[part.ranks]]
    return np.asarray(paid + 4 * beaten - 6 * ahead, dtype=np.int32)


def _half_antes(ante: PayTable) -> NDArray[np.int32]:
    lines = [ante.line(category) for category in CATEGORIES]
    return np.array([2 * line.pays // line.per if line else 0 for line in lines], dtype=np.int32)


def _paid(part: Duels) -> NDArray[np.int32]:
    """Dealers against whom the ante is paid: those who do not qualify, and those beaten."""
    return np.where(part.ranks <= LEAST, part.worse, part.unqualified[0])


def partial(flop: tuple[int, ...], ante: PayTable = CASINO_ANTE) -> Longs:
    """Sums over all hole cards, dealers and boards of one flop, in half antes."""
    (found,) = partials(flop, ante)
    return found


def partials(flop: tuple[int, ...], *antes: PayTable) -> list[Longs]:
    """The same for several tables, with the work that they share done once."""
    parts = list(duels(flop, LEAST))
    return [_partial(flop, parts, ante) for ante in antes]


def _partial(flop: tuple[int, ...], parts: list[Duels], ante: PayTable) -> Longs:
    pairs = pairs_of(left_after(flop))
    size = len(pairs)
    value = np.zeros(size, dtype=np.int64)
    paid = np.zeros(size * _TEN, dtype=np.int64)
    for part in parts:
        call = call_values(part, ante)
        wins = np.where(part.valid, _paid(part), 0)
        value += np.where(part.valid, call, 0).sum(axis=0, dtype=np.int64)
        category = CATEGORY[part.ranks]
        place = np.arange(size) * _TEN + category
        paid += np.bincount(place.ravel(), weights=wins.ravel(), minlength=len(paid)).astype(
            np.int64
        )
    calls = value >= _FOLD
    found = np.zeros(ROWS, dtype=np.int64)
    found[_HANDS] = size
    found[_CALLS] = calls.sum()
    found[_VALUE] = np.where(calls, value, _FOLD).sum()
    found[_PAID:_MISSED] = paid.reshape(size, _TEN)[calls].sum(axis=0)
    on_flop = np.tile(np.array(flop, dtype=np.uint8), (size, 1))
    ranks = rank7(np.concatenate([on_flop, pairs], axis=1))
    found[_MISSED:] = np.bincount(CATEGORY[ranks[~calls & (ranks <= _ACES)]], minlength=_TEN)
    return found


def total(sums: Longs) -> CasinoHoldemEdge:
    """The edge from the partial results of all flops, added up by how many each stands for."""
    rows = [int(each) for each in sums]
    deals = int(rows[_HANDS]) * DEALERS * BOARDS
    paid = {c: int(n) / deals for c, n in zip(CATEGORIES, rows[_PAID:_MISSED], strict=True)}
    hands = rows[_HANDS]
    missed = {AA_LINE.get(c, c): n / hands for c, n in zip(CATEGORIES, rows[_MISSED:], strict=True)}
    return CasinoHoldemEdge(rows[_VALUE] / (2 * deals), rows[_CALLS] / hands, paid, missed)


def sampled(found: Longs) -> float:
    """The ev on one flop."""
    return float(found[_VALUE] / (2 * found[_HANDS] * DEALERS * BOARDS))


def more(found: Longs, ante: PayTable, than: PayTable) -> float:
    """Antes that one ante table wins more than another on a flop, with the play of `found`."""
    pays = (_half_antes(ante) - _half_antes(than)).astype(np.int64)
    return float(found[_PAID:_MISSED] @ pays / (2 * found[_HANDS] * DEALERS * BOARDS))
