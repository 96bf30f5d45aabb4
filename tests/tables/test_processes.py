"""Several web processes and clocks are one site; and it is one without Valkey, only slower."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import tempfile
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from asgiref.sync import sync_to_async

from config.embedded import Valkey, stop
from tables import events
from tables.dealer import record
from tables.models import Hand, Seat, Table
from tests.live import LiveSite
from tests.load.client import Chooser, Client, check_or_call, check_or_fold
from tests.tables import builders
from tests.tables.hands import faults
from tests.tables.lines import Lines

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = 5
PATIENCE_S = 180


@pytest.fixture
async def lines() -> AsyncIterator[Callable[[LiveSite], Lines]]:
    """`lines(site).open(table, member)`: clients of a site, closed at the end."""
    made: list[Lines] = []

    def of(site: LiveSite) -> Lines:
        made.append(Lines(site))
        return made[-1]

    yield of
    for each in made:
        for client in each.clients:
            await client.close()


async def play(clients: list[Client], hands: int, way: Chooser = check_or_call) -> None:
    """Everybody plays this way until each has seen so many more hands end."""
    goals = [client.hands_over + hands for client in clients]

    def enough() -> bool:
        return all(c.hands_over >= goal for c, goal in zip(clients, goals, strict=True))

    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(*(client.play(way, enough) for client in clients))


def lines_read(client: Client) -> list[str]:
    """What others have said, as this client was told."""
    told = map(json.loads, client.texts)
    return [message["text"] for message in told if message["t"] == "said"]


def one_process_folds(table: Table) -> dict[int, list[Any]]:
    """What one process makes of the whole log, change after change: the events of every hand."""
    head = record.head(table.pk)
    assert head is not None
    changes = record.read(table.pk, 1, head.seq)
    replica, decks = record.fresh(table.pk, house=False), record.decks(changes)
    found = {}
    for change in changes:
        replica.extend([change], decks)
        if replica.hand is not None and replica.hand.over:
            found[replica.hand_id] = list(replica.events)
    assert (replica.seq, replica.digest) == (head.seq, head.digest)
    return found


def stored(table: Table) -> dict[int, list[Any]]:
    rows = Hand.objects.filter(table=table, status="over").values_list("pk", "events")
    return {pk: list(events.decode(zlib.decompress(bytes(packed)))) for pk, packed in rows}


async def test_two_web_processes_and_two_clocks_give_the_results_of_one(
    transactional_db: None, lines: Callable[[LiveSite], Lines]
) -> None:
    with LiveSite() as one, LiveSite() as two:
        here, there = lines(one), lines(two)
        tables = [await sync_to_async(builders.table)() for _ in range(2)]
        members = [await sync_to_async(builders.member)() for _ in range(4)]
        clients = []
        for number, member in enumerate(members):
            client = await (here, there)[number % 2].open(tables[number // 2], member)
            assert (await client.command("sit", seat=number % 2, buy_in=10_000))["ok"]
            clients.append(client)
        await Table.objects.filter(pk__in=[table.pk for table in tables]).aupdate(bot_seats=1)
        # Nobody calls a bot for all the chips: with one left at a table there are no more hands.
        pairs = (clients[:2], clients[2:])
        await asyncio.gather(*(play(pair, HANDS, check_or_fold) for pair in pairs))

        # Chat goes from one process to the other, and so does a block.
        assert (await clients[0].command("say", text="from here"))["ok"]
        await clients[1].until(lambda: lines_read(clients[1]) == ["from here"], PATIENCE_S)
        assert (await clients[1].command("say", text="from there"))["ok"]
        await clients[0].until(lambda: "from there" in lines_read(clients[0]), PATIENCE_S)

        for client in clients:
            assert (await client.command("leave"))["ok"]
        guests = {}
        for table, pair in zip(tables, pairs, strict=True):
            guests[table.pk] = [await each.open(table, members[0]) for each in (here, there)]
            everybody = [*pair, *guests[table.pk]]
            newest = max(client.seq for client in everybody)
            for client in everybody:
                await client.until(lambda c=client, n=newest: c.seq >= n, PATIENCE_S)
        for table in tables:
            first, second = guests[table.pk]
            await first.until(lambda f=first: not people(f), PATIENCE_S)
            await second.until(lambda s=second: not people(s), PATIENCE_S)
    for table in tables:
        hands = await sync_to_async(stored)(table)
        assert len(hands) >= HANDS
        assert await sync_to_async(one_process_folds)(table) == hands
    assert await sync_to_async(faults)() == []


def people(client: Client) -> list[Any]:
    return [plate for plate in client.view.plates.values() if not plate["bot"]]


class Hints:
    """A Valkey of this test's own, which it may kill."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.valkey = Valkey(home)
        self.start()

    def start(self) -> None:
        with (self.home / "log").open("ab") as log:
            self.process: subprocess.Popen[bytes] = self.valkey.start(log)

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def works(self) -> bool:
        """Whether hints were sent since it was started, and somebody listens for them."""
        with redis.Redis.from_url(self.valkey.url()) as client:
            sent = "cmdstat_publish" in client.info("commandstats")
            return sent and bool(client.client_list(_type="pubsub"))


@pytest.fixture
def hints() -> Iterator[Hints]:
    with tempfile.TemporaryDirectory(prefix="md-") as home:
        made = Hints(Path(home))
        yield made
        stop(made.process, signal.SIGKILL, 20)


async def test_without_valkey_play_goes_on_and_it_comes_back_by_itself(
    transactional_db: None, hints: Hints, lines: Callable[[LiveSite], Lines]
) -> None:
    table = await sync_to_async(builders.table)()
    members = [await sync_to_async(builders.member)() for _ in range(2)]
    with LiveSite(REDIS_URL=hints.valkey.url(), SEAT_GRACE_S="5") as site:
        opened = lines(site)
        clients = [await opened.open(table, member) for member in members]
        for seat, client in enumerate(clients):
            assert (await client.command("sit", seat=seat, buy_in=10_000))["ok"]
        await play(clients, 2)

        hints.kill()
        # Every deal is the clock's, a process of its own: it is found by the slow poll.
        await play(clients, 3)
        late = await opened.open(table, members[0])
        assert late.view.plates.keys() == clients[0].view.plates.keys()
        await late.close()

        hints.start()
        await play(clients, 2)
        async with asyncio.timeout(PATIENCE_S):
            while not await sync_to_async(hints.works)():
                await play(clients, 1)
        assert [client.closed for client in clients] == [None, None]
        assert [client.notices for client in clients] == [[], []]
        seated = Seat.objects.filter(table=table, left_at=None, is_bot=False)
        assert await seated.acount() == 2  # nobody was cashed out for it
    assert await sync_to_async(faults)() == []
