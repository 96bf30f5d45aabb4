"""Rows that look right by themselves and are not: refused to the owner of the tables too."""

from __future__ import annotations

import psycopg
import pytest
from psycopg import errors

from tests.wallet import builders
from wallet import auditing, tasks
from wallet.models import Checkpoint, Entry

pytestmark = pytest.mark.django_db(transaction=True)

MINTED = 500


@pytest.fixture
def ann() -> int:
    """A wallet of 500 chips from the mint."""
    return builders.wallet(builders.a_member(MINTED)).pk


def refused_by(caught: pytest.ExceptionInfo[errors.IntegrityError]) -> str | None:
    """The name of the constraint that refused."""
    return caught.value.diag.constraint_name


# -- checkpoints -------------------------------------------------------------------------------

CHECKPOINT = (
    "INSERT INTO wallet_checkpoint (account_id, border, balance, taken_at)"
    " VALUES (%s, (SELECT max(id) FROM wallet_entry) + %s, %s, now())"
)


@pytest.mark.parametrize(
    ("account", "beyond", "balance"),
    [
        pytest.param(1, 0, -MINTED + 1, id="a wrong balance"),
        pytest.param(2, 0, 1, id="a wrong balance of an account without entries"),
        pytest.param(1, 1, -MINTED, id="beyond the newest entry"),
        pytest.param(5, 0, 0, id="of no account"),
    ],
)
def test_a_checkpoint_says_what_the_entries_say(
    ann: int, as_owner: psycopg.Connection, account: int, beyond: int, balance: int
) -> None:
    with pytest.raises(errors.IntegrityError) as caught:
        as_owner.execute(CHECKPOINT, [account, beyond, balance])
    assert refused_by(caught) == "wallet_checkpoint_true"
    as_owner.execute(CHECKPOINT, [1, 0, -MINTED])


def test_checkpoints_build_on_the_former_one_and_only_grow(
    ann: int, as_owner: psycopg.Connection
) -> None:
    tasks.checkpoint()
    old = Checkpoint.objects.get(account=1)
    builders.mint(ann, 30)
    tasks.checkpoint()
    assert Checkpoint.objects.filter(account=1).latest("border").balance == -MINTED - 30
    with pytest.raises(errors.IntegrityError) as caught:
        as_owner.execute(
            "INSERT INTO wallet_checkpoint (account_id, border, balance, taken_at)"
            " VALUES (1, %s, 0, now())",
            [old.border - 1],
        )
    assert refused_by(caught) == "wallet_checkpoint_true"

    builders.mint(ann, 4)
    with pytest.raises(errors.IntegrityError):  # the sum of the new entries alone
        as_owner.execute(CHECKPOINT, [1, 0, -4])
    as_owner.execute(CHECKPOINT, [1, 0, -MINTED - 34])


def test_the_site_cannot_take_a_checkpoint_beyond_the_newest_entry(
    ann: int, as_app: psycopg.Connection
) -> None:
    newest = Entry.objects.latest("pk").pk
    with pytest.raises(errors.IntegrityError) as caught:
        as_app.execute("SELECT wallet_take_checkpoint(%s)", [newest + 1])
    assert refused_by(caught) == "wallet_checkpoint_true"


def test_the_site_takes_checkpoints_only_at_borders_that_were_given(
    ann: int, as_app: psycopg.Connection
) -> None:
    newest = Entry.objects.latest("pk").pk
    with pytest.raises(errors.IntegrityError) as caught:
        as_app.execute("SELECT wallet_take_checkpoint(%s)", [newest])
    assert refused_by(caught) == "wallet_checkpoint_true"
    with pytest.raises(errors.IntegrityError), as_app.transaction():
        as_app.execute("SELECT wallet_take_checkpoint(wallet_border())")
    assert auditing.border() == newest
    as_app.execute("SELECT wallet_take_checkpoint(%s)", [newest])
    assert Checkpoint.objects.filter(border=newest).count() == 4
    with pytest.raises(errors.InsufficientPrivilege):
        as_app.execute("INSERT INTO wallet_border_given VALUES (1, '1')")


# -- times -------------------------------------------------------------------------------------

TO_ANN = ((1, -5, None, None), ("ann", 5, 2, MINTED + 5))
IN_HOUSE = ((1, -5, None, None), (2, 5, None, None))
Legs = tuple[tuple[int | str, int, int | None, int | None], ...]

TRANSFER = """
INSERT INTO wallet_transfer (key, reason, legs, link_kind, link_id, fingerprint, created_at)
SELECT 'raw', %(reason)s::text, %(legs)s, '', '', {fingerprint}, {time} RETURNING id
"""
FINGERPRINT = "wallet_fingerprint(%(reason)s::text, '', '', NULL, NULL, %(body)s)"
ENTRY = """
INSERT INTO wallet_entry (transfer_id, leg, account_id, amount, seq, balance_after{id_column})
{overriding} SELECT %(transfer)s, n, account, amount, seq, after{id}
FROM unnest(%(accounts)s::bigint[], %(amounts)s::bigint[], %(seqs)s::bigint[], %(after)s::bigint[])
    WITH ORDINALITY AS leg (account, amount, seq, after, n)
"""


def write_raw(
    connection: psycopg.Connection,
    ann: int,
    legs: Legs = TO_ANN,
    *,
    reason: str = "staff",
    time: str = "site_now()",
    fingerprint: str = FINGERPRINT,
    entry_id: str = "",
    overriding: str = "",
) -> int:
    """A transfer and its entries past the functions, right unless told otherwise; gives its id."""
    accounts = [ann if account == "ann" else int(account) for account, *_ in legs]
    amounts = [amount for _, amount, *_ in legs]
    body = ",".join(
        f"{account}:{amount}" for account, amount in sorted(zip(accounts, amounts, strict=True))
    )
    with connection.transaction():
        row = connection.execute(
            TRANSFER.format(fingerprint=fingerprint, time=time),
            {"reason": reason, "legs": len(legs), "body": body},
        ).fetchone()
        assert row is not None
        connection.execute(
            ENTRY.format(
                id_column=", id" if entry_id else "",
                id=f", {entry_id}" if entry_id else "",
                overriding=overriding,
            ),
            {
                "transfer": row[0],
                "accounts": accounts,
                "amounts": amounts,
                "seqs": [seq for *_, seq, _ in legs],
                "after": [after for *_, after in legs],
            },
        )
    return int(row[0])


@pytest.mark.parametrize("legs", [TO_ANN, IN_HOUSE])
def test_nothing_is_written_into_the_future(
    ann: int, as_owner: psycopg.Connection, legs: Legs
) -> None:
    with pytest.raises(errors.IntegrityError) as caught:
        write_raw(as_owner, ann, legs, time="site_now() + interval '1 minute'")
    assert refused_by(caught) == "wallet_transfer_time"
    write_raw(as_owner, ann, legs)


@pytest.mark.parametrize("column", ["opened_at", "moved_at"])
def test_no_account_opens_in_the_future(
    ann: int, as_owner: psycopg.Connection, column: str
) -> None:
    statement = (
        "INSERT INTO wallet_account (kind, status, name, balance, seq, link_kind, link_id,"
        " opened_at, moved_at) SELECT 'campaign', 'open', 'x', 0, 0, '', '', a, b"
        " FROM (VALUES (site_now(), site_now())) v (a, b)"
    )
    later = "site_now() + interval '1 minute'"
    values = {"opened_at": f"{later}, site_now()", "moved_at": f"site_now(), {later}"}[column]
    with pytest.raises(errors.IntegrityError) as caught:
        as_owner.execute(statement.replace("site_now(), site_now()", values))
    assert refused_by(caught) == "wallet_account_opens_empty"
    as_owner.execute(statement)


def test_an_account_goes_on_after_the_clock_was_put_back(
    ann: int, as_owner: psycopg.Connection
) -> None:
    as_owner.execute("INSERT INTO site_clock (shift) VALUES ('1 day')")
    builders.mint(ann, 1)
    as_owner.execute("DELETE FROM site_clock")
    builders.mint(ann, 1)
    assert Entry.objects.get(account=ann, seq=3).balance_after == MINTED + 2


# -- numbers -----------------------------------------------------------------------------------

LATER, UNUSED = "(SELECT max(id) FROM wallet_entry) + 1000 + n", "-n"


@pytest.mark.parametrize("entry_id", [LATER, UNUSED, "n"])
@pytest.mark.parametrize("overriding", ["", "OVERRIDING SYSTEM VALUE"])
def test_entries_are_numbered_by_their_sequence(
    ann: int, as_owner: psycopg.Connection, entry_id: str, overriding: str
) -> None:
    """Below a checkpoint nobody sums again; one far ahead would become the next border."""
    tasks.checkpoint()
    as_owner.execute("SELECT nextval('wallet_entry_id_seq')")
    with pytest.raises(errors.IntegrityError) as caught:
        write_raw(as_owner, ann, entry_id=entry_id, overriding=overriding)
    assert refused_by(caught) in ("wallet_entry_id", "wallet_entry_pkey")
    write_raw(as_owner, ann)


def test_a_free_number_below_a_checkpoint_stays_free(
    ann: int, as_owner: psycopg.Connection
) -> None:
    as_owner.execute("SELECT nextval('wallet_entry_id_seq') FROM generate_series(1, 2)")
    builders.mint(ann, 1)
    tasks.checkpoint()
    border = Checkpoint.objects.get(account=1).border
    legs: Legs = ((1, -5, None, None), ("ann", 5, 3, MINTED + 6))
    with pytest.raises(errors.IntegrityError) as caught:
        write_raw(as_owner, ann, legs, entry_id=f"{border} - 4 + n")
    assert refused_by(caught) == "wallet_entry_id"


# -- grants ------------------------------------------------------------------------------------

GRANT = """
INSERT INTO wallet_grant (policy_id, period, member_id, amount, transfer_id, leg)
SELECT p.id, 'x', a.member_id, e.amount, e.transfer_id, e.leg
FROM wallet_policy p, wallet_entry e JOIN wallet_account a ON a.id = e.account_id
WHERE p.slug = %s AND e.transfer_id = %s AND e.account_id = %s
"""
FIRST_LEG: Legs = (("ann", 5, 2, MINTED + 5), (1, -5, None, None))


@pytest.mark.parametrize(
    ("policy", "reason", "legs"),
    [
        pytest.param("rescue", "cash_out", TO_ANN, id="chips from a table"),
        pytest.param("rescue", "reversal_of_nothing", TO_ANN, id="for an unknown reason"),
        pytest.param("rescue", "refill", TO_ANN, id="another policy's chips"),
        pytest.param("rescue", "rescue", FIRST_LEG, id="the leg of the source"),
    ],
)
def test_a_grant_is_paid_for_its_own_reason(
    ann: int, as_owner: psycopg.Connection, policy: str, reason: str, legs: Legs
) -> None:
    transfer = write_raw(as_owner, ann, legs, reason=reason)
    with pytest.raises(errors.IntegrityError) as caught:
        as_owner.execute(GRANT, [policy, transfer, ann])
    assert refused_by(caught) == "wallet_grant_paid"


def test_a_grant_of_its_own_reason_may_be_written(ann: int, as_owner: psycopg.Connection) -> None:
    transfer = write_raw(as_owner, ann, reason="rescue")
    assert as_owner.execute(GRANT, ["rescue", transfer, ann]).rowcount == 1


# -- fingerprints ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fingerprint",
    ["''", "sha256('x')", FINGERPRINT.replace("''", "'1'", 1), FINGERPRINT + " || '\\x00'"],
)
def test_a_transfer_has_the_fingerprint_of_what_it_says(
    ann: int, as_owner: psycopg.Connection, fingerprint: str
) -> None:
    with pytest.raises(errors.IntegrityError) as caught:
        write_raw(as_owner, ann, fingerprint=fingerprint)
    assert refused_by(caught) == "wallet_transfer_says"
    write_raw(as_owner, ann)


@pytest.mark.parametrize("other", [("a", "|b"), ("a|", "b"), ("a'|'", "b"), ("a\\", "b")])
def test_no_two_drafts_say_the_same(
    ann: int, as_app: psycopg.Connection, other: tuple[str, str]
) -> None:
    """Words that would run together without quotes: the same key with them is another transfer."""
    call = (
        "SELECT wallet_post(ARRAY[('k', 'staff', NULL, %s, %s, NULL, NULL)::wallet_draft],"
        " ARRAY[(1, 1, -5), (1, %s, 5)]::wallet_leg[])"
    )
    twin = {("a", "|b"): ("a|", "b"), ("a|", "b"): ("a", "|b")}.get(other, ("a", "b"))
    as_app.execute(call, [*other, ann])
    as_app.execute(call, [*other, ann])
    with pytest.raises(errors.IntegrityError) as caught:
        as_app.execute(call, [*twin, ann])
    assert refused_by(caught) == "wallet_transfer_fingerprint"


# -- one posting a transaction -----------------------------------------------------------------

POST = (
    "SELECT wallet_post(ARRAY[(%s, 'staff', NULL, '', '', NULL, NULL)::wallet_draft],"
    " ARRAY[(1, 1, -5), (1, %s, 5)]::wallet_leg[])"
)


@pytest.mark.parametrize(
    "between",
    ["SELECT 1", "SET LOCAL wallet.posted = ''", "RESET ALL", "DISCARD SEQUENCES", "SAVEPOINT s"],
)
@pytest.mark.parametrize("second", ["first", "second"])
def test_a_transaction_posts_once_whatever_its_caller_resets(
    ann: int, as_app: psycopg.Connection, between: str, second: str
) -> None:
    as_app.execute("BEGIN")
    as_app.execute(POST, ["first", ann])
    as_app.execute(between)
    with pytest.raises(errors.IntegrityError) as caught:
        as_app.execute(POST, [second, ann])
    as_app.execute("ROLLBACK")
    assert refused_by(caught) == "wallet_posts_once"


def test_what_a_savepoint_took_back_was_no_posting(ann: int, as_app: psycopg.Connection) -> None:
    with as_app.transaction():
        as_app.execute("SAVEPOINT s")
        as_app.execute(POST, ["first", ann])
        as_app.execute("ROLLBACK TO s")
        as_app.execute(POST, ["second", ann])
    assert Entry.objects.filter(account=ann).count() == 2


@pytest.mark.parametrize("statement", ["DELETE FROM wallet_posted", "TABLE wallet_posted"])
def test_the_site_does_not_reach_the_note_of_its_posting(
    as_app: psycopg.Connection, statement: str
) -> None:
    with pytest.raises(errors.InsufficientPrivilege):
        as_app.execute(statement)
