"""Chips at tables: one escrow account for each seat session, from sitting down to leaving.

The functions here that end in a `Draft` move nothing; `posting.post` does, all drafts of a
transaction in one call. Order of locks: the table's state → accounts by id → anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from accounts.models import Member
from wallet import accounts
from wallet.errors import WalletError
from wallet.models import Account, Reason
from wallet.posting import Draft, Leg

TABLE = "table"
HAND = "hand"
ROUND = "round"


def open_session(*, member_id: int, session: str, link_id: str) -> Account:
    """Open the escrow account of seat session `session` at table `link_id`, inside the caller's
    transaction. Takes no lock that anybody waits for. Raises `account_exists` for a known session.
    """
    return accounts.open_escrow(
        member_id=member_id, session=session, link_kind=TABLE, link_id=link_id
    )


def get(account_id: int) -> Account:
    """The escrow account with this id. Raises WalletError `no_account`."""
    account = Account.objects.filter(pk=account_id, kind=Account.Kind.ESCROW).first()
    if account is None:
        raise WalletError("no_account", account=account_id)
    return account


def balances(ids: Iterable[int]) -> dict[int, int]:
    """What the escrow accounts with these ids hold."""
    rows = Account.objects.filter(pk__in=list(ids), kind=Account.Kind.ESCROW)
    return {pk: balance or 0 for pk, balance in rows.values_list("pk", "balance")}


def funding(member_id: int) -> int:
    """The account that pays into this member's escrows and is paid from them.

    A member's own wallet; the house account `bots` for a bot, which has no wallet.
    """
    wallet = Account.objects.filter(kind=Account.Kind.MEMBER, member_id=member_id)
    account_id = wallet.values_list("pk", flat=True).first()
    if account_id is not None:
        return account_id
    if Member.objects.filter(pk=member_id, kind=Member.Kind.BOT).exists():
        return accounts.BOTS
    raise WalletError("no_account", member=member_id)


def buy_in(*, account: Account, amount: int, actor_id: int | None = None) -> Draft:
    """The first chips of a seat session, keyed by the session."""
    return _fund(account, amount, Reason.BUY_IN, f"buy_in:{account.name}", actor_id)


def top_up(*, account: Account, amount: int, key: str, actor_id: int | None = None) -> Draft:
    """More chips for a running session; `key` tells this top-up from others of the session."""
    return _fund(account, amount, Reason.TOP_UP, f"top_up:{account.name}:{key}", actor_id)


def settlement(
    *,
    key: str,
    deltas: Mapping[int, int],
    rake: int = 0,
    bank: int = 0,
    link_id: str,
    link_kind: str = HAND,
    closes: tuple[int, ...] = (),
) -> Draft | None:
    """What a finished hand or round moves: chips won (+) and lost (−) by escrow account.

    `rake` is what the house keeps of a hand, `bank` what the house bank wins of a round. None if
    nobody won or lost anything. Raises `unbalanced` if it does not sum to zero.
    """
    total = sum(deltas.values()) + rake + bank
    if total or rake < 0:
        raise WalletError("unbalanced", sum=total)
    amounts = {**deltas, accounts.RAKE: rake, accounts.BANK: bank}
    legs = tuple(Leg(account, amount) for account, amount in sorted(amounts.items()) if amount)
    if not legs and not closes:
        return None
    reason = Reason.HAND if link_kind == HAND else Reason.ROUND
    return Draft(key, reason, legs, link_kind=link_kind, link_id=link_id, closes=closes)


def cash_out(
    *, account: Account, amount: int, session: str = "", actor_id: int | None = None
) -> Draft:
    """All chips of a session back to where they came from; closes the account.

    `amount` is what the account holds when the draft's turn comes, after the settlement in the same
    call; 0 only closes. Posting raises `not_empty` if it is not all of it.
    """
    if amount < 0:
        raise WalletError("amount", amount=amount)
    legs = (Leg(account.pk, -amount), Leg(_funding_of(account), amount)) if amount else ()
    return Draft(
        f"cash_out:{session or account.name}",
        Reason.CASH_OUT,
        legs,
        actor_id=actor_id,
        link_kind=account.link_kind,
        link_id=account.link_id,
        closes=(account.pk,),
    )


def _fund(account: Account, amount: int, reason: Reason, key: str, actor_id: int | None) -> Draft:
    if amount <= 0:
        raise WalletError("amount", amount=amount)
    return Draft(
        key,
        reason,
        (Leg(_funding_of(account), -amount), Leg(account.pk, amount)),
        actor_id=actor_id,
        link_kind=account.link_kind,
        link_id=account.link_id,
    )


def _funding_of(account: Account) -> int:
    if account.kind != Account.Kind.ESCROW or account.member_id is None:
        raise WalletError("account_kind", account=account.pk)
    return funding(account.member_id)
