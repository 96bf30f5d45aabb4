"""Many at once: no deadlock, no lost chip, nothing twice."""

from __future__ import annotations

import random

import pytest
from django.db import transaction

from tests.wallet import builders
from tests.wallet.builders import at_once
from wallet import accounts, auditing, escrow, grants, moments, offers, selectors
from wallet import refill as refill_job
from wallet.errors import WalletError
from wallet.models import Account, Entry, Grant, Policy, Reason, Visit

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 16


def test_chips_in_both_directions_among_few_accounts() -> None:
    members = [builders.a_member(1000) for _ in range(4)]
    wallets = [builders.wallet(member).pk for member in members]
    sessions = [builders.a_session(member, 300) for member in members]
    refill = Policy.objects.get(slug="refill")
    Policy.objects.filter(slug="refill").update(amount=50)
    rescue = {"amount": 20, "threshold": 1200, "per_day": 5, "cooldown_s": 0}
    Policy.objects.filter(slug="rescue").update(**rescue)
    for member in members:
        Visit.objects.create(member=member, seen_on=moments.day_of(moments.now()))

    def move(seed: int) -> None:
        dice = random.Random(seed)
        for turn in range(15):
            key = f"{seed}:{turn}"
            left, right = dice.sample(range(4), 2)
            chips = dice.randint(1, 30)
            kind = dice.choice(["gift", "hand", "top_up", "grant", "rescue", "refill", "sitting"])
            try:
                if kind == "gift":
                    builders.commit(builders.a_draft(wallets[left], wallets[right], chips, key=key))
                elif kind == "hand":
                    deltas = {sessions[left].pk: chips - 1, sessions[right].pk: -chips}
                    builders.commit(escrow.settlement(key=key, deltas=deltas, rake=1, link_id="1"))
                elif kind == "top_up":
                    builders.commit(escrow.top_up(account=sessions[left], amount=chips, key=key))
                elif kind == "rescue":
                    offers.rescue(member=members[left])
                elif kind == "refill":
                    refill_job.run(again=True)
                elif kind == "grant":
                    with transaction.atomic():
                        grants.grant(
                            policy=refill,
                            period=str(turn),
                            reason=Reason.REFILL,
                            amounts=dict.fromkeys(dice.sample(wallets, 3), 10),
                        )
                else:
                    account = builders.a_session(members[left], chips)
                    builders.commit(escrow.cash_out(account=account, amount=chips))
            except WalletError as refusal:
                if refusal.code not in ("insufficient", "enough", "used_up"):
                    raise

    at_once(*(lambda seed=seed: move(seed) for seed in range(THREADS)))

    given = sum(Grant.objects.values_list("amount", flat=True))
    held = sum(Account.objects.exclude(kind="house").values_list("balance", flat=True))
    rake = selectors.house_balance(accounts.RAKE)
    assert held + rake == 4000 + given
    assert Grant.objects.count() == len(set(Grant.objects.values_list("period", "member_id")))
    today = moments.day_of(moments.now()).isoformat()
    assert Grant.objects.filter(policy=refill, period=today).count() == 4
    assert Grant.objects.filter(policy__slug="rescue").exists()
    assert auditing.run().ok


def test_the_same_key_from_many_threads_posts_once() -> None:
    ann, bob = builders.a_member(100), builders.a_member(100)
    draft = builders.a_draft(builders.wallet(ann).pk, builders.wallet(bob).pk, 10, key="once")
    fresh: list[bool] = []
    at_once(*[lambda: fresh.append(builders.commit(draft)[0].fresh)] * THREADS)
    assert sorted(fresh) == [False] * (THREADS - 1) + [True]
    assert (selectors.balance(ann), selectors.balance(bob)) == (90, 110)


def test_many_cash_outs_of_one_session_pay_once() -> None:
    ann = builders.a_member(100)
    account = builders.a_session(ann, 60)
    at_once(*[lambda: builders.commit(escrow.cash_out(account=account, amount=60)) and None] * 8)
    assert selectors.balance(ann) == 100


def test_the_same_grant_from_many_threads_is_paid_once() -> None:
    members = [builders.a_member() for _ in range(5)]
    amounts = {builders.wallet(member).pk: 10 for member in members}
    policy = Policy.objects.get(slug="refill")

    def refill() -> None:
        with transaction.atomic():
            grants.grant(policy=policy, period="today", reason=Reason.REFILL, amounts=amounts)

    at_once(*[refill] * THREADS)
    assert [selectors.balance(member) for member in members] == [10] * 5
    assert Entry.objects.filter(account_id__in=amounts).count() == 5


def test_nobody_waits_for_a_house_account() -> None:
    """Two open transactions use the mint at once; the second does not wait for the first."""
    ann, bob = builders.a_member(), builders.a_member()
    with transaction.atomic():
        builders.post([builders.a_draft(accounts.MINT, builders.wallet(ann).pk, 5)])
        at_once(lambda: builders.mint(builders.wallet(bob).pk, 5) and None)
    assert selectors.house_balance(accounts.MINT) == -10


def test_opening_a_wallet_from_many_threads_opens_one() -> None:
    member = builders.Member.objects.create_user("racer", nickname="racer")
    at_once(*[lambda: accounts.open_for(member.pk) and None] * 8)
    assert Account.objects.filter(member=member).count() == 1
