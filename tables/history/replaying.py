"""What the browser needs to play a finished hand again on the felt: nothing its viewer may not see.

The data have the shape of a snapshot of the table's socket (docs/protocol.md), with all events of
the hand, so the same elements and the same folding show it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.games import GAMES
from tables import events as wire
from tables import shape
from tables.history.reading import Account

FEWEST_SEATS = 2


def data(seen: Account) -> dict[str, Any]:
    """The table before the hand and the events of the hand, for its viewer."""
    seats = max(seen.hand.table.seats, FEWEST_SEATS, *(seat + 1 for seat in seen.sitters))
    plates: list[wire.SeatTaken | None] = [None] * seats
    for sitter in seen.sitters.values():
        plates[sitter.seat] = wire.SeatTaken(
            sitter.seat, sitter.nick, sitter.bot, sitter.stack, "playing", 0
        )
    table = {
        "id": 0,
        "name": seen.title,
        "game": seen.hand.game,
        "seats": seats,
        "stakes": seen.hand.stakes,
        "turn_s": 0,
        "choice_s": 0,
    }
    first = seen.events[0]
    if isinstance(first, wire.RoundBegins):
        table["settings"] = first.settings
    return {
        "table": table,
        "seats": msgspec.to_builtins(plates),
        "events": msgspec.to_builtins(seen.events),
        "you": {"seat": seen.seat, "hand_seat": seen.seat, "wallet": 0},
    }


def shape_of(seen: Account) -> dict[str, Any]:
    """How the felt of this game is laid out."""
    game = seen.hand.game
    return shape.of_round(game) if seen.hand.is_round else shape.of(GAMES[game])
