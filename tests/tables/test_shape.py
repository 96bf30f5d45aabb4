"""What a page is told of a game follows from its declaration."""

from __future__ import annotations

import pytest

from rules.games import GAMES, KR7, NLHE, PLO, STUD
from tables import shape


def test_a_board_game_has_blinds_and_five_cards_in_the_middle() -> None:
    found = shape.of(NLHE)
    assert (found["board"], found["hole"], found["up"]) == (5, 2, False)
    assert found["blinds"]
    assert shape.of(PLO)["hole"] == 4


def test_stud_has_open_cards_and_says_who_opens_each_street() -> None:
    found = shape.of(STUD)
    assert (found["board"], found["up"], found["blinds"]) == (0, True, False)
    assert found["openers"]["third"] == "low_card"
    assert found["openers"]["seventh"] == "high_board"
    assert shape.of(KR7)["openers"]["fourth"] == "boss"


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_betting_that_the_bar_can_lay_out(key: str) -> None:
    known = {"no_limit", "pot_limit", "fixed_limit", "korean"}
    assert shape.of(GAMES[key])["betting"] in known
