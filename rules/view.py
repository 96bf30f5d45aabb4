"""Who may see what: the one place that decides it."""

from __future__ import annotations

from msgspec.structs import replace

from rules.events import Deal, Discard, Event
from rules.house.events import Verdict
from rules.house.round import SEAT


def owner(event: Event) -> int | None:
    """Return the seat that alone may see all of this event; None if everybody may.

    Cards dealt or put away face down are their owner's. What is turned up (`up` deals, `open`,
    `show`, `board`) is everybody's, for ever. A hand given up against the house is not named to
    others either.
    """
    kind = type(event)
    if kind is Deal:
        assert isinstance(event, Deal)
        return None if event.up else event.seat
    if kind is Discard:
        assert isinstance(event, Discard)
        return event.seat
    if kind is Verdict:
        assert isinstance(event, Verdict)
        return SEAT if event.result == "fold" else None
    return None


def project(event: Event, viewer: int | None) -> Event:
    """Return the event as the seat `viewer` may see it; None is somebody without a seat.

    Positions stay, so that everybody can check that no card was skipped.
    """
    alone = owner(event)
    if alone is None or alone == viewer:
        return event
    if isinstance(event, Verdict):
        return replace(event, player=None, best=())
    assert isinstance(event, Deal | Discard)
    return replace(event, cards=None)
