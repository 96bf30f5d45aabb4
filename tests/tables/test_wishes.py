"""What a seat does by itself: leave after the hand, sit out at the big blind, buy chips, show."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import Member
from rules.events import Show
from tables.dealer import seating, sheet, wishes
from tables.errors import Late, Refused
from tables.history import reading
from tables.models import Hand, Seat, Table
from tests.tables import builders
from tests.tables.conftest import Connect, Pass
from tests.tables.hands import act, faults, fold_out, replica_of
from wallet import limits, selectors
from wallet.models import Transfer

pytestmark = pytest.mark.django_db(transaction=True)


def seated(players: int = 3, **options: Any) -> tuple[Table, list[Member]]:
    """A table whose first hand has begun: button 0, blinds 1 and 2."""
    table = builders.table(**options)
    members = [builders.member() for _ in range(players)]
    for seat, member in enumerate(members):
        builders.sit(table, member, seat)
    builders.run_clock(table)
    return table, members


def wish(table: Table, member: Member, **wanted: Any) -> None:
    wishes.wish(table_id=table.pk, member_id=member.pk, **wanted)


def refused(call: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value.code


# -- leaving ---------------------------------------------------------------------------------------


def test_leave_after_this_hand_plays_it_and_cashes_out_with_the_settlement() -> None:
    table, members = seated()
    wish(table, members[0], leave="hand")
    act(table, "raise", 300)  # the seat plays on
    act(table, "fold")
    assert replica_of(table).roster[0].wishes.leave == "hand"
    act(table, "fold")
    assert 0 not in replica_of(table).roster
    assert selectors.balance(members[0]) == 100_000 + 150
    assert Seat.objects.get(member=members[0]).left_with == 10_150
    assert faults() == []


def test_leave_after_this_hand_can_be_taken_back_and_is_at_once_without_a_hand() -> None:
    table, members = seated()
    wish(table, members[0], leave="hand")
    wish(table, members[0], leave="")
    act(table, "fold")
    act(table, "fold")
    assert 0 in replica_of(table).roster
    wish(table, members[0], leave="hand")
    assert selectors.balance(members[0]) == 100_000


def test_leave_at_the_next_big_blind() -> None:
    table, members = seated()
    wish(table, members[0], leave="blind")  # who has it next
    fold_out(table)
    assert set(replica_of(table).roster) == {1, 2}
    assert selectors.balance(members[0]) == 100_000
    assert faults() == []


def test_sit_out_at_the_next_big_blind_and_not_before() -> None:
    table, members = seated()
    wish(table, members[1], sit_out=True)
    fold_out(table)
    assert 1 in replica_of(table).sitters  # the big blind is seat 0
    fold_out(table)
    plate = replica_of(table).roster[1]
    assert plate.away_ms
    assert plate.why == "own"
    assert not plate.wishes.sit_out
    assert 1 not in replica_of(table).sitters


def test_who_sits_out_already_is_not_sent_out_again_on_coming_back() -> None:
    table, members = seated()
    seating.sit_out(table_id=table.pk, member_id=members[0].pk)
    fold_out(table)
    wish(table, members[0], sit_out=True)
    seating.sit_in(table_id=table.pk, member_id=members[0].pk)
    for _ in range(3):  # every seat has been the big blind
        fold_out(table)
    assert not replica_of(table).roster[0].away_ms


def test_a_game_without_blinds_has_none_to_wait_for() -> None:
    table, members = seated(
        2,
        game="stud",
        amounts={"ante": 10, "bring_in": 25, "small_bet": 100, "big_bet": 200},
    )
    assert refused(wish, table, members[0], sit_out=True) == "no_blinds"


# -- automatic top-up ------------------------------------------------------------------------------


def test_automatic_top_up_buys_between_hands_up_to_the_stack_that_was_named() -> None:
    table, members = seated(2)
    wish(table, members[0], refill=10_000)
    act(table, "fold")  # button and small blind: 50 lost
    assert replica_of(table).roster[0].stack == 9_950
    builders.run_clock(table)
    assert replica_of(table).sitters[0].stack == 10_000
    assert selectors.balance(members[0]) == 89_950
    assert Transfer.objects.filter(reason="top_up").count() == 1
    assert faults() == []


def test_automatic_top_up_brings_back_who_lost_everything() -> None:
    table, members = seated(2)
    for member in members:
        wish(table, member, refill=5_000)
    act(table, "raise", 10_000)
    act(table, "call")
    builders.run_clock(table)
    assert len(replica_of(table).sitters) == 2
    assert min(plate.stack for plate in replica_of(table).sitters.values()) in (5_000, 10_000)
    assert faults() == []


def test_automatic_top_up_takes_no_more_than_the_wallet_has() -> None:
    table = builders.table()
    poor, other = builders.member(chips=10_020), builders.member()
    builders.sit(table, poor, 0)
    builders.sit(table, other, 1)
    wish(table, poor, refill=10_000)
    builders.run_clock(table)
    act(table, "fold")
    builders.run_clock(table)
    assert replica_of(table).sitters[0].stack == 9_970
    assert selectors.balance(poor) == 0


def test_automatic_top_up_obeys_the_daily_loss_limit_and_the_game_goes_on() -> None:
    table, members = seated(2)
    wish(table, members[0], refill=10_000)
    limits.set_daily_loss(member_id=members[0].pk, chips=9_960)
    act(table, "fold")
    builders.run_clock(table)
    assert replica_of(table).running is not None
    assert replica_of(table).sitters[0].stack == 9_950
    assert selectors.balance(members[0]) == 90_000


def test_automatic_top_up_stays_within_the_table() -> None:
    table, members = seated(2)
    assert refused(wish, table, members[0], refill=10_001) == "refill"
    assert refused(wish, table, members[0], refill=1) == "refill"


# -- why a seat is dealt out -----------------------------------------------------------------------


async def test_a_member_is_told_at_once_why_he_is_dealt_out_and_nobody_else(
    connect: Connect,
) -> None:
    table, members = await sync_to_async(seated)(3)
    own, other = await connect(table, members[1]), await connect(table, members[0])
    until = timezone.now() + timedelta(hours=1)
    await sync_to_async(limits.take_break)(member_id=members[1].pk, until=until)
    await sync_to_async(fold_out)(table)
    await own.until(lambda: own.you["away"] is not None)
    assert own.you["away"]["code"] == "break"
    assert "break" in own.you["away"]["text"]
    await other.until(lambda: other.view.plates[1]["status"] == "sitting_out")
    assert other.you["away"] is None
    assert not any('"break"' in text for text in other.texts)


async def test_wishes_are_told_to_their_member_alone(connect: Connect) -> None:
    table, members = await sync_to_async(seated)(3)
    own, other = await connect(table, members[0]), await connect(table, members[1])
    assert (await own.command("wish", refill=8_000, sit_out=True, muck=False))["ok"]
    await own.until(lambda: own.you["wishes"]["refill"] == 8_000)
    assert own.you["wishes"] == {"refill": 8_000, "sit_out": True, "leave": "", "muck": False}
    await other.until(lambda: other.seq == own.seq)
    assert not any("8000" in text for text in other.texts)
    again = await connect(table, members[0])
    assert again.you["wishes"] == own.you["wishes"]


def test_two_time_outs_are_named(let_pass: Pass, settings: Any) -> None:
    settings.TIME_BANK_S = 0
    table, _ = seated(2)
    for _ in range(4):
        let_pass(21)
        builders.run_clock(table)
    assert "timeouts" in {plate.why for plate in replica_of(table).roster.values()}


# -- ratholing -------------------------------------------------------------------------------------


def test_who_left_with_more_comes_back_with_no_less(let_pass: Pass) -> None:
    table, members = seated()
    act(table, "raise", 300)
    act(table, "fold")
    act(table, "fold")
    seating.leave(table_id=table.pk, member_id=members[0].pk)
    with pytest.raises(Refused) as caught:
        builders.sit(table, members[0], 4, 5_000)
    assert caught.value.code == "rathole"
    assert caught.value.data["min"] == 10_000  # 10,150 left; the table takes 10,000
    builders.sit(builders.table(), members[0], 0, 5_000)  # another table is another table
    builders.sit(table, members[0], 4, 10_000)
    seating.leave(table_id=table.pk, member_id=members[0].pk)
    let_pass(3_601)
    builders.sit(table, members[0], 4, 2_000)


def test_who_left_with_less_may_buy_in_as_anybody(settings: Any) -> None:
    table, members = seated()
    act(table, "fold")
    act(table, "fold")  # the small blind has lost 50
    seating.leave(table_id=table.pk, member_id=members[1].pk)
    assert refused(builders.sit, table, members[1], 4, 9_949) == "rathole"
    builders.sit(table, members[1], 4, 9_950)
    settings.RATHOLE_S = 0
    seating.leave(table_id=table.pk, member_id=members[1].pk)
    builders.sit(table, members[1], 4, 2_000)


async def test_the_page_is_told_the_least_that_a_seat_takes_from_a_leaver(
    connect: Connect,
) -> None:
    table = await sync_to_async(builders.table)()
    member = await sync_to_async(builders.member)()
    client = await connect(table, member)
    assert client.you["back"] is None
    await client.command("sit", seat=0, buy_in=7_000)
    await client.command("leave")
    await client.until(lambda: client.you["back"] is not None)
    assert client.you["back"]["least"] == 7_000


# -- showing a hand --------------------------------------------------------------------------------


def shown(table: Table, member_id: int | None) -> list[Show]:
    """The hands shown in the last hand's account, as this member reads it."""
    hand = Hand.objects.filter(table=table, status="over").latest("number")
    account = reading.account(hand.pk, member_id)
    assert account is not None
    return [event for event in account.events if isinstance(event, Show)]


def reveal(table: Table, member: Member, *, show: bool = True) -> None:
    hand_id = replica_of(table).hand_id
    wishes.reveal(table_id=table.pk, member_id=member.pk, hand_id=hand_id, show=show)


def won_uncontested(**options: Any) -> tuple[Table, list[Member]]:
    """Seats 0 and 1 fold; seat 2, the big blind, wins."""
    table, members = seated()
    Table.objects.filter(pk=table.pk).update(**options)
    fold_out(table)  # the hand that is dealt now knows the option
    act(table, "fold")
    act(table, "fold")
    assert replica_of(table).running is None
    return table, members


def test_nobody_may_show_unless_the_table_has_the_option() -> None:
    table, members = won_uncontested(may_show=False)
    winner = members[replica_of(table).last.big]
    assert refused(reveal, table, winner) == "not_offered"
    assert shown(table, None) == []


def test_the_uncontested_winner_shows_by_a_click_and_only_then_is_it_seen() -> None:
    table, members = won_uncontested(may_show=True)
    winner = members[replica_of(table).last.big]
    loser = next(member for member in members if member != winner)
    assert refused(reveal, table, loser) == "not_offered"
    assert shown(table, None) == []
    reveal(table, winner)
    (event,) = shown(table, None)
    assert len(event.cards) == 2
    assert refused(reveal, table, winner) == "not_offered"
    sheet.forget()
    builders.run_clock(table)  # the log folds with it
    assert replica_of(table).running is not None
    with pytest.raises(Late):
        wishes.reveal(table_id=table.pk, member_id=winner.pk, hand_id=1, show=True)


def test_who_declines_shows_nothing() -> None:
    table, members = won_uncontested(may_show=True)
    winner = members[replica_of(table).last.big]
    reveal(table, winner, show=False)
    assert refused(reveal, table, winner) == "not_offered"
    assert shown(table, None) == []


def test_a_beaten_hand_at_the_showdown_may_be_shown_too() -> None:
    table, members = seated(2)
    Table.objects.filter(pk=table.pk).update(may_show=True)
    mucked: set[int] = set()
    for _ in range(30):
        fold_out(table)
        while replica_of(table).running is not None:
            hand = replica_of(table).running
            kinds = [option.kind for option in hand.legal(hand.actors[0]).options]
            act(table, "check" if "check" in kinds else "call")
        mucked = set(replica_of(table).showing)
        if mucked:
            break
    (seat,) = mucked
    before = len(shown(table, None))
    reveal(table, members[seat])
    events = shown(table, None)
    assert len(events) == before + 1
    assert events[-1].seat == seat
    assert events[-1].rank is not None


def test_who_wants_to_be_asked_is_waited_for(let_pass: Pass, settings: Any) -> None:
    settings.SHOW_S = 5
    table, members = seated()
    Table.objects.filter(pk=table.pk).update(may_show=True)
    fold_out(table)
    for member in members:
        wish(table, member, muck=False)
    number = replica_of(table).number
    act(table, "fold")
    act(table, "fold")
    builders.run_clock(table)
    assert replica_of(table).running is None
    reveal(table, members[replica_of(table).last.big], show=False)
    builders.run_clock(table)
    assert replica_of(table).number == number + 1
    act(table, "fold")
    act(table, "fold")
    let_pass(5)
    builders.run_clock(table)
    assert replica_of(table).number == number + 2


async def test_no_byte_holds_the_winners_cards_before_the_click(connect: Connect) -> None:
    table, members = await sync_to_async(won_uncontested)(may_show=True)
    replica = replica_of(table)
    seat = replica.last.big
    other = members[(seat + 1) % 3]
    watchers = [await connect(table, other), await connect(table)]
    winner = await connect(table, members[seat])
    cards = {card for card in winner.view.hand["cards"][seat].values() if card}
    assert len(cards) == 2
    for client in watchers:
        assert client.view.may_show == [seat]
        assert set(client.view.hand["cards"][seat].values()) == {None}
        assert not any(f'"{card}"' in text for card in cards for text in client.texts)
    assert (await winner.command("show", hand=winner.view.hand["id"]))["ok"]
    for client in watchers:
        await client.until(lambda client=client: client.view.may_show == [])
        assert set(client.view.hand["cards"][seat].values()) == cards
