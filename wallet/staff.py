"""What staff do to the wallet. Every act leaves its row in the log, in its own transaction.

An act that changes nothing, because it was done before, leaves none. All raise WalletError
`no_reason` when no reason is given; then nothing has changed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models, transaction

from wallet import accounts, campaigns, corrections, grants
from wallet.errors import WalletError, translated
from wallet.models import Account, Campaign, Entry, Grant, Policy, Reason, StaffAct, Transfer

POLICY = "staff"
Act = StaffAct.Act


def record(
    *, actor_id: int, act: Act, of: models.Model, reason: str, change: dict[str, Any] | None = None
) -> int:
    """Write a row of the log, inside the caller's transaction; gives its id."""
    with translated(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT wallet_staff_act(%s, %s, %s, %s, %s, %s, %s::jsonb)",
            [
                actor_id,
                str(act),
                of._meta.model_name,
                of.pk,
                str(of),
                reason,
                json.dumps(change or {}, cls=DjangoJSONEncoder),
            ],
        )
        row: tuple[int] = cursor.fetchone()
    return row[0]


@transaction.atomic
def grant(
    *, wallets: Sequence[Account], amount: int, token: str, actor_id: int, reason: str
) -> dict[int, int]:
    """Give each of these members' wallets chips from the mint; gives what was paid, by member.

    `token` (at most 24 characters) names the act: a wallet gets nothing a second time under the
    same one. Locks the wallets by id; the transaction's one posting. Raises WalletError: `off`
    (the policy is switched off), `above_limit`, `amount`, `account_kind`.
    """
    policy = Policy.objects.filter(slug=POLICY, active=True).first()
    if policy is None:
        raise WalletError("off")
    if amount < 1:
        raise WalletError("amount", amount=amount)
    if amount > policy.amount:
        raise WalletError("above_limit", most=policy.amount)
    if any(wallet.kind != Account.Kind.MEMBER for wallet in wallets):
        raise WalletError("account_kind")
    paid = grants.grant(
        policy=policy,
        period=token,
        reason=Reason.STAFF,
        amounts={wallet.pk: amount for wallet in wallets},
        actor_id=actor_id,
    )
    ids = [wallet.pk for wallet in wallets]
    after = dict(Account.objects.filter(pk__in=ids).values_list("pk", "balance"))
    for wallet in wallets:
        if wallet.member_id in paid:
            held = after[wallet.pk] or 0
            record(
                actor_id=actor_id,
                act=Act.GRANT,
                of=wallet,
                reason=reason,
                change={"balance": [held - amount, held]},
            )
    return paid


@transaction.atomic
def reverse(*, transfer: Transfer, actor_id: int, reason: str) -> bool:
    """Undo a transfer by its exact opposite; whether it was not undone before.

    Chips of tables are left alone (`at_table`): what lies there follows the hands, not the ledger
    alone. Raises WalletError as `corrections.reverse` does.
    """
    if at_table(transfer):
        raise WalletError("at_table")
    posted = corrections.reverse(transfer_id=transfer.pk, actor_id=actor_id)
    if posted.fresh:
        change = {"reversed_by": [None, posted.id]}
        record(actor_id=actor_id, act=Act.REVERSE, of=transfer, reason=reason, change=change)
    return posted.fresh


def at_table(transfer: Transfer) -> bool:
    """Whether chips of a seat session moved in it."""
    return Entry.objects.filter(transfer=transfer, account__kind=Account.Kind.ESCROW).exists()


@transaction.atomic
def take_back(*, given: Grant, actor_id: int, reason: str) -> bool:
    """Take one member's grant back to where it came from; whether it had not been.

    Raises WalletError as `corrections.take_back` does.
    """
    posted = corrections.take_back(grant_id=given.pk, actor_id=actor_id)
    if posted.fresh:
        change = {"taken_back_by": [None, posted.id]}
        record(actor_id=actor_id, act=Act.TAKE_BACK, of=given, reason=reason, change=change)
    return posted.fresh


@transaction.atomic
def freeze(*, wallet: Account, actor_id: int, reason: str) -> bool:
    """Let nothing but corrections out of a member's wallet; whether it was open. Locks it."""
    return _set(wallet, Account.Status.FROZEN, Act.FREEZE, actor_id, reason)


@transaction.atomic
def unfreeze(*, wallet: Account, actor_id: int, reason: str) -> bool:
    """Open a frozen wallet again; whether it was frozen. Locks it."""
    return _set(wallet, Account.Status.OPEN, Act.UNFREEZE, actor_id, reason)


def _set(wallet: Account, status: str, act: Act, actor_id: int, reason: str) -> bool:
    if wallet.kind != Account.Kind.MEMBER:
        raise WalletError("account_kind")
    with connection.cursor() as cursor:
        cursor.execute("SELECT wallet_lock(%s::bigint[])", [[wallet.pk]])
    before = Account.objects.get(pk=wallet.pk).status
    if before == status:
        return False
    (accounts.freeze if act == Act.FREEZE else accounts.unfreeze)(wallet.pk)
    change = {"status": [before, str(status)]}
    record(actor_id=actor_id, act=act, of=wallet, reason=reason, change=change)
    return True


@transaction.atomic
def start(*, campaign: Campaign, actor_id: int, reason: str) -> None:
    """Start a campaign. Raises WalletError as `campaigns.start` does."""
    row = campaigns.start(campaign=campaign, actor_id=actor_id)
    change = {"status": ["draft", str(row.status)]}
    record(actor_id=actor_id, act=Act.START, of=row, reason=reason, change=change)


@transaction.atomic
def finish(*, campaign: Campaign, actor_id: int, reason: str) -> bool:
    """End a campaign; whether it was running. Locks its row and its account."""
    row = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if row.status != Campaign.Status.RUNNING:
        return False
    after = campaigns.finish(campaign=row, actor_id=actor_id)
    change = {"status": [str(row.status), str(after.status)]}
    record(actor_id=actor_id, act=Act.FINISH, of=after, reason=reason, change=change)
    return True


@transaction.atomic
def save(*, row: Policy | Campaign, actor_id: int, reason: str) -> None:
    """Save a policy or a campaign as staff edited it. Locks the row; nothing changed, no act."""
    if row.pk is None:
        row.save()
        values = {name: [None, value] for name, value in _values(row).items()}
        record(actor_id=actor_id, act=Act.ADD, of=row, reason=reason, change=values)
        return
    before = _values(type(row)._default_manager.select_for_update(no_key=True).get(pk=row.pk))
    after = _values(row)
    change = {name: [before[name], after[name]] for name in after if after[name] != before[name]}
    if change:
        row.save()
        record(actor_id=actor_id, act=Act.CHANGE, of=row, reason=reason, change=change)


def _values(row: models.Model) -> dict[str, Any]:
    return {field.name: getattr(row, field.attname) for field in row._meta.concrete_fields}
