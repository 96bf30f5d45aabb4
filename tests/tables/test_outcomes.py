"""What a hand's row says of it: chips won, human opponents, showdown, rank (A1, B6, B8, D6)."""

from __future__ import annotations

import importlib
import json
import zlib

import pytest

from rules.events import Award, Muck, Show
from rules.korean import ORDER
from rules.ranking import Rank
from tables.dealer.outcome import Outcome, outcomes
from tables.models import HandSeat
from tests.tables.hands import play, table_of

read_back = importlib.import_module("tables.migrations.0003_what_hands_were")


def a_show(seat: int, category: str | None) -> Show:
    return Show(seat, (0, 1), ("As", "Ah"), None if category is None else Rank(category))


def an_award(seat: int, amount: int, half: str = "whole") -> Award:
    return Award(0, seat, amount, 0, half, None, ())


def test_a_pot_without_a_showdown_is_won_and_shows_nothing() -> None:
    assert outcomes([an_award(2, 300)]) == {2: Outcome(won=300)}


def test_a_hand_that_lost_counts_by_what_it_turned_up() -> None:
    events = [a_show(1, "four_of_a_kind"), a_show(2, "straight_flush"), an_award(2, 900)]
    assert outcomes(events) == {
        1: Outcome(0, True, ORDER.index("four_of_a_kind")),
        2: Outcome(900, True, ORDER.index("straight_flush")),
    }


def test_a_mucked_hand_was_at_the_showdown_and_has_no_rank() -> None:
    assert outcomes([Muck(3)]) == {3: Outcome(0, True, None)}


def test_hands_turned_up_before_the_last_card_wait_for_their_rank() -> None:
    assert outcomes([a_show(1, None)]) == {}
    assert outcomes([a_show(1, None), a_show(1, "flush")])[1].rank == ORDER.index("flush")


def test_a_low_hand_has_no_rank_and_both_halves_are_won() -> None:
    events = [a_show(1, "low"), an_award(1, 50, "high"), an_award(1, 51, "low")]
    assert outcomes(events) == {1: Outcome(101, True, None)}


@pytest.mark.django_db(transaction=True)
def test_the_dealer_writes_it_down_and_old_hands_are_read_back_the_same() -> None:
    hand = play(table_of("nlhe"), "fold", "call")
    assert hand.events is not None
    told = read_back.outcomes(json.loads(zlib.decompress(bytes(hand.events))))
    rows = HandSeat.objects.filter(hand=hand).order_by("seat")
    assert [told.get(row.seat, (0, False, None)) for row in rows] == [
        (row.won, row.showdown, row.rank) for row in rows
    ]
    assert sorted(row.showdown for row in rows) == [False, True, True]
    assert sum(row.won for row in rows) == hand.pot
    assert {(row.game, row.humans, row.ended_at) for row in rows} == {("nlhe", 2, hand.ended_at)}
