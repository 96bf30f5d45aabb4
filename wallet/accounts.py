"""Accounts: the house's four, a member's wallet, and opening, freezing."""

from __future__ import annotations

from django.db import connection

from wallet.errors import WalletError, translated
from wallet.models import Account

# Fixed by wallet_open_house(): no look-up is needed to name a leg.
MINT, BANK, RAKE, BOTS = 1, 2, 3, 4
HOUSE = {"mint": MINT, "bank": BANK, "rake": RAKE, "bots": BOTS}


def house(name: str) -> Account:
    """The house account `mint` (makes chips), `bank` (house games), `rake` or `bots`."""
    return Account.objects.get(pk=HOUSE[name])


def of_member(member_id: int) -> Account:
    """The member's wallet. Raises WalletError `no_account`: bots have none."""
    account = Account.objects.filter(kind=Account.Kind.MEMBER, member_id=member_id).first()
    if account is None:
        raise WalletError("no_account", member=member_id)
    return account


def open_for(member_id: int) -> int:
    """Open the member's wallet, once; the id of the account either way."""
    return _open(Account.Kind.MEMBER, "", member_id, "", "")


def open_escrow(*, member_id: int, session: str, link_kind: str, link_id: str) -> Account:
    """Open the escrow account of a seat session. Raises `account_exists` for a known session."""
    account_id = _open(Account.Kind.ESCROW, session, member_id, link_kind, link_id)
    return Account.objects.get(pk=account_id)


def open_campaign(slug: str) -> int:
    """Open the account of a campaign's budget. Raises `account_exists` for a known slug."""
    return _open(Account.Kind.CAMPAIGN, slug, None, "", "")


def freeze(account_id: int) -> None:
    """Let nothing out of the account but corrections; chips still come in."""
    _set_status(account_id, Account.Status.FROZEN)


def unfreeze(account_id: int) -> None:
    """Open a frozen account again. Raises `closed` if it is closed."""
    _set_status(account_id, Account.Status.OPEN)


def _open(kind: str, name: str, member_id: int | None, link_kind: str, link_id: str) -> int:
    with translated(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT wallet_open(%s, %s, %s, %s, %s)",
            [str(kind), name, member_id, link_kind, link_id],
        )
        row: tuple[int] = cursor.fetchone()
    return row[0]


def _set_status(account_id: int, status: str) -> None:
    with translated(), connection.cursor() as cursor:
        cursor.execute("SELECT wallet_set_status(%s, %s)", [account_id, str(status)])
