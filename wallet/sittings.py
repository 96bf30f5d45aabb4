"""The statement of one seat session: buy-in, every hand, and what came back."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext

from accounts.leaving import NotYet
from accounts.models import Member
from wallet import selectors
from wallet.models import Account, Entry

PAGE = 50


def get(member_id: int, account_id: int) -> Account | None:
    """The escrow account of one of this member's seat sessions; None for anybody else's."""
    return Account.objects.filter(
        pk=account_id, kind=Account.Kind.ESCROW, member_id=member_id
    ).first()


def statement(
    sitting: Account, *, before: int | None = None, limit: int = PAGE
) -> selectors.Statement:
    """A page of what moved the chips of this seat session, newest first; see `selectors`."""
    entries = Entry.objects.filter(account=sitting, seq__isnull=False).select_related("transfer")
    if before is not None:
        entries = entries.filter(seq__lt=before)
    found = list(entries.order_by("-seq")[: limit + 1])
    more, found = len(found) > limit, found[:limit]
    return selectors.Statement(
        selectors.rows(found), older=found[-1].seq if more else None, newer=None
    )


def behind(member_id: int, transfers: Iterable[int]) -> dict[int, int]:
    """For transfers between a member's wallet and tables: the escrow account on the other side."""
    entries = Entry.objects.filter(
        transfer_id__in=list(transfers),
        account__kind=Account.Kind.ESCROW,
        account__member_id=member_id,
    )
    return dict(entries.values_list("transfer_id", "account_id"))


def on_member_leaving(member: Member, **_: object) -> None:
    """Nobody leaves the site for good with chips at a table. Raises NotYet."""
    if selectors.at_tables(member):
        raise NotYet(gettext("You still have a seat at a table. Please leave it first."))
