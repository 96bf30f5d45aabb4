"""The tables' speed and scale, as ratios within one run.

    python -m tests.bench.bench_tables [--tables 24] [--seconds 5] [--only actions]

Its parts are actions, rounds, sockets and scale.

One web process, one clock, and the players in a third process: six sockets a table, whole hands.
Actions a second (frame in, committed, seen by six viewers) against the floor: the same number of
connections that only lock, insert, update and commit. Latency at half of that load against the
floor's at the same rate. Two thousand open sockets; what a spectator costs; statements and blocks
of an action in a small world and in one ten times as large. The last line is a JSON object; exit 0
if the bounds hold, else 1.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from contextlib import ExitStack
from typing import Any

from config import report
from config.site import raise_file_limit
from tests.bench import tables_paths, tables_rounds, tables_sockets
from tests.bench import tables_world as world
from tests.bench import wallet_world as database
from tests.bench.bounds import Figures

PARTS = ("actions", "rounds", "sockets", "scale")
ROUNDS = 3

BOUNDS: dict[str, tuple[str, float]] = {
    "actions_of_floor": (">=", 0.30),
    "p99_of_floor": ("<=", 5),
    "refused": ("<=", 0),
    "sockets_open": (">=", 2000),
    "spectator_statements": ("<=", 0),
    "statements_an_action": ("<=", 6),
    "statements_differ": ("<=", 0),
    "blocks_growth": ("<=", 1.5),
}
FLOOR_TABLES = """
CREATE TABLE floor_state (id int PRIMARY KEY, seq bigint NOT NULL, digest bytea NOT NULL)
    WITH (fillfactor = 50);
CREATE TABLE floor_change (state int, seq bigint, body text, PRIMARY KEY (state, seq));
INSERT INTO floor_state SELECT n, 0, '' FROM generate_series(0, 999) n;
GRANT ALL ON floor_state, floor_change TO app
"""

figures = Figures(BOUNDS)
note = figures.note


def actions(count: int, seconds: float) -> None:
    """Ours and the floor in turn: as fast as they go, then both at half of our rate."""
    from django.conf import settings

    from tables.live.work import THREADS

    seated = world.full_tables(count)
    with ExitStack() as stack:
        site = stack.enter_context(world.site())
        floor = world.Player("tests.bench.floor", str(THREADS), str(count))
        stack.callback(floor.end)
        load = world.Player("tests.bench.tables_load")
        stack.callback(load.end)
        load.order(
            url=site.url,
            origin=site.origin,
            cookie=settings.SESSION_COOKIE_NAME,
            tables=[(table_id, world.keys(players)) for table_id, players in seated],
        )
        load.order(seconds=seconds / 2, rate=None)  # warm
        floor.order(seconds=seconds / 4, rate=None)
        before = site.cpu_s()
        rounds = [_round(load, floor, seconds, None) for _ in range(ROUNDS)]
        spent = site.cpu_s() - before
        note("web_cpu_ms_an_action", 1000 * spent / sum(mine["count"] for mine, _ in rounds))
        theirs = [answer for _, answer in rounds]
        floor_ms = 1000 * sum(t["cpu_s"] for t in theirs) / sum(t["count"] for t in theirs)
        note("floor_cpu_ms_an_action", floor_ms)
        ours = statistics.median(rate(mine) for mine, _ in rounds)
        note("actions_a_second", ours)
        note("hands_a_second", statistics.median(m["hands"] / m["seconds"] for m, _ in rounds))
        note("floor_a_second", statistics.median(rate(theirs) for _, theirs in rounds))
        note("actions_of_floor", statistics.median(rate(m) / rate(t) for m, t in rounds))
        paced = [_round(load, floor, seconds, ours / 2) for _ in range(ROUNDS)]
        note("half_load_a_second", statistics.median(rate(mine) for mine, _ in paced))
        note("p50_ms", statistics.median(mine["p50"] for mine, _ in paced))
        note("p99_ms", statistics.median(mine["p99"] for mine, _ in paced))
        note("floor_p99_ms", statistics.median(theirs["p99"] for _, theirs in paced))
        note("p99_of_floor", statistics.median(m["p99"] / t["p99"] for m, t in paced))
        note("refused", sum(mine["refused"] for mine, _ in rounds + paced))


def rate(answer: dict[str, Any]) -> float:
    return float(answer["count"] / answer["seconds"])


def _round(load: Any, floor: Any, seconds: float, pace: float | None) -> tuple[Any, Any]:
    mine = load.order(seconds=seconds, rate=pace)
    return mine, floor.order(seconds=seconds, rate=pace)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--only", choices=PARTS)
    options = parser.parse_args()
    began = time.monotonic()
    if options.only is None:
        return _each(sys.argv[1:], began)
    raise_file_limit()
    with database.cluster() as postgres:
        os.environ |= world.NO_DELAYS | {"DJANGO_SETTINGS_MODULE": "config.settings"}
        import django

        django.setup()
        with database.root(postgres) as connection:
            for statement in FLOOR_TABLES.split(";"):
                connection.execute(statement)
        match options.only:
            case "actions":
                actions(options.tables, options.seconds)
            case "rounds":
                tables_rounds.measure(options.seconds, note)
            case "sockets":
                tables_sockets.measure(postgres, options.sockets, note)
            case "scale":
                tables_paths.measure(postgres, note)
    ok = figures.hold()
    print(report.line("bench-tables", ok=ok, started=began, figures=figures))
    return 0 if ok else 1


def _each(arguments: list[str], began: float) -> int:
    """Every part in a process and a world of its own, so that none counts what another left."""
    found: dict[str, Any] = {}
    ok = True
    for part in PARTS:
        argv = [sys.executable, "-m", "tests.bench.bench_tables", *arguments, "--only", part]
        done = subprocess.run(argv, stdout=subprocess.PIPE, text=True, check=False)
        ok = ok and done.returncode == 0
        *told, last = done.stdout.splitlines() or ["{}"]
        for line in told:
            print(line, flush=True)
        found |= json.loads(last).get("figures", {})
    print(report.line("bench-tables", ok=ok, started=began, figures=found))
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
