"""The three strengths: the same play with different care and appetite."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Profile:
    """loose: factor on opening ranges. limp: share of hands that may just call the blind.
    first_raise: share of hands with which an opener raises, not limps. three_bet: share of hands
    that raise a raise. noise: how far the place of a starting hand is misjudged, and misjudged: how
    far the chance to win on later streets (both as standard deviations). reads: how much later
    streets narrow what opponents are thought to hold, 0 to 1. margin: equity asked beyond the price
    of a call. bluff, cbet: how often a bet is tried without a hand, and after having raised before
    the flop.
    """

    loose: float
    limp: float
    first_raise: float
    three_bet: float
    noise: float
    misjudged: float
    reads: float
    margin: float
    bluff: float
    cbet: float


PROFILES = {
    1: Profile(
        loose=1.3, limp=0.55, first_raise=0.15, three_bet=0.035, noise=0.05, misjudged=0.1,
        reads=0.0, margin=-0.03, bluff=0.04, cbet=0.25,
    ),
    2: Profile(
        loose=0.85, limp=0.2, first_raise=1.0, three_bet=0.04, noise=0.03, misjudged=0.05,
        reads=0.5, margin=0.04, bluff=0.04, cbet=0.35,
    ),
    3: Profile(
        loose=1.0, limp=0.25, first_raise=1.0, three_bet=0.055, noise=0.0, misjudged=0.0,
        reads=1.0, margin=0.01, bluff=0.08, cbet=0.5,
    ),
}  # fmt: skip
