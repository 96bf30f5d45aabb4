"""What is written down of how a hand was played: worked examples, and the same for old hands."""

from __future__ import annotations

import importlib
import json
import random
import zlib
from typing import Any

import pytest

from tables import games
from tables.dealer.tally import tallies
from tables.models import Hand, HandSeat
from tests.tables import hands

pytestmark = pytest.mark.django_db(transaction=True)

FIELDS = ("entered", "raised", "saw", "bets", "calls", "showdown")
migration = importlib.import_module("tables.migrations.0007_how_hands_were_played")


def rows(hand: Hand) -> dict[int, tuple[Any, ...]]:
    """entered, raised, saw, bets, calls, showdown by seat."""
    found = HandSeat.objects.filter(hand=hand).values_list("seat", *FIELDS)
    return {seat: tuple(rest) for seat, *rest in found}


def test_calling_and_raising_before_the_flop() -> None:
    # Button 0 raises, the small blind 1 calls, the big blind 2 gives up; then bet, raise, call.
    table = hands.table_of("nlhe")
    hand = hands.play(
        table, "raise 300", "call", "fold", "bet 300", "raise 900", "call", "check", "check"
    )
    assert rows(hand) == {
        0: (True, True, True, 1, 0, True),
        1: (True, False, True, 1, 1, True),
        2: (False, False, False, 0, 0, False),
    }


def test_a_blind_that_checks_has_put_in_nothing_by_choice() -> None:
    hand = hands.play(
        hands.table_of("nlhe", players=2), "call", "check", "check", "bet 100", "fold"
    )
    small, big = 0, 1
    assert rows(hand)[small] == (True, False, True, 1, 0, False)
    assert rows(hand)[big] == (False, False, True, 0, 0, False)


def test_the_bring_in_is_forced_and_a_completion_is_a_raise() -> None:
    hand = hands.play(hands.table_of("stud"), "bring_in", "complete 100", "fold", "fold")
    played = sorted(rows(hand).values())
    assert played == [(False,) * 3 + (0, 0, False)] * 2 + [(True, True, False, 0, 0, False)]


def test_korean_seven_begins_after_the_choice_of_cards() -> None:
    hand = hands.play(hands.table_of("kr7", players=2), "bbing", "call", "half", "fold")
    (boss,) = [seat for seat, way in rows(hand).items() if way[1]]
    (other,) = {0, 1} - {boss}
    assert rows(hand)[boss][:3] == (True, True, True)
    assert rows(hand)[other][:3] == (True, False, True)
    assert sum(way[3] for way in rows(hand).values()) == 1


def test_results_are_counted_in_what_the_game_is_known_by() -> None:
    for game, unit in (("nlhe", 100), ("flhe", 200), ("stud", 200), ("kr7", 100)):
        hand = hands.play(hands.table_of(game))
        assert set(HandSeat.objects.filter(hand=hand).values_list("unit", flat=True)) == {unit}
        assert games.unit(hand.stakes) == unit


@pytest.mark.parametrize("game", ["nlhe", "stud8", "kr7"])
def test_old_hands_are_read_back_as_new_ones_are_written(game: str) -> None:
    table, rng = hands.table_of(game), random.Random(game)
    for _ in range(4):
        hand = hands.play_wildly(table, rng)
        events = json.loads(zlib.decompress(bytes(hand.events or b"")))
        now = {
            seat: {name: getattr(tally, name) for name in FIELDS[:5]}
            for seat, tally in tallies(hands.stored(hand)).items()
        }
        assert migration.tallies(events) == now
