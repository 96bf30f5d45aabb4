"""Corrections: nothing is ever taken out of the ledger, a new transfer undoes an old one, once."""

from __future__ import annotations

from django.db import transaction

from wallet.errors import WalletError
from wallet.models import Entry, Grant, Reason, Transfer
from wallet.posting import Draft, Leg, Posted, post


@transaction.atomic
def reverse(*, transfer_id: int, actor_id: int | None = None) -> Posted:
    """Post the exact opposite of a transfer. Repeating it changes nothing.

    Locks the accounts of the transfer by id; the transaction's one posting. Raises WalletError:
    `no_transfer`, `insufficient` (the chips are spent), `closed` (their seat session has ended),
    `reversed` (one of its grants was taken back before).
    """
    transfer = Transfer.objects.filter(pk=transfer_id).first()
    if transfer is None:
        raise WalletError("no_transfer", transfer=transfer_id)
    entries = Entry.objects.filter(transfer=transfer).order_by("leg")
    draft = Draft(
        f"reversal:{transfer.pk}",
        Reason.REVERSAL,
        tuple(Leg(entry.account_id, -entry.amount) for entry in entries),
        actor_id=actor_id,
        link_kind=transfer.link_kind,
        link_id=transfer.link_id,
        reverses_id=transfer.pk,
    )
    return post([draft])[0]


@transaction.atomic
def take_back(*, grant_id: int, actor_id: int | None = None) -> Posted:
    """Take one member's grant back to where it came from, out of a transfer that paid many.

    Locks the member's wallet; the transaction's one posting. Repeating it changes nothing. Raises
    WalletError: `no_grant`, `insufficient` (the chips are spent), `reversed` (with the whole
    transfer, before).
    """
    grant = Grant.objects.filter(pk=grant_id).first()
    if grant is None:
        raise WalletError("no_grant", grant=grant_id)
    legs = Entry.objects.filter(transfer_id=grant.transfer_id, leg__in=[1, grant.leg])
    source, paid = legs.order_by("leg").values_list("account_id", flat=True)
    draft = Draft(
        f"take_back:{grant.pk}",
        Reason.REVERSAL,
        (Leg(source, grant.amount), Leg(paid, -grant.amount)),
        actor_id=actor_id,
        reverses_grant_id=grant.pk,
    )
    return post([draft])[0]
