"""Daily refill, rescue, attendance: today's, once, by the policy's rows."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.wallet import builders
from tests.wallet.builders import G, at_once, refused
from tests.wallet.conftest import SetClock
from wallet import moments, offers, refill, selectors, tasks
from wallet.models import Batch, Grant, Policy, Visit
from wallet.offers import attend, rescue, visit

pytestmark = pytest.mark.django_db(transaction=True)


def change(slug: str, **values: object) -> None:
    Policy.objects.filter(slug=slug).update(**values)


def a_visitor(day: str) -> builders.Member:
    """A member without chips, last seen on a day."""
    member = builders.a_member()
    Visit.objects.create(member=member, seen_on=day)
    return member


# -- daily refill ------------------------------------------------------------------------------


def test_midnight_in_seoul_pays_whom_the_last_seven_days_have_seen(set_clock: SetClock) -> None:
    lately, long_ago = a_visitor("2030-01-03"), a_visitor("2030-01-02")
    set_clock("2030-01-09 23:59:30")
    refill.run()
    assert selectors.balance(lately) == G
    assert selectors.balance(long_ago) == G  # seen on the 2nd: seven days before the 9th
    set_clock("2030-01-10 00:00:01")
    refill.run()
    assert (selectors.balance(lately), selectors.balance(long_ago)) == (2 * G, G)


def test_the_others_get_todays_on_their_first_visit(set_clock: SetClock) -> None:
    member = a_visitor("2029-06-01")
    set_clock("2030-01-10 12:00:00")
    refill.run()
    assert selectors.balance(member) == 0
    assert visit(member) == G
    assert visit(member) == 0
    assert selectors.balance(member) == G
    assert Visit.objects.get(member=member).seen_on.isoformat() == "2030-01-10"


def test_who_was_paid_at_midnight_gets_nothing_more_on_the_visit(set_clock: SetClock) -> None:
    member = a_visitor("2030-01-09")
    set_clock("2030-01-10 00:00:05")
    refill.run()
    assert visit(member) == 0
    assert selectors.balance(member) == G


def test_a_beat_that_slept_over_midnight_pays_today_and_never_yesterday(
    set_clock: SetClock,
) -> None:
    member = a_visitor("2030-01-08")
    set_clock("2030-01-11 09:13:00")
    tasks.refill_today()
    tasks.refill_today()
    assert selectors.balance(member) == G
    assert list(Grant.objects.values_list("period", flat=True)) == ["2030-01-11"]


def test_a_clock_that_was_moved_back_pays_nobody_twice(set_clock: SetClock) -> None:
    member = a_visitor("2030-01-09")
    set_clock("2030-01-10 00:01:00")
    refill.run()
    set_clock("2030-01-09 23:00:00")
    refill.run()
    set_clock("2030-01-10 00:02:00")
    refill.run(again=True)
    assert selectors.balance(member) == 2 * G  # the 10th, and the 9th, which it was again
    assert Grant.objects.count() == 2


def test_many_runs_at_once_pay_once(set_clock: SetClock) -> None:
    members = [a_visitor("2030-01-09") for _ in range(25)]
    set_clock("2030-01-10 00:00:01")
    at_once(*[lambda: refill.run(again=True) and None] * 6)
    assert {selectors.balance(member) for member in members} == {G}
    assert sum(Batch.objects.values_list("paid", flat=True)) == 25


def test_members_are_paid_in_ranges_and_the_progress_is_noted(
    set_clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refill, "RANGE", 4)
    members = [a_visitor("2030-01-09") for _ in range(10)]
    set_clock("2030-01-10 00:00:01")
    batch = refill.run()
    assert batch is not None
    assert (batch.paid, batch.chips, batch.upto) == (10, 10 * G, members[-1].pk)
    assert batch.finished_at is not None
    assert builders.Transfer.objects.filter(reason="refill").count() == 3
    assert refill.run() is None


def test_a_refill_up_to_a_floor_gives_what_is_missing(set_clock: SetClock) -> None:
    change("refill", floor=500)
    poor, rich = builders.a_member(120), builders.a_member(700)
    set_clock("2030-01-10 12:00:00")
    assert (visit(poor), visit(rich)) == (380, 0)
    assert (selectors.balance(poor), selectors.balance(rich)) == (500, 700)


def test_without_the_policy_there_is_no_refill(set_clock: SetClock) -> None:
    change("refill", active=False)
    member = builders.a_member()
    assert (visit(member), refill.run()) == (0, None)
    assert offers.refill_offer(member, moments.now()).code == "off"


def test_bots_visit_nobody() -> None:
    assert visit(builders.a_bot()) == 0
    assert not Visit.objects.exists()


# -- rescue ------------------------------------------------------------------------------------


def test_who_is_broke_is_rescued_three_times_a_day_with_pauses(set_clock: SetClock) -> None:
    member = builders.a_member()
    for number, moment in enumerate(("10:00", "10:10", "10:20"), 1):
        set_clock(f"2030-01-10 {moment}:0{number}")
        assert rescue(member=member) == G // 2
        builders.send(builders.wallet(member).pk, 1, G // 2)  # lost again at once
    set_clock("2030-01-10 23:00:00")
    with refused("used_up"):
        rescue(member=member)
    set_clock("2030-01-11 00:00:01")
    assert rescue(member=member) == G // 2


def test_the_pause_lasts_to_the_second_and_over_midnight(set_clock: SetClock) -> None:
    member = builders.a_member()
    given = set_clock("2030-01-10 23:55:00")
    rescue(member=member)
    builders.send(builders.wallet(member).pk, 1, G // 2)
    set_clock("2030-01-11 00:04:30")
    with pytest.raises(builders.WalletError) as caught:
        rescue(member=member)
    assert caught.value.code == "cooling"
    assert abs(caught.value.data["next_at"] - given - timedelta(minutes=10)) < timedelta(seconds=5)
    set_clock("2030-01-11 00:05:10")
    rescue(member=member)


@pytest.mark.parametrize(("held", "code"), [(G // 10 - 1, None), (G // 10, "enough")])
def test_the_threshold_is_below_a_tenth_of_g(held: int, code: str | None) -> None:
    member = builders.a_member(held)
    assert offers.rescue_offer(member, moments.now()).code == code


def test_chips_at_tables_count_and_a_seat_does_not_stop_the_rescue() -> None:
    member = builders.a_member(G // 10)
    builders.a_session(member, G // 10)
    assert selectors.balance(member) == 0
    with refused("enough"):
        rescue(member=member)

    broke = builders.a_member(50)
    builders.a_session(broke, 50)
    assert rescue(member=broke) == G // 2


def test_two_clicks_at_once_are_one_rescue() -> None:
    member = builders.a_member()
    answers: list[str] = []

    def click() -> None:
        try:
            rescue(member=member)
            answers.append("given")
        except builders.WalletError as refusal:
            answers.append(refusal.code)

    at_once(*[click] * 6)
    assert sorted(answers) == ["enough"] * 5 + ["given"]
    assert selectors.balance(member) == G // 2


# -- attendance --------------------------------------------------------------------------------


def test_the_ladder_is_climbed_day_by_day_and_begins_again(set_clock: SetClock) -> None:
    member = builders.a_member()
    got = []
    for day in range(1, 10):
        set_clock(f"2030-01-{day:02} 09:00:00")
        got.append(attend(member=member))
    rungs = [2, 2, 3, 3, 4, 5, 20, 2, 2]
    assert got == [rung * G // 10 for rung in rungs]


def test_a_missed_day_starts_the_ladder_again(set_clock: SetClock) -> None:
    member = builders.a_member()
    for day in (1, 2, 3):
        set_clock(f"2030-01-{day:02} 09:00:00")
        attend(member=member)
    set_clock("2030-01-05 00:00:01")
    assert offers.attendance_offer(member, moments.now()).data["rung"] == 1
    assert attend(member=member) == 2 * G // 10


def test_one_stamp_a_day(set_clock: SetClock) -> None:
    member = builders.a_member()
    set_clock("2030-01-10 00:00:01")
    attend(member=member)
    set_clock("2030-01-10 23:59:59")
    with refused("granted"):
        attend(member=member)
    offer = offers.attendance_offer(member, moments.now())
    assert offer.next_at == moments.midnight(moments.day_of(moments.now()) + moments.DAY) or (
        offer.code is None  # midnight has just struck
    )
