"""kill -9 of web and clock in the middle of a round, which is then ended from another session."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from asgiref.sync import sync_to_async

from rules.cards import NAMES
from rules.house import SEAT
from tables import fairness
from tables.models import Hand, HandSeat
from tests.live import LiveSite
from tests.tables import builders, house
from tests.tables.hands import faults
from tests.tables.lines import Lines
from wallet.models import Transfer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.fixture
def site(transactional_db: None) -> Iterator[LiveSite]:
    """A site whose seats wait long enough for a machine that has much to do."""
    with LiveSite(SEAT_GRACE_S="600") as running:
        yield running


def kill(site: LiveSite) -> None:
    for name in ("web", "clock"):
        for process in site.running(name):
            process.send_signal(signal.SIGKILL)
            process.wait()
        site.start(name)


async def test_a_killed_site_ends_the_round_as_it_would_have_been(site: LiveSite) -> None:
    table = await sync_to_async(house.table)("uth")
    member = await sync_to_async(builders.member)()
    before = await sync_to_async(house.money)(member)
    lines = Lines(site)
    one = await lines.open(table, member)
    await house.sit_down(one)
    assert (await house.begin(one, ante=100, trips=20))["ok"]
    await one.until(lambda: one.legal is not None)
    assert (await one.act("check"))["ok"]
    await one.until(lambda: len(one.view.hand["board"]) == 3)
    was = one.view.value()

    await sync_to_async(kill)(site)
    await one.close()

    two = await lines.open(table, member)
    assert two.view.value() == was
    assert (await two.act("play", 200))["ok"]
    await two.until(lambda: two.view.hand["over"])
    hand = await Hand.objects.aget(pk=two.view.hand["id"])
    deck = fairness.deck(fairness.Sealed(hand.key_id, bytes(hand.sealed)), hand.pk)
    shown = {**two.view.hand["cards"][SEAT], **two.view.hand["cards"][0], **two.view.hand["board"]}
    assert shown == {position: NAMES[deck[position]] for position in range(9)}
    net = (await HandSeat.objects.aget(hand=hand)).net
    assert sum(two.view.hand["settled"].values()) == net
    assert (await two.command("leave"))["ok"]
    await two.close()
    after = await sync_to_async(house.money)(member)
    assert after["members"] == before["members"] + net
    assert sum(after.values()) == sum(before.values())
    assert await Transfer.objects.filter(key=f"hand:{hand.pk}").acount() == (1 if net else 0)
    assert await sync_to_async(faults)() == []
