"""Every hand against every other on every board of a flop: how many dealers it beats.

One flop leaves 49 cards, so 1,176 ways to end the board and 1,176 pairs; a pair meets 990 others
on each of the 1,081 boards that it can stand on. Counting them is what makes the edges of the
hold'em house games exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.odds import rank_table
from rules.odds_tables import Values

Ints = NDArray[np.int32]
Cards = NDArray[np.uint8]

LEFT: Final = 49
BOARDS: Final = 1081  # that a given pair can meet
DEALERS: Final = 990  # that a given pair can meet on a board

#: The two cards of each of the 1,176 pairs, as places among the 49 cards left.
_ONE, _TWO = np.triu_indices(LEFT, 1)
_PAIRS: Final = len(_ONE)
_BATCH: Final = 48


class Duels(NamedTuple):
    """A batch of boards (rows) by pairs (columns).

    ranks: value of the pair's seven cards, 1 is best. valid: whether pair and board share no
    card; all counts mean something only there. better, worse: dealers that beat the pair, that
    lose to it. unqualified: dealers with a value above the bound asked for, one entry a bound.
    """

    ranks: Values
    valid: NDArray[np.bool_]
    better: Ints
    worse: Ints
    unqualified: tuple[Ints, ...]


@cache
def flops() -> tuple[tuple[tuple[int, ...], int], ...]:
    """The 1,755 flops that differ by more than suits, each with how many it stands for."""
    found: dict[tuple[int, ...], int] = {}
    orders = list(permutations(range(4)))
    for flop in combinations(range(52), 3):
        same = min(tuple(sorted((c & ~3) | order[c & 3] for c in flop)) for order in orders)
        found[same] = found.get(same, 0) + 1
    return tuple(sorted(found.items()))


def left_after(flop: tuple[int, ...]) -> Cards:
    """The 49 other cards."""
    return np.array([card for card in range(52) if card not in flop], dtype=np.uint8)


def pairs_of(left: Cards) -> Cards:
    """The 1,176 pairs of the cards left, in the order of the columns."""
    return np.stack([left[_ONE], left[_TWO]], axis=1)


def duels(flop: tuple[int, ...], *bounds: int) -> Iterator[Duels]:
    """All duels on a flop, some boards at a time."""
    left = left_after(flop)
    pairs = pairs_of(left)
    base = np.tile(np.array(flop, dtype=np.uint8), (_PAIRS, 1))
    boards = np.concatenate([base, pairs], axis=1)
    for start in range(0, _PAIRS, _BATCH):
        rows = slice(start, start + _BATCH)
        ranks = rank_table(boards[rows], pairs)
        valid = _valid(rows)
        ranks[~valid] = 0
        yield _count(ranks, valid, bounds)


def _valid(rows: slice) -> NDArray[np.bool_]:
    one, two = _ONE[rows, None], _TWO[rows, None]
    return np.asarray((one != _ONE) & (one != _TWO) & (two != _ONE) & (two != _TWO))


def _count(ranks: Values, valid: NDArray[np.bool_], bounds: tuple[int, ...]) -> Duels:
    grid = np.zeros((len(ranks), LEFT, LEFT), dtype=np.uint16)
    grid[:, _ONE, _TWO] = ranks
    grid[:, _TWO, _ONE] = ranks
    worse, equal = _sharing(grid)
    all_worse, all_equal = _ladder(ranks)
    # Of all pairs those count that share no card with the hand; itself it meets twice in `equal`.
    worse_left = all_worse - worse[:, _ONE, _TWO] - worse[:, _TWO, _ONE]
    equal_left = all_equal + 1 - equal[:, _ONE, _TWO] - equal[:, _TWO, _ONE]
    better = DEALERS - worse_left - equal_left
    return Duels(ranks, valid, better, worse_left, tuple(_above(grid, bound) for bound in bounds))


def _sharing(grid: Values) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """For card a and pair (a, b): how many pairs (a, x) are worse than it, and equal to it."""
    worse = np.zeros(grid.shape, dtype=np.uint8)
    equal = np.zeros(grid.shape, dtype=np.uint8)
    for x in range(LEFT):
        column = grid[:, :, x, None]
        worse += (column > grid).view(np.uint8)
        equal += (column == grid).view(np.uint8)
    return worse, equal


def _ladder(ranks: Values) -> tuple[Ints, Ints]:
    """For each pair how many of all pairs on the board are worse, and equal (itself too)."""
    order = ranks.argsort(axis=1, kind="stable")
    ladder = np.take_along_axis(ranks, order, axis=1)
    place = np.arange(_PAIRS, dtype=np.int32)
    new = ladder[:, 1:] != ladder[:, :-1]
    first = np.zeros(ranks.shape, dtype=np.int32)
    first[:, 1:] = np.where(new, place[1:], 0)
    np.maximum.accumulate(first, axis=1, out=first)
    end = np.full(ranks.shape, _PAIRS, dtype=np.int32)
    end[:, :-1] = np.where(new, place[1:], _PAIRS)
    end[:, ::-1] = np.minimum.accumulate(end[:, ::-1], axis=1)
    worse = np.empty(ranks.shape, dtype=np.int32)
    equal = np.empty(ranks.shape, dtype=np.int32)
    np.put_along_axis(worse, order, _PAIRS - end, axis=1)
    np.put_along_axis(equal, order, end - first, axis=1)
    return worse, equal


def _above(grid: Values, bound: int) -> Ints:
    """For each pair how many others have a value above the bound."""
    above = grid > bound
    by_card = above.sum(axis=2, dtype=np.int32)
    total = by_card.sum(axis=1, dtype=np.int32)[:, None] // 2
    own = above[:, _ONE, _TWO]
    return np.asarray(total - by_card[:, _ONE] - by_card[:, _TWO] + own, dtype=np.int32)
