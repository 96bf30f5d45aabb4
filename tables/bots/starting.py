"""How good a starting hand is among all of its game: its place, 0 (the best) to 1.

A hand is measured by its equity against three opponents, open and dead cards counted; the tables
say which equity the best 1 %, 2 %, 4 % … of all hands have against three that show nothing
(sampled with `rules.odds`). Hold'em has the order of its 169 hands.
"""

from __future__ import annotations

import numpy as np

from tables.bots import preflop
from tables.bots.deals import Deals
from tables.bots.seen import Seen

_PLACES = (0.01, 0.02, 0.04, 0.08, 0.12, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 0.95)
_HOLDEM = (0.48, 0.415, 0.382, 0.354, 0.331, 0.306, 0.273, 0.252, 0.234, 0.205, 0.183, 0.149)
_EQUITIES = {
    "plo": (0.383, 0.37, 0.351, 0.327, 0.31, 0.292, 0.273, 0.26, 0.246, 0.227, 0.21, 0.172),
    "flo8": (0.392, 0.369, 0.353, 0.33, 0.317, 0.293, 0.27, 0.254, 0.24, 0.22, 0.203, 0.173),
    "stud": (0.52, 0.475, 0.42, 0.375, 0.34, 0.3, 0.263, 0.243, 0.227, 0.209, 0.193, 0.162),
    "razz": (0.548, 0.536, 0.526, 0.498, 0.456, 0.365, 0.286, 0.257, 0.238, 0.189, 0.116, 0.061),
    "stud8": (0.409, 0.392, 0.375, 0.352, 0.341, 0.315, 0.289, 0.254, 0.234, 0.214, 0.192, 0.161),
    "stud9": (0.406, 0.385, 0.375, 0.359, 0.343, 0.311, 0.277, 0.249, 0.232, 0.212, 0.193, 0.148),
}


def place(seen: Seen, deals: Deals) -> float:
    """Where the seat's starting hand stands, 0 (nothing is better) to 1."""
    if seen.game in preflop.GAMES:
        return preflop.place(seen.cards)
    equities = _EQUITIES.get(seen.game, _HOLDEM)
    # np.interp wants rising equities.
    at = np.interp(deals.equity(), equities[::-1], _PLACES[::-1])
    return float(at)
