"""Times, delays and a few names as the environment gives them.

Anything that cannot be right raises ImproperlyConfigured with the name and what would be right.
"""

from __future__ import annotations

import os
import random
import re
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


def seconds(name: str, default: int) -> int:
    """Whole seconds from 0 to a day."""
    return whole(name, os.environ.get(name, str(default)), LONGEST_S)


def count(name: str, default: int) -> int:
    """A whole number from 1 to a million."""
    number = whole(name, os.environ.get(name, str(default)), 1_000_000)
    if number == 0:
        raise ImproperlyConfigured(f"{name} must be above 0.")
    return number


def delay(name: str, default: str) -> Span:
    """A delay `a` or `a-b` with a ≤ b, of at most a day; its unit is the end of its name."""
    most = LONGEST_S * (1000 if name.endswith("_MS") else 1)
    first, dash, second = os.environ.get(name, default).partition("-")
    low = whole(name, first, most)
    high = whole(name, second, most) if dash else low
    if low > high:
        raise ImproperlyConfigured(f"{name} must not fall from {low} to {high}.")
    return Span(low, high)


def period(name: str, default: str) -> float:
    """Seconds above 0, fractions allowed."""
    text = os.environ.get(name, default)
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= LONGEST_S:
        raise ImproperlyConfigured(f"{name} must be a number of seconds above 0, not {text!r}.")
    return value


def whole(name: str, text: str, most: int) -> int:
    """A whole number from 0 to `most`."""
    if not (text.isascii() and text.isdigit()) or int(text) > most:
        raise ImproperlyConfigured(f"{name} must be a whole number from 0 to {most}, not {text!r}.")
    return int(text)


def cookie_suffix() -> str:
    """What the names of this site's cookies end with: COOKIE_SUFFIX, else the port if unusual."""
    port = os.environ.get("PORT", "")
    usual = port in ("", "0", "80", "443", "8000")
    suffix = os.environ.get("COOKIE_SUFFIX", "" if usual else f"_{port}")
    if suffix and not re.fullmatch(r"[A-Za-z0-9_-]{1,32}", suffix):
        raise ImproperlyConfigured(
            f"COOKIE_SUFFIX must be at most 32 letters, digits, - or _, not {suffix!r}."
        )
    return suffix
