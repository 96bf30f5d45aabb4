"""Casino poker against the house: rounds in the shape of `rules.hand.Hand`, with one seat.

round = Ultimate.start(UthSettings(), {"ante": 10, "trips": 4}, 200, deck)
events = round.act(SEAT, round.turn(SEAT), Action("check"))
"""

from __future__ import annotations

from typing import Final

from rules.house.casino_holdem import CasinoHoldem, CasinoHoldemSettings
from rules.house.round import DEALER, SEAT, Limits, Round, RoundResult, Settings
from rules.house.russian import RussianPoker, RussianSettings
from rules.house.uth import Ultimate, UthSettings

__all__ = [
    "DEALER",
    "GAMES",
    "SEAT",
    "SETTINGS",
    "CasinoHoldem",
    "CasinoHoldemSettings",
    "Limits",
    "Round",
    "RoundResult",
    "RussianPoker",
    "RussianSettings",
    "Settings",
    "Ultimate",
    "UthSettings",
]

GAMES: Final[dict[str, type[Round]]] = {
    game.key: game for game in (Ultimate, CasinoHoldem, RussianPoker)
}
#: What staff can set, by game.
SETTINGS: Final[dict[str, type[Settings]]] = {
    "uth": UthSettings,
    "casino_holdem": CasinoHoldemSettings,
    "russian_poker": RussianSettings,
}
