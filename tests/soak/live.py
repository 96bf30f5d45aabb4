"""The second stage of the soak: hands of every game on the sockets of a site of its own.

Three members and a guest at two tables of each game; every byte that any of them receives is
searched for cards that it should not see, and so are the log of every table and all that processes
say to Redis.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections import Counter
from typing import TYPE_CHECKING

from tests.chaos import own
from tests.soak.overhearing import Overheard

if TYPE_CHECKING:
    from tests.soak.secrecy import Reader

HANDS_PER_MILLION = 2_000  # of each game, beside a million hands of the rules alone
TABLES_A_GAME = 2  # all at once
PAUSE_S = 0.06  # before an act: a socket may send 20 messages a second
START_S, SECONDS_A_HAND = 120, 10  # more than this, and the table has come to a stand
PATIENCE_S = 300  # for one answer, on a machine that has much else to do
NO_WAITING = {
    "HAND_GAP_MS": "0",
    "BOT_DELAY_MS": "0",
    "CLOCK_GRACE_MS": "0",
    "POLL_S": "0.5",
    "TURN_S": "60",
    "CHOICE_S": "60",
}
CHIPS = 10**12


def play(seed: int, hands: int) -> tuple[Counter[str], int, list[str]]:
    """So many hands of every game: hands by game, cards looked at, what was found."""
    with own.data(NO_WAITING):
        from django.conf import settings

        from tests.chaos.site import ChaosSite

        with ChaosSite(web=1, clocks=1) as site:
            with Overheard(settings.REDIS_URL) as redis:
                counted, looked, faults = asyncio.run(
                    _games(seed, hands, f"http://127.0.0.1:{site.port}")
                )
            return counted, looked, faults + redis.faults


async def _games(seed: int, hands: int, url: str) -> tuple[Counter[str], int, list[str]]:
    from rules.games import GAMES

    games = sorted(GAMES)
    share = -(-hands // TABLES_A_GAME)
    work = [
        _table(random.Random(f"{seed}-{game}-{number}"), game, share, url)
        for game in games
        for number in range(TABLES_A_GAME)
    ]
    counted: Counter[str] = Counter()
    looked, faults = 0, []
    for game, done, some, found in await asyncio.gather(*work):
        counted[game] += done
        looked += some
        faults += found
    return counted, looked, faults


async def _table(
    rng: random.Random, game: str, hands: int, url: str
) -> tuple[str, int, int, list[str]]:
    """One table of a game, from sitting down to the search of what its viewers got."""
    from tables.live.work import run
    from tests.load.wild import play as play_wildly
    from tests.soak.secrecy import wrongly_seen

    table, members, clients = await _seated(game, url)
    guest = clients[-1]

    def enough() -> bool:
        return guest.hands_over >= hands

    playing = (
        play_wildly(client, rng.getrandbits(32), enough, pause_s=PAUSE_S) for client in clients[:-1]
    )
    await asyncio.wait_for(asyncio.gather(*playing), START_S + hands * SECONDS_A_HAND)
    pairs = zip(clients, [*members, 0], strict=True)
    viewers = [(f"{game} {client.name}", member, client.seen) for client, member in pairs]
    looked, faults = await run(wrongly_seen, viewers, [table])
    faults += await run(_log_of, table)
    for client in clients:
        await client.close()
    sys.stderr.write(f"{game}: {guest.hands_over} hands live\n")
    return game, guest.hands_over, looked, faults


async def _seated(game: str, url: str) -> tuple[int, list[int], list[Reader]]:
    """A table of a game, the keys of its members, and their clients with a guest's as the last."""
    from django.conf import settings

    from tables.live.work import run
    from tests.load.lines import WebLine
    from tests.soak.secrecy import Reader
    from tests.tables import builders
    from tests.tables.conftest import log_in
    from tests.tables.hands import stakes_of

    table = await run(builders.table, game=game, amounts=stakes_of(game))
    members = [await run(builders.member, chips=CHIPS) for _ in range(3)]
    keys = [await run(log_in, member) for member in members]
    address = url.replace("http", "ws") + f"/ws/tables/{table.pk}/"
    clients: list[Reader] = []
    for key in (*keys, ""):
        headers = {"Origin": url}
        if key:
            headers["Cookie"] = f"{settings.SESSION_COOKIE_NAME}={key}"
        client = Reader(await WebLine.connect(address, headers), f"v{len(clients)}-")
        client.patience_s = PATIENCE_S
        await client.join()
        clients.append(client)
    for seat, client in enumerate(clients[:-1]):
        answer = await client.command("sit", seat=2 * seat, buy_in=10_000)
        assert answer["ok"], answer
    return table.pk, [member.pk for member in members], clients


def _log_of(table: int) -> list[str]:
    """The log of inputs names no card."""
    from tables.models import Change
    from tests.soak.secrecy import CARD

    texts = Change.objects.filter(table=table).values_list("command", flat=True)
    return [f"table {table}: {text}" for text in texts.iterator() if CARD.search(text)][:5]
