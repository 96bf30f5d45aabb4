"""Chips at tables: in once, around, out once."""

from __future__ import annotations

import pytest
from django.db import transaction

from tests.wallet import builders
from tests.wallet.builders import refused
from wallet import accounts, escrow, selectors
from wallet.errors import WalletError
from wallet.models import Account, Transfer
from wallet.posting import post

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_whole_sitting_brings_every_chip_back() -> None:
    ann, bob = builders.a_member(1000), builders.a_member(1000)
    of_ann, of_bob = builders.a_session(ann, 400), builders.a_session(bob, 300)
    assert selectors.balance(ann) == 600
    assert escrow.balances([of_ann.pk, of_bob.pk]) == {of_ann.pk: 400, of_bob.pk: 300}

    builders.commit(
        escrow.settlement(
            key="hand:1", deltas={of_ann.pk: 190, of_bob.pk: -200}, rake=10, link_id="1"
        )
    )
    builders.commit(escrow.top_up(account=of_bob, amount=50, key="a"))
    builders.commit(
        escrow.cash_out(account=of_ann, amount=590, session=of_ann.name),
        escrow.cash_out(account=of_bob, amount=150, session=of_bob.name),
    )

    assert (selectors.balance(ann), selectors.balance(bob)) == (1190, 800)
    assert selectors.house_balance(accounts.RAKE) == 10
    assert selectors.at_tables(ann) == []
    of_ann.refresh_from_db()
    assert of_ann.status == Account.Status.CLOSED
    assert of_ann.balance == 0


def test_the_last_hand_is_settled_and_cashed_out_in_one_call() -> None:
    ann, bob = builders.a_member(100), builders.a_member(100)
    of_ann, of_bob = builders.a_session(ann, 100), builders.a_session(bob, 100)
    builders.commit(
        escrow.settlement(key="hand:1", deltas={of_ann.pk: 100, of_bob.pk: -100}, link_id="1"),
        escrow.cash_out(account=of_ann, amount=200, session=of_ann.name),
        escrow.cash_out(account=of_bob, amount=0, session=of_bob.name),
    )
    assert (selectors.balance(ann), selectors.balance(bob)) == (200, 0)
    of_bob.refresh_from_db()
    assert of_bob.status == Account.Status.CLOSED


def test_buying_in_with_too_little_says_how_much_is_short_and_takes_nothing() -> None:
    ann = builders.a_member(100)
    with pytest.raises(WalletError) as caught:
        builders.a_session(ann, 150)
    assert caught.value.code == "insufficient"
    assert caught.value.data == {
        "account": builders.wallet(ann).pk,
        "balance": 100,
        "short": 50,
    }
    assert "Nothing was taken" in caught.value.text
    assert selectors.balance(ann) == 100
    assert selectors.at_tables(ann) == []


def test_the_same_buy_in_twice_happens_once() -> None:
    ann = builders.a_member(100)
    account = builders.a_session(ann, 40)
    again = builders.commit(escrow.buy_in(account=account, amount=40))[0]
    assert not again.fresh
    assert again.id == Transfer.objects.get(key=f"buy_in:{account.name}").pk
    assert selectors.balance(ann) == 60


def test_another_buy_in_under_the_same_key_is_an_error() -> None:
    ann = builders.a_member(100)
    account = builders.a_session(ann, 40)
    with refused("key_conflict"):
        builders.commit(escrow.buy_in(account=account, amount=50))
    assert selectors.balance(ann) == 60


def test_a_second_session_of_the_same_name_is_refused() -> None:
    ann = builders.a_member(100)
    account = builders.a_session(ann, 40)
    with refused("account_exists"), transaction.atomic():
        escrow.open_session(member_id=ann.pk, session=account.name, link_id="1")


def test_a_settlement_that_does_not_sum_to_zero_is_refused() -> None:
    of_ann = builders.a_session(builders.a_member(100), 100)
    with refused("unbalanced"):
        escrow.settlement(key="hand:1", deltas={of_ann.pk: 5}, rake=-4, link_id="1")
    with refused("unbalanced"):
        escrow.settlement(key="hand:1", deltas={of_ann.pk: 5}, rake=-5, link_id="1")


def test_a_settlement_cannot_take_more_than_an_escrow_holds() -> None:
    of_ann = builders.a_session(builders.a_member(100), 100)
    of_bob = builders.a_session(builders.a_member(100), 100)
    with refused("insufficient"):
        builders.commit(
            escrow.settlement(key="hand:1", deltas={of_ann.pk: 101, of_bob.pk: -101}, link_id="1")
        )


def test_the_same_hand_is_settled_once() -> None:
    of_ann = builders.a_session(builders.a_member(100), 100)
    of_bob = builders.a_session(builders.a_member(100), 100)
    deltas = {of_ann.pk: 30, of_bob.pk: -30}
    builders.commit(escrow.settlement(key="hand:1", deltas=deltas, link_id="1"))
    builders.commit(escrow.settlement(key="hand:1", deltas=deltas, link_id="1"))
    assert escrow.balances([of_ann.pk, of_bob.pk]) == {of_ann.pk: 130, of_bob.pk: 70}


def test_a_hand_that_moves_nothing_needs_no_transfer() -> None:
    assert escrow.settlement(key="hand:1", deltas={1000: 0}, link_id="1") is None


def test_cashing_out_twice_pays_once() -> None:
    ann = builders.a_member(100)
    account = builders.a_session(ann, 40)
    draft = escrow.cash_out(account=account, amount=40, session=account.name)
    assert builders.commit(draft)[0].fresh
    assert not builders.commit(draft)[0].fresh
    assert selectors.balance(ann) == 100


def test_leaving_with_nothing_closes_the_account_and_may_be_repeated() -> None:
    account = builders.a_session(builders.a_member(100))
    draft = escrow.cash_out(account=account, amount=0, session=account.name)
    assert builders.commit(draft)[0].id is None
    builders.commit(draft)
    account.refresh_from_db()
    assert account.status == Account.Status.CLOSED


def test_cashing_out_less_than_everything_is_refused() -> None:
    ann = builders.a_member(100)
    account = builders.a_session(ann, 40)
    with refused("not_empty"):
        builders.commit(escrow.cash_out(account=account, amount=39, session=account.name))
    assert selectors.balance(ann) == 60


def test_a_closed_escrow_refuses_chips() -> None:
    ann = builders.a_member(100)
    account = builders.a_session(ann, 40)
    builders.commit(escrow.cash_out(account=account, amount=40, session=account.name))
    with refused("closed"):
        builders.commit(escrow.top_up(account=account, amount=5, key="late"))
    assert selectors.balance(ann) == 100


def test_a_frozen_member_cannot_buy_in_but_is_paid_out() -> None:
    ann = builders.a_member(100)
    account = builders.a_session(ann, 40)
    accounts.freeze(builders.wallet(ann).pk)
    with refused("frozen"):
        builders.commit(escrow.top_up(account=account, amount=5, key="a"))
    with refused("frozen"):
        builders.a_session(ann, 5)
    builders.commit(escrow.cash_out(account=account, amount=40, session=account.name))
    assert selectors.balance(ann) == 100
    accounts.unfreeze(builders.wallet(ann).pk)
    builders.a_session(ann, 5)


def test_a_bots_session_is_funded_by_the_house_account_bots() -> None:
    account = builders.a_session(builders.a_bot(), 500)
    assert selectors.house_balance(accounts.BOTS) == -500
    builders.commit(escrow.cash_out(account=account, amount=500, session=account.name))
    assert selectors.house_balance(accounts.BOTS) == 0


def test_a_round_is_settled_with_the_house_bank() -> None:
    of_ann = builders.a_session(builders.a_member(100), 100)
    builders.commit(
        escrow.settlement(
            key="round:1", deltas={of_ann.pk: 70}, bank=-70, link_kind="round", link_id="1"
        )
    )
    assert escrow.balances([of_ann.pk]) == {of_ann.pk: 170}
    assert selectors.house_balance(accounts.BANK) == -70


def test_at_tables_lists_running_sessions_and_total_counts_them() -> None:
    ann = builders.a_member(100)
    account = builders.a_session(ann, 40)
    (session,) = selectors.at_tables(ann)
    assert (session.session, session.balance) == (account.name, 40)
    assert selectors.total(ann) == 100


def test_a_second_post_in_one_transaction_is_refused() -> None:
    ann = builders.a_member(100)
    account = builders.a_session(ann)
    with refused("posts_once"), transaction.atomic():
        post([escrow.buy_in(account=account, amount=1)])
        post([escrow.top_up(account=account, amount=1, key="a")])
    assert selectors.balance(ann) == 100


def test_posting_outside_a_transaction_is_refused() -> None:
    with refused("outside_transaction"):
        post([])
