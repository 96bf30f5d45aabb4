"""The games of the house: declarations, nothing else."""

from __future__ import annotations

from typing import Final

from rules.betting import NoLimit
from rules.ranking import High
from rules.variant import Street, Variant

_BOARD = (
    Street("flop", board=3, burn=True),
    Street("turn", board=1, burn=True, big=True),
    Street("river", board=1, burn=True, big=True),
)

NLHE: Final = Variant(
    key="nlhe",
    streets=(Street("preflop", down=2, opener="blinds"), *_BOARD),
    forced=("ante", "blinds"),
    betting=NoLimit(),
    parts=(High(),),
)

GAMES: Final[dict[str, Variant]] = {game.key: game for game in (NLHE,)}
