"""`python -m tests.site.backwards`: takes the migrations of the database in the environment back.

First all of them, on an empty site; then the younger ones, with chips, grants and hands in place.
Run by test_reversal.py, in a process of its own, as `owner`.
"""

from __future__ import annotations

from typing import Any

import django
from django.core.management import call_command
from django.db import connection
from psycopg import sql

# Apps above come first, for theirs build on those below.
FIRST = {"tables": "0001", "wallet": "0001", "accounts": "0001"}
LEDGER = {"tables": "0003", "wallet": "0007"}  # from here on a site had members and hands

# Everything that migrations make: columns, indexes, constraints, functions, triggers, rights.
SHAPE = """
    SELECT 'column ' || table_name || '.' || column_name,
        concat_ws(' ', data_type, is_nullable, column_default)
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT 'index ' || indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'constraint ' || conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL SELECT 'function ' || p.oid::regprocedure, concat_ws(' ', prosrc, proacl, provolatile)
    FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT 'trigger ' || tgname || ' ' || tgrelid::regclass, pg_get_triggerdef(oid)
    FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'table ' || relname, concat_ws(' ', relpersistence, reloptions, relacl)
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
    UNION ALL SELECT 'schedule ' || name, task || kwargs FROM django_celery_beat_periodictask
"""

# What no migration may lose.
KEPT = {
    "wallet_account": "kind, name, member_id, balance, seq",
    "wallet_transfer": "key, reason, legs, encode(fingerprint, 'hex'), created_at",
    "wallet_entry": "transfer_id, leg, account_id, amount, seq, balance_after",
    "wallet_grant": "policy_id, period, member_id, amount, transfer_id, leg",
    "wallet_policy": "slug, kind, active, amount",
    "tables_hand": "table_id, status, md5(events)",
    "tables_handseat": "hand_id, seat, member_id, won, showdown, rank",
    "tables_change": "table_id, seq, digest",
}


def shape() -> dict[str, str]:
    """The database's objects by name."""
    with connection.cursor() as cursor:
        cursor.execute(SHAPE)
        return dict(cursor.fetchall())


def kept() -> dict[str, Any]:
    """The rows that must survive, by table."""
    found = {}
    with connection.cursor() as cursor:
        for table, columns in KEPT.items():
            query = sql.SQL("SELECT {} FROM {} ORDER BY 1, 2, 3")
            cursor.execute(query.format(sql.SQL(columns), sql.Identifier(table)))
            found[table] = cursor.fetchall()
    return found


def migrate(targets: dict[str, str]) -> None:
    for app, target in targets.items():
        call_command("migrate", app, target, verbosity=0)


def differences(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The names of what is not the same."""
    return [name for name in {**before, **after} if before.get(name) != after.get(name)]


def play() -> None:
    """Members with their chips and grants, a finished hand, a running one."""
    from tables.models import Hand
    from tests.tables import builders
    from tests.tables.hands import act
    from wallet import offers
    from wallet.grants import welcome

    table = builders.table()
    for seat in range(2):
        member = builders.member()
        welcome(member=member)
        offers.visit(member)
        offers.attend(member=member)
        builders.sit(table, member, seat)
    builders.run_clock(table)
    act(table, "fold")
    builders.run_clock(table)
    assert [hand.status for hand in Hand.objects.order_by("pk")] == ["over", "running"]


def main() -> None:
    django.setup()
    newest = shape()
    migrate(FIRST)
    ours = {name for name in shape() if name.startswith("function wallet_")}
    assert not ours, ours
    call_command("migrate", verbosity=0)
    assert not differences(newest, shape()), differences(newest, shape())
    play()
    rows = kept()
    assert all(rows.values()), rows
    migrate(LEDGER)
    call_command("migrate", verbosity=0)
    assert not differences(newest, shape()), differences(newest, shape())
    assert not differences(rows, kept()), differences(rows, kept())
    call_command("audit")


if __name__ == "__main__":
    main()
