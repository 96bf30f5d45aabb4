"""Whole rounds against the house through the socket, and what nobody may see of them."""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.utils import timezone

from accounts.models import Member
from config.limits import Span
from rules import shuffle
from rules.cards import NAMES
from rules.events import Board, Deal
from rules.house import SEAT
from rules.house.paytables import RUSSIAN_BONUS
from tables import events as wire
from tables import fairness
from tables.dealer import sheet
from tables.live import hub, lost, protocol
from tables.models import Change, Hand, HandSeat, Heartbeat, Presence, Stakes, Table
from tests.load.client import Client
from tests.tables import builders, house
from tests.tables.conftest import Connect
from tests.tables.house import exclude, freeze, lose_no_more
from wallet.models import Transfer

CARD = re.compile(r'"([2-9TJQKA][cdhs])"')

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


def cards_of(hand: Hand) -> dict[int, str]:
    """The cards of a stored round by deck position: own, dealer's, board."""
    found: dict[int, str] = {}
    for event in wire.decode(zlib.decompress(bytes(hand.events))):
        if isinstance(event, Deal | Board):
            found.update(zip(event.positions, event.cards or (), strict=True))
    return found


def dealt_face_down_to_the_dealer(hand: Hand) -> set[str]:
    events = wire.decode(zlib.decompress(bytes(hand.events)))
    deals = [event for event in events if isinstance(event, Deal) and event.seat == 0]
    return {card for deal in deals if not deal.up for card in deal.cards or ()}


@pytest.mark.parametrize("game", house.GAMES)
async def test_no_card_is_in_any_byte_before_it_is_turned(game: str, connect: Connect) -> None:
    table = await sync_to_async(house.table)(game)
    member = await sync_to_async(builders.member)()
    client, guest = await connect(table, member), await connect(table)
    await house.sit_down(client)
    for kinds in (STAYING_IN, ("fold", "check", "take"), STAYING_IN):
        begin = len(client.texts)
        assert (await house.begin(client, ante=100))["ok"]
        await client.until(lambda: client.legal is not None)
        await play_to_the_end(client, kinds)
        hand = await Hand.objects.filter(status="over").alatest("number")
        deck = fairness.deck(fairness.Sealed(hand.key_id, bytes(hand.sealed)), hand.pk)
        stored = await sync_to_async(cards_of)(hand)
        hidden = await sync_to_async(dealt_face_down_to_the_dealer)(hand)
        turned: set[str] = set()
        is_shown = False
        for text in client.texts[begin:]:
            is_shown = is_shown or '"e":"show"' in text
            assert is_shown or not hidden & set(CARD.findall(text)), text
            message = json.loads(text)
            for event in message.get("events", ()):
                for position, card in zip(
                    event.get("positions") or (), event.get("cards") or (), strict=False
                ):
                    assert card == NAMES[deck[position]]
                    turned.add(card)
            assert set(CARD.findall(text)) <= turned, text
        dealers = {stored[at] for at in stored} - turned
        # A folded round keeps the dealer's cards for ever, apart from what lay open.
        folded = client.view.hand["verdict"]["result"] == "fold" and game != "uth"
        assert bool(dealers) == folded
        # What the member saw happen is what he finds in a second tab.
        tab = await connect(table, member)
        await client.until(lambda tab=tab: client.seq >= tab.seq)
        assert tab.view.value() == client.view.value()
    assert not CARD.search("".join(guest.texts))
    assert all(message["events"] == [] for message in guest.snapshots)
    assert guest.frames == []


async def test_a_member_finds_the_round_on_another_device(connect: Connect) -> None:
    table = await sync_to_async(house.table)("uth")
    member = await sync_to_async(builders.member)()
    one = await connect(table, member)
    await house.sit_down(one)
    assert (await house.begin(one))["ok"]
    await one.until(lambda: one.legal is not None)
    sheet.forget()  # a process that knows nothing of it
    two = await connect(table, member)
    assert two.view.value() == one.view.value()
    assert two.legal == one.legal
    assert (await two.act("check"))["ok"]
    await one.until(lambda: one.seq == two.seq)
    assert one.view.value() == two.view.value()
    late = await one.command("act", hand=one.view.hand["id"], turn=1, kind="play", amount=400)
    assert (late["ok"], late["kind"]) == (False, "stale")


async def test_everybody_plays_alone_at_one_table(connect: Connect) -> None:
    table = await sync_to_async(house.table)("casino_holdem")
    members = [await sync_to_async(builders.member)() for _ in range(3)]
    clients = [await connect(table, member) for member in members]
    for client in clients:
        await house.sit_down(client)
    seen = len(clients[1].texts)
    assert (await house.begin(clients[0]))["ok"]
    assert (await house.begin(clients[2]))["ok"]
    await clients[0].until(lambda: clients[0].legal is not None)
    assert clients[0].view.hand["root"] != clients[2].view.hand["root"]
    assert clients[1].texts[seen:] == []
    own = await sync_to_async(house.box)(table, members[0])
    stranger = await connect(own, members[0])  # a box has no address, not even for its member
    assert stranger.closed == protocol.NO_TABLE


async def test_two_taps_on_the_bet_deal_one_round(connect: Connect) -> None:
    table = await sync_to_async(house.table)("uth")
    member = await sync_to_async(builders.member)()
    one, two = await connect(table, member), await connect(table, member)
    await house.sit_down(one)
    await two.until(lambda: SEAT in two.view.plates)
    answers = await asyncio.gather(
        house.begin(one, id="same"),
        house.begin(two, id="same"),
        house.begin(two, id="other"),
    )
    assert sum(answer["ok"] for answer in answers) in (1, 2)
    for answer in answers:
        assert answer["ok"] or answer["code"] == "round_running", answer
    assert await Hand.objects.filter(status="running").acount() == 1
    assert await Change.objects.filter(command__startswith='{"c":"round"').acount() == 1


async def test_two_tabs_that_decide_at_once_decide_once(connect: Connect) -> None:
    table = await sync_to_async(house.table)("uth")
    member = await sync_to_async(builders.member)()
    one, two = await connect(table, member), await connect(table, member)
    await house.sit_down(one)
    assert (await house.begin(one))["ok"]
    for client in (one, two):
        await client.until(lambda client=client: client.legal is not None)
    answers = await asyncio.gather(one.act("play", 400), two.act("play", 300))
    assert sorted(answer["ok"] for answer in answers) == [False, True]
    (late,) = [answer for answer in answers if not answer["ok"]]
    assert late["kind"] == "stale"
    for client in (one, two):
        await client.until(lambda client=client: client.view.hand["over"])
    assert one.view.value() == two.view.value()
    acts = Change.objects.filter(command__startswith='{"c":"act"')
    assert await acts.acount() == 1
    assert one.view.plates[SEAT]["stack"] == 5_000 + await won(member)
    await sync_to_async(call_command)("audit")


async def test_a_ban_in_mid_round_ends_it_by_default_and_pays_out_once(
    connect: Connect, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await sync_to_async(house.table)("uth")
    member = await sync_to_async(builders.member)()
    before = await sync_to_async(house.money)(member)
    settings.ROUND_S, settings.SEAT_GRACE_S = 0, Span(0, 0)
    client = await connect(table, member)
    await house.sit_down(client)
    assert (await house.begin(client, ante=100, trips=20))["ok"]
    await client.until(lambda: client.legal is not None)
    member.is_active = False
    await member.asave()
    await hub.current()._check_sessions()
    await client.until(lambda: client.closed is not None)
    assert client.closed == protocol.BANNED
    own = await sync_to_async(house.box)(table, member)
    assert (await sync_to_async(house.running)(own)).stage == "preflop"

    # Nobody can decide any more: the clock finds the time of the round over, and of the seat.
    monkeypatch.setattr(lost.presence, "PRESENCE_S", 0)
    monkeypatch.setattr(lost, "UNWATCHED_MS", 0)
    await sync_to_async(run_out)(own)
    net = await won(member)
    hand = await Hand.objects.aget(table_id=own, status="over")
    assert cards_of(hand)  # played to its end, and kept
    after = await sync_to_async(house.money)(member)
    assert after == {
        "members": before["members"] + net,
        "tables": 0,
        "bank": before["bank"] - net,
    }
    assert await Transfer.objects.filter(reason="cash_out").acount() == 1
    await sync_to_async(call_command)("audit")


def run_out(own: int) -> None:
    """The clock passes over a round and a seat that nobody has a socket for."""
    Heartbeat.objects.all().delete()
    Presence.objects.update(seen_at=timezone.now() - timedelta(hours=1))
    builders.run_clock(Table.objects.get(pk=own))
    sweep = lost.Lost()
    sweep._since = 1
    assert [done.table_id for done in sweep.sweep()] == [own]
    assert sweep.sweep() == []


@pytest.mark.parametrize(
    ("bar", "why"),
    [(freeze, "frozen"), (exclude, "excluded"), (lose_no_more, "loss_limit")],
)
async def test_who_is_barred_in_mid_round_ends_it_and_is_told_why_there_is_no_other(
    connect: Connect, bar: Callable[[Member], None], why: str
) -> None:
    table = await sync_to_async(house.table)("casino_holdem")
    member = await sync_to_async(builders.member)()
    client = await connect(table, member)
    await house.sit_down(client)
    assert (await house.begin(client))["ok"]
    await client.until(lambda: client.legal is not None)
    await sync_to_async(bar)(member)
    await play_to_the_end(client, ("fold",))  # a loss, for the limit on losses
    await client.until(lambda: client.view.hand["over"])
    rounds = await Hand.objects.filter(status="over").acount()
    before = await sync_to_async(house.money)(member)
    refused = await house.begin(client)
    assert (refused["ok"], refused["code"]) == (False, why)
    assert len(str(refused["text"]).split()) > 3  # a sentence
    assert await sync_to_async(house.money)(member) == before
    assert await Hand.objects.filter(status="over").acount() == rounds == 1
    assert (await client.command("leave"))["ok"]
    assert (await sync_to_async(house.money)(member))["tables"] == 0


async def test_a_changed_pay_table_is_shown_before_it_is_played(connect: Connect) -> None:
    table = await sync_to_async(house.table)("uth")
    member = await sync_to_async(builders.member)()
    client = await connect(table, member)
    await house.sit_down(client)
    stakes = await Stakes.objects.aget(pk=table.stakes_id)
    stakes.settings |= {"trips_on_fold": "lose"}
    await stakes.asave()
    refused = await house.begin(client)
    assert (refused["kind"], refused["code"]) == ("stale", "rules_changed")
    assert client.table["settings"]["trips_on_fold"] == "lose"
    assert (await house.begin(client))["ok"]


async def test_a_guest_is_asked_to_log_in(connect: Connect) -> None:
    table = await sync_to_async(house.table)("uth")
    guest = await connect(table)
    assert guest.table["house"] is True
    assert guest.table["settings"]["blind"]["lines"]
    assert (await guest.command("sit", seat=SEAT, buy_in=5_000))["code"] == "log_in"
    assert (await house.begin(guest))["code"] == "log_in"
    assert await Table.objects.filter(parent=table).acount() == 0


async def test_the_member_reads_the_round_and_its_proofs_and_nobody_else(
    connect: Connect, async_client: Any
) -> None:
    table = await sync_to_async(house.table)("casino_holdem")
    member, other = [await sync_to_async(builders.member)() for _ in range(2)]
    client = await connect(table, member)
    await house.sit_down(client)
    assert (await house.begin(client, ante=100, aa=20))["ok"]
    await play_to_the_end(client, STAYING_IN)
    hand = client.view.hand["id"]
    for who in (None, other):
        if who is not None:
            await async_client.aforce_login(who)
        for address in (f"/hands/{hand}/", f"/hands/{hand}.txt", f"/hands/{hand}/proof.json"):
            assert (await async_client.get(address)).status_code == 404, address
    await async_client.aforce_login(member)
    page = (await async_client.get(f"/hands/{hand}/")).content.decode()
    assert table.name in page
    text = (await async_client.get(f"/hands/{hand}.txt")).content.decode()
    verdict = client.view.hand["verdict"]
    assert ("does not qualify" in text) == (verdict["qualifies"] is False)
    told = re.findall(r"^(Ante|AA bonus|Call bet): ([^\n]+)\.$", text, re.MULTILINE)
    assert [bet for bet, _ in told] == ["Ante", "AA bonus", "Call bet"]
    found = (await async_client.get(f"/hands/{hand}/proof.json")).json()
    assert found["root"] == client.view.hand["root"]
    assert len(found["proofs"]) == 2 + 2 + 5  # own, the dealer's as they were shown, the board
