"""The ten principles of the tables, each by its name: sockets and ledger of a running table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client as Browser

from accounts.models import Member
from config.limits import Span
from rules import shuffle
from rules.cards import DECK, NAMES
from tables import clock as clock_module
from tables import fairness
from tables.history import sharing
from tables.live import lost, presence
from tables.models import Hand, HandSeat, Table
from tests import movements
from tests.accounts.builders import browser_of
from tests.load.client import Client, check_or_call
from tests.tables import builders, house
from tests.tables.conftest import Connect, Pass, _no_delays, connect, let_live, let_pass
from wallet import selectors
from wallet.models import Account

__all__ = ["_no_delays", "connect", "let_pass"]  # fixtures

pytestmark = pytest.mark.django_db(transaction=True)
Start = Callable[[], None]
OpenTable = Callable[..., Awaitable[tuple[Table, list[Client], list[Member]]]]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Call it once everybody sits: from then on a clock deals."""
    running, tasks = clock_module.Clock(), []
    yield lambda: tasks.append(asyncio.ensure_future(running.run()))
    running.stop()
    await asyncio.gather(*tasks)


@pytest.fixture
def open_table(connect: Connect) -> OpenTable:
    """`await open_table(10_000, 5_000)`: members at seats 0, 1 … with these buy-ins."""

    async def opened(*buy_ins: int, **options: Any) -> tuple[Table, list[Client], list[Member]]:
        table = await sync_to_async(builders.table)(**options)
        members = [await sync_to_async(builders.member)() for _ in buy_ins]
        clients = [await connect(table, member) for member in members]
        for seat, (client, buy_in) in enumerate(zip(clients, buy_ins, strict=True)):
            assert (await client.command("sit", seat=seat, buy_in=buy_in))["ok"]
        return table, clients, members

    return opened


def stack(monkeypatch: pytest.MonkeyPatch, cards: str) -> None:
    """Every deck begins with these cards; the rest follows as it comes."""
    first = [NAMES.index(card) for card in cards.split()]
    deck = (*first, *(card for card in DECK if card not in first))
    monkeypatch.setattr(shuffle, "deck", lambda seed: deck)


async def on_turn(clients: list[Client]) -> Client:
    """Wait until one of them is asked, at a turn that was not given out before; whose it is."""
    waits = {asyncio.ensure_future(each.until(each.is_new_turn)): each for each in clients}
    done, rest = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    found = done.pop()
    found.result()
    client = waits[found]
    client.took_turn()
    return client


async def play(clients: list[Client], *script: str) -> None:
    """Whoever is on turn acts, one after the other: "raise 300"."""
    for words in script:
        kind, _, amount = words.partition(" ")
        client = await on_turn(clients)
        answer = await client.act(kind, int(amount or 0))
        assert answer["ok"], (words, answer)


def told(client: Client) -> list[dict[str, Any]]:
    """The events of the first hand, as this client received them."""
    events = [event for frame in client.frames for event in frame["events"]]
    begun = next(i for i, event in enumerate(events) if event["e"] == "hand")
    return events[begun : next(i for i, e in enumerate(events) if e["e"] == "over") + 1]


def of(events: list[dict[str, Any]], *kinds: str) -> list[dict[str, Any]]:
    return [event for event in events if event["e"] in kinds]


async def over(*clients: Client) -> None:
    for client in clients:
        await client.until(lambda client=client: client.hands_over > 0)


async def test_1_fifty_two_cards_and_a_fresh_shuffle_every_hand(
    open_table: OpenTable, start: Start
) -> None:
    """52장 표준 포커 덱 및 매 핸드 공정 셔플."""
    table, clients, _ = await open_table(10_000, 10_000)
    start()

    def enough() -> bool:
        return clients[0].hands_over >= 4

    await asyncio.gather(*(client.play(check_or_call, enough) for client in clients))
    played = [hand async for hand in Hand.objects.filter(table=table, status="over")]
    decks = [fairness.deck(fairness.Sealed(h.key_id, bytes(h.sealed)), h.pk) for h in played]
    assert len(played) >= 4
    assert all(sorted(deck) == sorted(DECK) for deck in decks)
    assert len(set(decks)) == len(decks)
    roots = [event["root"] for frame in clients[0].frames for event in of(frame["events"], "hand")]
    assert {hand.root for hand in played} <= set(roots)


async def test_2_the_least_bet_is_a_big_blind_and_the_least_raise_the_last_one(
    open_table: OpenTable, start: Start
) -> None:
    """최소 오픈 베팅 및 최소 레이즈 증분 규칙."""
    _, clients, _ = await open_table(10_000, 10_000)
    start()
    first = await on_turn(clients)
    assert first.option("raise")["min"] == 200
    assert not (await first.act("raise", 199))["ok"]
    assert (await first.act("raise", 300))["ok"]
    second = await on_turn(clients)
    assert second.option("raise")["min"] == 500
    assert not (await second.act("raise", 499))["ok"]
    assert (await second.act("call"))["ok"]
    third = await on_turn(clients)
    assert third.option("bet")["min"] == 100
    assert not (await third.act("bet", 99))["ok"]


async def test_3_an_all_in_below_a_raise_does_not_open_the_betting_again(
    open_table: OpenTable, start: Start
) -> None:
    """숏스택 올인 언더-레이즈 예외 규정."""
    _, clients, _ = await open_table(5_000, 10_000, 10_000)
    start()
    short, offers, is_raised = clients[0], [], False
    while True:
        client = await on_turn(clients)
        if client is short and is_raised:
            assert (await client.act("raise", 5_000))["ok"]  # 1,000 more, a raise would be 3,900
            break
        if client is not short and not is_raised:
            is_raised = True
            assert (await client.act("raise", 4_000))["ok"]
        else:
            assert (await client.act("call"))["ok"]
    others = len({client.you["seat"] for client in clients if client is not short})
    for _ in range(others):
        client = await on_turn(clients)
        if client.view.hand["bets"].get(client.you["seat"], 0) < 4_000:
            assert (await client.act("fold"))["ok"]  # had not acted since the raise
            continue
        offers.append({option["kind"] for option in client.legal["options"]})
        assert (await client.act("call"))["ok"]
    assert offers
    assert all(kinds == {"fold", "call"} for kinds in offers)


async def test_4_heads_up_the_button_is_the_small_blind(
    open_table: OpenTable, start: Start
) -> None:
    """2인 헤즈업(Heads-Up) 딜러 = 스몰 블라인드 규칙."""
    _, clients, _ = await open_table(10_000, 10_000)
    start()
    await play(clients, "call", *["check"] * 7)
    await over(*clients)
    events = told(clients[0])
    begins = events[0]
    assert begins["small_blind"] == begins["button"] != begins["big_blind"]
    acts = [event["seat"] for event in of(events, "act")]
    assert acts[0] == begins["button"]
    assert acts[2::2] == [begins["big_blind"]] * 3


async def test_5_the_cards_of_a_winner_whom_nobody_called_are_nobody_elses(
    open_table: OpenTable,
    start: Start,
    connect: Connect,
) -> None:
    """단독 생존(Uncontested Win) 시 홀카드 비공개(Muck)."""
    table, clients, members = await open_table(10_000, 10_000, 10_000)
    guest = await connect(table)
    start()
    await play(clients, "raise 300", "fold", "fold")
    await over(*clients, guest)
    hand = await Hand.objects.filter(table=table).order_by("pk").afirst()
    rows = [row async for row in HandSeat.objects.filter(hand=hand)]
    winner = next(row.seat for row in rows if row.net > 0)
    own = [card for deal in of(told(clients[winner]), "deal") for card in deal["cards"] or ()]
    assert len(own) == 2
    for client in (*clients, guest):
        assert not of(told(client), "show")
        if client is not clients[winner]:
            assert not [card for card in own if f'"{card}"' in json.dumps(told(client))]

    text = await sync_to_async(written)(hand, members[winner], members)
    folded = [c for i, client in enumerate(clients) if i != winner for c in cards_of(client)]
    assert not set(own) & set(folded)
    assert not [card for card in own if is_in(card, text)]
    assert "".join(own) not in text


def written(hand: Hand, winner: Member, members: list[Member]) -> str:
    """Whatever the site writes of a hand for anybody but its winner."""
    link = sharing.share(hand_id=hand.pk, member_id=winner.pk, with_cards=True, with_names=True)
    readers = [Browser(), *(browser_of(member) for member in members if member != winner)]
    places = [f"/hands/{hand.pk}", sharing.path(link).rstrip("/")]
    pages = [r.get(at + form) for r in readers for at in places for form in ("/", ".txt", ".phh")]
    pages += [r.get(f"/hands/{hand.pk}/proof.json") for r in readers]
    assert all(page.status_code == 200 for page in pages)
    return "\n".join(page.content.decode() for page in pages)


def is_in(card: str, text: str) -> bool:
    """Whether a card is named in a text, as programs or as people write it."""
    sign = dict(zip("cdhs", "♣♦♥♠", strict=True))[card[1]]
    return f'"{card}"' in text or card[0].replace("T", "10") + sign in text


async def test_5_where_the_table_lets_the_winner_show_only_after_his_click(
    open_table: OpenTable, start: Start, connect: Connect, settings: Any
) -> None:
    """단독 생존(Uncontested Win) 시 홀카드 비공개(Muck)."""
    settings.SHOW_S = 3600
    table, clients, members = await open_table(10_000, 10_000)
    await Table.objects.filter(pk=table.pk).aupdate(may_show=True)
    guest = await connect(table)
    # Whose auto-muck is off is waited for, so the next hand does not take the question away.
    assert (await clients[0].command("wish", muck=False))["ok"]
    assert (await clients[1].command("wish", muck=False))["ok"]
    start()
    await play(clients, "fold")
    await over(*clients, guest)
    hand = await Hand.objects.filter(table=table).order_by("pk").afirst()
    winner = (await HandSeat.objects.aget(hand=hand, net__gt=0)).seat
    own = cards_of(clients[winner])
    await guest.until(lambda: guest.view.may_show == [winner])
    others = [client for client in (*clients, guest) if client is not clients[winner]]

    def received(client: Client) -> str:
        return "\n".join(client.texts)

    text = await sync_to_async(written)(hand, members[winner], members)
    for seen in (text, *map(received, others)):
        assert not [card for card in own if is_in(card, seen)]
    assert (await others[0].command("show", hand=str(hand.pk)))["code"] == "not_offered"
    assert (await clients[winner].command("show", hand=str(hand.pk)))["ok"]
    for client in others:
        await client.until(lambda client=client: not client.view.may_show)
        assert all(is_in(card, received(client)) for card in own)
    text = await sync_to_async(written)(hand, members[winner], members)
    assert all(is_in(card, text) for card in own)


def cards_of(client: Client) -> list[str]:
    return [card for deal in of(told(client), "deal") for card in deal["cards"] or ()]


async def test_6_the_best_five_of_seven_win_and_suits_are_equal(
    open_table: OpenTable, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """10단계 공식 족보 판정 및 무늬 동등·키커 규칙."""
    # The big blind is dealt first: kings full of aces, three cards of it on the board.
    stack(monkeypatch, "Ks 9c Kd 8d 2c As Ac Kh 3c 7h 3d Td")
    _, clients, _ = await open_table(10_000, 10_000)
    start()
    await play(clients, "call", *["check"] * 7)
    await over(*clients)
    events = told(clients[0])
    (award,) = of(events, "award")
    assert award["seat"] == events[0]["big_blind"]
    assert award["rank"]["category"] == "full_house"
    assert sorted(award["best"]) == sorted(["Ks", "Kd", "Kh", "As", "Ac"])


async def test_6_suits_have_no_order(
    open_table: OpenTable, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """10단계 공식 족보 판정 및 무늬 동등·키커 규칙."""
    stack(
        monkeypatch, "As Ac Ks Kc 2c 3d 7h 9s 2d Jd 2h 5c"
    )  # ace and king, in spades and in clubs
    _, clients, _ = await open_table(10_000, 10_000)
    start()
    await play(clients, "call", *["check"] * 7)
    await over(*clients)
    awards = {event["seat"]: event["amount"] for event in of(told(clients[0]), "award")}
    assert awards == {0: 100, 1: 100}


async def test_7_side_pots_by_level_and_the_uncalled_bet_back_at_once(
    open_table: OpenTable, start: Start
) -> None:
    """다중 올인 사이드팟 분리 및 초과 베팅 즉시 반환."""
    _, clients, _ = await open_table(2_000, 5_000, 10_000)
    start()
    while not clients[0].hands_over:
        turn = asyncio.ensure_future(on_turn(clients))
        end = asyncio.ensure_future(over(*clients))
        await asyncio.wait({turn, end}, return_when=asyncio.FIRST_COMPLETED)
        if not turn.done():
            turn.cancel()
            break
        end.cancel()
        client = turn.result()
        if client.hands_over:
            break
        most = client.option("raise")
        answer = await client.act("raise", most["max"]) if most else await client.act("call")
        assert answer["ok"], answer
    await over(*clients)
    events = told(clients[0])
    pots = of(events, "collect")[-1]["pots"]
    assert [(amount, sorted(seats)) for amount, seats in pots] == [
        (6_000, [0, 1, 2]),
        (6_000, [1, 2]),
    ]
    put_in: dict[int, int] = {}
    for event in of(events, "post", "act"):
        put_in[event["seat"]] = put_in.get(event["seat"], 0) + event["amount"]
    back = {event["seat"]: event["amount"] for event in of(events, "refund")}
    assert sum(put_in.values()) - sum(back.values()) == 12_000
    assert back == ({2: put_in[2] - 5_000} if put_in[2] > 5_000 else {})


async def test_8_equal_hands_share_evenly_and_the_odd_chip_goes_left_of_the_button(
    open_table: OpenTable, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """스플릿 팟 동점 균등 분배 원칙."""
    stack(monkeypatch, "2c 2d 2h 3c 3d 3h 4c Ts Jd Qh 4d Kc 4h Ac")  # broadway on the board
    blinds = {"small_blind": 5, "big_blind": 10}
    _, clients, _ = await open_table(2_000, 2_000, 2_000, amounts=blinds)
    start()
    await play(clients, "call", "fold", *["check"] * 7)
    await over(*clients)
    events = told(clients[0])
    awards = {event["seat"]: event["amount"] for event in of(events, "award")}
    assert awards == {events[0]["big_blind"]: 13, events[0]["button"]: 12}


async def test_9_the_chips_are_in_the_wallet_again_in_the_moment_of_leaving(
    open_table: OpenTable, start: Start
) -> None:
    """테이블 바이인 에스크로 및 안전 정산 보호."""
    _, clients, members = await open_table(10_000, 10_000, 10_000)
    balance = sync_to_async(selectors.balance)
    assert await balance(members[0]) == 90_000
    escrow = Account.objects.filter(kind=Account.Kind.ESCROW, member=members[0])
    assert (await escrow.aget()).balance == 10_000
    assert (await clients[0].command("leave"))["ok"]
    assert (await escrow.aget()).status == Account.Status.CLOSED
    assert await balance(members[0]) == 100_000  # no hand ran
    start()
    first = await on_turn(clients[1:])
    who = members[clients.index(first)]
    assert (await first.command("leave"))["ok"]  # in mid-hand: at its end
    await over(*clients[1:])
    net = (await HandSeat.objects.aget(member=who)).net
    assert await balance(who) == 100_000 + net


async def test_9_after_a_lost_line_as_printed_at_the_table(
    open_table: OpenTable,
    let_pass: Pass,
    settings: Any,
) -> None:
    """테이블 바이인 에스크로 및 안전 정산 보호."""
    settings.SEAT_GRACE_S = Span(60, 60)
    _, (client,), (member,) = await open_table(10_000)
    assert "60" in client.table["policy"]
    await client.close()
    sweeper = lost.Lost()

    def away(seconds: int) -> int:
        let_live(let_pass, seconds)
        sweeper.sweep()
        return selectors.balance(member)

    await sync_to_async(presence.write)([], {})
    await sync_to_async(sweeper.sweep)()
    assert await sync_to_async(away)(50) == 90_000  # the seat is kept
    assert await sync_to_async(away)(20) == 100_000


async def test_10_every_movement_of_chips_is_found_on_my_page_and_at_the_charging_station(
    open_table: OpenTable, start: Start, connect: Connect
) -> None:
    """투명한 게임머니 지급·리필·이벤트 내역 관리."""
    _, clients, members = await open_table(5_000, 5_000)
    assert (await clients[0].command("top_up", amount=1_000))["ok"]
    start()
    await play(clients, "fold")
    await over(*clients)
    assert (await clients[0].command("leave"))["ok"]
    who = members[0]
    box = await connect(await sync_to_async(house.table)("casino_holdem"), who)
    await house.sit_down(box)
    assert (await house.begin(box, ante=100))["ok"]
    await box.until(lambda: box.legal is not None)
    assert (await box.act("fold"))["ok"]
    await box.until(lambda: box.view.hand["over"])
    assert (await box.command("leave"))["ok"]
    await sync_to_async(movements.given)(who)
    await sync_to_async(movements.all_is_told)(who)
