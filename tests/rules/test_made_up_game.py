"""A game is a declaration: made-up games run without a line of engine."""

from __future__ import annotations

import random

from msgspec.structs import replace

from rules.betting import FixedLimit, PotLimit
from rules.games import NLHE, STUD
from rules.lowball import Low
from rules.ranking import High
from rules.stakes import Stakes
from rules.variant import Choice, Street, Variant
from tests.rules.builders import STUD as STUD_STAKES
from tests.rules.builders import play_out, shuffled, start

FIVE_CARD_STUD = Variant(
    key="five_card_stud",
    streets=(
        Street("second", down=1, up=1, opener="low_card"),
        Street("third", up=1, burn=True, opener="high_board"),
        Street("fourth", up=1, burn=True, opener="high_board", big=True),
        Street("fifth", up=1, burn=True, opener="high_board", big=True),
    ),
    forced=("ante", "bring_in"),
    betting=FixedLimit(),
    parts=(High(),),
    max_seats=9,
    odd="suit",
)

#: Five hole cards, one of them put away after the flop, pot limit, high and ace-to-five low.
CRAZY_FIVE = replace(
    NLHE,
    key="crazy_five",
    streets=(
        Street("preflop", down=5, opener="blinds"),
        Street("flop", board=3, burn=True),
        Street("cut", choice=Choice(discard=1)),
        Street("turn", board=2, burn=True),
    ),
    betting=PotLimit(),
    parts=(High(hole=2), Low(hole=2)),
    max_seats=8,
)


def test_made_up_games_play_soundly_to_the_end() -> None:
    blinds = Stakes(small_blind=50, big_blind=100)
    for game, stakes in ((FIVE_CARD_STUD, STUD_STAKES), (CRAZY_FIVE, blinds)):
        for seed in range(60):
            rng = random.Random(seed)
            count = rng.randint(2, game.max_seats)
            stacks = [rng.choice([60, 300, 2000]) for _ in range(count)]
            hand = start(stacks, game=game, stakes=stakes, deck=shuffled(seed))
            play_out(hand, rng)
            assert sum(hand.result().net.values()) == 0


def test_an_option_is_another_value_of_the_same_declaration() -> None:
    four_raises = replace(STUD, betting=FixedLimit(cap=4))
    assert four_raises != STUD
    hand = start([10_000] * 3, game=four_raises, stakes=STUD_STAKES)
    assert hand.legal(hand.actors[0]).options[0].kind == "bring_in"
