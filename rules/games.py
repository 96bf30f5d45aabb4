"""The games of the house: declarations, nothing else.

An option of the rule book is a field: `replace(STUD, betting=FixedLimit(cap=4))`.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.betting import FixedLimit, KoreanBetting, NoLimit, PotLimit
from rules.korean import Korean
from rules.lowball import Low
from rules.ranking import High
from rules.variant import Choice, Street, Variant

_BOARD: Final = (
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
    max_seats=9,
)
PLHE: Final = replace(NLHE, key="plhe", betting=PotLimit())
FLHE: Final = replace(NLHE, key="flhe", betting=FixedLimit())

PLO: Final = replace(
    NLHE,
    key="plo",
    streets=(Street("preflop", down=4, opener="blinds"), *_BOARD),
    betting=PotLimit(),
    parts=(High(hole=2),),
)
FLO8: Final = replace(
    PLO, key="flo8", betting=FixedLimit(), parts=(High(hole=2), Low(qualifier=8, hole=2))
)


def _stud(bring_in: str, board: str, *, open_pair: bool) -> tuple[Street, ...]:
    return (
        Street("third", down=2, up=1, opener=bring_in),
        Street("fourth", up=1, burn=True, opener=board, open_pair=open_pair),
        Street("fifth", up=1, burn=True, opener=board, big=True),
        Street("sixth", up=1, burn=True, opener=board, big=True),
        Street("seventh", down=1, burn=True, opener=board, big=True),
    )


STUD: Final = Variant(
    key="stud",
    streets=_stud("low_card", "high_board", open_pair=True),
    forced=("ante", "bring_in"),
    betting=FixedLimit(),
    parts=(High(),),
    max_seats=8,
    odd="suit",
)
RAZZ: Final = replace(
    STUD,
    key="razz",
    streets=_stud("high_card", "low_board", open_pair=False),
    parts=(Low(),),
)
STUD8: Final = replace(
    STUD,
    key="stud8",
    streets=_stud("low_card", "high_board", open_pair=False),
    parts=(High(), Low(qualifier=8)),
)
STUD9: Final = replace(STUD8, key="stud9", parts=(High(), Low(qualifier=9)))

_KOREAN_BETTING: Final = (
    Street("fourth", up=1, opener="boss", number=4),
    Street("fifth", up=1, opener="boss", number=5),
    Street("sixth", up=1, opener="boss", number=6),
    Street("seventh", down=1, opener="boss", number=7),
)

KR7: Final = Variant(
    key="kr7",
    streets=(
        Street("choice", down=4, choice=Choice(discard=1, open=1), opener="boss", betting=False),
        *_KOREAN_BETTING,
    ),
    forced=("seed",),
    betting=KoreanBetting(),
    parts=(Korean(),),
    max_seats=6,
    odd="boss",
    first_card="button",
    lead_first=True,
)
KR7_THREE: Final = replace(
    KR7,
    key="kr7_three",
    streets=(
        Street("choice", down=3, choice=Choice(open=1), opener="boss", betting=False),
        *_KOREAN_BETTING,
    ),
    max_seats=7,
)

GAMES: Final[dict[str, Variant]] = {
    game.key: game
    for game in (NLHE, PLHE, FLHE, PLO, FLO8, STUD, RAZZ, STUD8, STUD9, KR7, KR7_THREE)
}
