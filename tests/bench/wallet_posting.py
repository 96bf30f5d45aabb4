"""Posting from eight processes: through the service, and in a bare loop, turn by turn."""

from __future__ import annotations

import multiprocessing
import os
import random
import statistics
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import psycopg

from config.embedded import Postgres
from tests.bench import wallet_world as world

PROCESSES = 8
TURNS = 5
OWN = 1000  # accounts of each process
WARM_S = 0.5

Note = Callable[[str, float], None]
Post = Callable[[str, int], object]  # key, account

BARE = """
SELECT * FROM wallet_post(ARRAY[(%s, 'staff', NULL, '', '', NULL, NULL)::wallet_draft],
    ARRAY[(1, 1, -1), (1, %s, 1)]::wallet_leg[])
"""

# Nobody shares a member's account with anybody, so who waits for a row waits for the house's.
WAITS = """
SELECT count(*) FROM pg_stat_activity
WHERE wait_event_type = 'Lock' AND wait_event IN ('tuple', 'transactionid')
"""


def bare(connection: psycopg.Connection[Any]) -> Post:
    """BEGIN, the function, COMMIT."""

    def post(key: str, account: int) -> None:
        with connection.transaction():
            connection.execute(BARE, [key, account], prepare=True)

    return post


def service() -> Post:
    """`wallet.posting.post` in `transaction.atomic`."""
    import django

    django.setup()
    from django.db import transaction

    from wallet import posting

    def post(key: str, account: int) -> None:
        legs = (posting.Leg(1, -1), posting.Leg(account, 1))
        with transaction.atomic():
            posting.post([posting.Draft(key, "staff", legs)])

    return post


def worker(number: int, low: int, pipe: Connection) -> None:
    """One process: is told (which, seconds), posts for so long, and answers how often."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        ways = {"bare": bare(connection), "service": service()}
        dice, total = random.Random(number), 0
        while (told := pipe.recv()) is not None:
            which, seconds = told
            post, before = ways[which], total
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                post(f"{which}:{number}:{total}", low + number * OWN + dice.randrange(OWN))
                total += 1
            pipe.send(total - before)


class Crew:
    """The eight processes, which start a turn together."""

    def __init__(self, low: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipes = []
        self.processes = []
        for number in range(PROCESSES):
            ours, theirs = context.Pipe()
            process = context.Process(target=worker, args=(number, low, theirs))
            process.start()
            self.pipes.append(ours)
            self.processes.append(process)

    def turn(self, which: str, seconds: float) -> float:
        """Posts a second of all together."""
        for pipe in self.pipes:
            pipe.send((which, seconds))
        return sum(pipe.recv() for pipe in self.pipes) / seconds

    def end(self) -> None:
        for pipe in self.pipes:
            pipe.send(None)
        for process in self.processes:
            process.join()


def measure(postgres: Postgres, seconds: float, note: Note) -> None:
    """Both ways in turns; meanwhile look for anybody who waits for a row."""
    with world.root(postgres) as connection:
        world.members(connection, PROCESSES * OWN)
        low = world.first_account(connection)
    waits, looks, done = [0], [0], threading.Event()

    def watch() -> None:
        with world.root(postgres) as connection:
            while not done.wait(0.01):
                row = connection.execute(WAITS).fetchone()
                waits[0] += row[0] if row else 0
                looks[0] += 1

    crew = Crew(low)
    for which in ("bare", "service"):
        crew.turn(which, WARM_S)
    watcher = threading.Thread(target=watch)
    watcher.start()
    rates = [(crew.turn("bare", seconds), crew.turn("service", seconds)) for _ in range(TURNS)]
    done.set()
    watcher.join()
    crew.end()
    note("posts_a_second_bare", statistics.median(bare for bare, _ in rates))
    note("posts_a_second_service", statistics.median(ours for _, ours in rates))
    note("service_of_bare", statistics.median(ours / bare for bare, ours in rates))
    note("looks_for_waits", looks[0])
    note("row_waits", waits[0])
