"""Clicks that come twice, late, or for another price: once, refused, refused; and bad input."""

from __future__ import annotations

import json

import pytest
from asgiref.sync import sync_to_async

from tables.dealer import sheet
from tables.models import Change, Table, TableState
from tests.load.client import Client, check_or_call
from tests.tables import builders
from tests.tables.conftest import Connect

pytestmark = pytest.mark.django_db(transaction=True)


async def heads_up(connect: Connect) -> tuple[Table, Client, Client]:
    """A hand that has just begun: (table, the one on turn, the other)."""
    table = await sync_to_async(builders.table)()
    members = [await sync_to_async(builders.member)() for _ in range(2)]
    clients = [await connect(table, member) for member in members]
    for seat, client in enumerate(clients):
        assert (await client.command("sit", seat=seat, buy_in=10_000))["ok"]
    for client in clients:
        await client.until(lambda client=client: client.view.turn is not None)
    first, second = sorted(clients, key=lambda client: client.legal is None)
    return table, first, second


async def seq_of(table: Table) -> int:
    return (await TableState.objects.aget(pk=table.pk)).seq


async def test_a_double_click_acts_once(connect: Connect, clock: object) -> None:
    table, first, second = await heads_up(connect)
    before = await seq_of(table)
    turn = first.legal["turn"]
    hand = first.view.turn["hand"]
    raise_to = {"hand": hand, "turn": turn, "kind": "raise", "amount": 300}
    one = await first.command("act", id="same", **raise_to)
    two = await first.command("act", id="same", **raise_to)
    assert one["ok"]
    assert two == one
    assert await seq_of(table) == before + 1
    await second.until(lambda: second.legal is not None)
    assert second.legal["to_call"] == 200


async def test_the_same_click_under_another_id_is_stale(connect: Connect, clock: object) -> None:
    table, first, _second = await heads_up(connect)
    turn = first.legal["turn"]
    assert (await first.act("call"))["ok"]
    before = await seq_of(table)
    again = await first.command("act", hand=first.view.hand["id"], turn=turn, kind="call")
    assert not again["ok"]
    assert await seq_of(table) == before


async def test_a_click_for_the_last_hand_is_stale(connect: Connect, clock: object) -> None:
    table, first, second = await heads_up(connect)
    old = first.view.hand["id"]
    assert (await first.act("fold"))["ok"]
    await first.until(lambda: first.view.hand["id"] != old and first.view.turn is not None)
    mover = first if first.legal else second
    await mover.until(lambda: mover.legal is not None)
    before = await seq_of(table)
    late = await mover.act("fold", hand=old)
    assert (late["ok"], late["kind"], late["code"]) == (False, "stale", "other_hand")
    assert "hand" in late["text"]
    assert await seq_of(table) == before


async def test_a_click_at_an_old_price_is_stale(connect: Connect, clock: object) -> None:
    table, first, second = await heads_up(connect)
    assert (await first.act("call"))["ok"]
    await second.until(lambda: second.legal is not None)
    old_turn = second.legal["turn"]
    assert (await second.act("raise", 300))["ok"]
    await first.until(lambda: first.legal is not None)
    assert (await first.act("raise", 900))["ok"]
    await second.until(lambda: second.legal is not None and second.legal["turn"] != old_turn)
    before = await seq_of(table)
    late = await second.act("call", turn=old_turn)
    assert (late["ok"], late["kind"]) == (False, "stale")
    assert await seq_of(table) == before
    assert second.legal["to_call"] == 600


async def test_a_repeated_last_click_of_a_hand_is_answered_as_before(
    connect: Connect, clock: object
) -> None:
    table, first, _second = await heads_up(connect)
    fold = {"hand": first.view.hand["id"], "turn": first.legal["turn"], "kind": "fold"}
    assert (await first.command("act", id="last", **fold))["ok"]
    await first.until(lambda: first.view.hand["id"] != fold["hand"])
    before = await seq_of(table)
    assert (await first.command("act", id="last", **fold))["ok"]
    assert await seq_of(table) == before


async def test_another_click_under_the_same_id_is_refused(connect: Connect, clock: object) -> None:
    table, first, second = await heads_up(connect)
    at = {"hand": first.view.hand["id"], "turn": first.legal["turn"], "kind": "raise"}
    assert (await first.command("act", id="once", **at, amount=300))["ok"]
    before = await seq_of(table)
    other = await first.command("act", id="once", **at, amount=500)
    assert (other["ok"], other["kind"], other["code"]) == (False, "refused", "id_used")
    assert other["text"].endswith(".")
    assert (await first.command("act", id="once", **at, amount=300))["ok"]
    assert await seq_of(table) == before
    assert (await second.command("sit_out", id="once"))["ok"]  # ids are everybody's own


async def test_another_command_is_known_by_its_id_in_the_next_hand_and_process_too(
    connect: Connect, clock: object
) -> None:
    table, first, second = await heads_up(connect)
    wish = {"refill": 5_000, "muck": False}
    assert (await first.command("wish", id="w", **wish))["ok"]
    old = first.view.hand["id"]
    mover = first if first.legal else second
    assert (await mover.act("fold"))["ok"]
    await first.until(lambda: first.view.hand["id"] != old)
    sheet.forget()  # as another process would find it
    before = (first.you["wishes"], await seq_of(table))
    for other in ({"refill": 6_000, "muck": False}, {"refill": 5_000}):
        assert (await first.command("wish", id="w", **other))["code"] == "id_used"
    assert (await first.command("top_up", id="w", amount=1))["code"] == "id_used"
    assert (await first.command("leave", id="w"))["code"] == "id_used"
    assert (await first.command("wish", id="w", **wish))["ok"]
    assert (first.you["wishes"], await seq_of(table)) == before


@pytest.mark.parametrize(
    ("kind", "amount", "code"),
    [
        ("check", 0, "not_offered"),
        ("raise", 150, "amount"),
        ("raise", 10_001, "amount"),
        ("call", 5_000, "amount"),
        ("complete", 0, "not_offered"),
        ("bet", 500, "not_offered"),
    ],
)
async def test_what_the_rules_forbid_is_refused_with_a_sentence(
    connect: Connect, clock: object, kind: str, amount: int, code: str
) -> None:
    table, first, _second = await heads_up(connect)
    before = await seq_of(table)
    answer = await first.act(kind, amount)
    assert (answer["ok"], answer["kind"], answer["code"]) == (False, "refused", code)
    assert answer["text"].endswith(".")
    assert await seq_of(table) == before
    assert first.legal is not None


async def test_acting_out_of_turn_is_refused(connect: Connect, clock: object) -> None:
    table, _first, second = await heads_up(connect)
    before = await seq_of(table)
    answer = await second.command("act", hand=second.view.hand["id"], turn=0, kind="call")
    assert not answer["ok"]
    assert await seq_of(table) == before


async def test_a_member_without_a_seat_and_a_guest_cannot_act(
    connect: Connect, clock: object
) -> None:
    table, first, _second = await heads_up(connect)
    stranger = await connect(table, await sync_to_async(builders.member)())
    guest = await connect(table)
    message = {"hand": first.view.hand["id"], "turn": first.legal["turn"], "kind": "fold"}
    assert (await stranger.command("act", **message))["code"] == "not_dealt_in"
    assert (await guest.command("act", **message))["code"] == "log_in"
    assert (await guest.command("sit", seat=4, buy_in=5_000))["code"] == "log_in"


async def test_the_sentence_is_in_the_members_language(connect: Connect) -> None:
    table = await sync_to_async(builders.table)()
    member = await sync_to_async(builders.member)()
    member.language = "ko"
    await member.asave(update_fields=["language"])
    client = await connect(table, member)
    from tables import errors

    answer = await client.command("leave")
    assert answer["text"] == errors.sentence("not_seated", {}, "ko")


@pytest.mark.parametrize(
    ("seat", "buy_in", "code"),
    [
        (6, 5_000, "no_such_seat"),
        (0, 1_999, "buy_in"),
        (0, 10_001, "buy_in"),
        (0, 0, "buy_in"),
    ],
)
async def test_a_seat_that_cannot_be_had(
    connect: Connect, seat: int, buy_in: int, code: str
) -> None:
    table = await sync_to_async(builders.table)()
    client = await connect(table, await sync_to_async(builders.member)())
    answer = await client.command("sit", seat=seat, buy_in=buy_in)
    assert (answer["ok"], answer["code"]) == (False, code)
    assert await Change.objects.acount() == 0
    assert client.you["wallet"] == 100_000


async def test_a_seat_can_be_taken_once(connect: Connect) -> None:
    table = await sync_to_async(builders.table)()
    one, two = [await connect(table, await sync_to_async(builders.member)()) for _ in range(2)]
    assert (await one.command("sit", id="a", seat=0, buy_in=5_000))["ok"]
    assert (await one.command("sit", id="a", seat=0, buy_in=5_000))["ok"]
    assert (await one.command("sit", seat=1, buy_in=5_000))["code"] == "seated"
    assert (await two.command("sit", seat=0, buy_in=5_000))["code"] == "seat_taken"
    assert (await two.command("sit", seat=1, buy_in=5_000))["ok"]
    await one.until(lambda: one.you["wallet"] == 95_000)


async def test_more_chips_than_the_wallet_holds_are_refused(connect: Connect) -> None:
    table = await sync_to_async(builders.table)()
    client = await connect(table, await sync_to_async(builders.member)(chips=3_000))
    answer = await client.command("sit", seat=0, buy_in=5_000)
    assert (answer["ok"], answer["code"]) == (False, "insufficient")
    assert "account" not in answer["data"]


BAD = [
    "",
    "{",
    "[]",
    "null",
    "7",
    '{"t":"join","seq":-1}',
    '{"t":"nothing"}',
    '{"t":"act"}',
    '{"t":"act","id":"","hand":"1","turn":1,"kind":"fold"}',
    '{"t":"act","id":"x","hand":1,"turn":1,"kind":"fold"}',
    '{"t":"act","id":"x","hand":"1","turn":true,"kind":"fold"}',
    '{"t":"act","id":"x","hand":"1","turn":1,"kind":"fold","amount":-5}',
    '{"t":"act","id":"x","hand":"1","turn":1,"kind":"fold","amount":1.5}',
    '{"t":"act","id":"x","hand":"1","turn":1,"kind":"fold","amount":NaN}',
    '{"t":"act","id":"x","hand":"1","turn":1,"kind":"fold","amount":1e400}',
    '{"t":"act","id":"x","hand":"1","turn":1,"kind":"fold","cards":["Zz"]}',
    '{"t":"act","id":"x","hand":"1","turn":1,"kind":"fold","member":3}',
    '{"t":"sit","id":"x","seat":9,"buy_in":5000}',
    '{"t":"sit","id":"x","seat":0,"buy_in":"5000"}',
    '{"t":"sit_in","id":"x","post":"yes"}',
    json.dumps({"t": "leave", "id": "x" * 37}),
    "[" * 4000,
]


@pytest.mark.parametrize("text", BAD)
async def test_what_cannot_be_read_changes_nothing(connect: Connect, text: str) -> None:
    table = await sync_to_async(builders.table)()
    client = await connect(table, await sync_to_async(builders.member)())
    await client.line.send(text)
    await client.until(lambda: bool(client.errors))
    assert client.errors[0]["code"] == "malformed"
    assert await Change.objects.acount() == 0
    assert (await client.command("sit", seat=0, buy_in=5_000))["ok"]


async def test_commands_before_joining_are_not_heard(connect: Connect) -> None:
    table = await sync_to_async(builders.table)()
    client = await connect(table, await sync_to_async(builders.member)(), join=False)
    import asyncio

    client._reader = asyncio.ensure_future(client._read())
    await client.send({"t": "sit", "id": "x", "seat": 0, "buy_in": 5_000})
    await client.until(lambda: bool(client.errors))
    assert client.errors[0]["code"] == "join_first"


async def test_two_tabs_share_one_seat(connect: Connect, clock: object) -> None:
    table, first, second = await heads_up(connect)
    member = await sync_to_async(lambda: builders.member_at(table, first.you["seat"]))()
    tab = await connect(table, member)
    assert tab.you["hand_seat"] == first.you["hand_seat"]
    assert tab.legal == first.legal
    assert (await tab.act("call"))["ok"]
    await first.until(lambda: first.legal is None or first.view.turn["seats"][0]["turn"] > 1)
    assert (await first.command("leave"))["ok"]
    await second.until(lambda: second.legal is not None)
    assert (await second.act("fold"))["ok"]
    await tab.until(lambda: tab.you["seat"] is None)
    assert first.you["seat"] is None


async def test_five_hands_of_calling_end_in_showdowns(connect: Connect, clock: object) -> None:
    import asyncio

    _table, first, second = await heads_up(connect)
    await asyncio.gather(
        *(c.play(check_or_call, lambda: first.hands_over >= 5) for c in (first, second))
    )
    shows = [e for frame in first.frames for e in frame["events"] if e["e"] == "show"]
    assert len(shows) >= 5
