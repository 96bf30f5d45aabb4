"""What each choice in the hold'em house games is worth, exactly: every end of the board, every
dealer.

Values are in antes, ante and blind counted, for best play afterwards. A side bet counts as far as
the choice decides it: where a fold loses a hit, or only a win pays it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rules.house import casino_holdem_edge, uth_edge
from rules.house.casino_holdem import CasinoHoldemSettings, aa_hand
from rules.house.classes import CATEGORY
from rules.house.duels import DEALERS, Duels
from rules.house.uth import UthSettings
from rules.odds import rank7, rank_table
from rules.ranking import CATEGORIES

Floats = NDArray[np.float64]

_FOLD: Final = -2.0  # ante and blind
_NO_FLOATS: Final[Floats] = np.zeros(1)


def uth_choices(
    own: Sequence[int], board: Sequence[int], settings: UthSettings, trips: float = 0
) -> dict[str, float]:
    """The values of `play` and `check` on the flop, of `play` and `fold` at the river.

    trips: the stake of that bet, in antes.
    """
    part = _met(own, board, uth_edge.LEAST)
    pays = uth_edge.half_antes(settings.blind)[CATEGORY[part.ranks]]
    fixed, per_ante = uth_edge.values(part, pays)
    playing, folding = _trips(part, settings, trips)
    played = fixed / (2 * DEALERS) + playing
    each = per_ante / DEALERS
    fold = _FOLD + folding
    if len(board) == 5:
        return {"play": float((played + each).mean()), "fold": float(fold.mean())}
    return {
        "play": float((played + 2 * each).mean()),
        "check": float(np.maximum(played + each, fold).mean()),
    }


def _trips(part: Duels, settings: UthSettings, stake: float) -> tuple[Floats, Floats]:
    """What the Trips bet adds to playing and to folding, for every end of the board."""
    table = settings.trips
    if table is None or not stake or not hangs_on_choice(settings):
        return _NO_FLOATS, _NO_FLOATS
    lines = [table.line(category) for category in CATEGORIES]
    pays = np.array([line.pays / line.per if line else 0.0 for line in lines])
    hit = np.array([line is not None for line in lines])[CATEGORY[part.ranks]]
    won = stake * pays[CATEGORY[part.ranks]]
    lost = -stake * hit if settings.trips_on_fold == "lose" else np.zeros(len(won))
    return won * (part.worse / DEALERS if settings.trips_win_only else 1.0), lost


def hangs_on_choice(settings: UthSettings) -> bool:
    """Whether what the Trips bet comes to depends on how the hand is played."""
    return settings.trips_win_only or settings.trips_on_fold == "lose"


def casino_choices(
    own: Sequence[int], flop: Sequence[int], settings: CasinoHoldemSettings, aa: float = 0
) -> dict[str, float]:
    """The values of `call` and `fold`. aa: the stake of that bet, in antes."""
    part = _met(own, flop, casino_holdem_edge.LEAST)
    call = float(casino_holdem_edge.call_values(part, settings.ante).mean() / (2 * DEALERS))
    hand = aa_hand(own, flop)
    line = settings.aa.line(hand) if settings.aa is not None and hand else None
    if line is None or settings.aa_on_fold == "settle":
        return {"call": call, "fold": -1.0}
    return {"call": call + aa * line.pays / line.per, "fold": -1.0 - aa}


def _met(own: Sequence[int], board: Sequence[int], bound: int) -> Duels:
    """The dealers that one hand meets on every end of the board, an entry an end."""
    left = [card for card in range(52) if card not in own and card not in board]
    pairs = np.array(list(combinations(left, 2)), dtype=np.uint8)
    ends = pairs if len(board) == 3 else np.zeros((1, 0), dtype=np.uint8)
    boards = np.concatenate([np.tile(np.array(board, dtype=np.uint8), (len(ends), 1)), ends], 1)
    ranks = rank_table(boards, pairs).astype(np.int32)
    valid: np.ndarray[Any, np.dtype[np.bool_]] = np.ones(ranks.shape, dtype=bool)
    for column in range(ends.shape[1]):
        for card in range(2):
            valid &= ends[:, column, None] != pairs[None, :, card]
    hands = np.concatenate([np.tile(np.array(own, dtype=np.uint8), (len(boards), 1)), boards], 1)
    mine = rank7(hands)
    counts = [
        (found & valid).sum(axis=1, dtype=np.int32)
        for found in (ranks < mine[:, None], ranks > mine[:, None], ranks > bound)
    ]
    better, worse, unqualified = counts
    return Duels(mine, np.asarray(valid.any(axis=1)), better, worse, (unqualified,))
