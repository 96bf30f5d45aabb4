"""What house rounds tell beside the events of `rules.events`: the verdict and the settled bets.

The member is seat 1 and the dealer seat 0, so the projection of hands fits: the dealer's hidden
cards reach nobody before they are shown.
"""

from __future__ import annotations

from rules.events import Event
from rules.ranking import Rank


class Verdict(Event, frozen=True, gc=False, tag="verdict"):
    """How the round ended: win lose tie no_qualify fold.

    qualifies, dealer and the dealer's best five are empty if the dealer's cards stay hidden.
    """

    result: str
    qualifies: bool | None
    player: Rank | None
    dealer: Rank | None
    best: tuple[str, ...]
    dealer_best: tuple[str, ...]


class Settle(Event, frozen=True, gc=False, tag="settle"):
    """A bet is settled. net: chips won (below 0: lost) beside the stake; stack: after it.

    lines: the lines of the pay table that it hit.
    """

    bet: str
    stake: int
    net: int
    lines: tuple[str, ...]
    stack: int
