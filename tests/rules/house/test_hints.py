"""Hints: the written strategies of the rule book, and the exact value of every choice."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from rules.cards import NAMES, parse
from rules.errors import Illegal
from rules.hand import Action
from rules.house import (
    GAMES,
    SEAT,
    CasinoHoldem,
    CasinoHoldemSettings,
    RussianPoker,
    RussianSettings,
    Ultimate,
    UthSettings,
)
from rules.house.combinations import paid
from rules.house.hints import hint
from rules.house.holdem_advice import uth_choices
from rules.house.paytables import table as pay_table
from rules.house.russian_advice import (
    Dealers,
    Draws,
    bet_value,
    buy_dealer_value,
    first_choices,
    insurance_value,
)
from rules.house.russian_batch import QUALIFIES, Pays, multiples
from rules.house.uth_edge import RAISES
from rules.house.written import casino_call, dealer_outs, uth_flop, uth_river
from rules.odds import drawn, rank7
from tests.rules.house.tables import EXTRAS, begin, do

FLOP = "2h7s9c Jd3s"


def kinds(*groups: str) -> set[str]:
    return set(" ".join(groups).split())


# --- Ultimate Texas Hold'em -------------------------------------------------------------------


def test_uth_raises_before_the_flop():
    """E1: pairs from threes, any ace, K2s, K5o, Q6s, Q8o, J8s and JTo upwards."""
    assert len(RAISES) == 12 + 24 + 11 + 8 + 6 + 4 + 3 + 1
    assert kinds("33 AA A2o K2s K5o Q6s Q8o J8s JTo") <= RAISES
    assert not kinds("22 K4o Q5s Q7o J7s J9o T9s") & RAISES


@pytest.mark.parametrize(
    ("own", "kind", "amount"), [("KcQd", "play", 40), ("Jc9d", "check", 0), ("2c2d", "check", 0)]
)
def test_uth_hint_before_the_flop(own, kind, amount):
    table = begin(Ultimate, f"{own} AsAh {FLOP}", UthSettings())
    assert hint(table).action == Action(kind, amount)


@pytest.mark.parametrize(
    ("own", "flop", "reason"),
    [
        ("9d4c", "9h7s2c", "hidden_pair"),
        ("2d2s", "9h7s3c", ""),
        ("9d7c", "9h7s2c", "two_pair_or_better"),
        ("QdTc", "9h9s9c", ""),
        ("QdQc", "9h9s9c", "two_pair_or_better"),
        ("Td3d", "9d7d2c", "four_to_a_flush"),
        ("8d3d", "9d7d2c", ""),
        ("Tc3d", "9d7d2d", ""),
        ("QdTc", "9h9s2c", ""),
    ],
)
def test_uth_double_on_the_flop(own, flop, reason):
    assert uth_flop(parse(own), parse(flop)) == reason


@pytest.mark.parametrize(
    ("own", "board", "plays"),
    [
        ("2c7d", "2h9sJdQsAc", True),
        ("2c3d", "4h9sJdQsAc", False),
        ("Kc3d", "4h4s9d9sQc", True),
    ],
)
def test_uth_river(own, board, plays):
    assert bool(uth_river(parse(own), parse(board))) is plays


def test_uth_values_before_the_flop_are_those_of_the_full_count():
    table = begin(Ultimate, f"KcQd AsAh {FLOP}", UthSettings())
    told = hint(table)
    assert told.reason == "uth_raise"
    assert [action.amount for action, _ in told.others] == [30, 0]
    assert told.value > told.others[0][1] > told.others[1][1] > 0


@pytest.mark.parametrize(
    ("settings", "bets", "stack"),
    [
        (UthSettings(trips_on_fold="lose"), {"ante": 10, "trips": 5}, 1_000),
        (UthSettings(trips_win_only=True), {"ante": 10, "trips": 5}, 1_000),
        (
            UthSettings(blind=pay_table("short", "a test", "royal_flush 500, flush 1")),
            {"ante": 10},
            1_000,
        ),
        (UthSettings(), {"ante": 10}, 39),
    ],
)
def test_uth_hint_says_no_value_that_was_counted_for_another_game(settings, bets, stack):
    told = hint(begin(Ultimate, f"KcQd AsAh {FLOP}", settings, bets, stack))
    assert (told.value, told.others) == (None, ())


@pytest.mark.parametrize(
    ("options", "worth_of_play", "worth_of_fold"),
    [
        ({}, 0, 0),
        ({"trips_on_fold": "lose"}, 3, -1),
        ({"trips_win_only": True}, 0, 0),  # no dealer is beaten
        ({"trips_win_only": True, "trips_on_fold": "lose"}, 0, -1),
    ],
)
def test_uth_counts_the_trips_bet_as_far_as_the_river_decides_it(
    options, worth_of_play, worth_of_fold
):
    own, board = parse("2c3d"), parse("9h9s9cKdQs")
    plain = uth_choices(own, board, UthSettings(), 1)
    found = uth_choices(own, board, UthSettings(**options), 1)
    assert found["play"] - plain["play"] == pytest.approx(worth_of_play)
    assert found["fold"] - plain["fold"] == pytest.approx(worth_of_fold)


def test_uth_dealer_outs_are_cards_that_beat_us_alone():
    """King high on two pair: fours, nines, queens and aces."""
    outs = dealer_outs(parse("Kc3d"), parse("4h4s9d9sQc"))
    assert outs == 2 + 2 + 3 + 4


# --- Casino Hold'em ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "flop", "reason"),
    [
        ("9d4c", "9h7s2c", "hidden_pair"),
        ("3d4c", "9h7h2c", ""),
        ("3h4h", "9h7h2c", "four_to_a_flush"),
        ("3d4c", "6h7h2c", "straight_draw"),
        ("3d4c", "Ah2sKc", "straight_draw"),
        ("Jd2c", "9h7s3c", "high_cards"),
        ("Td2c", "9h7s3c", ""),
        ("8d7c", "QhTs3c", "high_cards"),
        ("8d6c", "QhJs3c", ""),
        ("Td2c", "9h9s3c", "high_cards"),
        ("9d2c", "QhQs3c", ""),
        ("Td2c", "9h9s9c", "high_cards"),
        ("8d2c", "9h9s9c", ""),
    ],
)
def test_casino_holdem_calls(own, flop, reason):
    """E2b."""
    assert casino_call(parse(own), parse(flop)) == reason


def test_casino_holdem_hint():
    table = begin(CasinoHoldem, "QdJc AsAh 9h7s3c 5d6d", CasinoHoldemSettings())
    told = hint(table)
    assert (told.action, told.reason) == (Action("call", 20), "high_cards")
    ((other, value),) = told.others
    assert (other, value) == (Action("fold"), -1)
    assert told.value > -1


def test_what_is_counted_stands_above_the_short_rule():
    """E2b would call with a jack high; folding is worth a little more."""
    table = begin(CasinoHoldem, "Jd2c AsAh 9h7s3c 5d6d", CasinoHoldemSettings())
    told = hint(table)
    assert (told.action, told.reason, told.value) == (Action("fold"), "counted", -1)
    assert -1.1 < told.others[0][1] < -1


@pytest.mark.parametrize(("on_fold", "best"), [("lose", "call"), ("settle", "fold")])
def test_a_hit_of_the_side_bet_that_a_fold_would_lose_is_called(on_fold, best):
    """Two aces on the flop: seven antes of the AA bonus hang on the call."""
    table = begin(
        CasinoHoldem,
        "2d3c KsQh AhAs9c 5d6d",
        CasinoHoldemSettings(aa_on_fold=on_fold),
        {"ante": 10, "aa": 10},
    )
    told = hint(table)
    worth = {action.kind: value for action, value in ((told.action, told.value), *told.others)}
    assert told.action.kind == best
    assert (worth["call"] > 5) == (worth["fold"] == -2) == (on_fold == "lose")


# --- Russian Poker ----------------------------------------------------------------------------


def plain_bet_value(own, seen, up) -> float:
    """Every dealer one by one."""
    unseen = [card for card in range(52) if card not in seen and card != up]
    mine = evaluate_cards(*own)
    table = RussianSettings().bet
    won = 2 * sum(table.win(each.category, 1) for each in paid(own) if each)
    total = count = 0
    for four in combinations(unseen, 4):
        theirs = evaluate_cards(*four, up)
        count += 1
        if theirs > QUALIFIES:
            total += 1
        elif mine != theirs:
            total += won if mine < theirs else -3
    return total / count


@pytest.mark.parametrize("own", ["QsQcAcKc3s", "AsKd9c5h2s"])
def test_russian_value_of_a_bet_is_exact(own):
    own, up = parse(own), parse("7d")[0]
    assert bet_value(own, own, up, RussianSettings()) == pytest.approx(
        plain_bet_value(own, own, up), abs=1e-12
    )


def test_russian_dealers_that_avoid_a_draw():
    """Inclusion and exclusion against counting, for draws of one to five cards."""
    own, up = parse("AsKd9c5h2s"), parse("7d")[0]
    dealers = Dealers([card for card in range(52) if card not in own and card != up], up)
    rng = random.Random(3)
    bound = 3000
    hands = np.array(list(combinations(range(46), 4)))
    cards = np.concatenate(
        [dealers.cards[hands], np.full((len(hands), 1), up, dtype=np.uint8)], axis=1
    )
    good = rank7(cards) <= bound
    for size in range(6):
        draw = sorted(rng.sample(range(46), size))
        avoids = ~np.isin(hands, draw).any(axis=1)
        found = dealers.upto(Draws(np.array([draw], dtype=np.int64)), np.array([bound]))
        assert found.tolist() == [int((good & avoids).sum())], size
        assert dealers.total(size) == int(avoids.sum())


def test_russian_choices_of_a_pair_of_aces():
    """Against a low card a pair of aces with nothing else plays, and folding comes to −1."""
    found = first_choices(parse("AsAd9c5h2s"), parse("3h")[0], RussianSettings(), five=False)
    assert len(found) == 3 + 5 + 10 + 10 + 5
    assert found[0].value == max(choice.value for choice in found)
    values = {(choice.kind, choice.cards): choice.value for choice in found}
    assert values["fold", ()] == -1
    # The sixth card gives nothing up, so it beats any exchange of one card at the same price.
    assert values["buy_card", ()] > max(
        value for (kind, cards), value in values.items() if kind == "exchange" and len(cards) == 1
    )


def test_russian_payouts_of_many_hands_are_those_of_one():
    pays = Pays.of(RussianSettings())
    table = RussianSettings().bet
    rng = np.random.default_rng(6)
    rich = np.array([card for card in range(52) if card >> 2 >= 8 or card < 4], dtype=np.uint8)
    for deck in (np.arange(52, dtype=np.uint8), rich):
        for size in (5, 6):
            cards = drawn(deck, size, rng, 700)
            found = multiples(cards, rank7(cards), pays).tolist()
            plain = [
                sum(table.win(each.category, 1) for each in paid(row) if each)
                for row in cards.tolist()
            ]
            assert found == plain


def test_russian_hint_gives_every_choice_its_value():
    table = begin(RussianPoker, "AsKd9c5h2s QhQd8c4s7d", RussianSettings())
    told = hint(table)
    assert told.action == Action("exchange", 10, ("9c", "5h", "2s"))
    assert told.value > told.others[0][1]
    do(table, told.action)
    assert hint(table).action.kind in ("play", "fold")


def test_russian_insurance_is_advised_where_it_makes_the_hand_worth_most():
    """Queens full against the last queen, which can pair nothing."""
    table = begin(RussianPoker, "QsQdQc9s9d 2c3d4h7sQh", RussianSettings())
    told = hint(table)
    assert (told.action.kind, told.reason) == ("insure", "insurance_pays")
    assert told.action.amount == 70
    assert told.value > {action.kind: value for action, value in told.others}["play"]
    do(table, told.action)
    assert hint(table).action.kind == "play"


def test_russian_values_know_the_house_maximum():
    own, up = parse("9s9d9c9h5s"), parse("3h")[0]
    free = bet_value(own, own, up, RussianSettings(), 10)
    capped = bet_value(own, own, up, RussianSettings(max_payout=100), 10)
    assert free > 20 > 7 > capped
    dealer = parse("Kh8d7c4s3h")
    limited = RussianSettings(max_payout=100)
    assert buy_dealer_value(own, own, dealer, RussianSettings(), 10) > 8
    assert buy_dealer_value(own, own, dealer, limited, 10) < 4


def test_russian_insurance_is_mostly_a_bad_bet():
    """E3: about −0.09 a chip against a low card, −0.33 against a king or ace."""
    own = parse("8s8d8c9cKc")
    assert -0.2 < insurance_value(own, own, parse("4h")[0]) < 0.1
    assert insurance_value(own, own, parse("Ad")[0]) < -0.2


def test_russian_buying_the_dealer_a_card_pays_from_a_total_of_four():
    settings = RussianSettings()
    dealer = parse("Kh9d7c4s2h")
    trips = parse("8s8d8cAcKc")
    assert buy_dealer_value(trips, trips, dealer, settings, 10) > 0
    pair = parse("5s5d9c8c3s")
    assert buy_dealer_value(pair, pair, dealer, settings, 10) < -1


# --- all games --------------------------------------------------------------------------------


@settings(max_examples=6, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**32), st.integers(34, 200))
def test_following_the_hints_is_always_legal(key, seed, stack):
    rng = random.Random(seed)
    table = GAMES[key].start(EXTRAS[key][1][0], {"ante": 10}, stack, rng.sample(range(52), 52))
    while not table.over:
        do(table, hint(table).action)
    assert table.problems() == []
    with pytest.raises(Illegal):
        hint(table)


def test_a_hint_does_not_look_at_hidden_cards():
    told = [
        hint(begin(RussianPoker, f"AsKd9c5h2s {hidden} 7d", RussianSettings()))
        for hidden in ("QhQd6c4s", "2c3d6c4s")
    ]
    assert told[0] == told[1]


def test_seen_cards_are_all_that_the_member_held():
    table = begin(RussianPoker, "AsKd9c5h2s QhQd8c4s7d", RussianSettings())
    do(table, Action("exchange", 10, ("9c", "5h", "2s")))
    assert [NAMES[card] for card in table.seen[:5]] == ["As", "Kd", "9c", "5h", "2s"]
    assert len(set(table.seen)) == 8
    assert SEAT in table.actors
