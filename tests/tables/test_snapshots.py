"""snapshot(n) and the frames after it are snapshot(m), for every viewer; resume; lost hints."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from tables.dealer import seating
from tables.live import hub
from tables.models import Stakes, Table
from tests.load.client import Client, check_or_call
from tests.tables import builders
from tests.tables.conftest import Connect
from tests.tables.hands import act

pytestmark = pytest.mark.django_db(transaction=True)


async def started(connect: Connect, clock: object) -> tuple[Table, list[Client], list[Any]]:
    """Two members and a guest at a table whose first hand has begun."""
    table = await sync_to_async(builders.table)()
    members = [await sync_to_async(builders.member)() for _ in range(2)]
    clients = [await connect(table, member) for member in members] + [await connect(table)]
    for seat in range(2):
        assert (await clients[seat].command("sit", seat=3 * seat, buy_in=10_000))["ok"]
    for client in clients:
        await client.until(lambda client=client: client.view.turn is not None)
    return table, clients, members


async def test_frames_after_a_snapshot_give_the_next_snapshot(
    connect: Connect, clock: object
) -> None:
    table, clients, members = await started(connect, clock)
    viewers = [*members, None]
    olds = [await connect(table, member) for member in viewers]
    on_turn, other = sorted(clients[:2], key=lambda c: c.legal is None)
    await on_turn.act("call")
    await other.until(lambda: other.legal is not None)
    await other.act("check")
    late = await sync_to_async(builders.member)()
    newcomer = await connect(table, late)
    await newcomer.command("sit", seat=5, buy_in=3_000)
    for old, member in zip(olds, viewers, strict=True):
        new = await connect(table, member)
        await old.until(lambda old=old, new=new: old.seq >= new.seq)
        assert old.seq == new.seq
        base = old.snapshots[0]
        events = base["events"] + [e for frame in old.frames for e in frame["events"]]
        fresh = new.snapshots[0]
        assert events == fresh["events"]
        assert base["seats"] == fresh["seats"]
        assert old.view.value() == new.view.value()


async def test_every_viewers_view_equals_a_fresh_snapshot_after_many_hands(
    connect: Connect, clock: object
) -> None:
    table, clients, members = await started(connect, clock)
    one, two, guest = clients
    await asyncio.gather(
        *(c.play(check_or_call, lambda: guest.hands_over >= 8) for c in (one, two))
    )
    await asyncio.gather(one.command("sit_out"), two.command("sit_out"))
    await asyncio.gather(
        *(c.play(check_or_call, lambda: bool(guest.view.hand["over"])) for c in (one, two))
    )
    for client, member in zip(clients, [*members, None], strict=True):
        fresh = await connect(table, member)
        await client.until(lambda client=client, fresh=fresh: client.seq >= fresh.seq)
        assert client.view.value() == fresh.view.value()
        assert client.you == fresh.you


async def test_what_staff_edit_at_a_table_reaches_who_looks_on_and_who_comes(
    connect: Connect, clock: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "EDITS_S", 0.05)
    table, (one, two, guest), _ = await started(connect, clock)
    before = {client: client.view.value() for client in (one, two, guest)}
    await Stakes.objects.filter(tables=table).aupdate(max_buy_in=20_000)
    for client in (one, two, guest):
        await client.until(lambda client=client: client.table["max_buy_in"] == 20_000)
        assert client.view.value() == before[client]
    newcomer = await connect(table)
    assert newcomer.table["max_buy_in"] == 20_000


async def test_reloading_in_mid_hand_shows_the_same_cards_and_the_same_clock(
    connect: Connect, clock: object
) -> None:
    table, clients, members = await started(connect, clock)
    index = 0 if clients[0].legal else 1
    before = clients[index].view.value()
    await clients[index].close()
    again = await connect(table, members[index])
    assert again.view.value() == before
    assert len([c for c in again.view.hand["cards"][again.you["hand_seat"]].values() if c]) == 2


async def test_resuming_brings_exactly_what_was_missed(connect: Connect, clock: object) -> None:
    table, clients, members = await started(connect, clock)
    on_turn, other = sorted(clients[:2], key=lambda c: c.legal is None)
    lost = await connect(table, members[clients.index(other)])
    seen = lost.seq
    await lost.close()
    await on_turn.act("call")
    await other.until(lambda: other.legal is not None)
    await other.act("raise", 400)
    back = await connect(table, members[clients.index(other)], join=False)
    back.seq, back.view = seen, lost.view
    await back.join(seen)
    await back.until(lambda: back.seq == other.seq)
    assert not back.snapshots
    assert [frame["seq"] for frame in back.frames] == [seen + 1, seen + 2]
    assert back.view.value() == other.view.value()


async def test_resuming_with_nothing_missed_is_answered(connect: Connect, clock: object) -> None:
    table, clients, members = await started(connect, clock)
    back = await connect(table, members[0], seq=clients[0].seq)
    await back.until(lambda: any('"pong"' in text for text in back.texts))
    assert not back.snapshots


async def test_a_number_of_long_ago_or_of_the_future_gives_a_snapshot(
    connect: Connect, clock: object
) -> None:
    table, _clients, members = await started(connect, clock)
    assert (await connect(table, members[0], seq=1)).snapshots
    assert (await connect(table, members[0], seq=99_999)).snapshots


async def test_a_change_of_another_process_arrives_without_a_hint(connect: Connect) -> None:
    """Nothing is published: the slow poll finds it."""
    table = await sync_to_async(builders.table)()
    guest = await connect(table)
    member = await sync_to_async(builders.member)()
    await sync_to_async(seating.sit)(table_id=table.pk, member=member, seat=2, buy_in=5_000)
    await guest.until(lambda: 2 in guest.view.plates)
    assert guest.seq == 1


async def test_lost_repeated_and_late_hints_do_no_harm(connect: Connect) -> None:
    table = await sync_to_async(builders.table)()
    guest = await connect(table)
    feed = hub.current().feeds[table.pk]
    members = [await sync_to_async(builders.member)() for _ in range(3)]
    done = [
        await sync_to_async(seating.sit)(table_id=table.pk, member=m, seat=seat, buy_in=5_000)
        for seat, m in enumerate(members)
    ]
    await feed.catch_up(done[2].seq, done[2].changes)
    await feed.catch_up(done[0].seq, done[0].changes)
    await feed.catch_up(done[1].seq)
    await feed.catch_up(done[1].seq, done[1].changes)
    await guest.until(lambda: len(guest.view.plates) == 3)
    assert [frame["seq"] for frame in guest.frames] == [1, 2, 3]


async def test_a_feed_that_went_wrong_starts_over(connect: Connect, clock: object) -> None:
    table, clients, _members = await started(connect, clock)
    feed = hub.current().feeds[table.pk]
    feed.replica.digest = b"another past"
    on_turn = clients[0] if clients[0].legal else clients[1]
    before = len(clients[2].snapshots)
    await on_turn.act("raise", 300)
    await clients[2].until(lambda: len(clients[2].snapshots) > before)
    fresh = await connect(table)
    assert clients[2].view.value() == fresh.view.value()


async def test_who_takes_a_folded_leavers_seat_sees_nothing_of_the_hand(
    connect: Connect,
) -> None:
    table = await sync_to_async(builders.table)()
    members = [await sync_to_async(builders.member)() for _ in range(3)]

    def play() -> int:
        for seat, member in enumerate(members):
            builders.sit(table, member, seat)
        builders.run_clock(table)
        seat = act(table, "fold")
        seating.leave(table_id=table.pk, member_id=members[seat].pk)
        return seat

    seat = await sync_to_async(play)()
    newcomer = await connect(table, await sync_to_async(builders.member)())
    assert (await newcomer.command("sit", seat=seat, buy_in=5_000))["ok"]
    fresh = await connect(table, await sync_to_async(lambda: builders.member_at(table, seat))())
    for client in (newcomer, fresh):
        assert client.you["seat"] == seat
        assert client.you["hand_seat"] is None
        cards = client.view.hand["cards"]
        assert all(card is None for held in cards.values() for card in held.values())
