"""Nonsense of every kind is refused with a typed error and changes nothing."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from rules import cards
from rules.errors import Illegal, Malformed, RulesError, Stale
from rules.games import NLHE
from rules.hand import Action, Hand, Player
from rules.stakes import Stakes
from rules.state import State
from tests.rules.builders import NO_LIMIT, do, shuffled, start


def frozen(hand: Hand) -> dict[str, Any]:
    """Every slot of the hand, copied; the offer is only a memory of what was asked."""
    return {name: deepcopy(getattr(hand, name)) for name in State.__slots__ if name != "offer"}


NONSENSE: list[tuple[Any, Any, Any, type[RulesError]]] = [
    (0, 1, Action("raise", -5), Malformed),
    (0, 1, Action("raise", 250.0), Malformed),  # type: ignore[arg-type]
    (0, 1, Action("raise", float("nan")), Malformed),  # type: ignore[arg-type]
    (0, 1, Action("raise", True), Malformed),
    (0, 1, Action("raise", "300"), Malformed),  # type: ignore[arg-type]
    (0, 1, Action("raise", 10**30), Malformed),
    (0, 1, Action(None), Malformed),  # type: ignore[arg-type]
    (0, 1, Action("call", 0, ("As",)), Malformed),
    (0, 1, None, Malformed),
    (0, 1, "call", Malformed),
    ("0", 1, Action("call"), Malformed),
    (0, None, Action("call"), Malformed),
    (0, True, Action("call"), Malformed),
    ([], 1, Action("call"), Malformed),
    (0, 1, Action("raise", 150), Illegal),
    (0, 1, Action("raise", 1001), Illegal),
    (0, 1, Action("raise"), Illegal),
    (0, 1, Action("call", 99), Illegal),
    (0, 1, Action("check"), Illegal),
    (0, 1, Action("steal"), Illegal),
    (0, 1, Action("choose"), Illegal),
    (7, 1, Action("call"), Illegal),
    (1, 0, Action("call"), Illegal),
    (0, 0, Action("call"), Stale),
    (0, 2, Action("call"), Stale),
]


@pytest.mark.parametrize(("seat", "turn", "action", "family"), NONSENSE)
def test_a_refused_action_changes_nothing(
    seat: Any, turn: Any, action: Any, family: type[RulesError]
) -> None:
    hand = start([1000] * 3)
    before = frozen(hand)
    with pytest.raises(family):
        hand.act(seat, turn, action)
    assert frozen(hand) == before
    do(hand, "call")


def test_nothing_can_be_done_after_the_end() -> None:
    hand = start([1000] * 3)
    do(hand, "fold", "fold")
    with pytest.raises(Stale):
        hand.act(2, hand.turn(2), Action("check"))
    with pytest.raises(Illegal):
        start([1000] * 3).result()


@pytest.mark.parametrize(
    "deck",
    [(), tuple(range(51)), (0, *range(51)), tuple(range(1, 53)), tuple("As" for _ in range(52))],
)
def test_a_deck_is_52_different_cards(deck: Any) -> None:
    with pytest.raises(Malformed):
        Hand.start(NLHE, NO_LIMIT, [Player(0, 100), Player(1, 100)], 0, deck)


@pytest.mark.parametrize(
    "players",
    [
        [],
        [Player(0, 100)],
        [Player(seat, 100) for seat in range(10)],
        [Player(0, 100), Player(0, 100)],
        [Player(1, 100), Player(0, 100)],
        [Player(0, 100), Player(1, 0)],
        [Player(0, 100), Player(1, -1)],
        [Player(0, 100), Player(1, 10**16)],
        [Player(0, 100), Player(1, 99.5)],  # type: ignore[arg-type]
        [Player(0, 100), Player(1, 100, -1)],
        [Player(-1, 100), Player(1, 100)],
        [0, 1],
    ],
)
def test_seats_that_make_no_hand(players: Any) -> None:
    with pytest.raises(RulesError):
        Hand.start(NLHE, NO_LIMIT, players, 0, shuffled(1))


@pytest.mark.parametrize(
    "stakes",
    [
        Stakes(),
        Stakes(small_blind=100, big_blind=50),
        Stakes(small_blind=-1, big_blind=50),
        Stakes(small_blind=50, big_blind=100.0),  # type: ignore[arg-type]
        Stakes(small_blind=50, big_blind=100, unit=0),
        Stakes(small_blind=50, big_blind=100, rake_percent=10_001),
        None,
    ],
)
def test_stakes_that_do_not_fit(stakes: Any) -> None:
    with pytest.raises(RulesError):
        Hand.start(NLHE, stakes, [Player(0, 100), Player(1, 100)], 0, shuffled(1))


@pytest.mark.parametrize("text", ["", "A", "1s", "as", "AS", "Asd", " As", None, 5])
def test_no_card(text: Any) -> None:
    with pytest.raises(Malformed):
        cards.card(text)


@pytest.mark.parametrize("text", ["AsAs", "AsK", "XXAs", None])
def test_no_cards(text: Any) -> None:
    with pytest.raises(Malformed):
        cards.parse(text)
