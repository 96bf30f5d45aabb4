"""The invariants of the rule book's section G, after every action of random hands."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.events import Act, Board, Deal, Discard, Event, Open, Show
from rules.games import GAMES
from rules.hand import Hand, Player
from rules.view import project
from tests.rules.builders import hands, play_out, random_action


@pytest.mark.parametrize("game", sorted(GAMES))
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_g1_to_g6_hold_after_every_action(game: str, data: st.DataObject) -> None:
    hand = data.draw(hands(game))
    chips = sum(hand.starts)
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    events = play_out(hand, rng)
    result = hand.result()
    assert sum(result.stacks.values()) + result.rake == chips
    assert sum(result.net.values()) == -result.rake
    assert min(result.stacks.values()) >= 0
    acts = [event for event in events if isinstance(event, Act)]
    assert all(event.stack >= 0 for event in acts)


@pytest.mark.parametrize("game", sorted(GAMES))
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_the_same_start_and_actions_give_the_same_events(game: str, data: st.DataObject) -> None:
    hand = data.draw(hands(game))
    players = [Player(seat, stack) for seat, stack in zip(hand.seats, hand.starts, strict=True)]
    again = [
        Hand.start(hand.variant, hand.stakes, players, hand.button, hand.deck) for _ in range(2)
    ]
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    one, two = again
    assert one.opening == two.opening
    while not one.over:
        seat = rng.choice(one.actors)
        action = random_action(one, seat, rng)
        assert one.legal(seat) == two.legal(seat)
        assert one.act(seat, one.turn(seat), action) == two.act(seat, two.turn(seat), action)
    assert one.result() == two.result()


@pytest.mark.parametrize("game", sorted(GAMES))
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_g1_no_viewer_gets_a_hidden_card(game: str, data: st.DataObject) -> None:
    """A viewer's events name own cards and cards turned up; nobody else's hidden ones."""
    hand = data.draw(hands(game))
    events = play_out(hand, random.Random(data.draw(st.integers(0, 2**32))))
    public: set[str] = set()
    for event in events:
        if isinstance(event, (Show, Board, Open)) or (isinstance(event, Deal) and event.up):
            public.update(event.cards or ())
    for viewer in (None, *hand.seats):
        own = {
            name
            for event in events
            if isinstance(event, Deal) and event.seat == viewer
            for name in event.cards or ()
        }
        seen = [project(event, viewer) for event in events]
        assert len(seen) == len(events)
        assert named(seen) <= public | own
        before_show = [project(event, viewer) for event in events if not isinstance(event, Show)]
        hidden = [e for e in before_show if isinstance(e, (Deal, Discard)) and e.seat != viewer]
        assert all(e.cards is None or (isinstance(e, Deal) and e.up) for e in hidden)


def named(events: list[Event]) -> set[str]:
    """All cards that the events name, wherever they stand."""
    found: set[str] = set()
    for event in events:
        for field in ("cards", "best"):
            found.update(getattr(event, field, None) or ())
    return found
