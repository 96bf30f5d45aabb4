"""Times and delays of the tables, as the environment gives them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import NamedTuple

from django.core.exceptions import ImproperlyConfigured

LONGEST_S = 86_400


class Span(NamedTuple):
    """A delay between `low` and `high`, both included, in the unit that its setting names."""

    low: int
    high: int

    def draw(self) -> int:
        """One delay out of the span; how long a bot thinks need not be secret."""
        return random.randint(self.low, self.high)


# Whole seconds; 0 means the default action at once, or no time bank.
SECONDS = {"TURN_S": 20, "TIME_BANK_S": 30, "CHOICE_S": 15}
# Delays: one number, or two with a dash between; 0 means at once.
SPANS = {
    "HAND_GAP_MS": "3000",
    "BOT_DELAY_MS": "800-2500",
    "CLOCK_GRACE_MS": "500",
    "SEAT_GRACE_S": "60",
    "SIT_OUT_REMOVE_S": "600",
}
POLL_S = "5"


def read(environment: Mapping[str, str]) -> dict[str, int | float | Span]:
    """All of them by name: whole seconds as int, delays as `Span`, POLL_S as float seconds.

    Raises ImproperlyConfigured, with the name and what would be right, on anything else.
    """
    values: dict[str, int | float | Span] = {}
    for name, default in SECONDS.items():
        values[name] = whole(name, environment.get(name, str(default)), LONGEST_S)
    for name, text in SPANS.items():
        values[name] = span(name, environment.get(name, text))
    values["POLL_S"] = _positive("POLL_S", environment.get("POLL_S", POLL_S))
    return values


def whole(name: str, text: str, most: int) -> int:
    """A whole number from 0 to `most`."""
    if not (text.isascii() and text.isdigit()) or int(text) > most:
        raise ImproperlyConfigured(f"{name} must be a whole number from 0 to {most}, not {text!r}.")
    return int(text)


def span(name: str, text: str) -> Span:
    """A delay `a` or `a-b` with a ≤ b."""
    most = LONGEST_S * (1000 if name.endswith("_MS") else 1)
    first, dash, second = text.partition("-")
    low = whole(name, first, most)
    high = whole(name, second, most) if dash else low
    if low > high:
        raise ImproperlyConfigured(f"{name} must not fall from {low} to {high}.")
    return Span(low, high)


def _positive(name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= LONGEST_S:
        raise ImproperlyConfigured(f"{name} must be a number of seconds above 0, not {text!r}.")
    return value
