"""A table whose log cannot be folded: its viewers stay and are told, and nobody else notices."""

from __future__ import annotations

import psycopg
import pytest
from asgiref.sync import sync_to_async

from tables.dealer import pausing, seating, sheet
from tables.live import lost, presence
from tables.models import Incident, Seat, Table
from tests.load.client import Client
from tests.tables import builders
from tests.tables.conftest import Connect, Pass, let_live
from tests.tables.hands import act, faults
from wallet import selectors

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def broken(as_owner: psycopg.Connection) -> Table:
    """A table in mid-hand with a change in its log that does not follow the one before."""
    table = builders.table()
    for seat in range(2):
        builders.sit(table, builders.member(), seat)
    builders.run_clock(table)
    act(table, "raise", 300)
    as_owner.execute(
        "UPDATE tables_change SET command = replace(command, '300', '400') "
        "WHERE table_id = %s AND command LIKE '%%300%%' AND NOT is_base",
        [table.pk],
    )
    sheet.forget()
    return table


def paused(client: Client) -> bool:
    return client.view.paused is not None


async def test_who_opens_it_is_told_and_stays(connect: Connect, broken: Table) -> None:
    member = await sync_to_async(builders.member_at)(broken, 0)
    mine, guest = await connect(broken, member), await connect(broken)
    assert paused(mine)
    assert paused(guest)
    incident = await Incident.objects.aget()
    assert (incident.table_id, incident.closed_at) == (broken.pk, None)
    answer = await mine.command("leave")
    assert (answer["ok"], answer["code"]) == (False, "paused")
    assert mine.closed is guest.closed is None


async def test_no_other_table_notices(connect: Connect, clock: object, broken: Table) -> None:
    await connect(broken)
    other = await sync_to_async(builders.table)()
    clients = [await connect(other, await sync_to_async(builders.member)()) for _ in range(2)]
    for seat, client in enumerate(clients):
        assert (await client.command("sit", seat=seat, buy_in=5_000))["ok"]
    await clients[0].until(lambda: clients[0].view.turn is not None)
    assert await Incident.objects.acount() == 1


async def test_once_staff_have_undone_the_hand_it_goes_on_by_itself(
    connect: Connect, clock: object, broken: Table
) -> None:
    member = await sync_to_async(builders.member_at)(broken, 0)
    mine = await connect(broken, member)
    assert paused(mine)
    await sync_to_async(pausing.void)(table_id=broken.pk, code="staff")
    await mine.until(lambda: not paused(mine) and mine.view.turn is not None)
    assert mine.you["seat"] == 0
    assert await sync_to_async(faults)() == []


async def test_a_fold_that_fails_in_a_running_feed_is_told_too(
    connect: Connect, clock: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error of our own code, not of the log."""
    table = await sync_to_async(builders.table)()
    clients = [await connect(table, await sync_to_async(builders.member)()) for _ in range(2)]
    for seat, client in enumerate(clients):
        assert (await client.command("sit", seat=seat, buy_in=5_000))["ok"]
    for client in clients:
        await client.until(lambda client=client: client.view.turn is not None)

    def fail(*args: object) -> None:
        raise KeyError("something that nobody thought of")

    monkeypatch.setattr("tables.dealer.replica.Hand.act", fail)
    first = next(client for client in clients if client.legal)
    sheet.forget()
    answer = await first.act("call")
    assert (answer["ok"], answer["code"]) == (False, "unavailable")
    assert all(client.closed is None for client in clients)


def test_nobody_is_lost_at_a_paused_table(broken: Table, let_pass: Pass) -> None:
    sweeper = lost.Lost()
    presence.write([], [])
    assert sweeper.sweep() == []
    pausing.pause_after(broken.pk, RuntimeError("broken"))
    member = builders.member_at(broken, 0)
    let_live(let_pass, 120)
    assert sweeper.sweep() == []
    assert selectors.balance(member) == 90_000
    pausing.void(table_id=broken.pk, code="staff")
    presence.write(list(Seat.objects.values_list("pk", flat=True)), [])
    assert sweeper.sweep() == []
    seating.leave(table_id=broken.pk, member_id=member.pk)
    assert selectors.balance(member) == 100_000
