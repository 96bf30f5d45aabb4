"""The database of the wallet's bench: a cluster of its own, and ledgers made in bulk.

What is made in bulk keeps every promise (the audit passes); the triggers sleep while it is written.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

from config.embedded import Postgres, Valkey, stop
from config.environment import ROOT, new_secrets

OPTIONS = {
    "shared_preload_libraries": "pg_stat_statements",
    "pg_stat_statements.track": "top",
    "shared_buffers": "512MB",
    "max_wal_size": "4GB",
    "checkpoint_timeout": "30min",
}
FIRST = 1_000_000  # the first member's id, far from what migrations make


@contextmanager
def cluster() -> Iterator[Postgres]:
    """A migrated site's database on a cluster that lives as long as the bench."""
    home = Path(tempfile.mkdtemp(prefix="madang-bench-"))
    postgres, valkey = Postgres(home, OPTIONS), Valkey(home)
    with (home / "log").open("ab") as log:
        server, cache = postgres.start(log), valkey.start(log)
        try:
            postgres.bootstrap()
            os.environ |= new_secrets() | {
                "DATABASE_URL": postgres.url("app"),
                "OWNER_DATABASE_URL": postgres.url("owner"),
                "REDIS_URL": valkey.url(),
                "DATA": str(home),
            }
            subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, check=True)
            with root(postgres) as connection:
                connection.execute("CREATE EXTENSION pg_stat_statements")
            yield postgres
        finally:
            stop(cache, signal.SIGKILL, 5)
            stop(server, signal.SIGINT, 30)
            shutil.rmtree(home, ignore_errors=True)


@contextmanager
def root(postgres: Postgres) -> Iterator[psycopg.Connection[Any]]:
    """A connection of the superuser, past all guards."""
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        yield connection


@contextmanager
def app() -> Iterator[psycopg.Connection[Any]]:
    """A plain connection as the site's role."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        yield connection


EMPTY = """
TRUNCATE wallet_entry, wallet_transfer, wallet_grant, wallet_checkpoint, wallet_visit,
    wallet_limits, wallet_auditrun, wallet_campaign, wallet_batch;
DELETE FROM wallet_account WHERE id >= 1000;
DELETE FROM accounts_member WHERE id >= 1000000;
"""

MEMBERS = """
INSERT INTO accounts_member (id, password, is_superuser, username, is_staff, is_active,
    date_joined, email, nickname, nickname_key, kind, language, plain_amounts)
SELECT n, '!', false, 'm' || n, false, true, now(), '', 'm' || n, 'm' || n, 'human', 'ko', false
FROM generate_series(%(first)s::bigint, %(last)s) n;
"""

WALLETS = """
INSERT INTO wallet_account (kind, status, name, member_id, balance, seq, link_kind, link_id,
    opened_at, moved_at)
SELECT 'member', 'open', '', n, 0, 0, '', '', now() - interval '9 days', now() - interval '9 days'
FROM generate_series(%(first)s::bigint, %(last)s) n;
"""

VISITS = """
INSERT INTO wallet_visit (member_id, seen_on)
SELECT n, (site_now() AT TIME ZONE 'Asia/Seoul')::date
FROM generate_series(%(first)s::bigint, %(last)s) n;
"""


def members(connection: psycopg.Connection[Any], count: int) -> None:
    """A world of so many members with empty wallets, all seen today."""
    for statement in EMPTY.split(";")[:-1]:
        connection.execute(statement)
    ends = {"first": FIRST, "last": FIRST + count - 1}
    for statement in (MEMBERS, WALLETS, VISITS):
        connection.execute(statement, ends)
    connection.execute("VACUUM (ANALYZE) accounts_member, wallet_account, wallet_visit")


# One transfer of 1 chip for each pair of entries: mint to a wallet, turn by turn.
TRANSFERS = """
INSERT INTO wallet_transfer (id, key, reason, legs, link_kind, link_id, fingerprint, created_at)
SELECT %(base)s + n, 'bulk:' || (%(base)s + n), 'staff', 2, '', '',
    wallet_fingerprint('staff', '', '', NULL, NULL, '1:-1,' || account || ':1'),
    now() - interval '8 days' + (%(base)s + n) * interval '1 millisecond'
FROM (
    SELECT n, %(low)s + n %% %(accounts)s AS account FROM generate_series(1, %(count)s) n
) t;
"""

ENTRIES = """
INSERT INTO wallet_entry (transfer_id, account_id, amount, seq, balance_after, leg)
SELECT t, v.account, v.amount, v.seq, v.seq, v.leg
FROM (
    SELECT %(base)s + n AS t, %(low)s + n %% %(accounts)s AS account,
        (n + %(accounts)s - 1) / %(accounts)s
            + CASE WHEN n %% %(accounts)s = 0 THEN 0 ELSE 0 END AS seq
    FROM generate_series(1, %(count)s) n
) m
CROSS JOIN LATERAL (
    VALUES (1::bigint, -1::bigint, NULL::bigint, 1), (m.account, 1, m.seq, 2)
) v (account, amount, seq, leg);
"""

BALANCES = """
UPDATE wallet_account a SET seq = s.n, balance = s.n, moved_at = now() - interval '1 hour'
FROM (SELECT account_id, count(*) AS n FROM wallet_entry WHERE seq IS NOT NULL GROUP BY 1) s
WHERE a.id = s.account_id AND a.seq <> s.n;
"""


def history(
    connection: psycopg.Connection[Any], *, low: int, accounts: int, transfers: int
) -> None:
    """So many transfers of one chip from the mint to the accounts from id `low` on, in turn."""
    row = connection.execute("SELECT coalesce(max(id), 0) FROM wallet_transfer").fetchone()
    assert row is not None
    values = {"base": row[0], "low": low, "accounts": accounts, "count": transfers}
    for statement in (TRANSFERS, ENTRIES, BALANCES):
        connection.execute(statement, values)
    connection.execute(
        "SELECT setval('wallet_transfer_id_seq', (SELECT max(id) FROM wallet_transfer))"
    )
    connection.execute("VACUUM (ANALYZE) wallet_transfer, wallet_entry, wallet_account")


def first_account(connection: psycopg.Connection[Any]) -> int:
    """The id of the first member's wallet; the others follow without a hole."""
    row = connection.execute("SELECT min(id) FROM wallet_account WHERE kind = 'member'").fetchone()
    assert row is not None
    return int(row[0])
