"""Rows that look right by themselves and are not: refused to the owner of the tables too."""

from __future__ import annotations

import psycopg
import pytest
from psycopg import errors

from tests.wallet import builders
from wallet import tasks
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
    as_app.execute("SELECT wallet_take_checkpoint(%s)", [newest])
