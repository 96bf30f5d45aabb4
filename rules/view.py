"""Who may see what: the one place that decides it."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events import Deal, Discard, Event
from rules.house.events import Verdict
from rules.house.round import SEAT


def project(event: Event, viewer: int | None) -> Event:
    """Return the event as the seat `viewer` may see it; None is somebody without a seat.

    Positions stay, so that everybody can check that no card was skipped; cards dealt or put away
    face down are seen by their owner alone. What is turned up (`up` deals, `open`, `show`, `board`)
    is everybody's, for ever. A hand given up against the house is not named to others either.
    """
    kind = type(event)
    if kind is Deal:
        assert isinstance(event, Deal)
        if not event.up and event.seat != viewer:
            return Deal(event.seat, event.positions, None, False)
    elif kind is Discard:
        assert isinstance(event, Discard)
        if event.seat != viewer:
            return Discard(event.seat, event.positions, None)
    elif kind is Verdict:
        assert isinstance(event, Verdict)
        if event.result == "fold" and viewer != SEAT:
            return replace(event, player=None, best=())
    return event
