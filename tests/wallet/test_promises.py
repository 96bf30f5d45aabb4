"""Every promise of the ledger, broken with raw SQL: as the site's role, and as the owner."""

from __future__ import annotations

from dataclasses import dataclass

import psycopg
import pytest
from psycopg import errors

from tests.wallet import builders
from wallet import accounts, selectors
from wallet.models import Entry, Grant

pytestmark = pytest.mark.django_db(transaction=True)

LEDGER = ("wallet_account", "wallet_transfer", "wallet_entry", "wallet_grant", "wallet_checkpoint")


@dataclass(frozen=True)
class World:
    """Two members with chips; ann has a closed session behind her."""

    ann: int
    bob: int
    closed: int
    empty: int
    transfer: int
    grant: int


@pytest.fixture
def world() -> World:
    ann, bob = builders.a_welcome_member(), builders.a_member(500)
    closed = builders.a_session(ann)
    builders.commit(builders.escrow.cash_out(account=closed, amount=0))
    empty = builders.a_session(bob)
    of_ann, of_bob = builders.wallet(ann).pk, builders.wallet(bob).pk
    transfer = builders.send(of_ann, of_bob, 70, key="gift")
    return World(of_ann, of_bob, closed.pk, empty.pk, transfer, Grant.objects.get().pk)


# -- the role of the site ----------------------------------------------------------------------


@pytest.mark.parametrize("table", LEDGER)
@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO {} DEFAULT VALUES",
        "UPDATE {} SET id = id + 1",
        "DELETE FROM {}",
        "TRUNCATE {} CASCADE",
        "SELECT * FROM {} FOR UPDATE",
        "DO $$ BEGIN LOCK TABLE {} IN EXCLUSIVE MODE; END $$",
    ],
)
def test_the_site_can_only_read_the_ledger(
    world: World, as_app: psycopg.Connection, table: str, statement: str
) -> None:
    as_app.execute(f"TABLE {table} LIMIT 1")
    with pytest.raises(errors.InsufficientPrivilege):
        as_app.execute(statement.format(table))


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE wallet_entry DISABLE TRIGGER ALL",
        "ALTER TABLE wallet_entry DROP CONSTRAINT wallet_entry_not_zero",
        "DROP TRIGGER wallet_entry_added ON wallet_entry",
        "DROP TABLE wallet_entry",
        "CREATE OR REPLACE FUNCTION wallet_refuse(broken text, said text, facts jsonb DEFAULT '{}')"
        " RETURNS void LANGUAGE sql AS 'SELECT'",
        "CREATE TABLE wallet_mine (id int)",
        "SET session_replication_role = replica",
        "SET ROLE owner",
        "SELECT setval('wallet_account_id_seq', 1)",
        "SELECT nextval('wallet_entry_id_seq')",
        "INSERT INTO site_clock (shift) VALUES ('1 day')",
    ],
)
def test_the_site_cannot_take_the_guards_away(
    world: World, as_app: psycopg.Connection, statement: str
) -> None:
    with pytest.raises(errors.InsufficientPrivilege):
        as_app.execute(statement)


def test_a_table_of_the_same_name_in_the_callers_schema_fools_nobody(
    world: World, as_app: psycopg.Connection
) -> None:
    as_app.execute("CREATE TEMP TABLE wallet_account AS SELECT * FROM public.wallet_account")
    as_app.execute("UPDATE wallet_account SET balance = 1000000")
    as_app.execute("SET search_path = pg_temp, public")
    with pytest.raises(psycopg.Error) as caught:
        as_app.execute(
            "SELECT wallet_post(ARRAY[('k', 'staff', NULL, '', '', NULL, NULL)::wallet_draft],"
            " ARRAY[(1, %s, -900), (1, %s, 900)]::wallet_leg[])",
            [world.bob, world.empty],
        )
    assert caught.value.diag.constraint_name == "wallet_account_not_negative"


@pytest.mark.parametrize(
    ("legs", "constraint"),
    [
        ("(1, 1, -5), (1, {bob}, 6)", "wallet_entry_balanced"),
        ("(1, {bob}, 5)", "wallet_transfer_two_legs"),
        ("(1, 1, 0), (1, {bob}, 0)", "wallet_entry_not_zero"),
        ("(1, {bob}, -571), (1, {ann}, 571)", "wallet_account_not_negative"),
        ("(1, 1, -5), (1, {closed}, 5)", "wallet_account_closed"),
        ("(1, 1, -5), (1, 999999, 5)", "wallet_entry_account"),
        ("(1, 7, -5), (1, {bob}, 5)", "wallet_entry_account"),
        ("(1, 1, -5), (1, {bob}, 5), (2, 1, -1)", "wallet_leg_draft"),
        ("(1, 1, -5), (1, {bob}, 5), (0, 1, -1)", "wallet_leg_draft"),
        ("(1, 1, -5), (1, {bob}, 5), (NULL, 1, -1)", "wallet_leg_draft"),
    ],
)
def test_the_function_refuses_what_breaks_a_promise(
    world: World, as_app: psycopg.Connection, legs: str, constraint: str
) -> None:
    before = Entry.objects.count()
    call = (
        "SELECT wallet_post(ARRAY[('k', 'staff', NULL, '', '', NULL, NULL)::wallet_draft],"
        f" ARRAY[{legs.format(**vars(world))}]::wallet_leg[])"
    )
    with pytest.raises(errors.IntegrityError) as caught:
        as_app.execute(call)
    assert caught.value.diag.constraint_name == constraint
    assert Entry.objects.count() == before


@pytest.mark.parametrize(
    "call",
    [
        "SELECT wallet_open('house', 'mine', NULL, '', '')",
        "SELECT wallet_open('member', '', NULL, '', '')",
        "SELECT wallet_open('escrow', 's', NULL, '', '')",
        "SELECT wallet_open('campaign', 'c', 1, '', '')",
        "SELECT wallet_set_status({bob}, 'closed')",
        "SELECT wallet_set_status({closed}, 'open')",
    ],
)
def test_accounts_are_opened_and_closed_by_the_rules(
    world: World, as_app: psycopg.Connection, call: str
) -> None:
    with pytest.raises(errors.IntegrityError):
        as_app.execute(call.format(**vars(world)))


# -- the owner ---------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [name for name in LEDGER if name != "wallet_account"])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {} SET id = id",
        "UPDATE {} SET id = id WHERE false",
        "DELETE FROM {}",
        "DELETE FROM {} WHERE false",
        "TRUNCATE {} CASCADE",
    ],
)
def test_the_owner_cannot_change_what_is_written(
    world: World, as_owner: psycopg.Connection, table: str, statement: str
) -> None:
    with pytest.raises(errors.IntegrityError) as caught:
        as_owner.execute(statement.format(table))
    assert caught.value.diag.constraint_name == "wallet_append_only"


ACCOUNT_CHANGES = [
    ("DELETE FROM wallet_account WHERE false", "wallet_append_only"),
    ("TRUNCATE wallet_account CASCADE", "wallet_append_only"),
    ("UPDATE wallet_account SET balance = balance + 1 WHERE id = {bob}", "moved_by_entry"),
    ("UPDATE wallet_account SET seq = seq + 1 WHERE id = {bob}", "moved_by_entry"),
    ("UPDATE wallet_account SET moved_at = now() WHERE id = {bob}", "moved_by_entry"),
    ("UPDATE wallet_account SET balance = 0, seq = 0 WHERE id = 1", "moved_by_entry"),
    ("UPDATE wallet_account SET member_id = NULL WHERE id = {bob}", "identity"),
    ("UPDATE wallet_account SET kind = 'campaign' WHERE id = {bob}", "identity"),
    ("UPDATE wallet_account SET name = 'x' WHERE id = {empty}", "identity"),
    ("UPDATE wallet_account SET id = 5000 WHERE id = {empty}", "identity"),
    ("UPDATE wallet_account SET status = 'closed' WHERE id = {bob}", "closed_empty"),
    ("UPDATE wallet_account SET status = 'open' WHERE id = {closed}", "wallet_account_closed"),
]


@pytest.mark.parametrize(("statement", "constraint"), ACCOUNT_CHANGES)
def test_the_owner_cannot_change_accounts_past_the_rules(
    world: World, as_owner: psycopg.Connection, statement: str, constraint: str
) -> None:
    with pytest.raises(errors.IntegrityError) as caught:
        as_owner.execute(statement.format(**vars(world)))
    assert constraint in str(caught.value.diag.constraint_name)


TRANSFER = (
    "INSERT INTO wallet_transfer (key, reason, legs, link_kind, link_id, fingerprint, created_at)"
    " VALUES ('raw', 'staff', {legs}, '', '', {fingerprint}, now())"
)
FINGERPRINT = (
    "(SELECT wallet_fingerprint('staff', '', '', NULL, NULL,"
    " string_agg(a || ':' || b, ',' ORDER BY a, b)) FROM (VALUES {rows}) v (a, b, c, d, e))"
)
ENTRY = (
    "INSERT INTO wallet_entry (transfer_id, account_id, amount, seq, balance_after, leg)"
    " SELECT id, a, b, c::bigint, d::bigint, e FROM wallet_transfer t,"
    " (VALUES {rows}) v (a, b, c, d, e) WHERE key = '{key}'"
)


def write_raw(connection: psycopg.Connection, rows: str, moment: str = "now()") -> None:
    """A transfer of two legs and its entries, past the functions."""
    with connection.transaction():
        fingerprint = FINGERPRINT.format(rows=rows)
        transfer = TRANSFER.format(legs=2, fingerprint=fingerprint).replace("now()", moment)
        connection.execute(transfer)
        connection.execute(ENTRY.format(rows=rows, key="raw"))


# ann stands at 9,999,930 after entry 2, bob at 570 after entry 2, mint and bank are not numbered.
RAW_ENTRIES = [
    ("unbalanced", "(1, -5, null, null, 1), ({bob}, 6, 3, 576, 2)", "entry_balanced"),
    ("a leg missing", "(1, -5, null, null, 1)", "entry_balanced"),
    ("a leg too many", "(1, -5, null, null, 1), (2, -1, null, null, 3), ({bob}, 6, 3, 576, 2)",
     "entry_balanced"),
    ("legs misnumbered", "(1, -5, null, null, 1), ({bob}, 5, 3, 575, 3)", "entry_balanced"),
    ("legs twice", "(1, -5, null, null, 1), ({bob}, 5, 3, 575, 1)", "entry_of_transfer"),
    ("zero", "(1, 0, null, null, 1), ({bob}, 0, 3, 570, 2)", "entry_not_zero"),
    ("a number skipped", "(1, -5, null, null, 1), ({bob}, 5, 4, 575, 2)", "entry_chain"),
    ("a number used before", "(1, -5, null, null, 1), ({bob}, 5, 2, 575, 2)", "entry_of_account"),
    ("no number", "(1, -5, null, null, 1), ({bob}, 5, null, null, 2)", "entry_numbered"),
    ("a numbered mint", "(1, -5, 1, -5, 1), ({bob}, 5, 3, 575, 2)", "entry_numbered"),
    ("a wrong balance", "(1, -5, null, null, 1), ({bob}, 5, 3, 576, 2)", "entry_chain"),
    ("a broken chain", "({bob}, 5, 3, 575, 1), ({bob}, -5, 4, 569, 2)", "entry_chain"),
    ("a hole in the chain", "({bob}, 5, 3, 575, 1), ({bob}, -5, 5, 570, 2)", "entry_chain"),
    ("below zero", "(1, 571, null, null, 1), ({bob}, -571, 3, -1, 2)", "not_negative"),
    ("below zero between", "({bob}, -571, 3, -1, 1), ({bob}, 571, 4, 570, 2)", "not_negative"),
    ("a closed account", "(1, -5, null, null, 1), ({closed}, 5, 1, 5, 2)", "account_closed"),
    ("no account", "(1, -5, null, null, 1), (999999, 5, 1, 5, 2)", "entry_account"),
    ("no house account", "(9, -5, null, null, 1), ({bob}, 5, 3, 575, 2)", "entry_account"),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "constraint"), [case[1:] for case in RAW_ENTRIES],
                         ids=[case[0] for case in RAW_ENTRIES])  # fmt: skip
def test_the_owner_cannot_write_entries_that_break_a_promise(
    world: World, as_owner: psycopg.Connection, rows: str, constraint: str
) -> None:
    rows = rows.format(**vars(world))
    with pytest.raises(errors.IntegrityError) as caught:
        write_raw(as_owner, rows)
    assert constraint in str(caught.value.diag.constraint_name)
    assert selectors.balance(builders.Account.objects.get(pk=world.bob).member_id or 0) == 570


def test_the_owner_may_write_a_transfer_that_keeps_every_promise(
    world: World, as_owner: psycopg.Connection
) -> None:
    """The guards refuse what is wrong, and not everything."""
    rows = f"(1, -5, null, null, 1), ({world.bob}, 5, 3, 575, 2)"
    write_raw(as_owner, rows)
    assert builders.Account.objects.get(pk=world.bob).balance == 575


def test_the_owner_cannot_add_to_a_finished_transfer(
    world: World, as_owner: psycopg.Connection
) -> None:
    rows = f"(1, -5, null, null, 3), ({world.bob}, 5, 3, 575, 4)"
    with pytest.raises(errors.IntegrityError) as caught:
        as_owner.execute(ENTRY.format(rows=rows, key="gift"))
    assert caught.value.diag.constraint_name == "wallet_entry_balanced"


@pytest.mark.parametrize("moment", ["'2020-01-01'", "clock_timestamp() - interval '1 hour'"])
def test_the_owner_cannot_turn_the_time_of_an_account_back(
    world: World, as_owner: psycopg.Connection, moment: str
) -> None:
    rows = f"(1, -5, null, null, 1), ({world.bob}, 5, 3, 575, 2)"
    with pytest.raises(errors.IntegrityError) as caught:
        write_raw(as_owner, rows, moment)
    assert caught.value.diag.constraint_name == "wallet_entry_chain"


def test_a_transfer_without_entries_does_not_commit(
    world: World, as_owner: psycopg.Connection
) -> None:
    with pytest.raises(errors.IntegrityError) as caught:
        as_owner.execute(TRANSFER.format(legs=2, fingerprint="''"))
    assert caught.value.diag.constraint_name == "wallet_transfer_posted"


def test_an_entry_needs_its_transfer(world: World, as_owner: psycopg.Connection) -> None:
    with pytest.raises(errors.IntegrityError):
        as_owner.execute(
            "INSERT INTO wallet_entry (transfer_id, account_id, amount, leg) VALUES"
            " (999999, 1, 5, 1), (999999, 2, -5, 2)"
        )


def test_the_same_key_cannot_stand_twice(world: World, as_owner: psycopg.Connection) -> None:
    with pytest.raises(errors.UniqueViolation):
        as_owner.execute(TRANSFER.format(legs=2, fingerprint="''").replace("'raw'", "'gift'"))


@pytest.mark.parametrize(
    "values",
    [
        "'member', 'open', '', {free}, 5, 0",
        "'member', 'open', '', {free}, 0, 3",
        "'member', 'closed', '', {free}, 0, 0",
        "'escrow', 'closed', 'x', {free}, 0, 0",
        "'member', 'open', '', {free}, null, null",
        "'member', 'open', '', null, 0, 0",
        "'escrow', 'open', 'x', {free}, -5, 0",
        "'house', 'open', 'x', null, null, null",
        "'member', 'open', '', {taken}, 0, 0",
    ],
)
def test_the_owner_cannot_open_an_account_that_breaks_a_promise(
    world: World, as_owner: psycopg.Connection, values: str
) -> None:
    free = builders.a_bot().pk
    taken = builders.Account.objects.get(pk=world.bob).member_id
    statement = (
        "INSERT INTO wallet_account (kind, status, name, member_id, balance, seq, link_kind,"
        " link_id, opened_at, moved_at) VALUES ({}, '', '', now(), now())"
    )
    with pytest.raises(errors.IntegrityError):
        as_owner.execute(statement.format(values.format(free=free, taken=taken)))


@pytest.mark.parametrize(
    ("columns", "constraint"),
    [
        ("policy_id, 'x', member_id, amount, transfer_id, 1", "wallet_grant_paid"),
        ("policy_id, 'x', member_id, amount + 1, transfer_id, leg", "wallet_grant_"),
        ("policy_id, 'x', member_id + 1, amount, transfer_id, leg", "wallet_grant_"),
        ("policy_id, 'x', member_id, amount, transfer_id, leg", "wallet_grant_entry"),
        ("policy_id, period, member_id, amount, transfer_id, 9", "wallet_grant_once"),
        ("policy_id, 'x', member_id, amount, 999999, 1", "wallet_grant_paid"),
        ("999999, 'x', member_id, amount, transfer_id, 9", "wallet_grant_p"),
        ("policy_id, 'x', member_id, 0, transfer_id, 9", "wallet_grant_positive"),
    ],
)
def test_the_owner_cannot_write_a_grant_that_nothing_pays(
    world: World, as_owner: psycopg.Connection, columns: str, constraint: str
) -> None:
    statement = (
        "INSERT INTO wallet_grant (policy_id, period, member_id, amount, transfer_id, leg)"
        " SELECT {} FROM wallet_grant"
    )
    with pytest.raises(errors.IntegrityError) as caught:
        as_owner.execute(statement.format(columns))
    assert constraint in str(caught.value.diag.constraint_name)


def test_a_frozen_wallet_pays_nobody_but_a_correction(
    world: World, as_owner: psycopg.Connection
) -> None:
    accounts.freeze(world.bob)
    rows = f"({world.bob}, -5, 3, 565, 1), ({world.ann}, 5, 3, 9999935, 2)"
    with pytest.raises(errors.IntegrityError) as caught:
        write_raw(as_owner, rows)
    assert caught.value.diag.constraint_name == "wallet_account_frozen"
