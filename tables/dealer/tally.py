"""How each seat played a hand, counted once at its end: what statistics are made of.

The first betting street is that of the first decision: before the flop, third street, in Korean
seven the street at which the stakes let the betting begin. docs/history.md defines the figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.events import Act, Deal, Event, Street

# What is no bet or raise. The bring-in is forced; whoever brings in for more completes.
_QUIET = frozenset({"fold", "check", "call", "bring_in"})


@dataclass(slots=True)
class Tally:
    """A seat's hand.

    entered: put chips in by choice on the first betting street. raised: bet or raised on it. saw:
    was still in when a later street began. bets, calls: decisions on later streets that bet or
    raised, and that called.
    """

    entered: bool = False
    raised: bool = False
    saw: bool = False
    bets: int = 0
    calls: int = 0


def tallies(events: Sequence[Event]) -> dict[int, Tally]:
    """The tally of every seat that was dealt in."""
    found = {event.seat: Tally() for event in events if isinstance(event, Deal)}
    first, street, live = _first_street(events), 0, set(found)
    for event in events:
        if isinstance(event, Street):
            street = event.street
            if street > first:
                for seat in live:
                    found[seat].saw = True
        elif isinstance(event, Act):
            if event.kind == "fold":
                live.discard(event.seat)
            else:
                _count(found[event.seat], event.kind, is_first=street == first)
    return found


def _count(tally: Tally, kind: str, *, is_first: bool) -> None:
    is_call, is_bet = kind == "call", kind not in _QUIET
    if is_first:
        tally.entered |= is_call or is_bet
        tally.raised |= is_bet
    else:
        tally.bets += is_bet
        tally.calls += is_call


def _first_street(events: Sequence[Event]) -> int:
    street = 0
    for event in events:
        if isinstance(event, Street):
            street = event.street
        elif isinstance(event, Act):
            return street
    return 0
