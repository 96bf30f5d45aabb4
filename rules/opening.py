"""Who opens a street: by position, by the lowest or highest door card, by the best board.

The answer is a place, all-in seats included; `Hand` gives the turn to the next seat with chips.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from rules.state import ACTIVE, FOLDED, State

#: Korean order of the suits c d h s: spade > diamond > heart > club (D1).
KOREAN_SUITS: Final = (0, 2, 1, 3)

#: How many of each rank, then the ranks in that order.
Groups = tuple[tuple[int, ...], tuple[int, ...]]


def by_blind(s: State) -> int:
    """Left of the big blind (B2)."""
    return (s.big_at + 1) % s.count


def by_button(s: State) -> int:
    """Left of the button (B2)."""
    return s.first


def low_card(s: State) -> int:
    """Lowest door card, ace high, then the lowest suit (C3)."""
    return min(_bringers(s), key=lambda i: s.up[i][0])


def high_card(s: State) -> int:
    """Highest door card, ace low, then the highest suit (C8)."""
    return max(_bringers(s), key=lambda i: (s.up[i][0] + 4) % 52)


def high_board(s: State) -> int:
    """Best board (C5): quads, trips, two pair, pair, high cards; ties by suit or by seat."""
    return _best(s, high_key, by_suit=s.variant.board_tie == "suit" and not s.board)


def low_board(s: State) -> int:
    """Lowest board, pairs counting against it (C8); ties by suit of the highest card or by seat."""
    return _best(s, low_key, by_suit=s.variant.board_tie == "suit" and not s.board)


def boss(s: State) -> int:
    """Best open cards, ties by the suit of the best card of the deciding rank (D5)."""
    return _best(s, boss_key, by_suit=s.variant.board_tie == "suit")


OPENERS: Final[dict[str, Callable[[State], int]]] = {
    "blinds": by_blind,
    "button": by_button,
    "low_card": low_card,
    "high_card": high_card,
    "high_board": high_board,
    "low_board": low_board,
    "boss": boss,
}


def high_key(up: list[int]) -> tuple[Groups, int]:
    """Return (board, suit) of up cards, larger opens; the suit is that of the highest card."""
    return _groups(tuple([each >> 2 for each in up])), max(up) & 3


def boss_key(up: list[int]) -> tuple[Groups, int]:
    """Return (board, suit) of open cards, larger is boss; the suit is the deciding rank's best."""
    groups = _groups(tuple([each >> 2 for each in up]))
    top = groups[1][0]
    return groups, max([KOREAN_SUITS[each & 3] for each in up if each >> 2 == top])


@lru_cache(maxsize=1 << 16)
def _groups(ranks: tuple[int, ...]) -> Groups:
    groups = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    return tuple([count for count, _ in groups]), tuple([rank for _, rank in groups])


def low_key(up: list[int]) -> tuple[Groups, int]:
    """Return (board, suit) of up cards, ace low; larger opens, so the lowest board is largest.

    The suit is that of the board's highest card.
    """
    top = max([(each + 4) % 52 for each in up])
    return _low_groups(tuple([each >> 2 for each in up])), top & 3


@lru_cache(maxsize=1 << 16)
def _low_groups(ranks: tuple[int, ...]) -> Groups:
    counts, low = _groups(tuple([(rank + 1) % 13 for rank in ranks]))
    return tuple([-count for count in counts]), tuple([-rank for rank in low])


def _live(s: State) -> list[int]:
    """List the places that have not folded, clockwise from the left of the button."""
    first, status = s.first, s.status
    return [i for i in (*range(first, s.count), *range(first)) if status[i] != FOLDED]


def _bringers(s: State) -> list[int]:
    """List who may be named for the bring-in; a seat all-in for the ante hands it to its left."""
    live = _live(s)
    if s.variant.bring_in_all_in == "next":
        return [i for i in live if s.status[i] == ACTIVE] or live
    return live


def _best(
    s: State,
    key: Callable[[list[int]], tuple[Groups, int]],
    *,
    by_suit: bool,
) -> int:
    """Return the best live place; the first of equals clockwise when suits do not decide."""
    up, board = s.up, s.board
    best, found = -1, None
    for i in _live(s):
        found_here = key(up[i] + board if board else up[i])
        if found is None or (found_here > found if by_suit else found_here[0] > found[0]):
            best, found = i, found_here
    return best
