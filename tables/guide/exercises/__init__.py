"""Exercises: a question drawn from a seed, and the answer that `rules` gives.

The seed stands in the URL, so an exercise can be shared and looked at again.
"""

from __future__ import annotations

import re
import secrets
from random import Random
from typing import Final

SEED: Final = re.compile(r"[a-z0-9]{1,12}")
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike


def new_seed() -> str:
    """A fresh seed, short enough to read out."""
    return "".join(secrets.choice(_LETTERS) for _ in range(6))


def generator(kind: str, seed: str) -> Random:
    """The random numbers of one exercise: the same for the same kind and seed, anywhere."""
    return Random(f"{kind} {seed}")


def shuffled(rng: Random) -> tuple[int, ...]:
    """A deck in random order."""
    deck = list(range(52))
    rng.shuffle(deck)
    return tuple(deck)
