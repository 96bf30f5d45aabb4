"""What may be bet, what a round moves, and when a member is told why not: nothing moves then."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Member
from config.limits import Span
from rules.errors import Illegal, RulesError, Stale
from rules.hand import Action
from rules.house import SEAT, Round
from tables.dealer import pausing, playing, rounds, seating, sheet, ticking
from tables.errors import Late, Refused
from tables.live import lost
from tables.models import (
    Change,
    Hand,
    HandSeat,
    Incident,
    Presence,
    Seat,
    Stakes,
    Table,
    TableState,
)
from tests.tables import builders, house
from tests.tables.house import exclude, freeze, lose_no_more
from wallet import accounts, limits, play
from wallet.models import Transfer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Table:
    return house.table("uth")


@pytest.fixture
def member() -> Member:
    return builders.member()


def rest(member: Member) -> None:
    limits.take_break(member_id=member.pk, until=timezone.now() + timedelta(hours=2))


def in_time(member: Member) -> None:
    limits.set_daily_minutes(member_id=member.pk, minutes=0)


@pytest.mark.parametrize(
    ("bar", "why"),
    [
        (freeze, "frozen"),
        (rest, "break"),
        (exclude, "excluded"),
        (lose_no_more, "loss_limit"),
        (in_time, "time_limit"),
    ],
)
def test_who_is_barred_ends_the_round_and_begins_no_other(
    table: Table, member: Member, bar: Callable[[Member], None], why: str
) -> None:
    own = house.sit(table, member)
    house.bet(own, member)
    bar(member)
    house.play_on(own, member)
    before = (Change.objects.count(), house.money(member))
    with pytest.raises(Refused) as refused:
        house.bet(own, member)
    assert refused.value.code == why
    assert (Change.objects.count(), house.money(member)) == before
    seating.leave(table_id=own, member_id=member.pk)
    assert house.money(member)["tables"] == 0


@pytest.mark.parametrize(
    ("bets", "code", "fact"),
    [
        ({"ante": 0}, "limit", ("least", 10)),
        ({"ante": 600}, "limit", ("most", 500)),
        ({"ante": 15}, "unit", ("unit", 10)),
        ({"ante": 10, "trips": 101}, "limit", ("bet", "trips")),
        ({"ante": 10, "aa": 10}, "bet", None),
        ({"ante": 400}, "stack", ("needed", 1_200)),  # ante, blind, and the play at the river
    ],
)
def test_bets_that_the_table_does_not_take_move_nothing(
    table: Table, member: Member, bets: dict[str, int], code: str, fact: tuple[str, object] | None
) -> None:
    own = house.sit(table, member, buy_in=1_000)
    before = (Change.objects.count(), house.money(member), house.folded(own).ready)
    with pytest.raises(RulesError) as refused:
        house.bet(own, member, **bets)
    assert refused.value.code == code
    assert fact is None or refused.value.data[fact[0]] == fact[1]
    assert (Change.objects.count(), house.money(member), house.folded(own).ready) == before
    house.bet(own, member, ante=10)  # the replica that was refused is as good as before


def test_without_a_largest_bet_only_the_least_is_named(member: Member) -> None:
    table = house.table("uth", limits=house.Limits(unit=10, least=20))
    own = house.sit(table, member)
    with pytest.raises(Refused) as refused:
        house.bet(own, member, ante=10)
    assert (refused.value.code, refused.value.data["least"]) == ("least", 20)


def test_who_has_no_chips_left_is_told_so_and_a_top_up_helps(table: Table, member: Member) -> None:
    own = house.sit(table, member, buy_in=1_000)
    while house.folded(own).roster[SEAT].stack >= 30:
        ante = house.folded(own).roster[SEAT].stack // 30 * 10
        house.bet(own, member, ante=min(500, ante))
        house.play_on(own, member, lambda hand: fold_or_check(hand))
    with pytest.raises((Refused, Illegal)) as refused:
        house.bet(own, member, ante=10)
    error: Any = refused.value
    assert error.code in ("no_chips", "stack")
    seating.top_up(table_id=own, member_id=member.pk, amount=1_000)
    house.bet(own, member, ante=10)


def fold_or_check(hand: Round) -> Action:
    kinds = [option.kind for option in hand.legal(SEAT).options]
    return Action("fold" if "fold" in kinds else "check")


def test_a_repeated_bet_deals_once_and_a_second_one_is_refused(
    table: Table, member: Member
) -> None:
    own = house.sit(table, member)
    house.bet(own, member, id="tap")
    first = house.folded(own)
    house.bet(own, member, id="tap")
    assert house.folded(own).seq == first.seq
    with pytest.raises(Refused) as refused:
        house.bet(own, member, id="tap-2")
    assert refused.value.code == "round_running"
    assert house.folded(own).hand_id == first.hand_id
    house.play_on(own, member)
    house.bet(own, member, id="tap")  # done before: it begins no other round
    assert house.folded(own).running is None


def test_two_tabs_that_decide_at_once_decide_once(table: Table, member: Member) -> None:
    own = house.sit(table, member)
    house.bet(own, member)
    hand_id, turn = house.folded(own).hand_id, house.running(own).turn(SEAT)
    one = {"table_id": own, "member_id": member.pk, "hand_id": hand_id, "turn": turn}
    playing.act(**one, kind="check", id="a")
    with pytest.raises(Stale):
        playing.act(**one, kind="play", amount=400, id="b")
    assert house.running(own).stage == "flop"


def test_a_bet_under_a_pay_table_that_was_changed_is_refused(table: Table, member: Member) -> None:
    own = house.sit(table, member)
    seen = house.rules_of(own)
    house.bet(own, member)
    running = house.folded(own)
    stakes = Stakes.objects.get(pk=table.stakes_id)
    stakes.settings |= {"trips_on_fold": "lose"}
    stakes.save()
    assert house.folded(own).digest == running.digest
    begun: Any = house.running(own).settings
    assert begun.trips_on_fold == "settle"  # the round goes on as it began
    house.play_on(own, member)
    with pytest.raises(Late) as late:
        rounds.bet(table_id=own, member_id=member.pk, bets={"ante": 10}, rules=seen)
    assert late.value.code == "rules_changed"
    house.bet(own, member)
    next_one: Any = house.running(own).settings
    assert next_one.trips_on_fold == "lose"


def test_a_round_is_one_transfer_between_the_seat_and_the_bank(
    table: Table, member: Member
) -> None:
    before = house.money(member)
    own = house.sit(table, member)
    house.bet(own, member, ante=100, trips=30)  # no line of Trips makes good 200 exactly
    [bets] = play.bets(member.pk).values()
    assert (bets.kind, bets.chips, bets.in_hand) == ("round", 230, False)
    house.play_on(own, member)  # checks, and folds at the river
    hand = Hand.objects.get(table_id=own, status="over")
    row = HandSeat.objects.get(hand=hand)
    transfer = Transfer.objects.get(key=f"hand:{hand.pk}")
    assert (transfer.reason, transfer.link_kind) == ("round", "round")
    escrow = Seat.objects.get(session=row.session).escrow_id
    legs = dict(transfer.entries.values_list("account_id", "amount"))
    assert legs == {escrow: row.net, accounts.BANK: -row.net}
    after = house.money(member)
    assert sum(after.values()) == sum(before.values())
    assert after["bank"] - before["bank"] == -row.net
    assert play.bets(member.pk) == {}
    call_command("audit")


def test_leaving_in_mid_round_plays_it_out_and_pays_once(table: Table, member: Member) -> None:
    before = house.money(member)
    own = house.sit(table, member)
    house.bet(own, member)
    seating.leave(table_id=own, member_id=member.pk, id="bye")
    seating.leave(table_id=own, member_id=member.pk, id="bye")
    net = HandSeat.objects.get(member=member).net
    after = house.money(member)
    assert (after["tables"], after["members"]) == (0, before["members"] + net)
    assert house.folded(own).roster == {}
    assert Transfer.objects.filter(reason="cash_out").count() == 1
    call_command("audit")


def test_a_round_that_nobody_decides_in_is_played_out_after_its_time(
    table: Table, member: Member, settings: Any
) -> None:
    own = house.sit(table, member)
    house.bet(own, member)
    due = TableState.objects.get(pk=own).due_at
    assert due is not None
    assert abs((due - timezone.now()).total_seconds() - settings.ROUND_S) < 60
    assert ticking.tick(own) is None  # not yet
    house.play_on(own, member)
    settings.ROUND_S = 0
    house.bet(own, member)
    builders.run_clock(Table.objects.get(pk=own))
    replica = house.folded(own)
    assert replica.running is None
    assert not replica.roster[SEAT].away_ms  # nobody is sat out for it
    assert Hand.objects.filter(table_id=own, status="over").count() == 2


def test_a_lost_line_ends_no_round_and_the_seat_is_paid_out_after_it(
    table: Table, member: Member, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SEAT_GRACE_S = Span(0, 0)
    monkeypatch.setattr(lost.presence, "PRESENCE_S", 0)
    monkeypatch.setattr(lost, "UNWATCHED_MS", 0)
    own = house.sit(table, member)
    house.bet(own, member)
    Presence.objects.update(seen_at=timezone.now() - timedelta(hours=1))
    sweep = lost.Lost()
    sweep._since = 1
    assert sweep.sweep() == []
    assert house.running(own).actors == (SEAT,)
    house.play_on(own, member)
    assert [done.table_id for done in sweep.sweep()] == [own]
    assert house.money(member)["tables"] == 0
    call_command("audit")


def test_a_table_that_staff_close_ends_its_rounds_and_pays_everybody_out(
    table: Table, member: Member
) -> None:
    idle = builders.member()
    own, other = house.sit(table, member), house.sit(table, idle)
    house.bet(own, member)
    Table.objects.filter(pk=table.pk).update(is_open=False)
    sweep = lost.Lost()
    assert [done.table_id for done in sweep.sweep()] == [other]
    assert house.running(own).actors == (SEAT,)
    house.play_on(own, member)
    with pytest.raises(Refused) as refused:
        house.bet(own, member)
    assert refused.value.code == "closed"
    assert [done.table_id for done in sweep.sweep()] == [own]
    assert sweep.sweep() == []
    assert house.money(member, idle)["tables"] == 0
    with pytest.raises(Refused):
        house.sit(table, member)
    call_command("audit")


def test_an_undone_round_moves_nothing_and_the_next_deck_is_kept(
    table: Table, member: Member
) -> None:
    own = house.sit(table, member)
    house.bet(own, member, ante=200)
    ready = house.folded(own).ready
    pausing.pause_after(own, RuntimeError("for a test"))
    with pytest.raises(Refused):
        house.decide(own, member, "check")
    pausing.resume(table_id=own)
    house.decide(own, member, "check")
    pausing.void(table_id=own, code="staff")
    replica = house.folded(own)
    assert (replica.running, replica.roster[SEAT].stack, replica.ready) == (None, 5_000, ready)
    house.bet(own, member)
    assert house.folded(own).hand_id == ready.hand
    call_command("audit")


def test_chips_bought_in_mid_round_count_from_the_next(table: Table, member: Member) -> None:
    own = house.sit(table, member)
    house.bet(own, member)
    seating.top_up(table_id=own, member_id=member.pk, amount=1_000)
    assert house.running(own).stack(SEAT) == 4_800
    call_command("audit")
    house.play_on(own, member)
    net = HandSeat.objects.get(member=member).net
    assert house.folded(own).roster[SEAT].stack == 6_000 + net
    call_command("audit")


@pytest.mark.parametrize("command", [seating.sit_out, seating.sit_in])
def test_nobody_sits_out_where_nobody_is_dealt_in(
    table: Table, member: Member, command: Callable[..., object]
) -> None:
    own = house.sit(table, member)
    with pytest.raises(Refused) as refused:
        command(table_id=own, member_id=member.pk)
    assert refused.value.code == "not_offered"


def test_no_seat_but_the_members_own(table: Table, member: Member) -> None:
    own = house.box(table, member)
    for seat in (0, 2):
        with pytest.raises(Refused) as refused:
            seating.sit(table_id=own, member=member, seat=seat, buy_in=5_000)
        assert refused.value.code == "no_such_seat"
    poker = builders.table()
    builders.sit(poker, member, 0)
    with pytest.raises(Refused) as refused:
        rounds.bet(table_id=poker.pk, member_id=member.pk, bets={"ante": 10}, rules="x")
    assert refused.value.code == "not_offered"


def test_a_bet_and_a_decision_take_at_most_six_statements(table: Table, member: Member) -> None:
    own = house.sit(table, member)
    house.bet(own, member)
    house.play_on(own, member)
    rules = house.rules_of(own)
    with CaptureQueriesContext(connection) as bet:
        rounds.bet(table_id=own, member_id=member.pk, bets={"ante": 100}, rules=rules)
    replica = sheet._replicas[own]
    assert replica.running is not None
    with CaptureQueriesContext(connection) as last:
        playing.act(
            table_id=own,
            member_id=member.pk,
            hand_id=replica.hand_id,
            turn=replica.running.turn(SEAT),
            kind="play",
            amount=400,
        )
    assert replica.running is None  # settled in the same six
    for captured in (bet, last):
        said = [query["sql"] for query in captured.captured_queries]
        assert len([sql for sql in said if sql not in ("BEGIN", "COMMIT")]) <= 6


def test_staff_undo_the_round_of_a_paused_box_from_its_incident(
    table: Table, member: Member, admin_client: Client
) -> None:
    own = house.sit(table, member)
    house.bet(own, member)
    pausing.pause_after(own, RuntimeError("for a test"))
    incident = Incident.objects.get(table_id=own)
    address = reverse("admin:tables_incident_changelist")
    assert str(member) in admin_client.get(address).content.decode()
    chosen = {"action": "void_hand", ACTION_CHECKBOX_NAME: [incident.pk]}
    assert admin_client.post(address, chosen).status_code == 302
    replica = house.folded(own)
    assert (replica.running, replica.paused, replica.roster[SEAT].stack) == (None, "", 5_000)


def test_a_table_stays_among_people_or_against_the_house(table: Table) -> None:
    poker = builders.stakes()
    table.stakes = poker
    with pytest.raises(ValidationError) as refused:
        table.full_clean()
    assert "stakes" in refused.value.message_dict
    house_stakes = Stakes.objects.get(game="uth")
    house_stakes.game, house_stakes.amounts = "nlhe", poker.amounts
    with pytest.raises(ValidationError) as refused:
        house_stakes.full_clean()
    assert "game" in refused.value.message_dict
