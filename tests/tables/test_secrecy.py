"""Members and a guest at one table of every game: every byte of every socket is read for cards."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings as django_settings

from rules.games import GAMES
from tables.models import Change, Hand, Table
from tests.load.wild import play
from tests.soak.overhearing import Overheard
from tests.soak.secrecy import CARD, Reader, wrongly_seen
from tests.tables import builders
from tests.tables.conftest import Connect
from tests.tables.hands import stakes_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

HANDS = 50


@pytest.fixture
def overheard(transactional_db: None) -> Iterator[Overheard]:
    with Overheard(django_settings.REDIS_URL) as wire:
        yield wire


async def test_a_card_in_a_hint_would_be_heard(overheard: Overheard) -> None:
    layer = get_channel_layer()
    async with asyncio.timeout(60):
        await layer.send("somebody", {"type": "hint", "cards": ["As"]})
        while not overheard.faults:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_nobody_receives_anothers_cards(
    connect: Connect, clock: object, overheard: Overheard, game: str
) -> None:
    table = await sync_to_async(builders.table)(game=game, amounts=stakes_of(game))
    members = [await sync_to_async(builders.member)(chips=10_000_000) for _ in range(3)]
    clients: list[Any] = [await connect(table, member, kind=Reader) for member in members]
    guest: Any = await connect(table, kind=Reader)
    for seat, client in enumerate(clients):
        assert (await client.command("sit", seat=2 * seat, buy_in=10_000))["ok"]

    def enough() -> bool:
        return guest.hands_over >= HANDS

    await asyncio.gather(*(play(client, seed, enough) for seed, client in enumerate(clients)))
    pairs = zip(clients, members, strict=True)
    viewers = [(client.name, member.pk, client.seen) for client, member in pairs]
    viewers.append(("guest", 0, guest.seen))
    looked, faults = await sync_to_async(wrongly_seen)(viewers, [table.pk])
    assert faults == []
    assert looked > HANDS * 3 * 2  # each saw his own, at the least
    assert await Hand.objects.filter(status="over").acount() >= HANDS
    await holds_no_card(table)
    assert overheard.heard
    assert overheard.faults == []


async def holds_no_card(table: Table) -> None:
    """The log of inputs names no card, not even of a choice, and no seed."""
    async for text in Change.objects.filter(table=table).values_list("command", flat=True):
        assert not CARD.findall(text)
        assert "seed" not in {key for key in json.loads(text) if key != "stakes"}
