"""Acts of staff: a reason each, a row in the log with the act, and nothing twice."""

from __future__ import annotations

import psycopg
import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from psycopg import errors

from tests.wallet import builders
from tests.wallet.builders import at_once, refused
from wallet import auditing, staff
from wallet.models import Account, Grant, Policy, StaffAct, Transfer

pytestmark = pytest.mark.django_db(transaction=True)

ACCOUNTS = "admin:wallet_account_changelist"


@pytest.fixture
def boss() -> builders.Member:
    return builders.Member.objects.create_superuser("boss", "boss@example.com", "secret-chips")


@pytest.fixture
def desk(client: Client, boss: builders.Member) -> Client:
    client.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
    return client


def send(desk: Client, changelist: str, action: str, pk: int, **fields: object) -> str:
    data = {"action": action, "_selected_action": [pk], **fields}
    page = desk.post(reverse(changelist), data, follow=True)
    return page.content.decode()


def grant(wallet: Account, boss: builders.Member, **given: object) -> dict[int, int]:
    values = {"amount": 50, "token": "one", "reason": "prize"} | given
    return staff.grant(wallets=[wallet], actor_id=boss.pk, **values)  # type: ignore[arg-type]


# -- the log -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO {} DEFAULT VALUES",
        "UPDATE {} SET reason = 'other'",
        "DELETE FROM {}",
        "TRUNCATE {}",
    ],
)
def test_the_site_only_reads_the_log(as_app: psycopg.Connection, statement: str) -> None:
    with pytest.raises(errors.InsufficientPrivilege):
        as_app.execute(statement.format("wallet_staffact"))


@pytest.mark.parametrize(
    "statement", ["UPDATE {} SET reason = 'x'", "DELETE FROM {}", "TRUNCATE {}"]
)
def test_the_owner_cannot_change_the_log_either(
    as_owner: psycopg.Connection, boss: builders.Member, statement: str
) -> None:
    staff.freeze(wallet=builders.wallet(builders.a_member()), actor_id=boss.pk, reason="asked")
    with pytest.raises(errors.IntegrityConstraintViolation) as refusal:
        as_owner.execute(statement.format("wallet_staffact"))
    assert refusal.value.diag.constraint_name == "wallet_append_only"
    assert StaffAct.objects.get().reason == "asked"


def test_the_owner_writes_no_act_by_hand(
    as_owner: psycopg.Connection, boss: builders.Member
) -> None:
    with pytest.raises(errors.IntegrityConstraintViolation) as refusal:
        as_owner.execute(
            "INSERT INTO wallet_staffact (actor_id, act, kind, object_id, object_text, reason,"
            " change, made_at) VALUES (%s, 'grant', 'account', 1, 'a', 'none', '{}', now())",
            [boss.pk],
        )
    assert refusal.value.diag.constraint_name == "wallet_append_only"


def test_without_a_reason_nothing_happens(boss: builders.Member) -> None:
    wallet = builders.wallet(builders.a_member(5))
    with refused("no_reason"):
        staff.freeze(wallet=wallet, actor_id=boss.pk, reason="  ")
    wallet.refresh_from_db()
    assert wallet.status == Account.Status.OPEN


def test_an_act_that_fails_leaves_no_row(boss: builders.Member) -> None:
    ann, bob = builders.a_member(), builders.a_member(9)
    gift = builders.send(builders.wallet(bob).pk, builders.wallet(ann).pk, 9)
    builders.send(builders.wallet(ann).pk, builders.wallet(bob).pk, 9)
    with refused("insufficient"):
        staff.reverse(transfer=Transfer.objects.get(pk=gift), actor_id=boss.pk, reason="wrong")
    assert not StaffAct.objects.exists()


# -- grants ------------------------------------------------------------------------------------


def test_a_grant_is_given_once_a_token(boss: builders.Member) -> None:
    wallet = builders.wallet(builders.a_member(5))
    given: list[dict[int, int]] = []
    at_once(*[lambda: given.append(grant(wallet, boss))] * 3)
    wallet.refresh_from_db()
    assert wallet.balance == 55
    assert sorted(given, key=len) == [{}, {}, {wallet.member_id: 50}]
    act = StaffAct.objects.get()
    assert (act.actor_id, act.change) == (boss.pk, {"balance": [5, 55]})
    assert auditing.run().ok


def test_the_policy_bounds_a_grant_and_switches_it_off(boss: builders.Member) -> None:
    wallet = builders.wallet(builders.a_member())
    Policy.objects.filter(slug="staff").update(amount=49)
    with refused("above_limit"):
        grant(wallet, boss)
    Policy.objects.filter(slug="staff").update(active=False)
    with refused("off"):
        grant(wallet, boss)


def test_the_form_shows_the_consequences_first(desk: Client) -> None:
    wallet = builders.wallet(builders.a_member(5))
    page = send(desk, ACCOUNTS, "grant", wallet.pk)
    assert "holds 5 chips now" in page
    fields = {"post": "yes", "amount": 50, "token": "t", "reason": "prize"}
    page = send(desk, ACCOUNTS, "grant", wallet.pk, **fields)
    assert "5 → 55 chips" in page
    assert not Grant.objects.exists()
    send(desk, ACCOUNTS, "grant", wallet.pk, **fields, seen=50)
    page = send(desk, ACCOUNTS, "grant", wallet.pk, **fields, seen=50)
    assert "this was done before" in page
    wallet.refresh_from_db()
    assert wallet.balance == 55


# -- corrections and freezing ------------------------------------------------------------------


def test_a_reversal_asks_why_and_happens_once(desk: Client) -> None:
    ann, bob = builders.a_member(70), builders.a_member()
    pk = builders.send(builders.wallet(ann).pk, builders.wallet(bob).pk, 70)
    changelist = "admin:wallet_transfer_changelist"
    assert "-70" in send(desk, changelist, "reverse", pk).replace("−", "-")
    send(desk, changelist, "reverse", pk, post="yes", reason=" ")
    assert not StaffAct.objects.exists()
    for _ in range(2):
        send(desk, changelist, "reverse", pk, post="yes", reason="mistake")
    assert builders.wallet(ann).balance == 70
    assert StaffAct.objects.get().act == "reverse"


def test_chips_of_a_table_are_not_reversed(boss: builders.Member) -> None:
    builders.a_session(builders.a_member(70), 70)
    with refused("at_table"):
        staff.reverse(
            transfer=Transfer.objects.get(reason="buy_in"), actor_id=boss.pk, reason="mistake"
        )


def test_a_grant_is_taken_back_or_the_refusal_is_in_words(desk: Client) -> None:
    ann = builders.a_welcome_member()
    pk = Grant.objects.get().pk
    changelist = "admin:wallet_grant_changelist"
    other = builders.wallet(builders.a_member()).pk
    builders.send(builders.wallet(ann).pk, other, 1)
    page = send(desk, changelist, "take_back", pk, post="yes", reason="second account")
    assert "does not hold that many chips" in page
    builders.send(other, builders.wallet(ann).pk, 1)
    send(desk, changelist, "take_back", pk, post="yes", reason="second account")
    assert builders.wallet(ann).balance == 0
    assert StaffAct.objects.get().act == "take_back"


def test_freezing_and_opening_again_are_two_acts(desk: Client) -> None:
    wallet = builders.wallet(builders.a_member(5))
    for action in ("freeze", "freeze", "unfreeze"):
        send(desk, ACCOUNTS, action, wallet.pk, post="yes", reason="asked")
    acts = StaffAct.objects.order_by("pk").values_list("act", flat=True)
    assert list(acts) == ["freeze", "unfreeze"]


def test_who_may_only_look_does_nothing(client: Client) -> None:
    clerk = builders.Member.objects.create_user("clerk", nickname="clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename="view_account"))
    client.force_login(clerk, backend="django.contrib.auth.backends.ModelBackend")
    wallet = builders.wallet(builders.a_member(5))
    send(client, ACCOUNTS, "freeze", wallet.pk, post="yes", reason="asked")
    wallet.refresh_from_db()
    assert wallet.status == Account.Status.OPEN
    clerk.user_permissions.add(Permission.objects.get(codename="freeze_wallets"))
    send(client, ACCOUNTS, "freeze", wallet.pk, post="yes", reason="asked")
    wallet.refresh_from_db()
    assert wallet.status == Account.Status.FROZEN
