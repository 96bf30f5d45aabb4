"""The daily refill: against bare set-based statements, and a tenth of the members against all."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable
from multiprocessing.pool import Pool
from statistics import median
from typing import Any

import psycopg

from config.embedded import Postgres
from tests.bench import wallet_world as world

SLICES = 10  # turns
SMALL = "small"  # the database with a tenth of the members

Note = Callable[[str, float], None]

# Tables like the ledger's, with its indexes, checks and foreign keys, and without its triggers.
TABLES = """
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

# The same rows as the refill of a slice writes (a transfer a thousand members), a statement a
# table. They look for nobody who was paid already, lock nothing first and check nothing.
BARE = (
    """
    INSERT INTO bare_transfer (key, reason, legs, link_kind, link_id, fingerprint, created_at)
    SELECT 'bare:' || a.member_id / 1000, 'refill', 1 + count(*), '', '',
        sha256(convert_to(string_agg(a.id || ':1000000', ',' ORDER BY a.id), 'UTF8')), now()
    FROM bare_account a JOIN wallet_visit v ON v.member_id = a.member_id
    WHERE a.kind = 'member' AND a.member_id BETWEEN %(first)s AND %(last)s
        AND v.seen_on >= current_date - 8
    GROUP BY a.member_id / 1000
    """,
    """
    INSERT INTO bare_entry (transfer_id, account_id, amount, seq, balance_after, leg)
    SELECT t.id, a.id, 1000000, a.seq + 1, a.balance + 1000000, 2 + a.member_id %% 1000
    FROM bare_account a JOIN wallet_visit v ON v.member_id = a.member_id
    JOIN bare_transfer t ON t.key = 'bare:' || a.member_id / 1000
    WHERE a.kind = 'member' AND a.member_id BETWEEN %(first)s AND %(last)s
        AND v.seen_on >= current_date - 8
    UNION ALL
    SELECT t.id, 1, -1000000 * (t.legs - 1), NULL, NULL, 1
    FROM bare_transfer t JOIN generate_series(%(first)s::bigint, %(last)s, 1000) f
        ON t.key = 'bare:' || f / 1000
    """,
    """
    UPDATE bare_account a SET balance = a.balance + 1000000, seq = a.seq + 1, moved_at = now()
    FROM wallet_visit v
    WHERE v.member_id = a.member_id AND a.kind = 'member'
        AND a.member_id BETWEEN %(first)s AND %(last)s AND v.seen_on >= current_date - 8
    """,
    """
    INSERT INTO bare_grant (policy_id, period, member_id, amount, transfer_id, leg)
    SELECT p.id, 'bare', a.member_id, 1000000, t.id, 2 + a.member_id %% 1000
    FROM wallet_policy p, bare_account a JOIN wallet_visit v ON v.member_id = a.member_id
    JOIN bare_transfer t ON t.key = 'bare:' || a.member_id / 1000
    WHERE p.slug = 'refill' AND a.kind = 'member'
        AND a.member_id BETWEEN %(first)s AND %(last)s AND v.seen_on >= current_date - 8
    """,
)


def bare(connection: psycopg.Connection[Any], first: int, last: int) -> float:
    """Seconds of the bare statements for the members `first` to `last`, in one transaction."""
    began = time.monotonic()
    with connection.transaction():
        for statement in BARE:
            connection.execute(statement, {"first": first, "last": last})
    return time.monotonic() - began


def _site(url: str) -> None:
    """A process of the site on the database at `url`."""
    import django

    os.environ["DATABASE_URL"] = url
    django.setup()


def ours(first: int, last: int) -> float:
    """Seconds of the site's refill of the members `first` to `last`."""
    from datetime import timedelta

    from wallet import moments, refill
    from wallet.models import Policy

    policy = Policy.objects.get(slug="refill")
    today = moments.day_of(moments.now())
    began = time.monotonic()
    for start in range(first, last + 1, refill.RANGE):
        end = min(start + refill.RANGE - 1, last)
        refill.pay_range(policy, start, end, today, today - timedelta(days=7))
    return time.monotonic() - began


def again() -> tuple[float, int]:
    """Seconds of the night's whole job when all was paid already, and how many it paid."""
    from wallet import refill

    began = time.monotonic()
    batch = refill.run(again=True)
    assert batch is not None
    return time.monotonic() - began, batch.paid


def slices(count: int) -> list[tuple[int, int]]:
    """The members in as many parts as there are turns: (first, last) of each."""
    size = count // SLICES
    return [(world.FIRST + n * size, world.FIRST + (n + 1) * size - 1) for n in range(SLICES)]


def measure(postgres: Postgres, count: int, note: Note) -> None:
    """Refill `count` members and a tenth of them, and `count` by bare statements, in turns."""
    with world.root(postgres, "postgres") as connection:
        connection.execute(f"CREATE DATABASE {SMALL} OWNER owner TEMPLATE madang")
    with world.root(postgres, SMALL) as connection:
        world.members(connection, count // SLICES)
    with world.root(postgres) as connection:
        world.members(connection, count)
        for statement in TABLES.split(";"):
            connection.execute(statement)
        connection.execute("CHECKPOINT")
        connection.execute("SET session_replication_role = origin")  # foreign keys are looked at
        spent: dict[str, list[float]] = {"bare": [], "large": [], "small": []}
        with _site_at(postgres.url("app")) as large, _site_at(postgres.url("app", SMALL)) as small:
            for turn, (part, tenth) in enumerate(
                zip(slices(count), slices(count // SLICES), strict=True)
            ):
                spent["large"].append(large.apply(ours, part))
                spent["bare"].append(bare(connection, *part))
                spent["small"].append(small.apply(ours, tenth))
                took = ", ".join(f"{name} {turns[-1]:.2f} s" for name, turns in spent.items())
                print(f"  turn {turn}: {took}", flush=True)
            seconds, paid = large.apply(again)
        rows = connection.execute(
            "SELECT count(*), sum(amount) FROM wallet_grant"
            " UNION ALL SELECT count(*), sum(amount) FROM bare_grant"
        ).fetchall()
        assert rows == [(count, count * 1_000_000)] * 2, rows
        assert paid == 0
        connection.execute("DROP TABLE bare_grant, bare_entry, bare_transfer, bare_account")
    note("refill_seconds", sum(spent["large"]))
    note("refill_seconds_bare", sum(spent["bare"]))
    # The middle one of the turns, so that what else the machine did in one of them is left out.
    turns = list(zip(spent["large"], spent["bare"], spent["small"], strict=True))
    note("refill_of_bare", median(large / bare for large, bare, _ in turns))
    note("refill_growth", median(large / SLICES / small for large, _, small in turns))
    note("refill_again", seconds / sum(spent["large"]))


def _site_at(url: str) -> Pool:
    """A process of its own for the site on a database, for Django knows one at a time."""
    return multiprocessing.get_context("spawn").Pool(1, _site, (url,))
