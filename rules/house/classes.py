"""The 169 kinds of two hole cards, and the ten categories by value, as arrays to look up."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from rules.cards import RANKS
from rules.odds import Cards
from rules.ranking import BEST_HIGH, CATEGORIES, describe_high

KINDS: Final = 169

#: Value (1 is best) -> place in `CATEGORIES`; 0 stands for no hand.
CATEGORY: Final[NDArray[np.uint8]] = np.array(
    [0, *(CATEGORIES.index(describe_high(BEST_HIGH + 1 - v).category) for v in range(1, 7463))],
    dtype=np.uint8,
)


def kind_of(pairs: Cards) -> NDArray[np.int64]:
    """Pairs of cards (rows) -> number of their kind: suited above, offsuit below the diagonal."""
    ranks = np.sort(pairs >> 2, axis=1).astype(np.int64)
    low, high = ranks[:, 0], ranks[:, 1]
    suited = (pairs[:, 0] & 3) == (pairs[:, 1] & 3)
    return np.where(suited, high * 13 + low, low * 13 + high)


def kind_name(kind: int) -> str:
    """`AKs`, `T9o`, `77`."""
    one, two = divmod(kind, 13)
    if one == two:
        return RANKS[one] * 2
    return f"{RANKS[max(one, two)]}{RANKS[min(one, two)]}{'s' if one > two else 'o'}"
