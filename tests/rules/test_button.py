"""Button and blinds between hands (rule book B9, B10). Seats are numbered clockwise."""

from __future__ import annotations

import random

import pytest

from rules.button import Chair, Entry, Plan, Position, next_hand
from rules.errors import Malformed


def chairs(*seats: int, **marked: tuple[int, ...]) -> list[Chair]:
    """Chairs that owe nothing, but for those named: out, new, posting (new and willing to post)."""
    out = marked.get("out", ())
    posting = marked.get("posting", ())
    new = (*marked.get("new", ()), *posting)
    return [
        Chair(seat, seat not in out, missed_big=seat in new, post=seat in posting)
        for seat in sorted(seats)
    ]


def planned(taken: list[Chair], last: Position | None = None, **options: str) -> Plan:
    plan = next_hand(taken, last, **options)
    assert plan is not None
    return plan


def blinds(plan: Plan) -> tuple[int, int | None, int]:
    return plan.button, plan.small_blind, plan.big_blind


def test_the_first_hand() -> None:
    assert blinds(planned(chairs(2, 5, 8))) == (2, 5, 8)
    assert blinds(planned(chairs(2, 5))) == (2, 2, 5)
    assert next_hand(chairs(2)) is None
    assert next_hand(chairs(2, 5, out=(5,))) is None


def test_everything_moves_one_seat() -> None:
    assert blinds(planned(chairs(1, 2, 3, 4), Position(1, 2, 3))) == (2, 3, 4)
    assert blinds(planned(chairs(1, 2, 3, 4), Position(2, 3, 4))) == (3, 4, 1)
    assert blinds(planned(chairs(1, 2), Position(1, 1, 2))) == (2, 2, 1)


def test_big_blind_leaves_dead_small_blind_then_dead_button() -> None:
    first = planned(chairs(1, 2, 4, 5), Position(1, 2, 3))
    assert blinds(first) == (2, None, 4)
    second = planned(chairs(1, 2, 4, 5), first.position)
    assert blinds(second) == (3, 4, 5)


def test_small_blind_leaves_dead_button() -> None:
    assert blinds(planned(chairs(1, 3, 4, 5), Position(1, 2, 3))) == (2, 3, 4)


def test_three_to_two_nobody_has_the_big_blind_twice() -> None:
    assert blinds(planned(chairs(1, 3), Position(1, 2, 3))) == (3, 3, 1)
    assert blinds(planned(chairs(2, 3), Position(1, 2, 3))) == (3, 3, 2)
    assert blinds(planned(chairs(1, 2), Position(1, 2, 3))) == (2, 2, 1)


def test_two_to_three_newcomer_in_front_of_the_big_blind_posts_it() -> None:
    plan = planned(chairs(1, 2, 3, new=(3,)), Position(1, 1, 2))
    assert blinds(plan) == (1, 2, 3)
    assert plan.waiting == ()


def test_two_to_three_newcomer_elsewhere_waits() -> None:
    plan = planned(chairs(1, 2, 5, new=(2,)), Position(1, 1, 5))
    assert blinds(plan) == (5, 5, 1)
    assert plan.waiting == (2,)
    following = planned(list(plan.chairs), plan.position)
    assert following.big_blind == 2


def test_newcomer_waits_for_the_big_blind_or_posts_it_live() -> None:
    last = Position(1, 2, 3)
    assert planned(chairs(1, 2, 3, 4, 6, new=(6,)), last).waiting == (6,)
    plan = planned(chairs(1, 2, 3, 4, 6, posting=(6,)), last)
    assert Entry(6, live=True) in plan.entries


@pytest.mark.parametrize("seat", [2, 3])
def test_no_posting_between_button_and_big_blind(seat: int) -> None:
    # Next hand: button 2 (empty or new), small blind 4, big blind 5.
    taken = chairs(1, 4, 5, seat, posting=(seat,))
    plan = planned(taken, Position(1, 2, 4))
    assert blinds(plan) == (2, 4, 5)
    assert plan.waiting == (seat,)


def test_sitting_out_is_noted_blind_by_blind() -> None:
    taken = chairs(1, 2, 3, 4, out=(4,))
    first = planned(taken, Position(1, 2, 3))
    assert blinds(first) == (2, 3, 1)
    owing = {chair.seat: (chair.missed_small, chair.missed_big) for chair in first.chairs}
    assert owing[4] == (False, True)
    second = planned(list(first.chairs), first.position)
    owing = {chair.seat: (chair.missed_small, chair.missed_big) for chair in second.chairs}
    assert owing[4] == (True, True)


def test_return_with_both_missed_posts_live_and_dead_and_owes_nothing() -> None:
    back = Chair(4, True, True, True, post=True)
    plan = planned([*chairs(1, 2, 3), back], Position(3, 1, 2))
    assert blinds(plan) == (1, 2, 3)
    assert Entry(4, live=True, dead=True) in plan.entries
    assert not any(chair.owes for chair in plan.chairs)


def test_return_after_the_big_blind_owes_the_dead_small_blind_only() -> None:
    first = planned(chairs(1, 2, 3, 4, out=(3,)), Position(1, 2, 3))
    assert blinds(first) == (2, None, 4)
    owing = {chair.seat: (chair.missed_small, chair.missed_big) for chair in first.chairs}
    assert owing[3] == (True, False)


def test_free_entry_and_moving_button_are_options() -> None:
    taken = chairs(1, 2, 3, 6, new=(6,))
    assert planned(taken, Position(1, 2, 3), entry="free").waiting == ()
    assert blinds(planned(taken, Position(1, 2, 3), scheme="moving")) == (2, 3, 6)


def test_alone_with_newcomers_everybody_plays() -> None:
    plan = planned(chairs(1, 4, new=(4,)), Position(1, 1, 2))
    assert len(plan.entries) == 2


@pytest.mark.parametrize("wrong", [[Chair(2), Chair(1)], [Chair(1), Chair(1)], [Chair(-1)]])
def test_chairs_are_in_order(wrong: list[Chair]) -> None:
    with pytest.raises(Malformed):
        next_hand(wrong)


def test_nobody_posts_the_big_blind_twice_in_a_row_while_others_come_and_go() -> None:
    rng = random.Random(5)
    for _ in range(200):
        taken = {seat: Chair(seat) for seat in rng.sample(range(9), rng.randint(2, 6))}
        last: Position | None = None
        for _ in range(30):
            plan = next_hand([taken[seat] for seat in sorted(taken)], last)
            if plan is None:
                last = None
            else:
                playing = {each.seat for each in plan.entries}
                assert plan.big_blind in playing
                assert plan.small_blind in playing | {None}
                assert plan.big_blind != plan.small_blind
                if last is not None:
                    assert plan.big_blind != last.big
                last = plan.position
                taken = {chair.seat: chair for chair in plan.chairs}
            for seat in range(9):
                if rng.random() < 0.15:
                    if seat in taken:
                        del taken[seat]
                    else:
                        taken[seat] = Chair(seat, missed_big=True, post=rng.random() < 0.5)


def test_two_to_three_a_newcomer_who_comes_in_free_takes_the_button_not_a_blind() -> None:
    """Seats 0 and 2 played heads-up, 2 had the big blind; 1 sits down between them."""
    plan = planned(chairs(0, 1, 2, new=(1,)), Position(0, 0, 2), entry="free")
    assert blinds(plan) == (1, 2, 0)
    assert plan.waiting == ()
    following = planned(list(plan.chairs), plan.position, entry="free")
    assert blinds(following) == (2, 0, 1)


@pytest.mark.parametrize("entry", ["free", "post", "wait"])
@pytest.mark.parametrize("seed", range(20))
def test_no_seat_has_button_and_big_blind_and_nobody_the_big_blind_twice(
    entry: str, seed: int
) -> None:
    rng = random.Random(seed)
    taken: dict[int, Chair] = {0: Chair(0), 3: Chair(3)}
    last: Position | None = None
    for _ in range(60):
        coming = rng.randrange(9)
        if rng.random() < 0.5:
            taken.setdefault(coming, Chair(coming, missed_big=True, post=rng.random() < 0.5))
        elif coming in taken and len(taken) > 2:
            del taken[coming]
        plan = planned([taken[seat] for seat in sorted(taken)], last, entry=entry)
        assert plan.button != plan.big_blind
        assert last is None or plan.big_blind != last.big
        assert plan.small_blind != plan.big_blind
        taken = {chair.seat: chair for chair in plan.chairs}
        last = plan.position
