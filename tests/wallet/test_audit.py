"""`manage.py audit`: with the guards off every broken promise is seeded, and named."""

from __future__ import annotations

import io
import json
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command

from tests.wallet import builders
from wallet import auditing
from wallet.models import AuditRun, Entry, Grant

pytestmark = pytest.mark.django_db(transaction=True)


def audit(*arguments: str) -> tuple[int, list[dict[str, Any]]]:
    """The exit code and the lines of `manage.py audit --json`."""
    out = io.StringIO()
    try:
        call_command("audit", "--json", *arguments, stdout=out)
    except SystemExit as leaving:
        return int(str(leaving.code)), [json.loads(line) for line in out.getvalue().splitlines()]
    return 0, [json.loads(line) for line in out.getvalue().splitlines()]


def found(lines: list[dict[str, Any]]) -> set[str]:
    return {
        f"{line['check']}.{fault['kind']}" for line in lines for fault in line.get("faults", [])
    }


@pytest.fixture
def ids() -> dict[str, int]:
    """A small ledger with something of everything."""
    ann, bob = builders.a_welcome_member(), builders.a_welcome_member()
    of_ann, of_bob = builders.a_session(ann, 400), builders.a_session(bob, 300)
    builders.commit(
        builders.escrow.settlement(
            key="hand:1", deltas={of_ann.pk: 90, of_bob.pk: -100}, rake=10, link_id="1"
        ),
        builders.escrow.cash_out(account=of_ann, amount=490),
    )
    auditing.border()
    wallet = builders.wallet(ann)
    return {
        "ann": wallet.pk,
        "member": ann.pk,
        "bob": builders.wallet(bob).pk,
        "escrow": of_bob.pk,
        "closed": of_ann.pk,
        "entry": Entry.objects.get(account=wallet, seq=2).pk,
        "last": Entry.objects.get(account=wallet, seq=3).pk,
        "grant": Grant.objects.get(member_id=ann.pk).pk,
        "transfer": Entry.objects.get(account=wallet, seq=2).transfer_id,
    }


def test_a_sound_ledger_passes(ids: dict[str, int]) -> None:
    code, lines = audit()
    assert (code, found(lines)) == (0, set())
    assert lines[-1] == {"ok": True, "checks": len(lines) - 1, "entries": Entry.objects.count()}
    assert next(line for line in lines if line.get("check") == "supply")["figures"] == {
        "welcome": 20 * builders.G
    }


CORRUPTIONS = [
    ("UPDATE wallet_policy SET kind = 'refill' WHERE kind = 'welcome'", {"grants.reason"}),
    ("UPDATE wallet_entry SET amount = amount + 1 WHERE id = {entry}",
     {"transfers.sum", "chains.balance_after", "balances.balance"}),
    ("UPDATE wallet_entry SET balance_after = balance_after + 1 WHERE id = {entry}",
     {"chains.balance_after"}),
    ("UPDATE wallet_entry SET seq = 77 WHERE id = {last}", {"chains.seq", "balances.seq"}),
    ("UPDATE wallet_entry SET balance_after = -5 WHERE id = {last}", {"chains.negative"}),
    ("DELETE FROM wallet_entry WHERE id = {entry}",
     {"transfers.legs", "transfers.sum", "chains.seq", "balances.balance", "balances.seq"}),
    ("DELETE FROM wallet_entry WHERE id = {last}", {"balances.balance", "balances.seq"}),
    ("DELETE FROM wallet_entry WHERE transfer_id = {transfer}", {"transfers.no_entries"}),
    ("DELETE FROM wallet_transfer WHERE id = {transfer}", {"orphans.entry_transfer"}),
    ("UPDATE wallet_transfer SET legs = 3 WHERE id = {transfer}", {"transfers.legs"}),
    ("UPDATE wallet_transfer SET reason = 'top_up' WHERE id = {transfer}",
     {"transfers.fingerprint"}),
    ("UPDATE wallet_transfer SET link_id = '9' WHERE id = {transfer}", {"transfers.fingerprint"}),
    ("UPDATE wallet_account SET balance = balance + 1 WHERE id = {ann}",
     {"balances.balance", "supply.total"}),
    ("UPDATE wallet_account SET seq = seq + 1 WHERE id = {ann}", {"balances.seq"}),
    ("UPDATE wallet_transfer SET created_at = '2020-01-01' WHERE id = {transfer}",
     {"times.time"}),
    ("DELETE FROM wallet_account WHERE id = {bob}", {"orphans.entry_account", "supply.total"}),
    ("DELETE FROM accounts_member WHERE id = {member}", {"orphans.account_member"}),
    ("UPDATE wallet_grant SET amount = 5 WHERE id = {grant}", {"grants.unpaid"}),
    ("UPDATE wallet_grant SET member_id = 999999 WHERE id = {grant}", {"grants.unpaid"}),
    ("UPDATE wallet_grant SET leg = 77 WHERE id = {grant}", {"grants.unpaid", "grants.no_grant"}),
    ("UPDATE wallet_grant SET policy_id = 999999 WHERE id = {grant}", {"grants.policy"}),
    ("DELETE FROM wallet_grant WHERE id = {grant}", {"grants.no_grant"}),
    ("UPDATE wallet_transfer SET reason = 'hand' WHERE reason = 'welcome'", {"supply.mint"}),
    ("INSERT INTO wallet_entry (transfer_id, account_id, amount, leg) VALUES ({transfer}, 1, 7, 3)",
     {"transfers.legs", "transfers.sum", "supply.total"}),
    ("INSERT INTO wallet_checkpoint (account_id, border, balance, taken_at)"
     " VALUES (1, {last}, 5, now())", {"supply.checkpoint"}),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "faults"), CORRUPTIONS)
def test_a_broken_promise_is_named_and_nothing_is_repaired(
    ids: dict[str, int], as_owner: psycopg.Connection, statement: str, faults: set[str]
) -> None:
    as_owner.execute("SET session_replication_role = replica")
    assert as_owner.execute(statement.format(**ids)).rowcount >= 1
    code, lines = audit()
    assert code == 1
    assert faults <= found(lines)
    assert not lines[-1]["ok"]
    assert audit()[1] == lines


def test_a_fault_names_its_rows(ids: dict[str, int], as_owner: psycopg.Connection) -> None:
    as_owner.execute("SET session_replication_role = replica")
    as_owner.execute("UPDATE wallet_account SET seq = 9 WHERE id = %s", [ids["ann"]])
    (line,) = [line for line in audit()[1] if line.get("faults")]
    assert line["faults"] == [
        {"kind": "seq", "ids": {"account": ids["ann"]}, "expected": "3", "found": "9"}
    ]


# Constraints hold without triggers too: these faults need the constraint gone.
UNCONSTRAINED = [
    ("wallet_entry", "wallet_entry_not_zero",
     "UPDATE wallet_entry SET amount = 0 WHERE id = {last}", {"chains.zero"}),
    ("wallet_entry", "wallet_entry_numbered",
     "UPDATE wallet_entry SET seq = NULL WHERE id = {last}", {"chains.numbering"}),
    ("wallet_account", "wallet_account_closed_empty",
     "UPDATE wallet_account SET status = 'closed' WHERE id = {ann}", {"balances.closed_not_empty"}),
    ("wallet_account", "wallet_account_not_negative",
     "UPDATE wallet_account SET balance = -1 WHERE id = {ann}", {"balances.negative"}),
    ("wallet_account", "wallet_account_cached",
     "UPDATE wallet_account SET balance = 0, seq = 0 WHERE id = 1", {"balances.house"}),
]  # fmt: skip


@pytest.mark.parametrize(("table", "constraint", "statement", "faults"), UNCONSTRAINED)
def test_what_only_a_constraint_forbids_is_named_too(
    ids: dict[str, int],
    as_owner: psycopg.Connection,
    table: str,
    constraint: str,
    statement: str,
    faults: set[str],
) -> None:
    as_owner.execute("SET session_replication_role = replica")
    definition = as_owner.execute(
        "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = %s", [constraint]
    ).fetchone()
    assert definition is not None
    as_owner.execute(f"ALTER TABLE {table} DROP CONSTRAINT {constraint}")
    try:
        as_owner.execute(statement.format(**ids))
        assert faults <= found(audit()[1])
    finally:
        as_owner.execute(
            f"ALTER TABLE {table} ADD CONSTRAINT {constraint} {definition[0]} NOT VALID"
        )


def test_the_same_grant_twice_is_named(ids: dict[str, int], as_owner: psycopg.Connection) -> None:
    as_owner.execute("SET session_replication_role = replica")
    as_owner.execute("ALTER TABLE wallet_grant DROP CONSTRAINT wallet_grant_once")
    try:
        as_owner.execute(
            "INSERT INTO wallet_grant (policy_id, period, member_id, amount, transfer_id, leg)"
            " SELECT policy_id, period, member_id, amount, transfer_id, 9 FROM wallet_grant"
            " WHERE id = %s",
            [ids["grant"]],
        )
        assert {"grants.twice", "grants.unpaid"} <= found(audit()[1])
    finally:
        as_owner.execute("DELETE FROM wallet_grant WHERE leg = 9")
        as_owner.execute(
            "ALTER TABLE wallet_grant ADD CONSTRAINT wallet_grant_once"
            " UNIQUE (policy_id, period, member_id)"
        )


def test_an_incremental_run_looks_at_what_is_new(
    ids: dict[str, int], as_owner: psycopg.Connection
) -> None:
    assert audit()[0] == 0
    run = AuditRun.objects.get()
    assert (run.ok, run.border) == (True, Entry.objects.latest("pk").pk)
    builders.mint(ids["bob"], 50)

    code, lines = audit("--since")
    assert (code, lines[-1]["entries"]) == (0, 2)

    as_owner.execute("SET session_replication_role = replica")
    as_owner.execute(
        "UPDATE wallet_entry SET balance_after = balance_after + 1, amount = amount + 1"
        " WHERE account_id = %s AND seq = 3",
        [ids["bob"]],
    )
    assert {"transfers.sum", "balances.balance"} <= found(audit("--since", str(run.border))[1])


def test_a_run_that_left_a_gap_carries_nothing_on(ids: dict[str, int]) -> None:
    assert audit()[0] == 0
    clean = AuditRun.objects.get()
    builders.mint(ids["bob"], 50)
    assert audit("--since", "2999-01-01")[0] == 0  # has looked at nothing
    assert auditing.last_clean() == clean.border
    assert audit("--since")[1][-1]["entries"] == 2
    newest = Entry.objects.latest("pk").pk
    assert auditing.last_clean() == newest
    builders.mint(ids["bob"], 50)
    assert audit("--since", str(newest))[1][-1]["entries"] == 2  # begins where one has ended
    assert auditing.last_clean() == Entry.objects.latest("pk").pk


def test_since_takes_a_date_and_refuses_anything_else(ids: dict[str, int]) -> None:
    assert audit("--since", "2020-01-01")[1][-1]["entries"] == Entry.objects.count()
    assert audit("--since", "2999-01-01")[1][-1]["entries"] == 0
    with pytest.raises(CommandError) as caught:
        audit("--since", "yesterday")
    assert caught.value.returncode == 2
