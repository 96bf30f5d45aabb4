"""How a hand does against ranges: the board is dealt out some dozen times, and every one of the
1,326 hands an opponent may hold is ranked on each of these boards at once.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rules.odds import rank_table
from tables.bots.preflop import PAIRS, Weights

#: Boards dealt out, by the number of cards still to come.
RUNOUTS = {5: 60, 2: 40, 1: 40, 0: 1}
#: The same for judging what opponents may have done on earlier streets.
ROUGH_RUNOUTS = {2: 16, 1: 16, 0: 1}


class Versus:
    """One hand on one board, against anything, seen `off` better or worse than it is."""

    def __init__(
        self, own: Sequence[int], board: Sequence[int], rng: random.Random, *, off: float = 0.0
    ) -> None:
        self._off = off
        missing = 5 - len(board)
        boards = _dealt(own, board, RUNOUTS[missing], rng)
        self._ranks = rank_table(boards, PAIRS)
        mine = rank_table(boards, np.array([own], dtype=np.uint8))
        self._open = possible(boards) & free(own)
        self._wins = (self._ranks > mine) + 0.5 * (self._ranks == mine)

    def equity(self, ranges: Sequence[Weights]) -> float:
        """The share of the pot against opponents with these ranges, about 0 to 1.

        Opponents count as independent of each other on each board.
        """
        together = np.ones(len(self._ranks))
        for weights in ranges:
            held = self._open * weights
            total = held.sum(axis=1)
            won = (held * self._wins).sum(axis=1)
            together *= np.where(total > 0, won / np.maximum(total, 1e-12), 0.5)
        return float(together.mean()) + self._off


def strengths(board: Sequence[int], own: Sequence[int], rng: random.Random) -> Weights:
    """How good each of the 1,326 hands is on this board, later cards included: 0 worst, 1 best."""
    boards = _dealt(own, board, ROUGH_RUNOUTS[5 - len(board)], rng)
    ranks = rank_table(boards, PAIRS)
    allowed = possible(boards) & free(own)
    total = np.zeros(len(PAIRS))
    for row, fits in zip(ranks, allowed, strict=True):
        held = np.bincount(row[fits], minlength=7463)
        better = np.cumsum(held) - held / 2
        total[fits] += 1 - better[row[fits]] / fits.sum()
    return np.asarray(total / np.maximum(allowed.sum(axis=0), 1), dtype=np.float64)


def free(cards: Sequence[int]) -> NDArray[np.bool_]:
    """The hands that hold none of these cards."""
    return np.asarray(~np.isin(PAIRS, np.array(cards, dtype=np.uint8)).any(axis=1))


def possible(boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """The hands (columns) that share no card with a board (rows)."""
    on_board = np.zeros((len(boards), 52), dtype=bool)
    on_board[np.arange(len(boards))[:, None], boards] = True
    return ~(on_board[:, PAIRS[:, 0]] | on_board[:, PAIRS[:, 1]])


def _dealt(
    own: Sequence[int], board: Sequence[int], count: int, rng: random.Random
) -> NDArray[np.uint8]:
    left = [card for card in range(52) if card not in own and card not in board]
    missing = 5 - len(board)
    rows = [[*board, *rng.sample(left, missing)] for _ in range(count)]
    return np.array(rows, dtype=np.uint8)
