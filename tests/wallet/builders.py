"""Small things that the wallet's tests share."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from django.db import connections, transaction

from accounts.models import Member
from wallet import accounts, escrow, grants
from wallet.errors import WalletError
from wallet.models import Account, Reason, Transfer
from wallet.posting import Draft, Leg, Posted, post

G = 1_000_000
_numbers = count(1)

__all__ = [
    "Account",
    "Draft",
    "Leg",
    "Member",
    "Transfer",
    "WalletError",
    "escrow",
    "post",
    "transaction",
]


def refused(code: str) -> pytest.RaisesExc[WalletError]:
    """Expects a WalletError with this code."""
    return pytest.RaisesExc(WalletError, check=lambda error: error.code == code)


def a_member(chips: int = 0) -> Member:
    """A member with a wallet that holds `chips`."""
    number = next(_numbers)
    member = Member.objects.create_user(f"member{number}", nickname=f"member{number}")
    account_id = accounts.open_for(member.pk)
    if chips:
        mint(account_id, chips)
    return member


def a_welcome_member() -> Member:
    """A member who has just signed up."""
    number = next(_numbers)
    member = Member.objects.create_user(f"member{number}", nickname=f"member{number}")
    grants.welcome(member=member)
    return member


def a_bot() -> Member:
    return Member.objects.create_bot(f"bot{next(_numbers)}")


def wallet(member: Member) -> Account:
    return accounts.of_member(member.pk)


def mint(account_id: int, chips: int) -> int:
    """Chips out of nothing, as staff would grant them; gives the transfer's id."""
    return send(accounts.MINT, account_id, chips, reason=Reason.STAFF)


def a_draft(
    source: int, target: int, chips: int, *, key: str = "", reason: str = Reason.STAFF
) -> Draft:
    return Draft(key or f"test:{next(_numbers)}", reason, (Leg(source, -chips), Leg(target, chips)))


def send(source: int, target: int, chips: int, *, key: str = "", reason: str = Reason.STAFF) -> int:
    """Chips from one account to another; gives the transfer's id."""
    posted = commit(a_draft(source, target, chips, key=key, reason=reason))[0]
    assert posted.id is not None
    return posted.id


def commit(*drafts: Draft | None) -> list[Posted]:
    """Post the drafts in a transaction of their own."""
    with transaction.atomic():
        return post([draft for draft in drafts if draft is not None])


def a_session(member: Member, chips: int = 0, *, table: str = "1") -> Account:
    """An open seat session of the member with `chips` bought in."""
    with transaction.atomic():
        account = escrow.open_session(
            member_id=member.pk, session=f"session{next(_numbers)}", link_id=table
        )
        if chips:
            post([escrow.buy_in(account=account, amount=chips)])
    account.refresh_from_db()
    return account


def at_once(*jobs: Callable[[], None]) -> None:
    """Run every job in a thread and with a connection of its own; the first error is raised."""

    def run(job: Callable[[], None]) -> None:
        try:
            job()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as pool:
        for result in [pool.submit(run, job) for job in jobs]:
            result.result(timeout=300)


def an_english(chips_held: int = 0) -> Member:
    member = a_member(chips_held)
    Member.objects.filter(pk=member.pk).update(language="en")
    member.refresh_from_db()
    return member
