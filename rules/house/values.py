"""What each choice against the house is worth with the cards that a player sees, exactly.

Values are in antes, fees and the ante counted, for best play afterwards and the standard pay
tables. Side bets and, in Russian Poker, insurance and buying the dealer a card are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.errors import Malformed
from rules.house.casino_holdem import CasinoHoldemSettings
from rules.house.holdem_advice import casino_choices, uth_choices
from rules.house.pricing import counted
from rules.house.russian import RussianSettings
from rules.house.russian_advice import first_choices
from rules.house.uth import UthSettings
from rules.house.uth_edge import RAISES
from rules.house.written import casino_call, kind_of_two, uth_flop, uth_river

#: Cards of the player, and how many may lie on the board.
OWN: Final = {"uth": 2, "casino_holdem": 2, "russian_poker": 5}
BOARDS: Final = {
    # Before the flop only what every kind of hand is worth by the full count can answer.
    "uth": (0, 3, 5) if "kinds" in counted()["uth"] else (3, 5),
    "casino_holdem": (3,),
    "russian_poker": (0,),
}
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
    found = uth_choices(own, board, UthSettings())
    if len(board) == 5:
        plays = bool(uth_river(own, board))
        return [
            Worth("play", 1, (), found["play"], plays),
            Worth("fold", 0, (), found["fold"], not plays),
        ]
    plays = bool(uth_flop(own, board))
    return [
        Worth("play", 2, (), found["play"], plays),
        Worth("check", 0, (), found["check"], not plays),
    ]


def _casino_holdem(own: tuple[int, ...], flop: tuple[int, ...]) -> list[Worth]:
    found = casino_choices(own, flop, CasinoHoldemSettings())
    calls = bool(casino_call(own, flop))
    return [
        Worth("call", 2, (), found["call"], calls),
        Worth("fold", 0, (), found["fold"], not calls),
    ]


def _russian(own: tuple[int, ...], up: int) -> list[Worth]:
    # Who holds a pair, an ace or a king never puts all five away.
    ranks = {card >> 2 for card in own}
    five = len(ranks) == 5 and max(ranks) < _KING
    amounts = {"play": 2, "buy_card": 1, "exchange": 1}
    return [
        Worth(each.kind, amounts.get(each.kind, 0), each.cards, each.value)
        for each in first_choices(own, up, RussianSettings(), five=five)
    ]
