"""A channel layer that loses, repeats and reorders: hints are only hints, and views converge."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from tables.dealer.sheet import Done
from tables.live import hints, hub
from tests.load.client import check_or_call
from tests.tables import builders
from tests.tables.conftest import Connect

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = 8


class Lossy:
    """The real layer behind a line that loses half, says some twice, and holds some back."""

    def __init__(self, seed: int) -> None:
        self.layer = get_channel_layer()
        self.rng = random.Random(seed)
        self.held: list[tuple[str, dict[str, Any]]] = []
        self.lost = self.repeated = self.late = 0

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        chance = self.rng.random()
        if chance < 0.5:
            self.lost += 1
            return
        if chance < 0.65:
            self.late += 1
            self.held.append((group, message))
            return
        for _ in range(2 if chance < 0.8 else 1):
            await self.layer.group_send(group, message)
        self.repeated += chance < 0.8
        if self.held and self.rng.random() < 0.5:  # an old one after a newer one
            at = self.rng.randrange(len(self.held))
            await self.layer.group_send(*self.held.pop(at))


async def test_views_converge(
    connect: Connect, clock: object, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.POLL_S = 0.05  # what was lost is found by asking; nothing is learnt from waiting
    lossy = Lossy(seed=1)
    monkeypatch.setattr(hints, "get_channel_layer", lambda: lossy)

    async def changed(self: hub.Hub, done: Done) -> None:
        """As if every command had been carried out in another process."""
        if done.changes:
            await hints.publish(done.table_id, done.seq)

    monkeypatch.setattr(hub.Hub, "changed", changed)
    table = await sync_to_async(builders.table)()
    members = [await sync_to_async(builders.member)() for _ in range(3)]
    clients = [await connect(table, member) for member in members]
    guest = await connect(table)
    for seat, client in enumerate(clients):
        assert (await client.command("sit", seat=seat, buy_in=10_000))["ok"]
    await asyncio.gather(
        *(client.play(check_or_call, lambda: guest.hands_over >= HANDS) for client in clients)
    )
    for client in clients:
        assert (await client.command("leave"))["ok"]
    await guest.until(lambda: not guest.view.plates)
    for client, member in zip([*clients, guest], [*members, None], strict=True):
        fresh = await connect(table, member)
        await client.until(lambda client=client, fresh=fresh: client.seq >= fresh.seq)
        assert client.view.value() == fresh.view.value()
        assert client.you["seat"] is None
    assert min(lossy.lost, lossy.repeated, lossy.late) > 5
