"""What a socket may not do: too much, too big, too slow, logged out, from elsewhere."""

from __future__ import annotations

import asyncio
import concurrent.futures
import time
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Session
from tables.live import consumers, credit, hub, presence, protocol
from tables.models import Change
from tests.load import client as load_client
from tests.load.client import Client
from tests.load.lines import Closed
from tests.tables import builders
from tests.tables.conftest import Connect

pytestmark = pytest.mark.django_db(transaction=True)


async def seated(connect: Connect) -> tuple[Any, Any, Client]:
    table = await sync_to_async(builders.table)()
    member = await sync_to_async(builders.member)()
    client = await connect(table, member)
    await client.command("sit", seat=0, buy_in=5_000)
    return table, member, client


async def closing(client: Client) -> int | None:
    await client.until(lambda: client.closed is not None)
    return client.closed


async def test_a_message_above_4_kib_closes_the_socket(connect: Connect) -> None:
    _table, _member, client = await seated(connect)
    before = await Change.objects.acount()
    await client.line.send('{"t":"leave","id":"' + "x" * 4096 + '"}')
    assert await closing(client) == protocol.OVERSIZED
    assert await Change.objects.acount() == before


async def test_many_bytes_in_few_letters_count_as_bytes(connect: Connect) -> None:
    _table, _member, client = await seated(connect)
    await client.line.send("가" * 1400)
    assert await closing(client) == protocol.OVERSIZED


async def test_a_flood_is_slowed_and_then_cut(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(credit, "BURST", 20.0)
    monkeypatch.setattr(credit, "REFILL_PER_S", 0.0)
    _table, _member, client = await seated(connect)
    for _ in range(200):
        await client.send({"t": "sit_out", "id": "same"})
    assert await closing(client) == protocol.FLOOD
    assert any(error["code"] == "too_fast" for error in client.errors)


async def test_a_members_sockets_share_a_bucket(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(credit, "BURST", 30.0)
    monkeypatch.setattr(credit, "REFILL_PER_S", 0.0)
    table, member, client = await seated(connect)
    tabs = [client, *[await connect(table, member) for _ in range(3)]]
    for tab in tabs:
        for _ in range(20):
            await tab.send({"t": "sit_out", "id": "same"})
    await tabs[-1].until(lambda: bool(tabs[-1].errors) or tabs[-1].closed is not None)


async def test_a_reader_that_does_not_acknowledge_is_cut_and_may_come_back(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "SLOW_S", 0.05)
    monkeypatch.setattr(consumers, "BEHIND_FRAMES", 10)
    monkeypatch.setattr(load_client, "ACK_S", 0.0)
    table, member, client = await seated(connect)
    guest = await connect(table)
    guest.acknowledges = False
    for number in range(7):
        await client.command("sit_out", id=f"out{number}")
        await client.command("sit_in", id=f"in{number}")
    assert await closing(guest) == protocol.SLOW < 4100
    assert client.closed is None
    again = await connect(table, seq=guest.seq)
    assert again.closed is None
    assert member is not None


async def test_a_reader_that_is_behind_for_too_long_is_cut(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "SLOW_S", 0.05)
    monkeypatch.setattr(consumers, "BEHIND_S", 0.3)
    table = await sync_to_async(builders.table)()
    guest = await connect(table)
    guest.acknowledges = False
    await guest.send({"t": "ack", "seq": 10**9})  # of what was never sent
    client = await connect(table, await sync_to_async(builders.member)())
    await client.command("sit", seat=0, buy_in=5_000)
    assert await closing(guest) == protocol.SLOW


async def test_a_snapshot_of_a_table_that_is_long_open_is_not_behind(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Frames that a viewer was never sent are none that he owes, and nor is a snapshot."""
    monkeypatch.setattr(consumers, "BEHIND_FRAMES", 3)
    table, _member, client = await seated(connect)
    for number in range(3):
        await client.command("sit_out", id=f"out{number}")
        await client.command("sit_in", id=f"in{number}")
    assert client.seq > 4
    known = set(hub.current().viewers)
    for seq, owes in ((None, False), (client.seq - 1, True)):
        await connect(table, seq=seq)
        (viewer,) = hub.current().viewers - known
        known.add(viewer)
        now = time.monotonic()
        assert not viewer.is_slow(now)
        assert viewer.is_slow(now + 1000) == owes


async def test_who_acknowledges_without_reading_is_cut_and_holds_nobody_up(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server takes nothing for him any more, not even the close."""
    monkeypatch.setattr(consumers, "BEHIND_FRAMES", 10)
    monkeypatch.setattr(hub, "SLOW_S", 0.05)
    table = await sync_to_async(builders.table)()
    guest = await connect(table)
    (viewer,) = hub.current().viewers
    other = await connect(table)
    (slow,) = hub.current().viewers - {viewer}

    async def full(message: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(viewer, "base_send", full)
    for _ in range(15):
        await guest.send({"t": "join"})
        await guest.send({"t": "ack", "seq": guest.seq})
    await other.send({"t": "ping"})
    async with asyncio.timeout(60):
        while not viewer.closed:
            await asyncio.sleep(0.01)
    monkeypatch.setattr(slow, "is_slow", lambda now: True)  # the next one is cut all the same
    assert await closing(other) == protocol.SLOW


async def test_a_line_without_a_join_that_does_not_read_is_cut(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consumers, "BEHIND_FRAMES", 10)
    monkeypatch.setattr(consumers.TableConsumer, "_drain", lambda viewer: asyncio.Event().wait())
    table = await sync_to_async(builders.table)()
    stranger = await connect(table, join=False)
    for _ in range(15):
        await stranger.send({"t": "ping"})
    with pytest.raises(Closed) as closed:
        await asyncio.wait_for(stranger.line.receive(), 60)
    assert closed.value.code == protocol.SLOW


async def test_a_feed_is_kept_for_who_is_about_to_join(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another socket, which had not joined or was cut, may end in the middle of it."""
    table = await sync_to_async(builders.table)()
    passer_by = await connect(table, join=False)
    watch = presence.watch

    def slowly(table_id: int) -> None:
        opened.set_result(None)
        asyncio.run_coroutine_threadsafe(passer_by.close(), loop).result()
        watch(table_id)

    loop = asyncio.get_running_loop()
    opened: concurrent.futures.Future[None] = concurrent.futures.Future()
    monkeypatch.setattr(presence, "watch", slowly)
    guest = await connect(table)
    opened.result(0)
    client = await connect(table, await sync_to_async(builders.member)())
    assert (await client.command("sit", seat=0, buy_in=5_000))["ok"]
    await guest.until(lambda: bool(guest.view.plates))


async def test_a_line_that_is_gone_does_not_keep_others_from_being_cut(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server says by an OSError that there is nobody to send a close to."""
    table = await sync_to_async(builders.table)()
    for _ in range(3):
        await connect(table)
    viewers = list(hub.current().viewers)

    async def nobody_there(message: object) -> None:
        raise ConnectionResetError

    monkeypatch.setattr(viewers[0], "base_send", nobody_there)
    monkeypatch.setattr(consumers.TableConsumer, "is_slow", lambda viewer, now: True)
    await hub.current()._cut_slow()
    assert all(viewer.closed for viewer in viewers)
    assert hub.current().viewers == set()


async def test_logging_out_closes_the_socket(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "SESSIONS_S", 0.05)
    table, member, client = await seated(connect)
    other = await connect(table, await sync_to_async(builders.member)())
    await Session.objects.filter(member_id=member.pk).adelete()
    assert await closing(client) == protocol.LOGGED_OUT
    assert other.closed is None


async def test_after_logging_out_no_chips_are_moved(connect: Connect) -> None:
    table, member, client = await seated(connect)
    await Session.objects.filter(member_id=member.pk).adelete()
    await client.send({"t": "top_up", "id": "late", "amount": 100})
    assert await closing(client) == protocol.LOGGED_OUT
    assert not await Change.objects.filter(table_id=table.pk, command__contains="top_up").aexists()


async def test_who_logs_out_before_joining_is_shown_nothing(connect: Connect) -> None:
    table = await sync_to_async(builders.table)()
    member = await sync_to_async(builders.member)()
    client = await connect(table, member, join=False)
    await Session.objects.filter(member_id=member.pk).adelete()
    await client.join()
    assert await closing(client) == protocol.LOGGED_OUT
    assert client.texts == []


async def test_a_ban_and_a_new_password_close_the_socket(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "SESSIONS_S", 0.05)
    _table, member, client = await seated(connect)
    _table, other, second = await seated(connect)
    member.is_active = False
    await sync_to_async(member.save)()
    assert await closing(client) == protocol.BANNED
    other.set_password("another one")
    await sync_to_async(other.save)()
    assert await closing(second) == protocol.LOGGED_OUT


async def test_another_origin_is_not_let_in(connect: Connect) -> None:
    table = await sync_to_async(builders.table)()
    with pytest.raises(Closed):
        await connect(table, headers={"Origin": "http://elsewhere.example"})


async def test_a_table_that_is_not_there_closes_for_good(connect: Connect) -> None:
    client = await connect(999_999)
    assert await closing(client) == protocol.NO_TABLE


async def test_a_guest_may_watch_and_ping(connect: Connect) -> None:
    table, _member, _client = await seated(connect)
    guest = await connect(table)
    assert guest.view.plates[0]["stack"] == 5_000
    await guest.send({"t": "ping"})
    await guest.until(lambda: '"pong"' in guest.texts[-1])


async def test_presence_is_written_for_open_sockets(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tables.models import Heartbeat, Presence

    async def beats(times: int) -> None:
        """Wait until the process has written so often that it lives."""
        for _ in range(times):
            before = [beat.seen_at async for beat in Heartbeat.objects.all()]
            async with asyncio.timeout(60):
                while [beat.seen_at async for beat in Heartbeat.objects.all()] == before:
                    await asyncio.sleep(0.01)

    monkeypatch.setattr(presence, "PRESENCE_S", 0.05)
    _table, _member, client = await seated(connect)
    first = (await Presence.objects.aget()).seen_at
    await beats(2)
    assert (await Presence.objects.aget()).seen_at > first
    await client.close()
    await beats(2)  # the first may have begun before
    last = (await Presence.objects.aget()).seen_at
    await beats(2)
    assert (await Presence.objects.aget()).seen_at == last
