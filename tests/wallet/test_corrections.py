"""A correction is a new transfer that names what it corrects, once."""

from __future__ import annotations

import psycopg
import pytest
from django.db import transaction
from psycopg import errors

from tests.wallet import builders
from tests.wallet.builders import G, refused
from wallet import accounts, corrections, grants, selectors
from wallet.models import Grant, Policy, Reason, Transfer

pytestmark = pytest.mark.django_db(transaction=True)


def a_batch(*members: builders.Member) -> None:
    """A refill of all these members in one transfer."""
    with transaction.atomic():
        grants.grant(
            policy=Policy.objects.get(slug="refill"),
            period="2026-01-01",
            reason=Reason.REFILL,
            amounts={builders.wallet(member).pk: G for member in members},
        )


def test_a_reversal_is_the_exact_opposite_and_happens_once() -> None:
    ann, bob = builders.a_member(100), builders.a_member(100)
    gift = builders.send(builders.wallet(ann).pk, builders.wallet(bob).pk, 30)
    first = corrections.reverse(transfer_id=gift, actor_id=bob.pk)
    again = corrections.reverse(transfer_id=gift)
    assert (first.fresh, again.fresh, first.id) == (True, False, again.id)
    assert (selectors.balance(ann), selectors.balance(bob)) == (100, 100)
    assert Transfer.objects.get(pk=first.id).reverses_id == gift


def test_chips_that_are_spent_cannot_be_taken_back() -> None:
    ann = builders.a_member(100)
    gift = builders.mint(builders.wallet(ann).pk, 30)
    builders.a_session(ann, 120)
    with refused("insufficient"):
        corrections.reverse(transfer_id=gift)
    assert selectors.balance(ann) == 10


def test_a_frozen_wallet_can_be_corrected() -> None:
    ann = builders.a_member(100)
    gift = builders.mint(builders.wallet(ann).pk, 30)
    accounts.freeze(builders.wallet(ann).pk)
    corrections.reverse(transfer_id=gift)
    assert selectors.balance(ann) == 100


def test_the_settlement_of_a_session_that_has_ended_stays() -> None:
    ann, bob = (
        builders.a_session(builders.a_member(50), 50),
        builders.a_session(builders.a_member(50), 50),
    )
    hand = builders.escrow.settlement(key="hand:1", deltas={ann.pk: 10, bob.pk: -10}, link_id="1")
    transfer_id = builders.commit(hand)[0].id
    builders.commit(builders.escrow.cash_out(account=ann, amount=60))
    with refused("closed"):
        corrections.reverse(transfer_id=transfer_id or 0)


def test_one_grant_is_taken_back_out_of_a_transfer_that_paid_many() -> None:
    ann, bob = builders.a_member(), builders.a_member()
    a_batch(ann, bob)
    of_ann = Grant.objects.get(member_id=ann.pk)
    assert corrections.take_back(grant_id=of_ann.pk).fresh
    assert not corrections.take_back(grant_id=of_ann.pk).fresh
    assert (selectors.balance(ann), selectors.balance(bob)) == (0, G)


def test_the_same_chips_are_not_taken_back_both_ways() -> None:
    ann, bob = builders.a_member(G), builders.a_member(G)
    a_batch(ann, bob)
    of_ann = Grant.objects.get(member_id=ann.pk)
    corrections.take_back(grant_id=of_ann.pk)
    with refused("reversed"):
        corrections.reverse(transfer_id=of_ann.transfer_id)
    assert (selectors.balance(ann), selectors.balance(bob)) == (G, 2 * G)


def test_and_not_the_other_way_round() -> None:
    ann, bob = builders.a_member(G), builders.a_member(G)
    a_batch(ann, bob)
    of_ann = Grant.objects.get(member_id=ann.pk)
    corrections.reverse(transfer_id=of_ann.transfer_id)
    with refused("reversed"):
        corrections.take_back(grant_id=of_ann.pk)
    assert (selectors.balance(ann), selectors.balance(bob)) == (G, G)


def test_what_does_not_exist_cannot_be_corrected() -> None:
    with refused("no_transfer"):
        corrections.reverse(transfer_id=999999)
    with refused("no_grant"):
        corrections.take_back(grant_id=999999)


CALL = (
    "SELECT wallet_post(ARRAY[({key!r}, {reason!r}, NULL, '', '', {reverses}, {grant})"
    "::wallet_draft], ARRAY[(1, {ann}, {amount}), (1, 1, -({amount}))]::wallet_leg[])"
)


@pytest.mark.parametrize("role", ["as_app", "as_owner"])
@pytest.mark.parametrize(
    ("change", "constraint"),
    [
        ({"amount": -29}, "wallet_reversal_exact"),
        ({"amount": 30}, "wallet_reversal_exact"),
        ({"reason": "staff"}, "wallet_transfer_reversal"),
        ({"reverses": "NULL"}, "wallet_transfer_reversal"),
        ({"reverses": 999999}, "wallet_transfer_reverses"),
        ({"reverses": "NULL", "grant": "{grant_id}"}, "wallet_reversal_exact"),
        ({"grant": "{grant_id}"}, "wallet_transfer_reversal"),
    ],
)
def test_a_correction_that_is_not_one_is_refused(
    request: pytest.FixtureRequest, role: str, change: dict[str, object], constraint: str
) -> None:
    connection: psycopg.Connection = request.getfixturevalue(role)
    ann = builders.a_welcome_member()
    account = builders.wallet(ann).pk
    gift = builders.mint(account, 30)
    values = {
        "key": "k", "reason": "reversal", "reverses": gift, "grant": "NULL", "ann": account,
        "amount": -30,
    }  # fmt: skip
    grant_id = Grant.objects.get().pk
    changed = {
        name: value.format(grant_id=grant_id) if isinstance(value, str) else value
        for name, value in change.items()
    }
    with pytest.raises(errors.IntegrityError) as caught:
        connection.execute(CALL.format(**values | changed))
    assert caught.value.diag.constraint_name == constraint


def test_a_second_correction_under_another_key_is_refused(as_app: psycopg.Connection) -> None:
    account = builders.wallet(builders.a_member(100)).pk
    gift = builders.mint(account, 30)
    corrections.reverse(transfer_id=gift)
    with pytest.raises(errors.IntegrityError) as caught:
        as_app.execute(
            CALL.format(key="k", reason="reversal", reverses=gift, grant="NULL", ann=account,
                        amount=-30)
        )  # fmt: skip
    assert caught.value.diag.constraint_name == "wallet_transfer_reversed_once"
