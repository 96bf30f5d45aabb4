"""Posting: the one way in which chips move."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

from wallet.errors import WalletError, translated


@dataclass(frozen=True, slots=True)
class Leg:
    """One side of a transfer: chips into an account, or with a minus out of it."""

    account_id: int
    amount: int


@dataclass(frozen=True, slots=True)
class Draft:
    """A transfer to be posted.

    `key` makes it happen once. `closes` are escrow accounts that must hold nothing afterwards and
    are closed. A draft without legs moves nothing and only closes.
    """

    key: str
    reason: str
    legs: tuple[Leg, ...]
    actor_id: int | None = None
    link_kind: str = ""
    link_id: str = ""
    reverses_id: int | None = None
    reverses_grant_id: int | None = None
    closes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Posted:
    """What became of a draft: `fresh` is False if its key was known and nothing moved.

    `id` is the transfer's; None for a draft without legs.
    """

    id: int | None
    key: str
    fresh: bool


# The arrays of drafts and legs go as JSON: one parameter to quote for each, whatever they hold.
_POST = """
SELECT draft, transfer, fresh FROM wallet_post(
    ARRAY(SELECT d FROM jsonb_populate_recordset(NULL::wallet_draft, %s) d),
    ARRAY(SELECT l FROM jsonb_populate_recordset(NULL::wallet_leg, %s) l),
    %s::bigint[])
"""


def post(drafts: Sequence[Draft]) -> list[Posted]:
    """Post all drafts in one call, in their order.

    One call a transaction, inside `transaction.atomic`: a second one raises. Locks the cached
    accounts of all legs and `closes` by id; nothing may be locked after it that others lock before
    accounts. Raises WalletError (`insufficient`, `frozen`, `closed`, `not_empty`, `key_conflict`,
    `unbalanced`, `posts_once` …); the transaction is lost then.
    """
    if not connection.in_atomic_block:
        raise WalletError("outside_transaction")
    moving = [draft for draft in drafts if draft.legs]
    transfers = [
        {
            "key": draft.key,
            "reason": draft.reason,
            "actor": draft.actor_id,
            "link_kind": draft.link_kind,
            "link_id": draft.link_id,
            "reverses": draft.reverses_id,
            "reverses_grant": draft.reverses_grant_id,
        }
        for draft in moving
    ]
    legs = [
        {"draft": n, "account": leg.account_id, "amount": leg.amount}
        for n, draft in enumerate(moving, 1)
        for leg in draft.legs
    ]
    closes = sorted({account for draft in drafts for account in draft.closes})
    parameters = (json.dumps(transfers), json.dumps(legs), closes)
    with translated(), connection.cursor() as cursor:
        cursor.execute(_POST, parameters)
        rows = {moving[n - 1].key: (transfer, fresh) for n, transfer, fresh in cursor.fetchall()}
    return [
        Posted(rows[draft.key][0], draft.key, rows[draft.key][1])
        if draft.legs
        else Posted(None, draft.key, False)
        for draft in drafts
    ]
