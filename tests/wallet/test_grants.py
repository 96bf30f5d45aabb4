"""Free chips, each of them once."""

from __future__ import annotations

import pytest
from django.db import transaction

from accounts.signals import member_joined
from tests.wallet import builders
from tests.wallet.builders import G, refused
from wallet import accounts, grants, selectors
from wallet.models import Account, Grant, Policy, Reason, Transfer

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_new_member_gets_a_wallet_and_ten_g() -> None:
    member = builders.Member.objects.create_user("ann", nickname="ann")
    with transaction.atomic():
        member_joined.send(sender=builders.Member, member=member)
    assert selectors.balance(member) == 10 * G
    (row,) = selectors.statement(member).rows
    assert (row.amount, row.balance_after, row.reason) == (10 * G, 10 * G, "welcome")


def test_the_welcome_is_undone_with_the_sign_up() -> None:
    with transaction.atomic():
        builders.a_welcome_member()
        transaction.set_rollback(True)
    assert Account.objects.filter(kind="member").count() == 0
    assert Grant.objects.count() == 0


def test_welcome_happens_once() -> None:
    member = builders.a_welcome_member()
    assert grants.welcome(member=member) == 0
    assert selectors.balance(member) == 10 * G
    assert Transfer.objects.count() == 1


def test_a_policy_that_is_switched_off_pays_nothing_and_opens_the_wallet() -> None:
    Policy.objects.filter(slug="welcome").update(active=False)
    member = builders.a_welcome_member()
    assert selectors.balance(member) == 0
    assert accounts.of_member(member.pk).status == Account.Status.OPEN


def test_the_amount_is_the_policys() -> None:
    Policy.objects.filter(slug="welcome").update(amount=77)
    assert selectors.balance(builders.a_welcome_member()) == 77


def test_bots_have_no_wallet_and_no_grant() -> None:
    bot = builders.a_bot()
    assert grants.welcome(member=bot) == 0
    with refused("no_account"):
        accounts.of_member(bot.pk)
    assert selectors.balance(bot) == 0
    assert selectors.statement(bot).rows == ()


def test_a_batch_pays_those_who_have_not_had_it() -> None:
    members = [builders.a_member() for _ in range(3)]
    ids = [builders.wallet(member).pk for member in members]
    policy = Policy.objects.get(slug="refill")

    def refill(wallets: list[int]) -> dict[int, int]:
        with transaction.atomic():
            return grants.grant(
                policy=policy,
                period="2026-01-01",
                reason=Reason.REFILL,
                amounts=dict.fromkeys(wallets, 5),
            )

    assert refill(ids[:1]) == {members[0].pk: 5}
    assert refill(ids) == {members[1].pk: 5, members[2].pk: 5}
    assert refill(ids) == {}
    assert [selectors.balance(member) for member in members] == [5, 5, 5]
    assert Transfer.objects.filter(reason="refill").count() == 2
