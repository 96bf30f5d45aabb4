"""A finished hand in the PHH format, as far as its viewer may see it."""

from __future__ import annotations

import json

import msgspec
from django.utils import timezone

from rules import phh
from rules.stakes import Stakes
from tables.history.reading import Account

KNOWN = frozenset(phh.VARIANTS.values())


def is_known(game: str) -> bool:
    """Whether PHH has a variant for this game."""
    return game in KNOWN


def written(seen: Account) -> str:
    """The text of a PHH file; cards that the viewer may not see stand as `????`.

    Raises `Illegal("no_phh")` for a game that PHH does not know.
    """
    begins = seen.begins
    assert begins is not None
    text = phh.write(
        seen.hand.game,
        msgspec.convert(seen.hand.stakes, Stakes),
        begins.seats,
        seen.events,
        blinds=(begins.small_blind, begins.big_blind),
        names={seat: sitter.nick for seat, sitter in seen.sitters.items()},
    )
    return text + "".join(f"{name} = {json.dumps(value)}\n" for name, value in _origin(seen))


def _origin(seen: Account) -> list[tuple[str, str | int]]:
    """Where and when the hand was played, in the format's own fields."""
    fields: list[tuple[str, str | int]] = [("venue", "Madang")]
    if seen.is_named:
        fields += [("table", seen.hand.table.name), ("hand", seen.hand.pk)]
    if seen.hand.ended_at:
        ended = timezone.localtime(seen.hand.ended_at)
        fields += [("day", ended.day), ("month", ended.month), ("year", ended.year)]
    return fields
