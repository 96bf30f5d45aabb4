"""The ledger's speed and scale, as ratios within one run.

    python -m tests.bench.bench_wallet [--full] [--members N] [--entries N] [--only PART]

Posting through the service against a bare loop; the daily refill against bare set-based statements,
and a tenth of the members against all; statements and blocks of a posting and of two pages of a
statement in a small and a large ledger; the audit's time and memory. What is compared is measured
in turns, so that what else the machine does meets both. Prints what it measures; the last line is a
JSON object. Exit 0 if the bounds hold, else 1.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from config import report
from config.embedded import Postgres
from config.environment import ROOT
from tests.bench import wallet_posting, wallet_refill
from tests.bench import wallet_world as world
from tests.bench.bounds import Figures

MEMBERS, ENTRIES = 200_000, 2_000_000
FULL_MEMBERS, FULL_ENTRIES = 1_000_000, 10_000_000
SMALL, SMALL_DEPTH = 100_000, 50_000  # the small ledger, and how deep its deep page lies

BOUNDS: dict[str, tuple[str, float]] = {
    "service_of_bare": (">=", 0.60),
    "row_waits": ("<=", 0),
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
    "audit_backend_mb": ("<=", 300),
    "audit_exit": ("<=", 0),
}

figures = Figures(BOUNDS)
note = figures.note


# -- blocks ------------------------------------------------------------------------------------

SCANNED = ["wallet_entry", "wallet_transfer", "wallet_account", "wallet_grant", "accounts_member"]


def touched(postgres: Postgres, act: Callable[[], object]) -> tuple[int, int]:
    """Statements and shared blocks of what `act` does, by pg_stat_statements."""
    act()  # plans and catalogue
    with world.root(postgres) as connection:
        connection.execute("SELECT pg_stat_statements_reset()")
        act()
        row = connection.execute(
            "SELECT coalesce(sum(calls), 0), coalesce(sum(shared_blks_hit + shared_blks_read), 0)"
            " FROM pg_stat_statements WHERE userid = 'app'::regrole AND toplevel"
        ).fetchone()
    assert row is not None
    return int(row[0]), int(row[1])


def scans(postgres: Postgres) -> int:
    """Sequential scans of the large tables so far."""
    from django.db import connection as ours

    with ours.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
    with world.root(postgres) as connection:
        row = connection.execute(
            "SELECT sum(seq_scan) FROM pg_stat_user_tables WHERE relname = ANY (%s)", [SCANNED]
        ).fetchone()
    assert row is not None
    return int(row[0])


def paths(postgres: Postgres, member_id: int, depth: int) -> dict[str, tuple[int, int]]:
    """Statements and blocks of a posting, of the first page and of one `depth` entries down."""
    from django.db import transaction

    from wallet import accounts, selectors
    from wallet.posting import Draft, Leg, post

    wallet = accounts.of_member(member_id)
    newest = wallet.seq or 0

    def posting() -> None:
        with transaction.atomic():
            post([Draft(f"path:{time.monotonic()}", "staff", (Leg(1, -1), Leg(wallet.pk, 1)))])

    def deep_page() -> None:
        page = selectors.statement(member_id, before=newest - depth)
        assert len(page.rows) == selectors.PAGE

    return {
        "post": touched(postgres, posting),
        "first_page": touched(postgres, lambda: selectors.statement(member_id)),
        "deep_page": touched(postgres, deep_page),
    }


def blocks(postgres: Postgres, entries: int) -> None:
    """The same paths in a ledger of 100,000 entries, and in one of all of them."""
    found = []
    for size, depth in ((SMALL, SMALL_DEPTH), (entries, entries // 20)):
        with world.root(postgres) as connection:
            world.fill(connection, size, depth + 100)
        before = scans(postgres)
        found.append(paths(postgres, world.FIRST, depth))
        note(f"seq_scans_{size}", scans(postgres) - before)
    small, large = found
    for name in small:
        note(f"blocks_{name}", large[name][1] / max(1, small[name][1]))
        note(f"statements_{name}", large[name][0])
    note("statements_differ", sum(small[name][0] != large[name][0] for name in small))
    note("sequential_scans", sum(v for k, v in figures.items() if k.startswith("seq_scans_")))


# -- audit -------------------------------------------------------------------------------------


def memory_mb(pid: int, field: str) -> float:
    """A figure of /proc/PID/status: VmHWM, the most a process ever had; RssAnon, its own now."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    found = re.search(rf"{field}:\s+(\d+) kB", text)
    return int(found[1]) / 1024 if found else 0.0


def cpu_seconds(pid: int) -> float:
    """What a process has had of the processor until now; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def audit(postgres: Postgres, entries: int) -> None:
    """`manage.py audit` on the large ledger: seconds, and memory of the command and its backend.

    Also the processor's seconds of both, which tell more where the machine has other work.
    """
    began, command, backend = time.monotonic(), 0.0, 0.0
    before: dict[int, float] = {}
    spent: dict[int, float] = {}
    process = subprocess.Popen([sys.executable, "manage.py", "audit", "--json"], cwd=ROOT)
    with world.root(postgres) as connection:
        while process.poll() is None:
            rows = connection.execute("SELECT pid FROM pg_stat_activity WHERE usename = 'app'")
            pids = [row[0] for row in rows]
            backend = max(backend, *(memory_mb(pid, "RssAnon") for pid in pids), 0.0)
            for pid in (*pids, process.pid):
                before.setdefault(pid, cpu_seconds(pid) if pid != process.pid else 0.0)
                spent[pid] = max(cpu_seconds(pid) - before[pid], spent.get(pid, 0.0))
            command = max(command, memory_mb(process.pid, "VmHWM"))
            time.sleep(0.2)
    seconds = time.monotonic() - began
    note("audit_seconds", seconds)
    note("audit_seconds_10m", seconds * 10_000_000 / entries)
    note("audit_cpu_seconds", sum(spent.values()))
    note("audit_backend_mb", backend)
    note("audit_memory_mb", command)
    note("audit_exit", process.returncode)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="a million members, ten million rows")
    parser.add_argument("--members", type=int)
    parser.add_argument("--entries", type=int)
    parser.add_argument("--seconds", type=float, default=3.0, help="of each turn of posting")
    parser.add_argument("--only", choices=["posting", "refill", "blocks"])  # blocks: audit too
    options = parser.parse_args()
    members = options.members or (FULL_MEMBERS if options.full else MEMBERS)
    entries = options.entries or (FULL_ENTRIES if options.full else ENTRIES)
    began = time.monotonic()
    with world.cluster() as postgres:
        if options.only in (None, "refill"):  # first: it copies the database while it is empty
            wallet_refill.measure(postgres, members, note)
        if options.only in (None, "posting"):
            wallet_posting.measure(postgres, options.seconds, note)
        if options.only in (None, "blocks"):
            import django

            django.setup()
            blocks(postgres, entries)
            audit(postgres, entries)
    ok = figures.hold()
    print(report.line("bench-wallet", ok=ok, started=began, figures=figures))
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
