"""Which cards to put away and which to turn up, where a game lets its players choose."""

from __future__ import annotations

import random
from itertools import combinations

from rules.cards import NAMES
from rules.hand import Action
from tables.bots import deals
from tables.bots.profile import PROFILES
from tables.bots.seen import Seen


def choose(seen: Seen, level: int, rng: random.Random) -> Action:
    """Put away what leaves the best hand, then show what tells least."""
    assert seen.legal is not None, "nobody asks a seat that is not on turn"
    discard, show = seen.legal.discard, seen.legal.open
    down = sorted(set(seen.cards) - set(seen.own.up))
    away = min(
        combinations(down, discard),
        key=lambda cards: (-_worth(seen, cards, level, rng), cards),
    )
    kept = [each for each in down if each not in away]
    shown = min(
        combinations(kept, show),
        key=lambda cards: (-_secret([each for each in kept if each not in cards]), cards),
    )
    return Action("choose", 0, tuple(NAMES[each] for each in (*away, *shown)))


def _worth(seen: Seen, away: tuple[int, ...], level: int, rng: random.Random) -> float:
    """The equity of what is kept, against strangers; without odds for the game its height."""
    kept = tuple(each for each in seen.cards if each not in away)
    game = deals.form(seen.game)
    if not away:
        return 0.0
    if game is None:
        return float(sum(kept))
    worth = deals.alone(seen, game, kept, away, random.Random(len(seen.players)))
    return worth + rng.gauss(0, PROFILES[level].misjudged)


def _secret(hidden: list[int]) -> float:
    """How much a hand gains from these cards being hidden: pairs first, then what may grow."""
    worth = max((each // 4 for each in hidden), default=0) / 100
    for one, two in combinations(hidden, 2):
        if one // 4 == two // 4:
            worth += 3 + one // 4 / 10
        worth += 0.4 * (one % 4 == two % 4)
        worth += 0.3 * (abs(one // 4 - two // 4) in (1, 2))
    return worth
