"""Fixed limit, pot limit and Omaha by the rule book, B13 and C4, C5 (limits and all-ins)."""

from __future__ import annotations

import pytest

from rules.errors import Illegal
from rules.events import Award
from rules.hand import Hand, Player
from rules.stakes import Stakes
from tests.rules.builders import LIMIT, NO_LIMIT, do, options, shuffled, stacked, start


def test_b13_small_bets_then_big_bets() -> None:
    hand = start([10_000] * 3, game="flhe")
    assert options(hand)["raise"] == (200, 200)
    do(hand, "call", "call", "check")
    assert options(hand)["bet"] == (100, 100)
    do(hand, "check", "check", "check")
    assert options(hand)["bet"] == (200, 200)


def test_c4_big_blind_is_the_bet_and_three_raises_follow() -> None:
    hand = start([10_000] * 3, game="flhe")
    do(hand, "raise 200", "raise 300", "raise 400")
    assert options(hand) == {"fold": (0, 0), "call": (200, 200)}


def test_c4_no_cap_heads_up() -> None:
    hand = start([10_000] * 2, game="flhe")
    do(hand, "raise 200", "raise 300", "raise 400", "raise 500", "raise 600")
    assert options(hand)["raise"] == (700, 700)


def test_c4_a_reached_cap_stays_when_folds_leave_two() -> None:
    hand = start([10_000] * 4, game="flhe")
    do(hand, "fold", "raise 200", "raise 300", "raise 400", "fold")
    assert "raise" not in options(hand)


def test_c4_cap_not_reached_before_heads_up_is_lifted() -> None:
    hand = start([10_000] * 3, game="flhe")
    do(hand, "raise 200", "raise 300", "fold", "raise 400", "raise 500")
    assert options(hand)["raise"] == (600, 600)


def test_c5_all_in_of_half_a_raise_counts_as_a_raise() -> None:
    # Flop, small bet 100: a bet, an all-in for 150 (half) counts, the next raise is to 250.
    hand = start([10_000, 10_000, 250], game="flhe")
    do(hand, "call", "call", "check", "bet 100", "raise 150")
    assert options(hand)["raise"] == (250, 250)
    do(hand, "raise 250", "raise 350")
    assert "raise" not in options(hand)  # 150, 250 and 350 were the three raises


def test_c5_all_in_below_half_is_no_raise_and_is_completed() -> None:
    # Bet 100, all-in 149: not a raise; who has not acted may complete to 200.
    hand = start([10_000, 10_000, 249], game="flhe")
    do(hand, "call", "call", "check", "bet 100", "raise 149")
    assert options(hand) == {"fold": (0, 0), "call": (149, 149), "raise": (200, 200)}
    do(hand, "call")
    assert options(hand) == {"fold": (0, 0), "call": (49, 49)}


def test_c5_example_15_all_in_on_a_20_street() -> None:
    stakes = Stakes(small_blind=10, big_blind=20, small_bet=20, big_bet=40)
    hand = start([1000, 35, 1000], game="flhe", stakes=stakes)
    do(hand, "call", "call", "check", "bet 15")
    assert options(hand)["raise"] == (35, 35)


def test_c5_opening_all_in_below_half_is_completed_to_the_bet() -> None:
    hand = start([1000, 140, 1000], game="flhe")
    do(hand, "call", "call", "check", "bet 40")
    assert options(hand)["complete"] == (100, 100)
    do(hand, "complete")
    assert options(hand)["raise"] == (200, 200)


def test_c5_several_short_all_ins_together_reopen() -> None:
    # 100 bet, all-ins for 140 and 180: 80 is half a bet and more for the first bettor.
    hand = start([280, 10_000, 240, 10_000], game="flhe", button=0)
    do(hand, "call", "call", "call", "check", "bet 100", "raise 140", "call", "raise 180")
    assert hand.actors == (1,)
    assert options(hand)["raise"] == (200, 200)
    do(hand, "call")
    assert hand.actors == (3,)
    assert options(hand) == {"fold": (0, 0), "call": (40, 40)}


def test_b13_pot_limit_first_raise_is_three_and_a_half_blinds() -> None:
    stakes = Stakes(small_blind=100, big_blind=200)
    hand = start([10_000] * 3, game="plo", stakes=stakes)
    assert options(hand)["raise"] == (400, 700)


@pytest.mark.parametrize("small", [None, 1])
def test_tda_54_b_short_or_dead_blinds_count_as_full(small: int | None) -> None:
    stakes = Stakes(small_blind=100, big_blind=200)
    stacks = [10_000, 10_000, 150, 10_000] if small else [10_000] * 4
    hand = start(stacks, game="plo", stakes=stakes, small_blind=small, big_blind=2)
    assert options(hand)["raise"] == (400, 700)


def test_b13_pot_limit_after_a_bet() -> None:
    hand = start([10_000] * 3, game="plo")
    do(hand, "call", "call", "check", "bet 300")
    assert options(hand)["raise"] == (600, 1200)
    do(hand, "raise 1200")
    # Pot 300 + 300 + 1200, call 1200: raise by 3000 to 4200.
    assert options(hand)["raise"] == (2100, 4200)


def test_b13_pot_limit_counts_antes() -> None:
    stakes = Stakes(small_blind=50, big_blind=100, ante=20)
    hand = start([10_000] * 3, game="plhe", stakes=stakes)
    assert options(hand)["raise"] == (200, 100 + 100 + 150 + 60)


def test_b13_omaha_hi_lo_splits_and_the_odd_chip_goes_high() -> None:
    # Seat 1 makes the nut low, seat 0 kings full; the small blind's 5 makes the pot odd.
    stakes = Stakes(small_blind=5, big_blind=10, small_bet=10, big_bet=20)
    hole = ["Ac2c9s9d", "3h4h5h7h", "KcKdQcQd"]  # seats 1, 2, 0
    deck = stacked(
        "".join(hand[2 * turn : 2 * turn + 2] for turn in range(4) for hand in hole)
        + "Th"
        + "Ks5s8c"
        + "Td"
        + "8d"
        + "Tc"
        + "3s"
    )
    hand = start([1000] * 3, game="flo8", stakes=stakes, deck=deck)
    do(hand, "call", "call", "fold", *["check"] * 6)
    awards = [(award.seat, award.half, award.amount) for award in hand.result().awards]
    assert awards == [(0, "high", 15), (1, "low", 15)]


@pytest.mark.parametrize(("button", "first", "second"), [(0, 1, 2), (1, 2, 1)])
def test_b13_odd_unit_of_a_half_goes_left_of_the_button(
    button: int, first: int, second: int
) -> None:
    """Kings full take 15 of 30; two equal lows split the other 15 eight to seven."""
    stakes = Stakes(small_blind=5, big_blind=10, small_bet=10, big_bet=20)
    hole = ["KcKdQcQd", "Ac2c9s9d", "Ah2h9h7h"]  # seats 0, 1, 2
    order = [(button + 1 + turn) % 3 for turn in range(3)]
    deck = stacked(
        "".join(hole[seat][2 * turn : 2 * turn + 2] for turn in range(4) for seat in order)
        + "ThKs5s8cTd8dTc3s"
    )
    hand = start([1000] * 3, button, game="flo8", stakes=stakes, deck=deck)
    do(hand, "call", "call", "check", *["check"] * 9)
    awards = {(award.half, award.seat): award.amount for award in hand.result().awards}
    assert awards == {("high", 0): 15, ("low", first): 8, ("low", second): 7}


def test_b13_hi_lo_without_a_low_goes_high_as_a_whole() -> None:
    hand = start([1000] * 2, game="flo8", deck=stacked("Ac2cAdKd9s9dKcKh" + "Th" + "KsQsJs"))
    events = do(hand, "call", "check", *["check"] * 6)
    assert {event.half for event in events if isinstance(event, Award)} == {"whole"}


def test_limit_stakes_must_fit() -> None:
    for wrong in (
        Stakes(small_blind=50, big_blind=100, small_bet=100, big_bet=150),
        Stakes(small_blind=50, big_blind=100, small_bet=50, big_bet=100),
        NO_LIMIT,
    ):
        with pytest.raises(Illegal):
            start([1000] * 2, game="flhe", stakes=wrong)


def test_a_post_is_never_more_than_the_big_blind() -> None:
    game = start([1000] * 2, game="flhe").variant
    with pytest.raises(Illegal):
        Hand.start(game, LIMIT, [Player(0, 500), Player(1, 500, 101)], 0, shuffled(1))
