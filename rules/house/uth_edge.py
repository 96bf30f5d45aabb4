"""The exact edge of Ultimate Texas Hold'em: every decision the best one, every deal counted.

The work is done a flop at a time, so it can be stopped and taken up again: `partial` of each flop,
then `total` of their sum. All sums are of half antes over dealers and boards: whole numbers.
Whoever is indifferent plays on, as in the book's figures of what is wagered.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.house.classes import CATEGORY, KINDS, kind_name, kind_of
from rules.house.duels import BOARDS, DEALERS, Cards, Duels, duels, left_after, pairs_of
from rules.house.paytables import UTH_BLIND, PayTable
from rules.house.uth import LEAST_PAIR
from rules.ranking import BEST_HIGH, CATEGORIES

Longs = NDArray[np.int64]

#: The worst value with which the dealer qualifies.
LEAST: Final = BEST_HIGH + 1 - LEAST_PAIR
_FOLD: Final = -4 * DEALERS
_TEN: Final = len(CATEGORIES)

#: Kinds of hole cards to raise before the flop (rule book E1; the exact run finds the same).
_RAISES = (
    "33 44 55 66 77 88 99 TT JJ QQ KK AA "
    "A2s A3s A4s A5s A6s A7s A8s A9s ATs AJs AQs AKs "
    "A2o A3o A4o A5o A6o A7o A8o A9o ATo AJo AQo AKo "
    "K2s K3s K4s K5s K6s K7s K8s K9s KTs KJs KQs "
    "K5o K6o K7o K8o K9o KTo KJo KQo "
    "Q6s Q7s Q8s Q9s QTs QJs Q8o Q9o QTo QJo J8s J9s JTs JTo"
)
RAISES: Final = frozenset(_RAISES.split())

# Rows of a partial result, by kind of hole cards: how many (hand, board) pairs; value of checking,
# of playing 4 and 3; antes played after a check; then by category the dealers beaten after raising
# and after checking, and the boards folded after checking.
_COUNT, _CHECK, _FOUR, _THREE, _PLAYED, _WINS = 0, 1, 2, 3, 4, 5
_FOLDS: Final = _WINS + 2 * _TEN
ROWS: Final = _FOLDS + _TEN


class UthEdge(NamedTuple):
    """In antes: ev of the best play, average total wager; shares of all hands.

    wins: how often a win comes with each category (all that the Blind pays depends on it), so the
    edge of another Blind table under the same play follows at once. folds: how often each category
    is folded on the river. raises: kinds to raise. kinds: by kind of hole cards what `check`,
    `4` and `3` are worth before the flop.
    """

    ev: float
    wager: float
    raised: float
    wins: dict[str, float]
    folds: dict[str, float]
    raises: frozenset[str]
    three_is_better: bool
    kinds: dict[str, dict[str, float]]

    @property
    def element_of_risk(self) -> float:
        return -self.ev / self.wager


def partial(flop: tuple[int, ...], blind: PayTable = UTH_BLIND) -> Longs:
    """Sums over all hole cards, dealers and boards of one flop."""
    (found,) = partials(flop, blind)
    return found


def partials(flop: tuple[int, ...], *blinds: PayTable) -> list[Longs]:
    """The same for several tables, with the work that they share done once."""
    pairs = pairs_of(left_after(flop))
    parts = list(duels(flop, LEAST))
    return [_partial(pairs, parts, blind) for blind in blinds]


def _partial(pairs: Cards, parts: list[Duels], blind: PayTable) -> Longs:
    kinds = kind_of(pairs)
    pays = half_antes(blind)
    base, play, river, played = (np.zeros(len(pairs), dtype=np.int64) for _ in range(4))
    wins = np.zeros((2, len(pairs) * _TEN), dtype=np.int64)
    folds = np.zeros(len(pairs) * _TEN, dtype=np.int64)
    for part in parts:
        category = CATEGORY[part.ranks]
        fixed, per_ante = values(part, pays[category])
        on_river = np.maximum(fixed + 2 * per_ante, _FOLD)
        plays = part.valid & (fixed + 2 * per_ante >= _FOLD)
        for total, found in (
            (base, fixed),
            (play, 2 * per_ante),
            (river, on_river),
        ):
            total += np.where(part.valid, found, 0).sum(axis=0, dtype=np.int64)
        played += plays.sum(axis=0, dtype=np.int64)
        place = np.arange(len(pairs)) * _TEN + category
        for row, chosen in enumerate((part.valid, plays)):
            weights = np.where(chosen, part.worse, 0)
            wins[row] += np.bincount(
                place.ravel(), weights=weights.ravel(), minlength=wins.shape[1]
            ).astype(np.int64)
        folds += np.bincount(place[part.valid & ~plays], minlength=len(folds))
    by_category = np.concatenate([wins, folds[None]]).reshape(3, len(pairs), _TEN)
    return _by_kind(kinds, base, play, river, played, by_category)


def half_antes(blind: PayTable) -> NDArray[np.int32]:
    pays = [blind.line(category) for category in CATEGORIES]
    return np.array([2 * p.pays // p.per if p else 0 for p in pays], dtype=np.int32)


def values(part: Duels, blind: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Half antes won by Ante and Blind, and antes won by each ante of Play, over all dealers."""
    qualified = part.ranks <= LEAST
    unqualified = part.unqualified[0]
    # Against a hand below a pair every dealer who qualifies is ahead.
    ante = np.where(qualified, part.worse - unqualified - part.better, unqualified - DEALERS)
    fixed = part.worse * blind - 2 * part.better + 2 * ante
    return fixed, part.worse - part.better


def _by_kind(
    kinds: Longs, base: Longs, play: Longs, river: Longs, played: Longs, by_category: Longs
) -> Longs:
    double = base + 2 * play
    bets = double >= river
    rows = np.zeros((ROWS, len(kinds)), dtype=np.int64)
    rows[_COUNT] = BOARDS
    rows[_CHECK] = np.maximum(double, river)
    rows[_FOUR] = base + 4 * play
    rows[_THREE] = base + 3 * play
    rows[_PLAYED] = np.where(bets, 2 * BOARDS, played)
    always, plays, folds = (each.T for each in by_category)
    rows[_WINS : _WINS + _TEN] = always
    rows[_WINS + _TEN : _FOLDS] = np.where(bets, always, plays)
    rows[_FOLDS:] = np.where(bets, 0, folds)
    found = np.zeros((ROWS, KINDS), dtype=np.int64)
    for row, values in enumerate(rows):
        np.add.at(found[row], kinds, values)
    return found


def total(sums: Longs) -> UthEdge:
    """The edge from the partial results of all flops, added up by how many each stands for."""
    # Python's integers: the sums of sums may be larger than 64 bits.
    rows = sums.astype(object)
    hands = rows[_COUNT]
    four = rows[_FOUR] > rows[_CHECK]
    value = np.where(four, rows[_FOUR], rows[_CHECK]).sum()
    played = np.where(four, 4 * hands, rows[_PLAYED]).sum()
    wins = np.where(four, rows[_WINS : _WINS + _TEN], rows[_WINS + _TEN : _FOLDS])
    folds = np.where(four, 0, rows[_FOLDS:]).sum(axis=1)
    everything = int(hands.sum())
    return UthEdge(
        ev=value / (2 * DEALERS * everything),
        wager=2 + played / everything,
        raised=hands[four].sum() / everything,
        wins=_shares(wins.sum(axis=1), DEALERS * everything),
        folds=_shares(folds, everything),
        raises=frozenset(kind_name(int(kind)) for kind in np.flatnonzero(four)),
        three_is_better=bool((rows[_THREE] > np.maximum(rows[_FOUR], rows[_CHECK])).any()),
        kinds={
            kind_name(kind): {
                name: rows[row, kind] / (2 * DEALERS * hands[kind])
                for name, row in (("check", _CHECK), ("4", _FOUR), ("3", _THREE))
            }
            for kind in range(KINDS)
            if hands[kind]
        },
    )


def _shares(counts: NDArray[np.object_], of: int) -> dict[str, float]:
    return {c: int(n) / of for c, n in zip(CATEGORIES, counts, strict=True)}


def sampled(found: Longs) -> float:
    """The ev on one flop with the book's raises before it: unbiased over random flops."""
    value = np.where(_raised(), found[_FOUR], found[_CHECK]).sum()
    return float(value / (2 * DEALERS * found[_COUNT].sum()))


def more(found: Longs, blind: PayTable, than: PayTable) -> float:
    """Antes that one Blind table wins more than another on a flop, with the play of `found`."""
    wins = np.where(_raised(), found[_WINS : _WINS + _TEN], found[_WINS + _TEN : _FOLDS])
    pays = (half_antes(blind) - half_antes(than)).astype(np.int64)
    return float(wins.sum(axis=1) @ pays / (2 * DEALERS * found[_COUNT].sum()))


@cache
def _raised() -> NDArray[np.bool_]:
    return np.array([kind_name(kind) in RAISES for kind in range(KINDS)])
