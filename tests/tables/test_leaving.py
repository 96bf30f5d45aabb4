"""Chips come back: at once without a live hand, with the hand's end otherwise, and exactly once."""

from __future__ import annotations

import pytest

from tables.dealer import pausing, playing, seating, sheet
from tables.errors import Refused
from tables.live import lost
from tables.models import Hand, HandSeat, Seat, Table
from tests.tables import builders
from tests.tables.hands import act, faults, replica_of
from wallet import selectors
from wallet.models import Account, Transfer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def seated() -> tuple[Table, list]:
    """A table with three members, before their first hand."""
    table = builders.table()
    members = [builders.member() for _ in range(3)]
    for seat, member in enumerate(members):
        builders.sit(table, member, seat)
    return table, members


def test_leaving_between_hands_pays_at_once(seated: tuple[Table, list]) -> None:
    table, members = seated
    seating.leave(table_id=table.pk, member_id=members[0].pk)
    assert selectors.balance(members[0]) == 100_000
    assert selectors.at_tables(members[0]) == []
    assert Seat.objects.get(member=members[0]).left_at is not None
    assert faults() == []


def test_leaving_while_waiting_for_the_first_hand_pays_at_once(
    seated: tuple[Table, list],
) -> None:
    table, _members = seated
    builders.run_clock(table)
    late = builders.member()
    builders.sit(table, late, 5)
    seating.leave(table_id=table.pk, member_id=late.pk)
    assert selectors.balance(late) == 100_000
    assert faults() == []


def test_leaving_on_turn_folds_at_once_and_pays_with_the_hand(seated: tuple[Table, list]) -> None:
    table, _members = seated
    builders.run_clock(table)
    act(table, "raise", 300)
    replica = replica_of(table)
    on_turn = replica.running.actors[0]
    leaver = replica.sitters[on_turn].member
    seating.leave(table_id=table.pk, member_id=leaver)
    assert on_turn not in replica_of(table).running.live
    assert selectors.balance(leaver) == 90_000  # the blind is still in the pot
    assert faults() == []
    act(table, "fold")
    blind = {0: 0, 1: 50, 2: 100}
    assert selectors.balance(leaver) == 100_000 - blind[on_turn]
    assert faults() == []


def test_leaving_before_the_turn_is_a_mark_until_it_comes(seated: tuple[Table, list]) -> None:
    table, _members = seated
    builders.run_clock(table)
    replica = replica_of(table)
    first = replica.running.actors[0]
    later = next(seat for seat in replica.running.live if seat != first)
    leaver = replica.sitters[later].member
    seating.leave(table_id=table.pk, member_id=leaver)
    assert replica_of(table).roster[later].leaving
    assert later in replica_of(table).running.live
    assert faults() == []
    act(table, "call")
    builders.run_clock(table)
    assert later not in replica_of(table).running.live
    assert faults() == []


def test_a_leaver_who_can_check_checks(seated: tuple[Table, list]) -> None:
    table, _members = seated
    builders.run_clock(table)
    act(table, "call")
    act(table, "call")
    big_blind = replica_of(table).running.actors[0]
    seating.leave(table_id=table.pk, member_id=replica_of(table).sitters[big_blind].member)
    assert big_blind in replica_of(table).running.live
    assert replica_of(table).running.street == 1


def test_who_has_folded_is_paid_in_mid_hand_and_the_seat_is_free(
    seated: tuple[Table, list],
) -> None:
    table, _members = seated
    builders.run_clock(table)
    act(table, "raise", 300)
    folded = act(table, "fold")  # the small blind
    leaver = replica_of(table).sitters[folded].member
    seating.leave(table_id=table.pk, member_id=leaver)
    assert selectors.balance(leaver) == 99_950
    assert faults() == []
    # Somebody else takes the seat while the hand goes on, and sees nothing of it.
    newcomer = builders.member()
    builders.sit(table, newcomer, folded, buy_in=5_000)
    assert replica_of(table).hand_seat_of(newcomer.pk) is None
    with pytest.raises(Refused, match="not_dealt_in"):
        playing.act(
            table_id=table.pk,
            member_id=newcomer.pk,
            hand_id=replica_of(table).hand_id,
            turn=0,
            kind="fold",
        )
    act(table, "fold")
    assert replica_of(table).running is None
    account = Account.objects.get(pk=Seat.objects.get(member_id=leaver).escrow_id)
    assert (account.status, account.balance) == ("closed", 0)
    assert replica_of(table).roster[folded].stack == 5_000
    assert faults() == []


def test_an_all_in_leaver_plays_the_hand_out(seated: tuple[Table, list]) -> None:
    table, members = seated
    builders.run_clock(table)
    shover = act(table, "raise", 10_000)
    leaver = replica_of(table).sitters[shover].member
    seating.leave(table_id=table.pk, member_id=leaver)
    assert shover in replica_of(table).running.live
    act(table, "call")
    act(table, "fold")
    assert replica_of(table).running is None
    total = sum(selectors.total(member) for member in members)
    assert total == 300_000
    assert selectors.at_tables(leaver) == []
    assert faults() == []


def test_a_hand_is_settled_and_paid_out_exactly_once(seated: tuple[Table, list]) -> None:
    table, members = seated
    builders.run_clock(table)
    act(table, "raise", 300)
    act(table, "call")
    act(table, "fold")
    seating.leave(table_id=table.pk, member_id=members[0].pk)
    seating.leave(table_id=table.pk, member_id=members[1].pk)
    while replica_of(table).running is not None and replica_of(table).number == 1:
        act(table, "check")
    hand = Hand.objects.get(number=1)
    assert Transfer.objects.filter(key=f"hand:{hand.pk}").count() == 1
    assert Transfer.objects.filter(reason="cash_out").count() == 2
    assert sum(HandSeat.objects.filter(hand=hand).values_list("net", flat=True)) == 0
    assert sum(selectors.total(member) for member in members) == 300_000
    assert faults() == []


def test_leaving_twice_under_one_id_is_answered_twice_and_done_once(
    seated: tuple[Table, list],
) -> None:
    table, members = seated
    first = seating.leave(table_id=table.pk, member_id=members[0].pk, id="bye")
    second = seating.leave(table_id=table.pk, member_id=members[0].pk, id="bye")
    assert second.seq == first.seq
    assert second.changes == ()
    with pytest.raises(Refused, match="not_seated"):
        seating.leave(table_id=table.pk, member_id=members[0].pk, id="again")


def test_chips_bought_in_a_hand_count_from_the_next_one(seated: tuple[Table, list]) -> None:
    table, _members = seated
    builders.run_clock(table)
    act(table, "raise", 5_000)
    act(table, "call")
    folder = act(table, "fold")
    member = replica_of(table).sitters[folder].member
    with pytest.raises(Refused, match="top_up"):
        seating.top_up(table_id=table.pk, member_id=member, amount=200)
    while replica_of(table).running is not None:
        act(table, "check")
    lost = 10_000 - replica_of(table).roster[folder].stack
    seating.top_up(table_id=table.pk, member_id=member, amount=lost, id="more")
    seating.top_up(table_id=table.pk, member_id=member, amount=lost, id="more")
    assert replica_of(table).roster[folder].stack == 10_000
    assert selectors.balance(member) == 90_000 - lost
    assert faults() == []


def test_a_voided_hand_has_moved_nothing(seated: tuple[Table, list]) -> None:
    table, _members = seated
    builders.run_clock(table)
    act(table, "raise", 300)
    folded = act(table, "fold")
    leaver = replica_of(table).sitters[folded].member
    seating.leave(table_id=table.pk, member_id=leaver)
    sheet.forget()
    pausing.void(table_id=table.pk, code="staff")
    assert selectors.balance(leaver) == 100_000
    assert Hand.objects.get().status == "void"
    assert faults() == []
    builders.run_clock(table)
    assert {p.stack for p in replica_of(table).roster.values()} == {10_000}
    assert Hand.objects.filter(status="running").count() == 1
    assert faults() == []


def test_a_table_that_staff_close_plays_its_hand_and_pays_everybody_out(
    seated: tuple[Table, list],
) -> None:
    table, members = seated
    builders.run_clock(table)
    Table.objects.filter(pk=table.pk).update(is_open=False)
    sweep = lost.Lost()
    assert sweep.sweep() == []
    act(table, "fold")
    act(table, "fold")
    builders.run_clock(table)  # deals no other hand
    assert len(sweep.sweep()) == 3
    builders.run_clock(table)
    assert sweep.sweep() == []
    assert replica_of(table).roster == {}
    assert [selectors.at_tables(member) for member in members] == [[], [], []]
    assert sum(selectors.balance(member) for member in members) == 300_000
    assert faults() == []
