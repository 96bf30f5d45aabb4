"""Rule book E: rounds from the bets to the last chip, and what they refuse."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import NAMES
from rules.errors import Illegal, Malformed, Stale
from rules.events import Board, Deal, End, Show
from rules.hand import Action
from rules.house import (
    GAMES,
    SEAT,
    SETTINGS,
    CasinoHoldem,
    CasinoHoldemSettings,
    Limits,
    RussianPoker,
    RussianSettings,
    Ultimate,
    UthSettings,
    paytables,
)
from rules.house.events import Settle, Verdict
from rules.house.paytables import RUSSIAN_BONUS, UTH_TRIPS, PayTable
from rules.view import project
from tests.rules.house.tables import EXTRAS, begin, do, kinds, offered, stacked

# Player Ac Kd, dealer 9s 9h, board Ah 7c 5d 3s 2h.
ACES = "AcKd 9s9h Ah7c5d 3s2h"


def nets(table) -> dict[str, int]:
    return table.result().bets


# --- Ultimate Texas Hold'em -------------------------------------------------------------------


def test_uth_blind_equals_the_ante_and_the_felt_is_in_order():
    table = begin(Ultimate, ACES, UthSettings(), {"ante": 10, "trips": 4}, 500)
    assert table.stakes == {"ante": 10, "blind": 10, "trips": 4}
    assert table.stack(SEAT) == 476
    assert [event.kind for event in table.opening[:3]] == ["ante", "blind", "trips"]


def test_uth_four_or_three_then_two_then_one():
    table = begin(Ultimate, ACES, UthSettings())
    assert offered(table) == [("check", 0, 0), ("play", 40, 40), ("play", 30, 30)]
    do(table, "check")
    assert offered(table) == [("check", 0, 0), ("play", 20, 20)]
    do(table, "check")
    assert offered(table) == [("fold", 0, 0), ("play", 10, 10)]


@pytest.mark.parametrize("before", [0, 1, 2])
def test_uth_play_deals_the_whole_board_and_ends(before):
    table = begin(Ultimate, ACES, UthSettings())
    price = (40, 20, 10)[before]
    events = do(table, *["check"] * before, ("play", price))
    assert table.over
    assert sum(len(event.cards) for event in events if isinstance(event, Board)) == 5
    # The dealer has a pair: the ante is paid too, the blind pushes with a pair.
    assert nets(table) == {"ante": 10, "blind": 0, "play": price}
    assert table.stack(SEAT) == 10_010 + price


def test_uth_three_times_is_an_option_of_the_table():
    assert ("play", 30, 30) not in offered(begin(Ultimate, ACES, UthSettings(three=False)))


def test_uth_fold_on_the_river_shows_the_dealer():
    table = begin(Ultimate, ACES, UthSettings())
    events = do(table, "check", "check", "fold")
    assert nets(table) == {"ante": -10, "blind": -10}
    assert [event.cards for event in events if isinstance(event, Show)] == [("9s", "9h")]


def test_uth_a_short_stack_is_not_offered_what_it_cannot_pay():
    table = begin(Ultimate, ACES, UthSettings(), {"ante": 10}, 35)
    assert offered(table) == [("check", 0, 0)]
    do(table, "check")
    assert offered(table) == [("check", 0, 0)]
    do(table, "check", "play")
    assert table.over


def test_uth_a_stack_must_reach_the_river():
    with pytest.raises(Illegal) as refusal:
        begin(Ultimate, ACES, UthSettings(), {"ante": 10, "trips": 2}, 31)
    assert (refusal.value.code, refusal.value.data) == ("stack", {"needed": 32})


def test_uth_trips_paid_only_when_the_dealer_is_beaten():
    """Isle Pompano: three sevens against three kings push."""
    cards = "7c7d KsKh 7hKc2s 4d9c"
    bets = {"ante": 10, "trips": 10}
    always = begin(Ultimate, cards, UthSettings(), bets)
    winning = begin(Ultimate, cards, UthSettings(trips_win_only=True), bets)
    for round_ in (always, winning):
        do(round_, ("play", 40))
    assert nets(always)["trips"] == 30
    assert nets(winning)["trips"] == 0


def test_uth_flush_on_the_blind_pays_three_to_two_in_whole_chips():
    table = begin(Ultimate, "AhQh 2c3d 5h9hJh 8s4c", UthSettings(), {"ante": 6})
    do(table, ("play", 24))
    assert nets(table)["blind"] == 9


def test_uth_without_trips_at_the_table():
    with pytest.raises(Illegal):
        begin(Ultimate, ACES, UthSettings(trips=None), {"ante": 10, "trips": 2})


# --- Casino Hold'em ---------------------------------------------------------------------------


def test_casino_holdem_call_or_fold_after_the_flop():
    table = begin(CasinoHoldem, ACES, CasinoHoldemSettings())
    assert offered(table) == [("fold", 0, 0), ("call", 20, 20)]
    assert len(table.board) == 3
    do(table, "call")
    assert nets(table) == {"ante": 10, "call": 20}


def test_casino_holdem_fold_leaves_the_dealer_and_the_rest_hidden():
    table = begin(CasinoHoldem, ACES, CasinoHoldemSettings(), {"ante": 10, "aa": 5})
    events = do(table, "fold")
    assert nets(table) == {"ante": -10, "aa": -5}
    assert not [event for event in events if isinstance(event, Show | Board)]
    assert len(table.board) == 3


def test_casino_holdem_dealer_needs_a_pair_of_fours():
    """Threes on the board alone: the ante is paid by the hand, the call comes back."""
    table = begin(CasinoHoldem, "2c4d KsQh 3h3c8s TdJc", CasinoHoldemSettings())
    do(table, "call")
    assert table.result().result == "no_qualify"
    assert nets(table) == {"ante": 10, "call": 0}


def test_casino_holdem_aces_bonus():
    table = begin(CasinoHoldem, ACES, CasinoHoldemSettings(), {"ante": 10, "aa": 5})
    do(table, "call")
    assert nets(table)["aa"] == 35


# --- Russian Poker ----------------------------------------------------------------------------

# Player's five, the dealer's five with the last face up, then the draw.
PAIR = "AsAd9c5h2s KhKd8c4s3h"


def test_russian_first_choice():
    table = begin(RussianPoker, PAIR, RussianSettings())
    assert offered(table) == [
        ("fold", 0, 0),
        ("play", 20, 20),
        ("buy_card", 10, 10),
        ("exchange", 10, 10),
    ]


def test_russian_the_last_dealer_card_lies_open():
    table = begin(RussianPoker, PAIR, RussianSettings())
    seen = [project(event, SEAT) for event in table.opening if isinstance(event, Deal)]
    assert [event.cards for event in seen if event.seat != SEAT] == [None, ("3h",)]


def test_russian_pair_beats_pair_and_the_ante_comes_back():
    table = begin(RussianPoker, PAIR, RussianSettings())
    do(table, "play")
    assert nets(table) == {"ante": 0, "bet": 20}


def test_russian_sixth_card_makes_two_combinations():
    table = begin(RussianPoker, "AsKdQcJhTs 9h9d8c4s3h Td", RussianSettings())
    do(table, "buy_card")
    assert kinds(table) == ["fold", "play", "insure"]
    events = do(table, "play")
    assert nets(table) == {"ante": 0, "fee": -10, "bet": 80 + 20}
    paid = [event.lines for event in events if isinstance(event, Settle) and event.bet == "bet"]
    assert paid == [("straight", "one_pair")]


def test_russian_exchange_takes_fresh_cards_in_order():
    table = begin(RussianPoker, PAIR + "AhAc7d", RussianSettings())
    do(table, Action("exchange", 10, ("9c", "5h", "2s")))
    assert [NAMES[card] for card in table.own] == ["As", "Ad", "Ah", "Ac", "7d"]
    assert table.own_at == (0, 1, 10, 11, 12)
    assert kinds(table) == ["fold", "play", "insure"]
    do(table, "play")
    assert nets(table) == {"ante": 0, "fee": -10, "bet": 400}


@pytest.mark.parametrize(
    "cards",
    [(), ("9c", "9c"), ("Kh",), ("Xx",), ("As", "Ad", "9c", "5h", "2s", "3h")],
)
def test_russian_exchange_of_cards_that_one_does_not_hold(cards):
    table = begin(RussianPoker, PAIR, RussianSettings())
    with pytest.raises(Malformed):
        do(table, Action("exchange", 10, cards))
    assert table.stack(SEAT) == 9990
    assert table.turn(SEAT) == 1


def test_russian_single_exchanges_again_for_two_and_three_antes():
    table = begin(RussianPoker, PAIR + "7d8h", RussianSettings(single_again=True))
    do(table, Action("exchange", 0, ("2s",)))
    assert ("exchange", 20, 20) in offered(table)
    assert "buy_card" not in kinds(table)
    do(table, Action("exchange", 0, ("5h",)))
    assert ("exchange", 30, 30) in offered(table)
    assert table.stakes["fee"] == 30
    with pytest.raises(Malformed):
        do(table, Action("exchange", 0, ("7d", "8h")))


def test_russian_insurance_from_an_ante_to_half_of_the_payout():
    trips = "8s8d8cAcKh 9h7d6c4s3h"
    table = begin(RussianPoker, trips, RussianSettings())
    # Trips and ace-king would win 60 + 20.
    assert ("insure", 10, 40) in offered(table)
    full = begin(RussianPoker, trips, RussianSettings(insurance_part="full"))
    assert ("insure", 10, 80) in offered(full)
    assert "insure" not in kinds(begin(RussianPoker, PAIR, RussianSettings()))
    assert "insure" not in kinds(begin(RussianPoker, trips, RussianSettings(insurance=False)))
    do(table, ("insure", 25))
    assert kinds(table) == ["play"]
    do(table, "play", "take")
    assert nets(table) == {"ante": 10, "insurance": 25, "bet": 0}


def test_russian_dealer_is_bought_another_card_until_its_rank_differs():
    """King high: the king goes, another king goes too, the nine stays and pairs."""
    table = begin(RussianPoker, "QsQdQc7h2c Kh9d8c4s3h KcKd9c", RussianSettings())
    do(table, "play")
    assert offered(table) == [("take", 0, 0), ("buy_dealer", 10, 10)]
    do(table, "buy_dealer")
    assert [NAMES[card] for card in table.dealer] == ["9d", "8c", "4s", "3h", "9c"]
    assert nets(table) == {"ante": 0, "bet": 60, "buy": -10}


def test_russian_dealer_not_qualified_without_the_purchase():
    table = begin(RussianPoker, "QsQdQc7h2c Kh9d8c4s3h", RussianSettings(buy_dealer=False))
    do(table, "play")
    assert nets(table) == {"ante": 10, "bet": 0}


def test_russian_bonus_is_for_the_dealt_cards():
    settings = RussianSettings(bonus=RUSSIAN_BONUS)
    table = begin(RussianPoker, "AsKdQcJhTs 9h9d8c4s3h", settings, {"ante": 10, "bonus": 2})
    do(table, "fold")
    assert nets(table) == {"ante": -10, "bonus": 80}


def test_russian_house_maximum_caps_both_combinations_together():
    table = begin(RussianPoker, "AsKsQsJsTs 9h9d8c4s3h 9s", RussianSettings(max_payout=2500))
    do(table, "buy_card", "play")
    assert nets(table)["bet"] == 2500


# --- all games --------------------------------------------------------------------------------


def anything(table, rng: random.Random) -> Action:
    option = rng.choice(table.legal(SEAT).options)
    cards = ()
    if option.kind == "exchange":
        most = 1 if "again" in table.stage else 5
        held = [NAMES[card] for card in table.holding(SEAT)]
        cards = tuple(rng.sample(held, rng.randint(1, most)))
    return Action(option.kind, rng.randint(option.min, option.max), cards)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 2**32), st.integers(30, 400))
def test_any_round_keeps_its_promises(key, seed, stack):
    """G: no chip lost, no card twice, the same actions give the same events."""
    rng = random.Random(seed)
    side, tables = EXTRAS[key]
    start = (rng.choice(tables), {"ante": 10, side: rng.randint(0, 8)}, stack)
    deck = rng.sample(range(52), 52)
    try:
        table = GAMES[key].start(*start, deck)
    except Illegal:
        assert stack < 48
        return
    events, actions = list(table.opening), []
    while not table.over:
        assert table.problems() == []
        actions.append(anything(table, rng))
        events += table.act(SEAT, table.turn(SEAT), actions[-1])
    assert table.problems() == []
    settled = [event for event in events if isinstance(event, Settle)]
    end = events[-1]
    assert isinstance(end, End)
    assert end.net == ((SEAT, sum(event.net for event in settled)),)
    assert settled[-1].stack == table.stack(SEAT) == stack + end.net[0][1]
    again = GAMES[key].start(*start, deck)
    repeat = list(again.opening)
    for action in actions:
        repeat += again.act(SEAT, again.turn(SEAT), action)
    assert repeat == events


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_hidden_card_is_told_before_the_showdown(key):
    table = GAMES[key].start(SETTINGS[key](), {"ante": 10}, 1000, stacked(PAIR))
    seen = msgspec.json.encode([project(event, SEAT) for event in table.opening]).decode()
    hidden = table.dealer if key != "russian_poker" else table.dealer[:4]
    assert not [card for card in hidden if NAMES[card] in seen]
    unseen = msgspec.json.encode([project(event, None) for event in table.opening]).decode()
    assert not [card for card in table.own if NAMES[card] in unseen]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_round_is_over_once(key):
    table = GAMES[key].start(SETTINGS[key](), {"ante": 10}, 1000, stacked(PAIR))
    turn = table.turn(SEAT)
    while not table.over:
        do(table, table.default(SEAT))
    assert table.result().result == "fold"
    assert table.legal(SEAT).options == ()
    for stale in (turn, table.turn(SEAT)):
        with pytest.raises(Stale):
            table.act(SEAT, stale, Action("fold"))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_click_for_another_turn_is_stale(key):
    table = GAMES[key].start(SETTINGS[key](), {"ante": 10}, 1000, stacked(PAIR))
    for turn in (0, 2):
        with pytest.raises(Stale):
            table.act(SEAT, turn, Action("fold"))


@pytest.mark.parametrize(
    ("action", "refusal"),
    [
        (Action("fold"), Illegal),
        (Action("raise", 40), Illegal),
        (Action("play", 41), Illegal),
        (Action("play", 20), Illegal),
        (Action("play", -40), Malformed),
        (Action("play", 40.0), Malformed),
        (Action("play", True), Malformed),
        (Action("play", 10**16), Malformed),
        (Action("play", 40, ("As",)), Malformed),
        (Action(7), Malformed),
    ],
)
def test_refused_actions_change_nothing(action, refusal):
    table = begin(Ultimate, ACES, UthSettings())
    with pytest.raises(refusal):
        table.act(SEAT, 1, action)
    assert (table.turn(SEAT), table.stack(SEAT), table.over) == (1, 9980, False)


@pytest.mark.parametrize(
    ("bets", "code"),
    [
        ({}, "limit"),
        ({"ante": 0}, "limit"),
        ({"ante": 8}, "limit"),
        ({"ante": 110}, "limit"),
        ({"ante": 11}, "unit"),
        ({"ante": 10, "trips": 51}, "limit"),
        ({"ante": 10, "blind": 10}, "bet"),
        ({"ante": -10}, "bets"),
        ({"ante": 10.0}, "bets"),
        ({"ante": True}, "bets"),
        (None, "bets"),
    ],
)
def test_bets_that_a_table_does_not_take(bets, code):
    limits = Limits(unit=2, least=10, most=100, side_most=50)
    with pytest.raises((Illegal, Malformed)) as refusal:
        Ultimate.start(UthSettings(limits=limits), bets, 10_000, stacked(ACES))
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "settings",
    [
        UthSettings(limits=Limits(unit=3, least=3)),
        UthSettings(limits=Limits(unit=10, least=5)),
        UthSettings(limits=Limits(least=10, most=4)),
        UthSettings(trips_on_fold="maybe"),
        UthSettings(blind=PayTable("none", "", ())),
        UthSettings(trips=paytables.table("twice", "", "flush 7, flush 6")),
        UthSettings(trips=paytables.table("upside down", "", "straight 4, flush 7")),
        UthSettings(trips=paytables.table("unknown", "", "five_of_a_kind 7")),
        CasinoHoldemSettings(aa_on_fold="maybe"),
        RussianSettings(insurance_part="all"),
        RussianSettings(max_payout=-1),
    ],
)
def test_settings_that_make_no_game(settings):
    with pytest.raises(Illegal):
        settings.check()


def test_settings_travel_as_plain_data():
    """Staff store them: what comes back is the same value, and unknown fields are refused."""
    for kind in SETTINGS.values():
        stored = msgspec.to_builtins(kind())
        assert msgspec.convert(stored, kind) == kind()
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(stored | {"nonsense": 1}, kind)


def test_pay_tables_pay_what_they_say():
    assert UTH_TRIPS.win("flush", 5) == 35
    assert UTH_TRIPS.win("one_pair", 5) is None
    assert paytables.table("x", "", "flush 3:2").win("flush", 5) == 7


def test_verdict_names_both_hands():
    events = do(begin(Ultimate, ACES, UthSettings()), ("play", 40))
    verdict = next(event for event in events if isinstance(event, Verdict))
    assert (verdict.result, verdict.qualifies) == ("win", True)
    assert (verdict.player.category, verdict.player.ranks[0]) == ("one_pair", "A")
    assert verdict.best[:2] == ("Ac", "Ah") or verdict.best[:2] == ("Ah", "Ac")
    assert verdict.dealer.ranks[0] == "9"
