"""Whole rounds against the house through the socket, and what nobody may see of them."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command

from rules import shuffle
from rules.house import SEAT
from rules.house.paytables import RUSSIAN_BONUS
from tables import fairness
from tables.models import Hand, HandSeat
from tests.load.client import Client
from tests.tables import builders, house
from tests.tables.conftest import Connect

pytestmark = pytest.mark.django_db(transaction=True)

#: How a guest who always stays in would play; what is not offered is skipped.
STAYING_IN = ("play", "call", "take", "check")


async def play_to_the_end(client: Client, kinds: tuple[str, ...]) -> None:
    """Decide until the round is over, the first offered kind every time."""
    while not client.view.hand["over"]:
        await client.until(lambda: client.legal is not None or client.view.hand["over"])
        if client.legal is None:
            return
        option = next(filter(None, map(client.option, kinds)))
        before = client.legal["turn"]
        assert (await client.act(option["kind"], option["min"]))["ok"]
        await client.until(
            lambda before=before: (
                client.view.hand["over"] or (client.legal or {"turn": before})["turn"] != before
            )
        )


@pytest.mark.parametrize("game", house.GAMES)
async def test_a_round_is_played_settled_and_can_be_checked(game: str, connect: Connect) -> None:
    bonus = {"bonus": RUSSIAN_BONUS} if game == "russian_poker" else {}
    table = await sync_to_async(house.table)(game, **bonus)
    member = await sync_to_async(builders.member)()
    before = await sync_to_async(house.money)(member)
    client = await connect(table, member)
    await house.sit_down(client)
    for _ in range(4):
        sealed = client.view.sealed
        answer = await house.begin(client, **{"ante": 100, house.SIDES[game]: 20})
        assert answer["ok"], answer
        await client.until(
            lambda sealed=sealed: (client.view.hand or {}).get("id") == sealed["hand"]
        )
        assert client.view.hand["root"] == sealed["root"]
        await play_to_the_end(client, STAYING_IN)
        assert client.view.plates[SEAT]["stack"] == 5_000 + await won(member)
    hand = await Hand.objects.filter(status="over").alatest("number")
    assert (hand.game, hand.number, hand.rake) == (game, 4, 0)
    seed = fairness.unseal(fairness.Sealed(hand.key_id, bytes(hand.sealed)), hand.pk)
    assert shuffle.root(seed) == hand.root == client.view.hand["root"]
    assert (await client.command("leave"))["ok"]
    after = await sync_to_async(house.money)(member)
    assert after["tables"] == 0
    assert sum(after.values()) == sum(before.values())
    assert after["members"] == before["members"] + await won(member)
    await sync_to_async(call_command)("audit")


async def won(member: object) -> int:
    rows = [
        net async for net in HandSeat.objects.filter(member=member).values_list("net", flat=True)
    ]
    return sum(rows)
