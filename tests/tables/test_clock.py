"""The clock: time-outs, time banks, the same moment, lost lines, bots, failing tables."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.db import connection, transaction

from config.limits import Span
from tables.bots import driver
from tables.clock import Clock
from tables.dealer import pausing, playing, seating, sheet, ticking
from tables.errors import Late, Refused
from tables.live import lost, presence
from tables.models import Hand, Incident, Seat, Table, TableState
from tests.tables import builders
from tests.tables.conftest import Connect, Pass, let_live
from tests.tables.hands import act, faults, in_hand, replica_of
from wallet import selectors

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_timeout_takes_the_time_bank_first_and_then_folds(let_pass: Pass, settings: Any) -> None:
    settings.TURN_S, settings.TIME_BANK_S = 20, 30
    table = in_hand()
    seat = replica_of(table).running.actors[0]
    let_pass(19)
    assert builders.run_clock(table) == 0
    let_pass(1)
    builders.run_clock(table)
    assert replica_of(table).running.actors == (seat,)
    assert seat in replica_of(table).banking
    let_pass(29)
    assert builders.run_clock(table) == 0
    let_pass(1)
    builders.run_clock(table)
    assert seat not in replica_of(table).running.live


def test_what_is_left_of_the_time_bank_is_kept(let_pass: Pass, settings: Any) -> None:
    settings.TURN_S, settings.TIME_BANK_S = 20, 30
    table = in_hand()
    let_pass(20)
    builders.run_clock(table)
    let_pass(10)
    seat = act(table, "call")
    left = replica_of(table).roster[seat].bank_ms
    assert 18_000 < left <= 20_000


def test_a_timeout_checks_where_checking_is_free(let_pass: Pass, settings: Any) -> None:
    settings.TIME_BANK_S = 0
    table = in_hand()
    act(table, "call")
    act(table, "call")
    big_blind = replica_of(table).running.actors[0]
    let_pass(21)
    ticking.tick(table.pk)
    assert big_blind in replica_of(table).running.live
    assert replica_of(table).running.street == 1


def test_the_clock_waits_for_its_grace(let_pass: Pass, settings: Any) -> None:
    settings.TIME_BANK_S, settings.CLOCK_GRACE_MS = 0, Span(2_000, 2_000)
    table = in_hand()
    let_pass(21)
    assert ticking.tick(table.pk) is None
    seat = act(table, "call")  # late by a second, and first at the lock
    assert seat in replica_of(table).running.live


def test_two_timeouts_in_a_row_sit_a_seat_out(let_pass: Pass, settings: Any) -> None:
    settings.TIME_BANK_S = 0
    table = in_hand(2)
    for _ in range(4):
        let_pass(21)
        builders.run_clock(table)
    away = [p.seat for p in replica_of(table).roster.values() if p.away_ms]
    assert away
    assert faults() == []


def test_act_and_timeout_in_the_same_moment_act_first(let_pass: Pass, settings: Any) -> None:
    settings.TIME_BANK_S = 0
    table = in_hand()
    seat = replica_of(table).running.actors[0]
    let_pass(25)
    _race(table, first="act")
    assert seat in replica_of(table).running.live
    assert replica_of(table).running.total(seat) == 100


def test_act_and_timeout_in_the_same_moment_timeout_first(let_pass: Pass, settings: Any) -> None:
    settings.TIME_BANK_S = 0
    table = in_hand()
    seat = replica_of(table).running.actors[0]
    let_pass(25)
    refused = _race(table, first="clock")
    assert isinstance(refused, Late) or getattr(refused, "code", "") in ("turn", "not_on_turn")
    assert seat not in replica_of(table).running.live


def _race(table: Table, *, first: str) -> BaseException | None:
    """Both want the table's lock while somebody else holds it; `first` is the one to get it."""
    replica = replica_of(table)
    hand = replica.running
    assert hand is not None
    seat = hand.actors[0]
    message = {
        "table_id": table.pk,
        "member_id": replica.sitters[seat].member,
        "hand_id": replica.hand_id,
        "turn": hand.turn(seat),
        "kind": "call",
    }
    problem: list[BaseException] = []

    def click() -> None:
        try:
            playing.act(**message)
        except Exception as error:
            problem.append(error)
        finally:
            connection.close()

    if first == "clock":
        ticking.tick(table.pk)
        thread = threading.Thread(target=click)
        thread.start()
        thread.join()
        return problem[0] if problem else None
    with transaction.atomic():
        TableState.objects.select_for_update().get(pk=table.pk)
        thread = threading.Thread(target=click)
        thread.start()
        # The clock does not queue behind the click: it skips a table that is being worked at.
        with psycopg.connect(os.environ["DATABASE_URL"]) as other:
            row = other.execute(
                "SELECT table_id FROM tables_tablestate WHERE table_id = %s "
                "AND due_at <= site_now() FOR UPDATE SKIP LOCKED",
                [table.pk],
            ).fetchone()
            assert row is None
    thread.join()
    assert not problem, problem
    ticking.tick(table.pk)  # looks again under the lock, and finds nothing due
    return None


def test_two_clocks_deal_one_hand(let_pass: Pass) -> None:
    table = builders.table()
    for seat in range(3):
        builders.sit(table, builders.member(), seat)
    threads = [threading.Thread(target=_tick_and_close, args=(table.pk,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Hand.objects.count() == 1


def _tick_and_close(table_id: int) -> None:
    try:
        ticking.tick(table_id)
    finally:
        connection.close()


def test_a_practice_table_fills_with_bots_and_deals_only_for_an_audience() -> None:
    table = builders.table(seats=6, bots=4)
    TableState.objects.filter(pk=table.pk).update(due_at=Table.now())
    builders.run_clock(table)
    assert Seat.objects.filter(table=table, left_at=None, is_bot=True).count() == 4
    assert Hand.objects.count() == 0
    presence.watch(table.pk)
    ticking.tick(table.pk)
    assert Hand.objects.count() == 1
    assert faults() == []


def test_bots_play_hands_and_buy_again(settings: Any) -> None:
    table = builders.table(seats=6, bots=5)
    member = builders.member()
    builders.sit(table, member, 0)
    for _ in range(400):
        ended = Hand.objects.filter(status="over").count()
        if ended >= 5:
            break
        builders.run_clock(table)
        if replica_of(table).running is not None:
            act(table, "fold" if _to_call(table) else "check")
    assert ended >= 5
    assert Incident.objects.count() == 0
    assert faults() == []


def _to_call(table: Table) -> int:
    hand = replica_of(table).running
    assert hand is not None
    return hand.legal(hand.actors[0]).to_call


def _asked(table: Table) -> driver.Question:
    """The first question for a bot, at a table where a member calls."""
    for _ in range(20):
        outcome = ticking.tick(table.pk)
        if isinstance(outcome, driver.Question):
            return outcome
        replica = replica_of(table)
        if replica.running is not None and not replica.sitters[replica.running.actors[0]].bot:
            act(table, "call")
    raise AssertionError("no bot is asked")


def test_a_bot_that_two_clocks_have_asked_acts_once() -> None:
    table = builders.table(seats=3, bots=2)
    builders.sit(table, builders.member(), 0)
    question = _asked(table)
    assert driver.answer(question) is not None
    seq = TableState.objects.get(pk=table.pk).seq
    assert driver.answer(question) is None
    assert TableState.objects.get(pk=table.pk).seq == seq
    assert Incident.objects.count() == 0


def test_a_bot_knows_only_what_its_seat_may_see() -> None:
    table = builders.table(seats=3, bots=2)
    builders.sit(table, builders.member(), 0)
    question = _asked(table)
    hand = replica_of(table).running
    assert hand is not None
    seen = question.seen
    own = {int(c) for c in hand.holding(seen.me)}
    assert set(seen.cards) == own
    others = {int(c) for s in hand.seats if s != seen.me for c in hand.holding(s)}
    assert not others & {int(c) for player in seen.players.values() for c in player.up}


def test_a_table_whose_code_fails_pauses_and_no_other_table_notices(
    monkeypatch: pytest.MonkeyPatch, as_owner: psycopg.Connection
) -> None:
    good, bad = in_hand(), in_hand()
    as_owner.execute(
        'UPDATE tables_change SET command = replace(command, \'"c":"deal"\', \'"c":"dael"\') '
        "WHERE table_id = %s AND is_base",
        [bad.pk],
    )
    TableState.objects.update(due_at=Table.now())
    sheet.forget()
    asyncio.run(_run_clock_until(lambda: Incident.objects.count() > 0))
    incident = Incident.objects.get()
    assert incident.table == bad
    assert TableState.objects.get(pk=bad.pk).pause
    assert not TableState.objects.get(pk=good.pk).pause
    with pytest.raises(Exception, match=r"paused|does not"):
        seating.leave(table_id=bad.pk, member_id=Seat.objects.filter(table=bad)[0].member_id)
    sheet.forget()
    seating.leave(table_id=good.pk, member_id=Seat.objects.filter(table=good)[0].member_id)


async def _run_clock_until(condition: Callable[[], bool]) -> None:
    clock = Clock()
    task = asyncio.ensure_future(clock.run())
    async with asyncio.timeout(60):
        while not await sync_to_async(condition)():
            await asyncio.sleep(0.02)
    clock.stop()
    await task


def test_a_paused_table_goes_on_with_the_whole_time(let_pass: Pass, settings: Any) -> None:
    settings.TIME_BANK_S = 0
    table = in_hand()
    seat = replica_of(table).running.actors[0]
    try:
        raise RuntimeError("something broke")
    except RuntimeError as error:
        pausing.pause_after(table.pk, error)
    with pytest.raises(Refused, match="paused"):
        act(table, "call")
    let_pass(100)
    assert ticking.tick(table.pk) is None
    pausing.resume(table_id=table.pk)
    assert Incident.objects.get().closed_at is not None
    assert ticking.tick(table.pk) is None
    assert replica_of(table).running.actors == (seat,)
    act(table, "call")


def test_a_lost_seat_leaves_after_the_grace_and_not_before(let_pass: Pass, settings: Any) -> None:
    settings.SEAT_GRACE_S = Span(60, 60)
    table = builders.table()
    member = builders.member()
    builders.sit(table, member, 0)
    sweeper = lost.Lost()
    presence.write([], {})  # a web process lives
    assert sweeper.sweep() == []
    let_live(let_pass, 60)
    assert sweeper.sweep() == []
    assert selectors.balance(member) == 90_000
    let_live(let_pass, 10)
    assert len(sweeper.sweep()) == 1
    assert selectors.balance(member) == 100_000
    assert faults() == []


def test_a_seat_with_an_open_socket_stays(let_pass: Pass, settings: Any) -> None:
    settings.SEAT_GRACE_S = Span(60, 60)
    table = builders.table()
    builders.sit(table, builders.member(), 0)
    sweeper = lost.Lost()
    sitting = Seat.objects.get().pk
    for _ in range(5):
        let_live(let_pass, 20, (sitting,))
        assert sweeper.sweep() == []


def test_after_a_start_nobody_is_gone_before_one_full_grace(let_pass: Pass, settings: Any) -> None:
    settings.SEAT_GRACE_S = Span(60, 60)
    table = builders.table()
    builders.sit(table, builders.member(), 0)
    let_pass(10_000)  # the whole site was down
    sweeper = lost.Lost()
    presence.write([], {})
    assert sweeper.sweep() == []
    let_live(let_pass, 50)
    assert sweeper.sweep() == []
    let_live(let_pass, 20)
    assert len(sweeper.sweep()) == 1


def test_a_lost_seat_in_a_hand_leaves_at_its_end(let_pass: Pass, settings: Any) -> None:
    settings.TURN_S, settings.TIME_BANK_S = 1_000, 0
    table = in_hand()
    replica = replica_of(table)
    later = replica.running.live[0]
    if later == replica.running.actors[0]:
        later = replica.running.live[1]
    seating.leave(table_id=table.pk, member_id=replica.sitters[later].member, by="lost")
    assert later in replica_of(table).running.live
    assert replica_of(table).roster[later].leaving


def test_who_sits_out_too_long_leaves_with_all_chips(let_pass: Pass, settings: Any) -> None:
    settings.SIT_OUT_REMOVE_S = Span(600, 600)
    table = builders.table()
    member = builders.member()
    builders.sit(table, member, 0)
    seating.sit_out(table_id=table.pk, member_id=member.pk)
    builders.run_clock(table)
    let_pass(599)
    builders.run_clock(table)
    assert selectors.balance(member) == 90_000
    let_pass(2)
    builders.run_clock(table)
    assert selectors.balance(member) == 100_000


async def test_a_leaver_is_not_waited_for(connect: Connect, clock: Clock, settings: Any) -> None:
    """No clock tick and no click of its own is needed for a leaver on turn."""
    table = await sync_to_async(builders.table)()
    clients = [await connect(table, await sync_to_async(builders.member)()) for _ in range(2)]
    for seat, client in enumerate(clients):
        await client.command("sit", seat=seat, buy_in=5_000)
    await clients[0].until(lambda: clients[0].view.turn is not None)
    on_turn = clients[0] if clients[0].legal else clients[1]
    await on_turn.command("leave")
    await on_turn.until(lambda: on_turn.view.hand["over"])
    await on_turn.until(lambda: on_turn.you["wallet"] >= 99_950)


def test_a_bot_takes_another_name_when_one_is_taken_in_the_same_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken = driver.create().nickname
    names = iter([taken, taken, "SomebodyElse"])
    monkeypatch.setattr(driver.names, "fresh", lambda rng: next(names))
    assert driver.create().nickname == "SomebodyElse"
