"""Which cards a viewer received, in whatever field they stood, against those that it might see."""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from rules.events import Board, Deal, Open, Show
from tables import events as wire
from tables.models import Hand, HandSeat
from tests.load.client import Client
from tests.load.lines import Line

CARD = re.compile(r'"([2-9TJQKA][cdhs])"')
_HAND = re.compile(r'"e":"hand","hand":"(\d+)"')

Seen = dict[int, set[str]]


class Reader(Client):
    """A client that reads every byte for cards, by hand, and keeps the last text alone."""

    def __init__(self, line: Line, name: str = "") -> None:
        super().__init__(line, name)
        self.seen: Seen = {}
        self.in_hand = 0

    async def _take(self, message: dict[str, Any]) -> None:
        text = self.texts[-1]
        if begins := _HAND.search(text):
            self.in_hand = int(begins.group(1))
        self.seen.setdefault(self.in_hand, set()).update(CARD.findall(text))
        self.texts = [text]
        self.frames.clear()
        await super()._take(message)


def open_cards(events: Iterable[Any]) -> tuple[set[str], dict[int, set[str]]]:
    """The cards of a finished hand that everybody may have seen, and those of each seat."""
    public: set[str] = set()
    own: dict[int, set[str]] = {}
    for event in events:
        named = set(getattr(event, "cards", None) or ())
        if isinstance(event, Board | Open | Show) or (isinstance(event, Deal) and event.up):
            public |= named
        elif isinstance(event, Deal):
            own.setdefault(event.seat, set()).update(named)
    return public, own


def wrongly_seen(
    viewers: Sequence[tuple[str, int, Seen]], tables: Collection[int]
) -> tuple[int, list[str]]:
    """Look through all finished hands of these tables; viewers are (name, member or 0, cards seen).

    Returns how many cards were looked at, and what nobody should have seen.
    """
    seats: dict[int, dict[int, int]] = {}
    rows = HandSeat.objects.filter(hand__table_id__in=tables)
    for hand, member, seat in rows.values_list("hand_id", "member_id", "seat"):
        seats.setdefault(hand, {})[member] = seat
    looked, faults = 0, []
    over = Hand.objects.filter(status="over", table_id__in=tables)
    for hand, packed in over.values_list("pk", "events"):
        public, own = open_cards(wire.decode(zlib.decompress(bytes(packed))))
        for name, member, seen in viewers:
            found = seen.get(hand, set())
            looked += len(found)
            mine = own.get(seats[hand].get(member, -1), set())
            if wrong := found - public - mine:
                faults.append(f"{name} saw {sorted(wrong)} in hand {hand}")
    return looked, faults
