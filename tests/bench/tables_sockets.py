"""Many open sockets in one web process: do they hold, what do they weigh, what do they cost."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from tests.bench import tables_world as world
from tests.bench import wallet_world as database
from tests.load.client import Client, check_or_call
from tests.load.lines import WebLine

TABLES = 300
AT_ONCE = 50  # sockets that connect side by side
SPECTATORS = 100
HANDS = 5

Note = Callable[[str, float], None]


def measure(postgres: Any, sockets: int, note: Note) -> None:
    """Open so many sockets on 300 tables, then a table with and without spectators."""
    where = world.tables(TABLES)
    players = world.members(2, 10_000_000)
    quiet, watched = world.tables(2)
    with world.site() as site:
        asyncio.run(_measure(site, where, sockets, note))
        asyncio.run(_spectators(postgres, site, (quiet, watched), world.keys(players), note))


async def _measure(site: world.Site, where: list[int], sockets: int, note: Note) -> None:
    warm = [await _open(site, table_id) for table_id in where]
    before = site.memory_kb()
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> WebLine:
        async with gate:
            return await _open(site, where[number % len(where)])

    lines = await asyncio.gather(*(one(number) for number in range(sockets - len(warm))))
    note("idle_socket_kb", (site.memory_kb() - before) / len(lines))
    alive = 0
    for line in (*warm, *lines):
        await line.send('{"t":"ping"}')
    for line in (*warm, *lines):
        while json.loads(await line.receive())["t"] != "pong":
            pass
        alive += 1
    note("sockets_open", alive)
    await asyncio.gather(*(line.close() for line in (*warm, *lines)))


async def _open(site: world.Site, table_id: int) -> WebLine:
    headers = {"Origin": site.origin}
    line = await WebLine.connect(f"{site.url}/ws/tables/{table_id}/", headers)
    await line.send('{"t":"join","seq":null}')
    assert json.loads(await line.receive())["t"] == "snapshot"
    return line


async def _spectators(
    postgres: Any, site: world.Site, tables: tuple[int, int], keys: list[str], note: Note
) -> None:
    """The statements of an action at a table with 100 spectators and at one with none."""
    found = []
    for table_id, spectators in zip(tables, (0, SPECTATORS), strict=True):
        watching = [await _open(site, table_id) for _ in range(spectators)]
        found.append(await _statements(postgres, site, table_id, keys))
        sent = 0
        for line in watching:
            sent += len(await _frames(line))
        if watching:
            note("frames_a_spectator", sent / spectators)
        await asyncio.gather(*(line.close() for line in watching))
    note("spectator_statements", round(found[1] - found[0], 1))


async def _frames(line: WebLine) -> list[str]:
    """What a spectator has received by now."""
    await line.send('{"t":"ping"}')
    texts = []
    while not (text := await line.receive()).startswith('{"t":"pong"'):
        texts.append(text)
    return texts


async def _statements(postgres: Any, site: world.Site, table_id: int, keys: list[str]) -> float:
    """The web process's statements an action, over some hands of two players."""
    from django.conf import settings

    clients = []
    for seat, key in enumerate(keys):
        headers = {
            "Origin": site.origin,
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={key}",
        }
        line = await WebLine.connect(f"{site.url}/ws/tables/{table_id}/", headers)
        client = Client(line, f"{table_id}-{seat}-")
        await client.join()
        clients.append(client)
    for seat, client in enumerate(clients):
        answer = await client.command("sit", seat=seat, buy_in=100_000)
        assert answer["ok"], answer
    await asyncio.gather(
        *(c.play(check_or_call, lambda: clients[0].hands_over > 0) for c in clients)
    )
    with database.root(postgres) as connection:
        connection.execute("SELECT pg_stat_statements_reset()")
        goal = clients[0].hands_over + HANDS
        await asyncio.gather(
            *(c.play(check_or_call, lambda: clients[0].hands_over >= goal) for c in clients)
        )
        rows = connection.execute(
            "SELECT query, calls FROM pg_stat_statements WHERE userid = 'app'::regrole"
        ).fetchall()
    for client in clients:
        await client.command("leave")
        await client.close()
    writes = sum(calls for query, calls in rows if "tables_write(" in query)
    return sum(calls for query, calls in rows if _is_an_action(query)) / writes


# What is written as time goes by, whatever happens at a table.
_BY_THE_CLOCK = ("presence", "watch", "heartbeat", "figures", "due_at <= site_now()", "= ANY($1)")


def _is_an_action(query: str) -> bool:
    """Whether a statement follows from what happens at a table, not from time going by."""
    return "tables_" in query and not any(word in query for word in _BY_THE_CLOCK)
