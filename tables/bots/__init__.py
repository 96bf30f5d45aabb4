"""Players of the house: one strategy a game, pure functions of what a seat has seen.

`decide(view, level, rng)` gives a legal action for the seat on turn. The view holds projected
events and the seat's own options, nothing else; chance comes from the `rng` passed in.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from rules.hand import Action
from tables.bots import holdem, limits
from tables.bots.seen import Seen

LEVELS = (1, 2, 3)

Strategy = Callable[[Seen, int, random.Random], Action]

#: The games with a strategy of their own; all others are played by `limits`.
STRATEGIES: Mapping[str, Strategy] = {"nlhe": holdem.decide, "plhe": holdem.decide}


def plays(game: str) -> bool:
    """Whether bots know how hands of this game are ranked; others they play carefully."""
    return limits.form(game) is not None


def decide(view: Seen, level: int, rng: random.Random) -> Action:
    """A legal action for the seat on turn. level: 1 loose and weak, 2 solid, 3 strong."""
    return STRATEGIES.get(view.game, limits.decide)(view, level, rng)
