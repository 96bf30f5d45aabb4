"""No-limit hold'em by the rule book, section B. Seats count from 0; the button is seat 0."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.errors import Illegal
from rules.events import Award, Board, Burn, Deal, Muck, Post, Refund, Show
from rules.hand import Action, Hand, Player
from rules.stakes import Stakes
from tests.rules.builders import NO_LIMIT, do, holdem_deck, options, shuffled, start

VECTORS = Path(__file__).parent.parent / "vectors"


def rows(name: str) -> list[Any]:
    return [pytest.param(row, id=row["id"]) for row in json.loads((VECTORS / name).read_text())]


@pytest.mark.parametrize("row", rows("nlhe_betting.json"))
def test_betting_vectors(row: dict[str, Any]) -> None:
    stakes = Stakes(small_blind=row["sb"], big_blind=row["bb"])
    hand = start(row["stacks"], row["button"], stakes=stakes)
    contributed = sum(hand.starts)
    for action in row["actions"]:
        kind = action[0]
        if kind == "raise":
            kind = "raise" if "raise" in options(hand) else "bet"
        do(hand, " ".join([kind, *[str(part) for part in action[1:]]]))
    expected = row["next"]
    if expected["seat"] is None:
        assert hand.over
        shown = hand.result().shown
        assert (expected["street"] == "showdown") == bool(shown)
        return
    assert sum(hand.stacks) == contributed - row["pot"]
    assert hand.pot == row["pot"]
    assert hand.actors == (expected["seat"],)
    assert hand.variant.streets[hand.street].name == expected["street"]
    legal = hand.legal(expected["seat"])
    assert legal.to_call == expected["to_call"]
    found = options(hand)
    assert ("check" in found) == expected["check"]
    raises = found.get("raise") or found.get("bet")
    assert bool(raises) == expected["may_raise"]
    if raises:
        assert raises == (expected["min_to"], expected["max_to"])
        assert (raises[0] == raises[1]) == expected["min_is_all_in"]


def test_tda_47_illustration_1_cumulative_all_ins_reopen() -> None:
    # Flop, blinds 50/100. A bets 100, B all-in 125, C calls, D all-in 200, E calls 200.
    def to_a() -> Hand:
        hand = start([5000, 5000, 225, 5000, 300, 5000], deck=shuffled(3))
        do(hand, "call", "call", "call", "fold", "call", "check")  # seats 3 4 5 0 1 2
        do(hand, "bet 100", "raise 125", "call", "raise 200", "call")
        assert hand.actors == (1,)
        return hand

    hand = to_a()
    assert options(hand)["raise"][0] == 300
    do(hand, "call")
    assert hand.actors == (3,)
    assert options(hand) == {"fold": (0, 0), "call": (75, 75)}

    hand = to_a()
    do(hand, "raise 300")
    assert hand.actors == (3,)
    assert "raise" in options(hand)


def test_tda_47_illustration_2_minimum_is_the_last_full_raise() -> None:
    # A opens 300, B all-in 500, C all-in 650, D all-in 800, E calls; F may raise to 1,100.
    hand = start([9000, 9000, 600, 750, 900, 9000])
    do(hand, "call", "call", "call", "call", "call", "check")
    do(hand, "bet 300", "raise 500", "raise 650", "raise 800", "call")
    assert hand.actors == (0,)
    assert options(hand) == {"fold": (0, 0), "call": (800, 800), "raise": (1100, 8900)}


def test_tda_47_illustration_3() -> None:
    stakes = Stakes(small_blind=2000, big_blind=4000)
    stacks = [7500, 100_000, 100_000, 100_000, 100_000]
    hand = start(stacks, stakes=stakes)
    do(hand, "call", "fold", "raise 7500", "fold")
    assert options(hand)["raise"][0] == 11_500
    do(hand, "call")
    assert options(hand) == {"fold": (0, 0), "call": (3500, 3500)}
    hand = start(stacks, stakes=stakes)
    do(hand, "call", "fold", "raise 7500", "fold", "raise 11500")
    assert options(hand)["raise"][0] == 15_500


def test_b2_heads_up_button_posts_small_and_acts_first_then_last() -> None:
    hand = start([1000, 1000], button=1)
    posts = {event.kind: event.seat for event in hand.opening if isinstance(event, Post)}
    assert posts == {"small_blind": 1, "big_blind": 0}
    assert hand.actors == (1,)
    first = next(event for event in hand.opening if isinstance(event, Deal))
    assert (first.seat, first.positions[0]) == (0, 0)
    do(hand, "call", "check")
    assert hand.actors == (0,)


def test_b1_cards_one_at_a_time_and_a_burn_before_each_street() -> None:
    hand = start([1000] * 3)
    deals = [event for event in hand.opening if isinstance(event, Deal)]
    assert [(deal.seat, deal.positions) for deal in deals] == [
        (1, (0, 3)),
        (2, (1, 4)),
        (0, (2, 5)),
    ]
    events = do(hand, "call", "call", "check", *["check"] * 9)
    burns = [event.position for event in events if isinstance(event, Burn)]
    boards = [event.positions for event in events if isinstance(event, Board)]
    assert (burns, boards) == ([6, 10, 12], [(7, 8, 9), (11,), (13,)])


def test_b5_short_big_blind_keeps_the_price_and_unmatched_chips_come_back() -> None:
    hand = start([1000, 1000, 40])
    assert options(hand)["call"] == (100, 100)
    events = do(hand, "call", "fold")
    refund = next(event for event in events if isinstance(event, Refund))
    assert (refund.seat, refund.amount) == (0, 50)


def test_b5_small_blind_may_only_call_what_the_short_big_blind_has() -> None:
    hand = start([1000, 70], button=0)
    assert options(hand) == {"fold": (0, 0), "call": (20, 20)}


def test_b7_odd_chip_goes_to_the_first_winner_left_of_the_button() -> None:
    deck = holdem_deck(["2c2d", "AcKd", "AdKc"], "AsKs7h8h3c")
    hand = start([1000] * 3, button=0, deck=deck, stakes=Stakes(small_blind=5, big_blind=10))
    do(hand, "raise 30", "call", "call", "bet 55", "call", "call")
    do(hand, "check", "check", "check", "check", "check", "check")
    result = hand.result()
    assert result.pots[0].amount == 255
    assert result.net == {1: -85, 2: 43, 0: 42}


def test_b8_walk_over_shows_nothing() -> None:
    hand = start([1000] * 3)
    events = do(hand, "fold", "fold")
    award = next(event for event in events if isinstance(event, Award))
    assert (award.seat, award.amount, award.rank, award.best) == (2, 100, None, ())
    assert not [event for event in events if isinstance(event, Show)]


def test_b8_last_aggressor_shows_first_and_the_beaten_muck() -> None:
    deck = holdem_deck(["AcAd", "KcKd", "QcQd"], "2s3s7h8h9d")
    hand = start([1000] * 3, button=0, deck=deck)  # seat 1 has aces, 2 kings, 0 queens
    do(hand, "call", "call", "check", *["check"] * 6)
    events = do(hand, "bet 100", "call", "call")
    assert [type(event) for event in events if isinstance(event, (Show, Muck))] == [
        Show,
        Muck,
        Muck,
    ]
    assert hand.result().shown == (1,)


def test_b8_checked_river_first_live_left_of_the_button_shows_first() -> None:
    deck = holdem_deck(["QcQd", "KcKd", "AcAd"], "2s3s7h8h9d")
    hand = start([1000] * 3, button=0, deck=deck)
    do(hand, "call", "call", "check", *["check"] * 9)
    assert hand.result().shown == (1, 2, 0)


def test_b8_all_in_turns_every_live_hand_up_before_the_board() -> None:
    hand = start([1000, 1000, 1000])
    events = do(hand, "raise 1000", "call", "fold")
    kinds = [type(event).__name__ for event in events]
    assert kinds.index("Show") < kinds.index("Board")
    assert {event.seat for event in events if isinstance(event, Show)} == {0, 1}


def test_b8_side_pots_are_awarded_from_the_last_to_the_main() -> None:
    deck = holdem_deck(["AcAd", "KcKd", "QcQd"], "2s3s7h8h9d")
    hand = start([1000, 200, 600], button=0, deck=deck)
    events = do(hand, "raise 1000", "call", "call")
    awards = [(event.pot, event.seat, event.amount) for event in events if isinstance(event, Award)]
    assert awards == [(1, 2, 800), (0, 1, 600)]


def test_b10_live_post_keeps_the_option_and_dead_chips_make_no_level() -> None:
    players = [Player(0, 1000), Player(1, 1000), Player(2, 1000), Player(3, 1000, 100, 50)]
    hand = Hand.start(NO_LIMIT_GAME, NO_LIMIT, players, 0, shuffled(1))
    assert hand.actors == (3,)
    assert options(hand) == {"fold": (0, 0), "check": (0, 0), "raise": (200, 900 - 50 + 100)}
    assert hand.pot == 300
    do(hand, "check", "fold", "fold", "fold")
    assert hand.result().net == {0: 0, 1: -50, 2: -100, 3: 150}


def test_b9_dead_small_blind() -> None:
    hand = start([1000] * 3, small_blind=None, big_blind=1)
    assert [event.kind for event in hand.opening if isinstance(event, Post)] == ["big_blind"]
    assert hand.actors == (2,)


def test_big_blind_ante_is_dead_and_comes_after_the_blind() -> None:
    stakes = Stakes(small_blind=50, big_blind=100, big_blind_ante=100)
    hand = start([1000, 1000, 150], stakes=stakes)
    posts = [(e.seat, e.kind, e.amount) for e in hand.opening if isinstance(e, Post)]
    assert posts == [(1, "small_blind", 50), (2, "big_blind", 100), (2, "ante", 50)]
    do(hand, "fold", "fold")
    assert hand.result().net == {0: 0, 1: -50, 2: 50}


def test_b13_rake_percent_cap_and_no_flop_no_drop() -> None:
    stakes = Stakes(small_blind=50, big_blind=100, rake_percent=500, rake_cap=12)
    hand = start([1000] * 3, stakes=stakes)
    do(hand, "fold", "fold")
    assert hand.result().rake == 0
    hand = start([1000] * 3, stakes=stakes)
    do(hand, "fold", "call", "check", "check", "bet 100", "fold")
    result = hand.result()
    assert result.rake == 10
    assert sum(result.net.values()) == -10
    hand = start([1000] * 3, stakes=stakes)
    do(hand, "call", "call", "check", "check", "bet 100", "fold", "fold")
    assert hand.result().rake == 12


def test_k2_a_turn_counts_decisions() -> None:
    hand = start([1000] * 3)
    assert [hand.turn(seat) for seat in (0, 1, 2)] == [1, 0, 0]
    do(hand, "call", "call")
    assert [hand.turn(seat) for seat in (0, 1, 2)] == [1, 1, 1]
    with pytest.raises(Illegal):
        hand.act(0, 1, Action("call"))


NO_LIMIT_GAME = start([1000, 1000]).variant
