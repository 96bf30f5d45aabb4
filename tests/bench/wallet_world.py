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
                "DJANGO_SETTINGS_MODULE": "config.settings",
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
def root(postgres: Postgres, database: str = "madang") -> Iterator[psycopg.Connection[Any]]:
    """A connection of the superuser, past all guards."""
    with psycopg.connect(postgres.url("postgres", database), autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
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


# Transfers of one chip from the mint: every `share`-th to the deep wallet, the others in turn.
TURNS = """
SELECT n, n %% %(share)s = 0 AS deep, n / %(share)s AS deeper, n - n / %(share)s AS other
FROM generate_series(1, %(count)s) n
"""

TRANSFERS = """
INSERT INTO wallet_transfer (id, key, reason, legs, link_kind, link_id, fingerprint, created_at)
SELECT %(base)s + n, 'bulk:' || n, 'staff', 2, '', '',
    wallet_fingerprint('staff', '', '', NULL, NULL, '1:-1,' || account || ':1'),
    now() - interval '8 days' + n * interval '1 millisecond'
FROM (
    SELECT n, %(low)s + CASE WHEN deep THEN 0 ELSE 1 + other %% %(others)s END AS account
    FROM (TURNS) turn
) t;
""".replace("TURNS", TURNS)

ENTRIES = """
INSERT INTO wallet_entry (transfer_id, account_id, amount, seq, balance_after, leg)
SELECT %(base)s + n, v.account, v.amount, v.seq, v.seq, v.leg
FROM (
    SELECT n, %(low)s + CASE WHEN deep THEN 0 ELSE 1 + other %% %(others)s END AS account,
        CASE WHEN deep THEN deeper ELSE (other + %(others)s - 1) / %(others)s END AS nth
    FROM (TURNS) turn
) m
JOIN wallet_account a ON a.id = m.account
CROSS JOIN LATERAL (
    VALUES (1::bigint, -1::bigint, NULL::bigint, 1), (a.id, 1, a.seq + m.nth, 2)
) v (account, amount, seq, leg)
ORDER BY n, v.leg;
""".replace("TURNS", TURNS)

# Refills of all the accounts: a transfer a batch, a leg and a grant a member.
BATCHES = """
INSERT INTO wallet_transfer (id, key, reason, legs, link_kind, link_id, fingerprint, created_at)
SELECT %(base)s + n, 'refill:' || n, 'refill', 1 + %(accounts)s, '', '',
    wallet_fingerprint('refill', '', '', NULL, NULL, '1:' || -%(accounts)s || ',' || body),
    now() - interval '9 days' + n * interval '1 second'
FROM generate_series(1, %(count)s) n, (
    SELECT string_agg(id || ':1', ',' ORDER BY id) AS body FROM wallet_account WHERE id >= 1000
) b;

INSERT INTO wallet_entry (transfer_id, account_id, amount, seq, balance_after, leg)
SELECT %(base)s + n, a.id, 1, a.seq + n, a.balance + n, 1 + row_number() OVER (
    PARTITION BY n ORDER BY a.id)
FROM generate_series(1, %(count)s) n, wallet_account a WHERE a.id >= 1000
UNION ALL
SELECT %(base)s + n, 1, -%(accounts)s, NULL, NULL, 1 FROM generate_series(1, %(count)s) n;

INSERT INTO wallet_grant (policy_id, period, member_id, amount, transfer_id, leg)
SELECT p.id, 'day ' || e.transfer_id, a.member_id, 1, e.transfer_id, e.leg
FROM wallet_policy p, wallet_entry e JOIN wallet_account a ON a.id = e.account_id
WHERE p.slug = 'refill' AND e.transfer_id > %(base)s AND e.leg > 1;
"""

BALANCES = """
UPDATE wallet_account a SET seq = s.n, balance = s.n, moved_at = now() - interval '1 hour'
FROM (SELECT account_id, count(*) AS n FROM wallet_entry WHERE seq IS NOT NULL GROUP BY 1) s
WHERE a.id = s.account_id AND a.seq <> s.n;
"""

OWNERS = 1000  # members of a ledger made in bulk


def fill(connection: psycopg.Connection[Any], entries: int, deep: int) -> None:
    """A ledger of about so many entries, at least `deep` of them of the first member's wallet.

    A fifth are refills with their grants, if there is room for them beside the deep wallet.
    """
    members(connection, OWNERS)
    low = first_account(connection)
    refills = min(entries // 5, entries - 2 * deep) // OWNERS
    transfers = max((entries - refills * OWNERS) // 2, deep)
    with _without_indexes(connection):
        if refills > 0:
            _run(connection, BATCHES, count=refills, accounts=OWNERS)
            _run(connection, BALANCES)
        _run(
            connection,
            TRANSFERS + ENTRIES,
            low=low,
            others=OWNERS - 1,
            count=transfers,
            share=transfers // deep,
        )
        _run(connection, BALANCES)
    connection.execute(
        "SELECT setval('wallet_transfer_id_seq', (SELECT max(id) FROM wallet_transfer))"
    )
    tables = "wallet_transfer, wallet_entry, wallet_account, wallet_grant"
    connection.execute(f"VACUUM (ANALYZE) {tables}")


def _run(connection: psycopg.Connection[Any], statements: str, **values: int) -> None:
    row = connection.execute("SELECT coalesce(max(id), 0) FROM wallet_transfer").fetchone()
    assert row is not None
    for statement in statements.split(";")[:-1]:
        connection.execute(statement, values | {"base": row[0]})


INDEXES = """
SELECT c.conname IS NOT NULL, i.indrelid::regclass::text, i.indexrelid::regclass::text,
    coalesce(pg_get_constraintdef(c.oid), pg_get_indexdef(i.indexrelid))
FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype = 'u'
WHERE i.indrelid IN ('wallet_entry'::regclass, 'wallet_transfer'::regclass,
    'wallet_grant'::regclass) AND NOT i.indisprimary
"""


@contextmanager
def _without_indexes(connection: psycopg.Connection[Any]) -> Iterator[None]:
    """Build the indexes of the large tables once, after they are full."""
    found = connection.execute(INDEXES).fetchall()
    for constraint, table, name, _ in found:
        connection.execute(
            f"ALTER TABLE {table} DROP CONSTRAINT {name}" if constraint else f"DROP INDEX {name}"
        )
    yield
    connection.execute("SET maintenance_work_mem = '512MB'")
    for constraint, table, name, made in found:
        connection.execute(
            f"ALTER TABLE {table} ADD CONSTRAINT {name} {made}" if constraint else made
        )


def first_account(connection: psycopg.Connection[Any]) -> int:
    """The id of the first member's wallet; the others follow without a hole."""
    row = connection.execute("SELECT min(id) FROM wallet_account WHERE kind = 'member'").fetchone()
    assert row is not None
    return int(row[0])
