"""What each choice against the house is worth with the cards that a player sees, exactly.

Values are in antes, fees and the ante counted, for best play afterwards and the standard pay
tables. Side bets and, in Russian Poker, insurance and buying the dealer a card are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

import numpy as np

from rules.errors import Malformed
from rules.house import casino_holdem_edge, uth_edge
from rules.house.classes import CATEGORY
from rules.house.duels import DEALERS, Duels
from rules.house.hints import casino_call, kind_of_two, uth_flop, uth_river
from rules.house.paytables import UTH_BLIND
from rules.house.pricing import counted
from rules.house.russian import RussianSettings
from rules.house.russian_advice import first_choices
from rules.house.uth_edge import RAISES
from rules.odds import rank7, rank_table

#: Cards of the player, and how many may lie on the board.
OWN: Final = {"uth": 2, "casino_holdem": 2, "russian_poker": 5}
BOARDS: Final = {
    # Before the flop only what every kind of hand is worth by the full count can answer.
    "uth": (0, 3, 5) if "kinds" in counted()["uth"] else (3, 5),
    "casino_holdem": (3,),
    "russian_poker": (0,),
}
_FOLD_BLIND: Final = -2.0
_KING: Final = 11


class Worth(NamedTuple):
    """A choice (`amount` antes of a bet or a fee, `cards` put away), its value in antes, and
    whether the written strategy of the game makes it; None where there is no written one."""

    kind: str
    amount: int
    cards: tuple[int, ...]
    value: float
    is_written: bool | None = None


def worth(game: str, own: Sequence[int], board: Sequence[int], up: int | None) -> list[Worth]:
    """Every choice with the cards seen, the best first.

    up: the dealer's open card in Russian Poker. Raises `Malformed` for cards that make no spot.
    """
    seen = [*own, *board, *([] if up is None else [up])]
    fits = len(own) == OWN[game] and len(board) in BOARDS[game]
    if not fits or (up is None) == (game == "russian_poker") or len(set(seen)) != len(seen):
        raise Malformed("cards")
    if game == "uth":
        found = _uth(tuple(own), tuple(board))
    elif game == "casino_holdem":
        found = _casino_holdem(tuple(own), tuple(board))
    else:
        assert up is not None
        found = _russian(tuple(own), up)
    return sorted(found, key=lambda each: -each.value)


def _uth(own: tuple[int, ...], board: tuple[int, ...]) -> list[Worth]:
    if not board:
        kind = kind_of_two(own)
        known = counted()["uth"]["kinds"][kind]
        raises = kind in RAISES
        return [
            Worth("play", 4, (), known["4"], raises),
            Worth("play", 3, (), known["3"], False),
            Worth("check", 0, (), known["check"], not raises),
        ]
    part = _met(own, board, uth_edge.LEAST)
    pays = uth_edge.half_antes(UTH_BLIND)[CATEGORY[part.ranks]]
    fixed, per_ante = uth_edge.values(part, pays)
    scale = 2 * DEALERS
    once = (fixed + 2 * per_ante) / scale
    if len(board) == 5:
        plays = bool(uth_river(own, board))
        return [
            Worth("play", 1, (), float(once.mean()), plays),
            Worth("fold", 0, (), _FOLD_BLIND, not plays),
        ]
    plays = bool(uth_flop(own, board))
    double = float((fixed + 4 * per_ante).mean() / scale)
    check = float(np.maximum(once, _FOLD_BLIND).mean())
    return [Worth("play", 2, (), double, plays), Worth("check", 0, (), check, not plays)]


def _casino_holdem(own: tuple[int, ...], flop: tuple[int, ...]) -> list[Worth]:
    part = _met(own, flop, casino_holdem_edge.LEAST)
    value = float(casino_holdem_edge.call_values(part).mean() / (2 * DEALERS))
    calls = bool(casino_call(own, flop))
    return [Worth("call", 2, (), value, calls), Worth("fold", 0, (), -1.0, not calls)]


def _russian(own: tuple[int, ...], up: int) -> list[Worth]:
    # Who holds a pair, an ace or a king never puts all five away.
    ranks = {card >> 2 for card in own}
    five = len(ranks) == 5 and max(ranks) < _KING
    amounts = {"play": 2, "buy_card": 1, "exchange": 1}
    return [
        Worth(each.kind, amounts.get(each.kind, 0), each.cards, each.value)
        for each in first_choices(own, up, RussianSettings(), five=five)
    ]


def _met(own: tuple[int, ...], board: tuple[int, ...], bound: int) -> Duels:
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
