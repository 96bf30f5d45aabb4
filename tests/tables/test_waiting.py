"""The waiting list: a full table, an offer with a deadline, the seat kept meanwhile."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import Member
from tables.dealer import seating, sheet, ticking, waiting
from tables.dealer.line import Line, Offer
from tables.errors import Refused
from tables.models import Table, TableState, Waiting
from tests.tables import builders
from tests.tables.conftest import Connect, Pass
from tests.tables.hands import act, faults, replica_of
from wallet import limits, selectors

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def full(settings: Any) -> tuple[Table, list[Member]]:
    """A table with two seats, both taken."""
    settings.OFFER_S = 30
    table = builders.table(seats=2)
    members = [builders.member() for _ in range(2)]
    for seat, member in enumerate(members):
        builders.sit(table, member, seat)
    return table, members


def wait(table: Table, *members: Member) -> None:
    for member in members:
        waiting.join(table_id=table.pk, member=member)


def leave(table: Table, member: Member) -> None:
    seating.leave(table_id=table.pk, member_id=member.pk)


def line(table: Table) -> Line:
    return replica_of(table).line


def outcome(member: Member) -> str:
    return Waiting.objects.filter(member=member).latest("pk").outcome


def refused(call: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value.code


def test_the_first_in_line_is_offered_the_seat_that_frees(
    full: tuple[Table, list[Member]],
) -> None:
    table, (one, _) = full
    first, second = builders.member(), builders.member()
    wait(table, first, second)
    builders.run_clock(table)
    assert line(table).offers == ()

    leave(table, one)
    ticking.tick(table.pk)

    (offer,) = line(table).offers
    assert (offer.seat, offer.member) == (0, first.pk)
    row = Waiting.objects.get(member=first)
    assert row.offer_seat == 0
    assert round(row.offer_until.timestamp() * 1000) == offer.until
    builders.sit(table, first, 0)
    assert outcome(first) == Waiting.Outcome.SEATED
    assert line(table).members == (second.pk,)
    assert line(table).offers == ()
    assert faults() == []


def test_a_seat_that_is_offered_is_kept_from_everybody_else(
    full: tuple[Table, list[Member]],
) -> None:
    table, (one, _) = full
    first, second, passer = (builders.member() for _ in range(3))
    wait(table, first, second)
    leave(table, one)
    # Also before the clock has made the offer.
    assert refused(builders.sit, table, passer, 0) == "held"
    assert refused(builders.sit, table, second, 0) == "held"
    ticking.tick(table.pk)
    assert refused(builders.sit, table, passer, 0) == "held"
    assert selectors.balance(passer) == 100_000
    builders.sit(table, first, 0)


def test_who_declines_or_lets_the_offer_pass_makes_way_for_the_next(
    full: tuple[Table, list[Member]], let_pass: Pass
) -> None:
    table, (one, _) = full
    first, second, third = (builders.member() for _ in range(3))
    wait(table, first, second, third)
    leave(table, one)
    builders.run_clock(table)

    waiting.leave(table_id=table.pk, member_id=first.pk)
    assert outcome(first) == Waiting.Outcome.LEFT
    builders.run_clock(table)
    assert line(table).offers[0].member == second.pk

    let_pass(29)
    builders.run_clock(table)
    assert line(table).offers[0].member == second.pk
    let_pass(1)
    builders.run_clock(table)
    assert outcome(second) == Waiting.Outcome.TIMED_OUT
    assert line(table).offers[0].member == third.pk


def test_the_barred_the_broke_and_the_absent_are_passed_over(
    full: tuple[Table, list[Member]], let_pass: Pass
) -> None:
    table, (one, _) = full
    barred, broke, absent, here = (builders.member() for _ in range(4))
    wait(table, barred, broke, absent)
    for _ in range(9):  # all but 1,000 are at other tables
        builders.sit(builders.table(), broke, 0)
    seating.sit(table_id=builders.table().pk, member=broke, seat=0, buy_in=9_000)
    limits.take_break(member_id=barred.pk, until=timezone.now() + timedelta(hours=9))
    let_pass(waiting.AWAY_S + 1)
    wait(table, here)
    Waiting.objects.filter(member=broke).update(seen_at=Table.now())
    leave(table, one)
    builders.run_clock(table)
    assert [outcome(each) for each in (barred, broke, absent)] == ["barred", "broke", "away"]
    assert line(table).offers[0].member == here.pk


def test_joining_asks_for_a_full_table_and_a_purse(full: tuple[Table, list[Member]]) -> None:
    table, (one, _) = full
    poor, late = builders.member(chips=1_999), builders.member()
    assert refused(wait, builders.table(), late) == "seat_free"
    assert refused(wait, table, one) == "seated"
    assert refused(wait, table, poor) == "no_funds"
    wait(table, late)
    assert refused(wait, table, late) == "waiting"
    assert refused(waiting.leave, table_id=table.pk, member_id=poor.pk) == "not_waiting"
    Table.objects.filter(pk=table.pk).update(is_open=False)
    assert refused(wait, table, builders.member()) == "closed"


def test_a_repeated_join_waits_once(full: tuple[Table, list[Member]]) -> None:
    table, _ = full
    late = builders.member()
    for _ in range(2):
        waiting.join(table_id=table.pk, member=late, id="a")
    assert line(table).members == (late.pk,)


def test_a_closed_table_sends_those_home_who_wait(full: tuple[Table, list[Member]]) -> None:
    table, members = full
    late = builders.member()
    wait(table, late)
    Table.objects.filter(pk=table.pk).update(is_open=False)
    leave(table, members[0])
    builders.run_clock(table)
    assert outcome(late) == Waiting.Outcome.CLOSED
    assert line(table).members == ()


def test_a_bot_gets_up_for_a_member_who_waits() -> None:
    table = builders.table(seats=2, bots=1)
    TableState.objects.filter(table=table).update(due_at=Table.now())
    builders.run_clock(table)
    (bot,) = replica_of(table).roster.values()
    builders.sit(table, builders.member(), 1 - bot.seat)
    late = builders.member()
    wait(table, late)
    builders.run_clock(table)
    assert line(table).offers[0].seat == bot.seat
    builders.sit(table, late, bot.seat)
    builders.run_clock(table)
    assert not any(plate.bot for plate in replica_of(table).roster.values())
    assert faults() == []


def test_the_list_survives_a_hand_and_a_restart(full: tuple[Table, list[Member]]) -> None:
    table, (one, _) = full
    late = builders.member()
    wait(table, late)
    builders.run_clock(table)  # a hand begins: a new base carries the list
    act(table, "fold")
    builders.run_clock(table)
    leave(table, one)
    if replica_of(table).running is not None:
        act(table, "fold")
    sheet.forget()
    builders.run_clock(table)
    assert line(table).offers[0].member == late.pk


def test_the_audit_names_a_list_that_is_told_in_two_ways(
    full: tuple[Table, list[Member]],
) -> None:
    table, _ = full
    wait(table, builders.member())
    assert faults() == []
    Waiting.objects.update(ended_at=Table.now())
    assert [fault.kind for fault in faults()] == ["waiting"]


def test_the_value_of_a_list() -> None:
    line = Line((1, 2, 3), (Offer(4, 1, 99),), 6)
    assert (line.place(2), line.place(9)) == (2, 0)
    assert line.unasked == (2, 3)
    assert line.keeps(4, 2, 1)
    assert not line.keeps(4, 1, 1)
    # Two seats are free, one is offered: the other is kept for 2, not from 2.
    assert line.keeps(5, 3, 2)
    assert line.keeps(5, 9, 2)
    assert not line.keeps(5, 2, 2)
    # With three more than wait nobody is kept out.
    assert not line.keeps(5, 9, 4)
    assert line.without(1) == Line((2, 3), (), 6)


async def test_the_offer_reaches_every_tab_and_one_of_them_takes_it(
    connect: Connect, clock: Any, settings: Any
) -> None:
    settings.OFFER_S = 30
    table = await sync_to_async(builders.table)(seats=2)
    members = [await sync_to_async(builders.member)() for _ in range(3)]
    one, two, late = members
    for seat, member in enumerate((one, two)):
        await sync_to_async(builders.sit)(table, member, seat)
    leaver = await connect(table, one)
    tabs = [await connect(table, late) for _ in range(2)]
    guest = await connect(table)
    assert (await tabs[0].command("wait"))["ok"]
    for tab in tabs:
        await tab.until(lambda tab=tab: (tab.you["line"] or {}).get("place") == 1)
    await guest.until(lambda: guest.view.waiting == 1)

    await leaver.command("leave")
    for tab in tabs:
        await tab.until(lambda tab=tab: tab.you["offer"] is not None)
    seat = tabs[0].you["offer"]["seat"]
    await guest.until(lambda: seat in guest.view.held)
    answers = await asyncio.gather(*(tab.command("sit", seat=seat, buy_in=5_000) for tab in tabs))
    assert sorted(answer["ok"] for answer in answers) == [False, True]
    await guest.until(lambda: not guest.view.waiting and not guest.view.held)
    await tabs[1].until(lambda: tabs[1].you["seat"] == seat and tabs[1].you["line"] is None)
    assert await sync_to_async(selectors.balance)(late) == 95_000
