"""Hands of ours written as PHH and replayed from their own text end the same."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import phh
from rules.errors import Illegal
from rules.games import GAMES
from rules.hand import Hand
from rules.replay import replay
from rules.stakes import Stakes
from rules.view import project
from tests.rules.builders import NO_LIMIT, do, hands, holdem_deck, play_out, start


def written(hand: Hand, events: list[object], viewer: int | None = None) -> str:
    blinds = None
    if hand.big_at >= 0:
        small = hand.seats[hand.small_at] if hand.small_at >= 0 else None
        blinds = (small, hand.seats[hand.big_at])
    return phh.write(
        hand.variant.key,
        hand.stakes,
        list(zip(hand.seats, hand.starts, strict=True)),
        [project(event, viewer) for event in events] if viewer != -1 else events,
        blinds=blinds,
    )


@pytest.mark.parametrize("game", sorted(phh.VARIANTS.values()))
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_a_written_hand_replays_to_the_same_end(game: str, data: st.DataObject) -> None:
    hand = data.draw(hands(game))
    events = play_out(hand, random.Random(data.draw(st.integers(0, 2**32))))
    order = [*hand.seats[hand.first :], *hand.seats[: hand.first]]
    stacks = hand.result().stacks
    for viewer in (-1, None, hand.seats[0]):
        text = written(hand, events, viewer)
        found = replay(text)
        assert found.ok, (found, text)
        assert found.stacks == tuple(stacks[seat] for seat in order)


def test_the_text_of_a_small_hand() -> None:
    deck = holdem_deck(["AcAd", "KcKd"], "2c3d4h5s6s")
    hand = start([1000, 1000], button=0, deck=deck)
    events = [*hand.opening, *do(hand, "raise 300", "call", "bet 100", "fold")]
    assert written(hand, events, 1) == (
        'variant = "NT"\n'
        "ante_trimming_status = true\n"
        "antes = [0, 0]\n"
        "blinds_or_straddles = [50, 100]\n"
        "min_bet = 100\n"
        "starting_stacks = [1000, 1000]\n"
        'actions = ["d dh p1 AcAd", "d dh p2 ????", "p2 cbr 300", "p1 cc", "d db 2c3d4h", '
        '"p1 cbr 100", "p2 f"]\n'
        "seats = [2, 1]\n"
        "finishing_stacks = [1300, 700]\n"
        "_rake = 0\n"
    )


def test_names_are_quoted_whatever_they_hold() -> None:
    hand = start([1000, 1000])
    events = [*hand.opening, *do(hand, "fold")]
    names = {0: 'a"b\\c\n\u202e', 1: "한글 💥"}
    text = phh.write("nlhe", NO_LIMIT, [(0, 1000), (1, 1000)], events, names=names)
    assert replay(text).ok


def test_a_game_that_the_format_does_not_know() -> None:
    with pytest.raises(Illegal):
        phh.write("kr7", Stakes(seed=100), [(0, 1000)], [])
    assert set(phh.VARIANTS.values()) <= set(GAMES)


def test_a_hand_shown_by_choice_after_its_end_is_a_remark() -> None:
    hand = start([1000, 1000], button=0, deck=holdem_deck(["AcAd", "KcKd"], "2c3d4h5s6s"))
    events = [*hand.opening, *do(hand, "raise 300", "fold")]
    assert "Kc" not in written(hand, events, None)
    with pytest.raises(Illegal):
        hand.reveal(1)  # who folded has nothing to show
    text = written(hand, [*events, hand.reveal(0)], None)
    assert '"# p2 shows KcKd"' in text
    assert replay(text).ok
