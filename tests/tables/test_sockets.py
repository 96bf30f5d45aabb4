"""Whole hands through the socket: the real application, the real database, no delays."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from tables.models import Change, Hand
from tests.load.client import check_or_call
from tests.tables import builders
from tests.tables.conftest import Connect
from wallet import selectors

pytestmark = pytest.mark.django_db(transaction=True)


async def test_two_members_play_five_hands_and_leave(connect: Connect, clock: object) -> None:
    table = await sync_to_async(builders.table)()
    first, second = [await sync_to_async(builders.member)() for _ in range(2)]
    one, two = await connect(table, first), await connect(table, second)
    for client, seat in ((one, 0), (two, 3)):
        answer = await client.command("sit", seat=seat, buy_in=5_000)
        assert answer["ok"], answer

    def done() -> bool:
        return one.hands_over >= 5

    import asyncio

    await asyncio.gather(one.play(check_or_call, done), two.play(check_or_call, done))
    for client in (one, two):
        assert (await client.command("leave"))["ok"]
    await one.until(lambda: not one.view.plates)
    total = await sync_to_async(lambda: selectors.total(first) + selectors.total(second))()
    assert total == 200_000
    assert await Hand.objects.filter(status="over").acount() >= 5
    assert await Change.objects.acount() == one.seq
