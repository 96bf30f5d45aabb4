"""What a table page has to know of a game to draw it, read from the game's declaration."""

from __future__ import annotations

from typing import Any, Final

from rules.betting import Betting, FixedLimit, KoreanBetting, NoLimit, PotLimit
from rules.variant import Variant

_BETTING: Final[dict[type[Betting], str]] = {
    NoLimit: "no_limit",
    PotLimit: "pot_limit",
    FixedLimit: "fixed_limit",
    KoreanBetting: "korean",
}


def of_round(game: str) -> dict[str, Any]:
    """Return the shape of a game against the house: its own felt draws it."""
    return {"betting": "house", "game": game}


def of(variant: Variant) -> dict[str, Any]:
    """Return the shape of a game.

    board: cards on the board, 0 in the stud family. hole: down cards dealt at first. up: seats have
    open cards. blinds: there are blinds, and a button that decides who acts. betting: `no_limit`,
    `pot_limit`, `fixed_limit` or `korean`. openers: who opens each street, by its name
    (`rules.opening.OPENERS`).
    """
    streets = variant.streets
    return {
        "board": sum(street.board for street in streets),
        "hole": streets[0].down,
        "up": any(street.up for street in streets),
        "blinds": "blinds" in variant.forced,
        "betting": _BETTING[type(variant.betting)],
        "openers": {street.name: street.opener for street in streets},
    }
