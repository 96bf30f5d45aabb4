"""Two browsers as two members at one table: every byte of both sockets is read."""

from __future__ import annotations

import asyncio
import json
import random
import re
import zlib
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from rules.events import Deal, Show
from tables import events as wire
from tables.models import Change, Hand, Table
from tests.load.client import Client
from tests.tables import builders
from tests.tables.conftest import Connect

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = 200
CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


def wild(seed: int) -> Any:
    """Play anything that is open, small raises and rare all-ins, so that hands end in every way."""
    rng = random.Random(seed)

    def choose(client: Client) -> tuple[str, int]:
        assert client.legal is not None
        option = rng.choice(client.legal["options"])
        if option["kind"] == "fold" and rng.random() < 0.5 and client.option("check"):
            return "check", 0
        if option["kind"] in ("bet", "raise"):
            return option["kind"], option["max"] if rng.random() < 0.05 else option["min"]
        return option["kind"], 0

    return choose


def hidden_from(table: Table) -> dict[int, dict[int, tuple[set[str], set[str]]]]:
    """For every hand and seat: the cards it holds, and those that were turned up for everybody."""
    cards: dict[int, dict[int, tuple[set[str], set[str]]]] = {}
    for hand in Hand.objects.filter(table=table, status="over"):
        seats: dict[int, tuple[set[str], set[str]]] = {}
        for event in wire.decode(zlib.decompress(bytes(hand.events))):
            if isinstance(event, Deal):
                own, _shown = seats.setdefault(event.seat, (set(), set()))
                own.update(event.cards or ())
            elif isinstance(event, Show):
                seats[event.seat][1].update(event.cards)
        cards[hand.pk] = seats
    return cards


def seen_by(client: Client) -> dict[int, set[str]]:
    """The cards in each hand's texts as this socket received them, whatever field they stood in."""
    seen: dict[int, set[str]] = {}
    hand = 0
    for text in client.texts:
        if begins := re.search(r'"e":"hand","hand":"(\d+)"', text):
            hand = int(begins.group(1))
        seen.setdefault(hand, set()).update(CARD.findall(text))
    return seen


async def test_nobody_receives_anothers_cards_before_a_showdown(
    connect: Connect, clock: object
) -> None:
    table = await sync_to_async(builders.table)()
    members = [await sync_to_async(builders.member)(chips=10_000_000) for _ in range(3)]
    clients = [await connect(table, member) for member in members]
    guest = await connect(table)
    for seat, client in enumerate(clients):
        assert (await client.command("sit", seat=2 * seat, buy_in=10_000))["ok"]

    def enough() -> bool:
        return guest.hands_over >= HANDS

    async def play(client: Client, seed: int) -> None:
        choose = wild(seed)
        while not enough():
            mine = client.view.plates.get(client.you["seat"])
            if mine and mine["status"] == "sitting_out" and mine["stack"] == 0:
                assert (await client.command("top_up", amount=10_000))["ok"]
            await client.play(choose, lambda: enough() or _broke(client))

    await asyncio.gather(*(play(client, seed) for seed, client in enumerate(clients)))
    hands = await sync_to_async(hidden_from)(table)
    assert len(hands) >= HANDS
    shown_down = 0
    for client, seat in ((clients[0], 0), (clients[1], 2), (clients[2], 4), (guest, None)):
        seen = seen_by(client)
        for hand, seats in hands.items():
            for other, (own, shown) in seats.items():
                if other != seat:
                    assert not (own - shown) & seen[hand], (hand, seat, other)
                    shown_down += bool(shown)
                else:
                    assert own <= seen[hand]
    assert shown_down > 20
    await _holds_no_card()


def _broke(client: Client) -> bool:
    mine = client.view.plates.get(client.you["seat"])
    return bool(mine) and mine["status"] == "sitting_out" and mine["stack"] == 0


async def _holds_no_card() -> None:
    """The log of inputs names no card, and no event of a running hand leaves a secret in Redis."""
    async for command in Change.objects.values_list("command", flat=True):
        assert not CARD.findall(command)
        assert "seed" not in {key for key in json.loads(command) if key != "stakes"}
