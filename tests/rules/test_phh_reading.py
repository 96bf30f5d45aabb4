"""What real files of hands bring along: straddles, late posts, cents, unknown cards, odd fields."""

from __future__ import annotations

import pytest

from rules import phh
from rules.errors import Malformed
from rules.replay import replay


def hand(actions: list[str], **fields: str) -> str:
    """A three-handed no-limit file; fields replace or add lines."""
    lines = {
        "variant": '"NT"',
        "antes": "[0, 0, 0]",
        "blinds_or_straddles": "[1, 2, 0]",
        "min_bet": "2",
        "starting_stacks": "[100, 100, 100]",
        "actions": repr(actions),
    } | fields
    return "".join(f"{name} = {value}\n" for name, value in lines.items() if value)


DEAL = ["d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 ????"]
FLOP = ["d db 2c3d9h", "p1 cc", "p2 cc", "d db 4s", "p1 cc", "p2 cc", "d db Jh", "p1 cc", "p2 cc"]


def test_a_straddle_is_the_price_and_acts_last() -> None:
    found = replay(
        hand(
            [*DEAL, "p1 cc", "p2 cc", "p3 cc", "d db 2c3d9h", "p1 cbr 2", "p2 f", "p3 f"],
            blinds_or_straddles="[1, 2, 4]",
        )
    )
    assert (found.ok, found.stacks) == (True, (108, 96, 96)), found


def test_a_straddler_may_raise_an_unraised_pot() -> None:
    raised = [*DEAL, "p1 f", "p2 cc", "p3 cbr 12", "p2 f"]
    found = replay(hand(raised, blinds_or_straddles="[1, 2, 4]"))
    assert (found.ok, found.stacks) == (True, (99, 96, 105)), found


def test_a_late_post_is_live_and_a_dead_one_is_not() -> None:
    """p3 posts 2 live and 1 dead: checking costs it nothing more, and the dead chip is lost."""
    found = replay(
        hand(
            [*DEAL, "p3 cc", "p1 cc", "p2 cc", "d db 2c3d9h", "p1 cbr 2", "p2 f", "p3 f"],
            blinds_or_straddles="[1, 2, -2]",
            antes="[0, 0, 1]",
        )
    )
    assert (found.ok, found.stacks) == (True, (105, 98, 97)), found


def test_an_ante_of_all_and_a_big_blind_ante_on_top() -> None:
    found = replay(hand([*DEAL, "p3 f", "p1 f"], antes="[1, 3, 1]", min_bet=""))
    assert (found.ok, found.stacks) == (True, (98, 103, 99)), found


def test_antes_without_blinds() -> None:
    found = replay(
        hand(
            [*DEAL, "p1 cbr 2", "p2 cc", "p3 f", "d db 2c3d9h", "p1 cbr 4", "p2 f"],
            blinds_or_straddles="[0, 0, 0]",
            antes="[1, 1, 1]",
        )
    )
    assert (found.ok, found.stacks) == (True, (104, 97, 99)), found


def test_a_stud_seat_may_owe_more_than_the_ante() -> None:
    text = hand(
        ["d dh p1 ????2c", "d dh p2 ????9d", "d dh p3 ????Ah", "p1 pb", "p2 f", "p3 f"],
        variant='"F7S"', blinds_or_straddles="", antes="[1, 1, 4]", bring_in="2",
        small_bet="8", big_bet="16",
    )  # fmt: skip
    assert replay(text).stacks == (105, 99, 96)


def test_short_lists_and_an_ante_for_all() -> None:
    found = replay(hand([*DEAL, "p3 f", "p1 f"], antes="1", blinds_or_straddles="[1, 2]"))
    assert (found.ok, found.stacks) == (True, (98, 103, 99)), found
    assert not replay(hand(DEAL, antes="[0, 0, 0, 0]")).read


def test_floats_with_noise_are_their_cents() -> None:
    record = phh.read(
        hand(DEAL, blinds_or_straddles="[0.1, 0.30000000000000004, 0.0]", min_bet="0.3")
    )
    assert (record.blinds, record.scale) == ((1, 3, 0), 10)
    for amount in ("0.00123", "nan", "inf", "-5", "1e30", '"1"', "true"):
        with pytest.raises(Malformed):
            phh.read(hand(DEAL, starting_stacks=f"[100, {amount}, 100]"))


def test_cards_comments_times_and_fields_as_people_write_them() -> None:
    actions = ["# hand 5", "d  dh p1 As Ad", *DEAL[1:], "p3  f # 12:30:01", "p1 cc #", "p2 cc"]
    text = hand(
        [*actions, *FLOP[:-2], "p1 cc", "p2 cc", "p1 sm -", "p2 sm"],
        author='"A"', venue='"B"', day="3", time="12:30:00", seats="[2, 4, 6]",
        currency='"$"', _own='"x"', time_zone='"UTC"', ante_trimming_status="true",
    )  # fmt: skip
    found = replay(text)
    assert (found.ok, found.stacks) == (True, (102, 98, 100)), found


def test_cards_shown_at_the_end_fill_in_for_those_dealt_unseen() -> None:
    dealt = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 cc", "p2 cc", *FLOP]
    assert replay(hand([*dealt, "p1 sm Ac??", "p2 sm QcQd"])).stacks == (98, 102, 100)
    assert replay(hand([*dealt, "p1 sm AcAs", "p2 sm QcQd"])).stacks == (102, 98, 100)
    assert replay(hand([*dealt, "p1 sm 2s2h", "p2 sm"])).stacks == (102, 98, 100)


def test_a_check_that_some_rooms_ask_of_the_last_seat_with_chips() -> None:
    """Against a big blind that is all-in for less than the price B5 asks nobody."""
    actions = ["d dh p1 KsKd", "d dh p2 AsAd", "p2 cc", "d db 2c3d9h", "d db 4s", "d db Jh"]
    text = hand(actions, antes="[0, 0]", blinds_or_straddles="[2, 1]", starting_stacks="[1, 100]")
    assert replay(text).stacks == (0, 101)
    assert not replay(text.replace("p2 cc", "p1 cc")).ok
    assert not replay(text.replace("p2 cc", "p2 f")).ok
