"""Edges: the numbers of the rule book, so that a wrong pay line is noticed."""

import json
from itertools import combinations

import numpy as np
import pytest
from msgspec.structs import replace

from rules.cards import parse
from rules.house import (
    CasinoHoldemSettings,
    RussianSettings,
    UthSettings,
    russian_edge,
    uth,
    uth_edge,
)
from rules.house import casino_holdem as casino
from rules.house import casino_holdem_edge as casino_edge
from rules.house.duels import BOARDS, DEALERS, flops, left_after, pairs_of
from rules.house.edges import (
    Count,
    Edge,
    aa_edge,
    bonus_edge,
    quick,
    russian,
    sides,
    trips_edge,
)
from rules.house.paytables import (
    CASINO_AA,
    CASINO_AA_TABLES,
    RUSSIAN_BONUS,
    UTH_TRIPS,
    UTH_TRIPS_TABLES,
)


def test_trips_bets():
    """E1, the computed column."""
    assert {table.name: round(trips_edge(table), 4) for table in UTH_TRIPS_TABLES} == {
        "50-40-30-9-7-4-3": 0.9018,
        "50-40-30-8-6-5-3": 1.9040,
        "50-40-30-8-7-4-3": 3.4979,
        "50-40-30-7-6-5-3": 4.5002,
        "50-40-20-7-6-5-3": 6.1808,
    }
    assert UTH_TRIPS.name == "50-40-30-8-7-4-3"


def test_aces_bonus():
    """E2."""
    assert [round(aa_edge(table), 4) for table in CASINO_AA_TABLES] == [6.2583, 2.9681, 5.2756]
    assert CASINO_AA_TABLES[0] == CASINO_AA


def test_russian_bonus():
    assert round(bonus_edge(RUSSIAN_BONUS), 2) == 57.98


def test_every_game_lists_its_side_bets():
    assert [len(list(sides(game))) for game in ("uth", "casino_holdem", "russian_poker")] == [
        *(5, 3, 1),
    ]
    assert all(isinstance(edge, Edge) and edge.exact for edge in sides("uth"))


def test_flops_stand_for_all():
    assert len(flops()) == 1755
    assert sum(weight for _, weight in flops()) == 22_100


def by_settlement(flop, hole, board_count: int):
    """Ante, Blind and a Play of one ante, and a call, over some boards by the settlement itself."""
    rest = [card for card in range(52) if card not in flop and card not in hole]
    stakes = {"ante": 2, "blind": 2, "play": 2}
    calls = {"ante": 1, "call": 2}
    uth_settings, casino_settings = UthSettings(), CasinoHoldemSettings()
    for ends in list(combinations(rest, 2))[:board_count]:
        board = [*flop, *ends]
        left = [card for card in rest if card not in ends]
        played = called = 0
        for dealer in combinations(left, 2):
            played += uth.settle(stakes, hole, dealer, board, uth_settings).total
            called += casino.settle(calls, hole, dealer, board, casino_settings).total
        yield ends, played, called


@pytest.mark.parametrize("number", [3, 700, 1500])
def test_counted_boards_agree_with_the_settlement(number):
    """Value of one hand on single boards: duels and pay tables against settling each dealer."""
    flop = flops()[number][0]
    pairs = [tuple(map(int, pair)) for pair in pairs_of(left_after(flop))]
    hole = pairs[(number * 37) % len(pairs)]
    column = pairs.index(hole)
    settled = {ends: values for ends, *values in by_settlement(flop, hole, 3)}
    row = 0
    checked = 0
    for part in uth_edge.duels(flop, uth_edge.LEAST, casino_edge.LEAST):
        for place in range(len(part.ranks)):
            ends = pairs[row]
            row += 1
            if ends not in settled and ends[::-1] not in settled:
                continue
            assert part.valid[place, column]
            played, called = settled.get(ends) or settled[ends[::-1]]
            category = uth_edge.CATEGORY[part.ranks]
            blind = uth_edge.half_antes(UthSettings().blind)
            fixed, per_ante = uth_edge.values(part, blind[category])
            assert fixed[place, column] + 2 * per_ante[place, column] == played
            one = part._replace(unqualified=part.unqualified[1:])
            assert casino_edge.call_values(one)[place, column] == 2 * called
            checked += 1
    assert checked == 3


def test_a_count_can_be_saved_and_taken_up_again():
    straight, broken = Count("casino_holdem"), Count("casino_holdem")
    straight.step()
    straight.step()
    broken.step()
    again = Count("casino_holdem", saved=json.loads(json.dumps(broken.saved)))
    again.step()
    assert again.saved == straight.saved
    assert again.next == 2
    with pytest.raises(ValueError, match="still to count"):
        again.edge()
    with pytest.raises(ValueError, match="another count"):
        Count("uth", saved=again.saved)


def test_partial_of_a_flop_counts_every_hand_once():
    found = uth_edge.partial(flops()[0][0])
    assert found[uth_edge._COUNT].sum() == 1176 * BOARDS
    beaten = found[uth_edge._WINS : uth_edge._WINS + 10].sum()
    assert beaten < 1176 * BOARDS * DEALERS


def test_a_wrong_pay_line_changes_the_count():
    flop = flops()[100][0]
    table = UthSettings().blind
    wrong = replace(
        table,
        lines=tuple(
            replace(line, pays=4) if line.category == "flush" else line for line in table.lines
        ),
    )
    right = uth_edge.sampled(uth_edge.partial(flop))
    assert uth_edge.sampled(uth_edge.partial(flop, wrong)) > right


@pytest.mark.parametrize("game", ["uth", "casino_holdem"])
def test_quick_edges_are_near_the_exact_ones(game):
    exact = {"uth": 2.184971, "casino_holdem": 2.157646}[game]
    found = quick(game, np.random.default_rng(1), size=8)
    assert not found.exact
    assert abs(found.edge_percent - exact) < 4 * found.standard_error


def test_russian_simple_strategy():
    """E3: −7.01 % of the ante."""
    found = russian(np.random.default_rng(2), RussianSettings(), 200_000)
    assert abs(found.edge_percent - 7.01) < 3.5 * found.standard_error
    assert found.standard_error < 0.75


def test_russian_ante_paid_on_a_win_is_a_gift():
    """E3: a player's edge of some twenty percent, also by the simple strategy."""
    found = russian(np.random.default_rng(2), RussianSettings(ante_on_win=True), 50_000)
    assert found.edge_percent < -10


def test_russian_simple_strategy_card_by_card():
    rows = {
        "AsAdAh9c9d": russian_edge.PLAY,
        "AsAd9h9c2d": russian_edge.PLAY,
        "AsKs9s5s2s": russian_edge.SIXTH,
        "5s6d7h8c9d": russian_edge.SIXTH,
        "8s8d8cAcKc": russian_edge.KEEP_THREE,
        "AsKs9s5s2d": russian_edge.SIXTH,
        "9s8d7c6hAd": russian_edge.SIXTH,
        "8s7d6c5h8d": russian_edge.SIXTH,
        "9s9d5c3h2d": russian_edge.PLAY,
        "8s8dKc3h2d": russian_edge.KEEP_TWO,
        "AsKd9h5c2d": russian_edge.KEEP_TWO,
        "AsQd9h5c2d": russian_edge.FOLD,
        "QsJd9h5c2d": russian_edge.FOLD,
    }
    cards = russian_edge.ordered(np.array([parse(row) for row in rows], dtype=np.uint8))
    up = np.full(len(rows), 10)
    assert russian_edge.first_choice(cards, up).tolist() == list(rows.values())
    low = russian_edge.first_choice(cards[-2:], np.array([3, 3])).tolist()
    assert low == [russian_edge.KEEP_TWO, russian_edge.FOLD]
