"""Who is dealt in, where the button rests and who posts what: the plates of a table as chairs of
`rules.button` (rule book B9, B10), and its plan as plates again.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from rules import button
from rules.button import Chair, Position
from rules.stakes import Stakes
from rules.state import Player
from tables.dealer.commands import Plate


class Plan(Struct, frozen=True):
    """How the next hand is dealt. `plates` are all seats of the table after the blinds passed."""

    players: tuple[Player, ...]
    position: Position
    small_blind: int | None
    big_blind: int | None
    plates: tuple[Plate, ...]


def can_play(plate: Plate) -> bool:
    """Whether this seat has chips and wants cards."""
    return plate.stack > 0 and not plate.away_ms and not plate.leaving


def plan(
    roster: Mapping[int, Plate], last: Position | None, *, stakes: Stakes, entry: str
) -> Plan | None:
    """The next hand, or None while fewer than two seats can play.

    entry: newcomers `post` a big blind or wait for it, or come in `free`. A game without blinds
    deals everybody in, and the dealer's seat moves on by one.
    """
    chairs = [_chair(roster[seat]) for seat in sorted(roster)]
    has_blinds = stakes.big_blind > 0
    found = button.next_hand(chairs, last, scheme="dead" if has_blinds else "moving", entry=entry)
    if found is None:
        return None
    players = []
    for each in found.entries:
        stack = roster[each.seat].stack
        live = stakes.big_blind if each.live else 0
        dead = stakes.small_blind if each.dead else 0
        players.append(Player(each.seat, stack, live, dead))
    playing = {each.seat for each in found.entries}
    return Plan(
        tuple(players),
        found.position,
        found.small_blind if has_blinds else None,
        found.big_blind if has_blinds else None,
        tuple(_plate(roster[chair.seat], chair, playing) for chair in found.chairs),
    )


def _chair(plate: Plate) -> Chair:
    return Chair(plate.seat, can_play(plate), plate.missed_small, plate.missed_big, plate.post)


def _plate(plate: Plate, chair: Chair, playing: set[int]) -> Plate:
    return replace(
        plate,
        missed_small=chair.missed_small,
        missed_big=chair.missed_big,
        post=chair.post,
        waiting=plate.seat not in playing,
    )
