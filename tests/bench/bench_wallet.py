"""The ledger's speed and scale, as ratios within one run.

    python -m tests.bench.bench_wallet [--members 1000000] [--entries 10000000] [--seconds 5]

Posting through the service against a bare loop; the daily refill against bare set-based statements,
and a tenth of the members against all; statements and blocks of a posting and of two pages of a
statement in a small and a large ledger; the audit's time and memory. Prints what it measures; the
last line is a JSON object. Exit 0 if the bounds hold, else 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any

import psycopg

from config import report
from config.environment import ROOT
from tests.bench import wallet_world as world

PROCESSES = 8
ROUNDS = 3
RANGE = 1000

BOUNDS: dict[str, tuple[str, float]] = {
    "service_of_bare": (">=", 0.60),
    "house_waits": ("<=", 0),
    "refill_of_bare": ("<=", 1.5),
    "refill_growth": ("<=", 1.2),
    "refill_again": ("<=", 0.10),
    "blocks_post": ("<=", 1.5),
    "blocks_first_page": ("<=", 1.5),
    "blocks_deep_page": ("<=", 1.5),
    "statements_differ": ("<=", 0),
    "sequential_scans": ("<=", 0),
    "audit_seconds_10m": ("<=", 300),
    "audit_memory_mb": ("<=", 300),
}

figures: dict[str, float] = {}


def note(name: str, value: float) -> None:
    """Keep a figure and print it with its bound."""
    figures[name] = round(value, 3)
    sign, bound = BOUNDS.get(name, ("", 0.0))
    print(f"{name:24} {value:14,.3f}   {sign} {bound:g}" if sign else f"{name:24} {value:14,.3f}")
    sys.stdout.flush()


# -- posting -----------------------------------------------------------------------------------

BARE = """
SELECT * FROM wallet_post(ARRAY[(%s, 'staff', NULL, '', '', NULL, NULL)::wallet_draft],
    ARRAY[(1, 1, -1), (1, %s, 1)]::wallet_leg[])
"""


def bare_loop(number: int, low: int, seconds: float) -> int:
    """Post from one plain connection as fast as it goes; gives how many."""
    count, dice = 0, random.Random(number)
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            key = f"bare:{number}:{count}:{end}"
            with connection.transaction():
                connection.execute(BARE, [key, low + dice.randrange(1000)], prepare=True)
            count += 1
    return count


def service_loop(number: int, low: int, seconds: float) -> int:
    """The same through `wallet.posting.post` in `transaction.atomic`."""
    import django

    django.setup()
    from django.db import transaction

    from wallet.posting import Draft, Leg, post

    count, dice = 0, random.Random(number)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        legs = (Leg(1, -1), Leg(low + dice.randrange(1000), 1))
        with transaction.atomic():
            post([Draft(f"service:{number}:{count}:{end}", "staff", legs)])
        count += 1
    return count


def rate(pool: Pool, loop: Callable[[int, int, float], int], low: int, seconds: float) -> float:
    """Posts a second of all processes together, each on accounts of its own."""
    pool.starmap(loop, [(n, low, 0.1) for n in range(PROCESSES)], chunksize=1)  # warm
    counts = pool.starmap(
        loop, [(n, low + n * 1000, seconds) for n in range(PROCESSES)], chunksize=1
    )
    return sum(counts) / seconds


WAITS = """
SELECT count(*) FROM pg_locks l
JOIN wallet_account a ON l.relation = 'wallet_account'::regclass
    AND a.ctid = format('(%s,%s)', l.page, l.tuple)::tid
WHERE l.locktype = 'tuple' AND NOT l.granted AND a.id < 1000
"""


def posting(postgres: Any, seconds: float) -> None:
    """Service against bare, in turn; meanwhile look for anybody who waits for a house account."""
    with world.root(postgres) as connection:
        world.members(connection, PROCESSES * 1000)
        low = world.first_account(connection)
    waits, done = [0], threading.Event()

    def watch() -> None:
        with world.root(postgres) as connection:
            while not done.wait(0.01):
                row = connection.execute(WAITS).fetchone()
                waits[0] += row[0] if row else 0

    watcher = threading.Thread(target=watch)
    watcher.start()
    with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
        rates = [
            (rate(pool, bare_loop, low, seconds), rate(pool, service_loop, low, seconds))
            for _ in range(ROUNDS)
        ]
    done.set()
    watcher.join()
    note("posts_a_second_bare", statistics.median(bare for bare, _ in rates))
    note("posts_a_second_service", statistics.median(ours for _, ours in rates))
    note("service_of_bare", statistics.median(ours / bare for bare, ours in rates))
    note("house_waits", waits[0])


# -- refill ------------------------------------------------------------------------------------

# Tables like the ledger's, with its indexes, checks and foreign keys, and without its triggers.
BARE_TABLES = """
DROP TABLE IF EXISTS bare_grant, bare_entry, bare_transfer, bare_account;
CREATE TABLE bare_account (LIKE wallet_account INCLUDING ALL);
ALTER TABLE bare_account SET (fillfactor = 70);
INSERT INTO bare_account SELECT * FROM wallet_account;
ALTER TABLE bare_account ADD FOREIGN KEY (member_id) REFERENCES accounts_member;
CREATE TABLE bare_transfer (LIKE wallet_transfer INCLUDING ALL);
ALTER TABLE bare_transfer ADD FOREIGN KEY (actor_id) REFERENCES accounts_member,
    ADD FOREIGN KEY (reverses_id) REFERENCES bare_transfer;
CREATE TABLE bare_entry (LIKE wallet_entry INCLUDING ALL);
ALTER TABLE bare_entry ADD FOREIGN KEY (transfer_id) REFERENCES bare_transfer,
    ADD FOREIGN KEY (account_id) REFERENCES bare_account;
CREATE TABLE bare_grant (LIKE wallet_grant INCLUDING ALL);
ALTER TABLE bare_grant ADD FOREIGN KEY (policy_id) REFERENCES wallet_policy;
VACUUM (ANALYZE) bare_account
"""

BARE_REFILL = """
WITH due AS (
    UPDATE bare_account a SET balance = a.balance + 1000000, seq = a.seq + 1, moved_at = now()
    FROM wallet_visit v
    WHERE v.member_id = a.member_id AND v.seen_on >= current_date - 8 AND a.kind = 'member'
        AND a.member_id BETWEEN %(first)s AND %(last)s
        AND (SELECT g.id FROM bare_grant g WHERE g.policy_id = %(policy)s
            AND g.period = %(period)s AND g.member_id = a.member_id) IS NULL
    RETURNING a.id, a.member_id, a.seq, a.balance
), numbered AS (
    SELECT *, row_number() OVER (ORDER BY id)::int + 1 AS leg FROM due
), transfer AS (
    INSERT INTO bare_transfer (key, reason, legs, link_kind, link_id, fingerprint, created_at)
    SELECT 'bare:' || %(period)s || %(first)s, 'refill', 1 + (SELECT count(*) FROM due), '', '',
        sha256(convert_to((SELECT string_agg(id || ':1000000', ',' ORDER BY id) FROM due), 'UTF8')),
        now()
    RETURNING id
), entries AS (
    INSERT INTO bare_entry (transfer_id, account_id, amount, seq, balance_after, leg)
    SELECT t.id, v.* FROM transfer t, (
        SELECT 1::bigint, -1000000 * (SELECT count(*) FROM due), NULL::bigint, NULL::bigint, 1
        UNION ALL SELECT id, 1000000, seq, balance, leg FROM numbered
    ) v
)
INSERT INTO bare_grant (policy_id, period, member_id, amount, transfer_id, leg)
SELECT %(policy)s, %(period)s, n.member_id, 1000000,
    t.id, n.leg
FROM numbered n, transfer t
"""

REFILL = (
    "SELECT * FROM wallet_refill(%(policy)s, %(period)s, %(first)s, %(last)s, current_date - 8)"
)


def ranges(statement: str, count: int, period: str, policy: int) -> float:
    """Run a refill over all ranges, a transaction each; gives the seconds."""
    url = os.environ["OWNER_DATABASE_URL" if "bare_" in statement else "DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as connection:
        began = time.monotonic()
        for first in range(world.FIRST, world.FIRST + count, RANGE):
            last = min(first + RANGE, world.FIRST + count) - 1
            connection.execute(
                statement,
                {"policy": policy, "period": period, "first": first, "last": last},
                prepare=True,
            )
        return time.monotonic() - began


def refill(postgres: Any, count: int) -> tuple[float, float, float]:
    """Seconds of the refill of `count` members: bare, ours, and ours a second time."""
    with world.root(postgres) as connection:
        world.members(connection, count)
        for statement in BARE_TABLES.split(";"):
            connection.execute(statement)
        for table in ("account", "transfer", "entry", "grant"):
            connection.execute(f"ALTER TABLE bare_{table} OWNER TO owner")
        row = connection.execute("SELECT id FROM wallet_policy WHERE slug = 'refill'").fetchone()
        connection.execute("CHECKPOINT")
        assert row is not None
        bare = ranges(BARE_REFILL, count, "one", row[0])
        connection.execute("CHECKPOINT")
        ours = ranges(REFILL, count, "one", row[0])
        again = ranges(REFILL, count, "one", row[0])
        paid = connection.execute("SELECT count(*) FROM wallet_grant").fetchone()
        assert paid == (count,), paid
    return bare, ours, again


def refills(postgres: Any, count: int) -> None:
    """The refill at a tenth of the members and at all of them."""
    small = refill(postgres, count // 10)
    large = refill(postgres, count)
    note("refill_seconds", large[1])
    note("refill_seconds_bare", large[0])
    note("refill_of_bare", large[1] / large[0])
    note("refill_growth", (large[1] / count) / (small[1] / (count // 10)))
    note("refill_again", large[2] / large[1])


# -- blocks ------------------------------------------------------------------------------------


def touched(act: Callable[[], object]) -> tuple[int, int]:
    """Statements and shared blocks of what `act` does, by pg_stat_statements."""
    act()  # plans and catalogue
    with world.root(_postgres[0]) as connection:
        connection.execute("SELECT pg_stat_statements_reset()")
        act()
        row = connection.execute(
            "SELECT coalesce(sum(calls), 0), coalesce(sum(shared_blks_hit + shared_blks_read)"
            " FILTER (WHERE toplevel), 0) FROM pg_stat_statements"
            " WHERE userid = 'app'::regrole"
        ).fetchone()
    assert row is not None
    return int(row[0]), int(row[1])


def scans() -> int:
    """Sequential scans of the large tables so far."""
    with world.root(_postgres[0]) as connection:
        connection.execute("SELECT pg_stat_force_next_flush()")
        row = connection.execute(
            "SELECT sum(seq_scan) FROM pg_stat_user_tables"
            " WHERE relname IN ('wallet_entry', 'wallet_transfer')"
        ).fetchone()
    assert row is not None
    return int(row[0])


_postgres: list[Any] = []


def paths(member_id: int, depth: int) -> dict[str, tuple[int, int]]:
    """Statements and blocks of a posting, of the first page and of one `depth` entries down."""
    from django.db import transaction

    from wallet import accounts, selectors
    from wallet.posting import Draft, Leg, post

    wallet = accounts.of_member(member_id)
    newest = wallet.seq or 0

    def posting() -> None:
        with transaction.atomic():
            post([Draft(f"path:{time.monotonic()}", "staff", (Leg(1, -1), Leg(wallet.pk, 1)))])

    return {
        "post": touched(posting),
        "first_page": touched(lambda: selectors.statement(member_id)),
        "deep_page": touched(lambda: selectors.statement(member_id, before=newest - depth)),
    }


def blocks(postgres: Any, entries: int) -> None:
    """The same paths in a ledger of a hundredth of the entries, and in one of all of them."""
    import django

    django.setup()
    _postgres[:] = [postgres]
    found = []
    for size in (entries // 100, entries):
        with world.root(postgres) as connection:
            world.members(connection, 1000)
            low = world.first_account(connection)
            deep = size // 20
            world.history(connection, low=low, accounts=1, transfers=deep + 1000)
            world.history(connection, low=low + 1, accounts=999, transfers=size // 2 - deep - 1000)
        before = scans()
        found.append(paths(world.FIRST, deep))
        note(f"seq_scans_{size}", scans() - before)
    small, large = found
    for name in small:
        note(f"blocks_{name}", large[name][1] / max(1, small[name][1]))
        note(f"statements_{name}", large[name][0])
    note("statements_differ", sum(small[name][0] != large[name][0] for name in small))
    note("sequential_scans", sum(v for k, v in figures.items() if k.startswith("seq_scans_")))


# -- audit -------------------------------------------------------------------------------------


def private_mb(pid: int) -> float:
    """The private memory of a process."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    found = re.search(r"RssAnon:\s+(\d+) kB", text)
    return int(found[1]) / 1024 if found else 0.0


def audit(postgres: Any, entries: int) -> None:
    """`manage.py audit` on the large ledger: seconds, and memory of the command and its backend."""
    began, peak = time.monotonic(), 0.0
    process = subprocess.Popen([sys.executable, "manage.py", "audit", "--json"], cwd=ROOT)
    with world.root(postgres) as connection:
        while process.poll() is None:
            pids = connection.execute("SELECT pid FROM pg_stat_activity WHERE usename = 'app'")
            peak = max(peak, *(private_mb(row[0]) for row in pids), 0.0)
            time.sleep(0.2)
    seconds = time.monotonic() - began
    command = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    note("audit_seconds", seconds)
    note("audit_seconds_10m", seconds * 10_000_000 / entries)
    note("audit_backend_mb", peak)
    note("audit_command_mb", command)
    note("audit_memory_mb", max(peak, command))
    note("audit_exit", process.returncode)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--members", type=int, default=1_000_000)
    parser.add_argument("--entries", type=int, default=10_000_000)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--only", choices=["posting", "refill", "blocks"])
    options = parser.parse_args()
    began = time.monotonic()
    with world.cluster() as postgres:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        if options.only in (None, "posting"):
            posting(postgres, options.seconds)
        if options.only in (None, "refill"):
            refills(postgres, options.members)
        if options.only in (None, "blocks"):
            blocks(postgres, options.entries)
            audit(postgres, options.entries)
    ok = all(_holds(name) for name in BOUNDS if name in figures) and not figures.get("audit_exit")
    print(report.line("bench-wallet", ok=ok, started=began, figures=figures))
    return 0 if ok else 1


def _holds(name: str) -> bool:
    sign, bound = BOUNDS[name]
    return figures[name] >= bound if sign == ">=" else figures[name] <= bound


if __name__ == "__main__":
    sys.exit(main())
