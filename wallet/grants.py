"""Free chips: every grant once, held by its row (policy, period, member)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import connection, transaction

from accounts.models import Member
from wallet import accounts
from wallet.errors import translated
from wallet.models import Policy, Reason

ONCE = "once"


def grant(
    *,
    policy: Policy,
    period: str,
    reason: Reason,
    amounts: Mapping[int, int],
    source: int = accounts.MINT,
    actor_id: int | None = None,
    link_kind: str = "",
    link_id: str = "",
) -> dict[int, int]:
    """Pay `amounts` (wallet account → chips) to those who had nothing for this period yet.

    One transfer for all; inside the caller's transaction, as its one posting. Locks the accounts by
    id. Gives what was paid, by member.
    """
    ids = sorted(amounts)
    with translated(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT member, amount FROM wallet_grant(%s, %s, %s, %s, %s::bigint[], %s::bigint[],"
            " %s, %s, %s)",
            [
                policy.pk,
                period,
                str(reason),
                source,
                ids,
                [amounts[account] for account in ids],
                actor_id,
                link_kind,
                link_id,
            ],
        )
        return dict(cursor.fetchall())


@transaction.atomic
def welcome(*, member: Member) -> int:
    """Open the new member's wallet and grant the welcome chips, once; gives how many.

    Bots get neither. Runs in the transaction of the sign-up.
    """
    if member.kind == Member.Kind.BOT:
        return 0
    account_id = accounts.open_for(member.pk)
    policy = Policy.objects.filter(slug=Policy.Kind.WELCOME, active=True).first()
    if policy is None:
        return 0
    paid = grant(
        policy=policy, period=ONCE, reason=Reason.WELCOME, amounts={account_id: policy.amount}
    )
    return paid.get(member.pk, 0)


def on_member_joined(sender: object, *, member: Member, **_: Any) -> None:
    """Receiver of `accounts.signals.member_joined`."""
    welcome(member=member)
