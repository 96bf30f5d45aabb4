"""A process that is asked to end (SIGTERM), as every deploy does: nothing in flight is lost."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator

import psycopg
import pytest
from asgiref.sync import sync_to_async

from accounts.models import Member
from tables.models import Hand, Table, TableState
from tests.live import LiveSite
from tests.load.client import Client, check_or_call
from tests.tables import builders
from tests.tables.hands import faults
from tests.tables.lines import Lines

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
END_S = 10


@pytest.fixture
def site(own_site: LiveSite) -> LiveSite:
    return own_site


@pytest.fixture
async def lines(site: LiveSite) -> AsyncIterator[Lines]:
    opened = Lines(site)
    yield opened
    for client in opened.clients:
        await client.close()


async def in_hand(lines: Lines) -> tuple[Table, list[Member], Client, Client]:
    """Two members in a hand that has begun: the one on turn first."""
    table = await sync_to_async(builders.table)()
    members = [await sync_to_async(builders.member)() for _ in range(2)]
    clients = [await lines.open(table, member) for member in members]
    for seat, client in enumerate(clients):
        assert (await client.command("sit", seat=seat, buy_in=10_000))["ok"]
    for client in clients:
        await client.until(lambda client=client: client.view.turn is not None)
    first, second = sorted(clients, key=lambda client: client.legal is None)
    return table, members, first, second


async def test_a_web_process_answers_what_it_was_asked_and_sends_everybody_elsewhere(
    lines: Lines, site: LiveSite, as_owner: psycopg.Connection
) -> None:
    table, members, first, second = await in_hand(lines)
    (web,) = site.running("web")
    with as_owner.transaction():
        as_owner.execute(
            "SELECT 1 FROM tables_tablestate WHERE table_id = %s FOR UPDATE", [table.pk]
        )
        click = asyncio.ensure_future(first.act("call"))
        await waiting(as_owner)
        web.send_signal(signal.SIGTERM)
        await second.ended()  # it had nothing in flight
        assert not click.done()
        assert web.poll() is None
    assert (await click)["ok"]
    await first.ended()
    assert (first.closed, second.closed) == (4000, 4000)
    assert await asyncio.to_thread(web.wait, END_S) == 0

    site.start("web")
    again = [await lines.open(table, member) for member in members]
    assert {client.you["seat"] for client in again} == {0, 1}
    assert again[0].view.hand["id"] == first.view.hand["id"]
    await play_out(again)
    assert await sync_to_async(faults)() == []
    assert "Traceback" not in site.logged("web")


async def test_a_clock_ends_between_two_things_and_the_next_one_goes_on(
    lines: Lines, site: LiveSite
) -> None:
    _table, _members, first, second = await in_hand(lines)
    (clock,) = site.running("clock")
    clock.send_signal(signal.SIGTERM)
    assert await asyncio.to_thread(clock.wait, END_S) == 0
    assert (await first.act("fold"))["ok"]
    await second.until(lambda: second.hands_over == 1)
    state = await TableState.objects.aget()
    assert state.hand_id is None  # nobody deals
    site.start("clock")
    await second.until(lambda: not second.view.hand["over"])
    await play_out([first, second])
    assert await Hand.objects.filter(status="over").acount() >= 2


async def waiting(connection: psycopg.Connection) -> None:
    """Until somebody waits for a lock."""
    query = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)"
    while not connection.execute(query).fetchone()[0]:
        await asyncio.sleep(0.01)


async def play_out(clients: list[Client]) -> None:
    """Play the running hand to its end."""
    over = clients[0].hands_over

    def done() -> bool:
        return clients[0].hands_over > over

    await asyncio.gather(*(client.play(check_or_call, done) for client in clients))
