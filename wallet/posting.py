"""Posting: the one way in which chips move."""

from __future__ import annotations

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


# Composite arrays, zipped from plain ones: drafts, legs, closes.
_POST = """
SELECT draft, transfer, fresh FROM wallet_post(
    ARRAY(SELECT ROW(key, reason, actor, link_kind, link_id, reverses, reverses_grant)::wallet_draft
        FROM unnest(%s::text[], %s::text[], %s::bigint[], %s::text[], %s::text[], %s::bigint[],
            %s::bigint[]) WITH ORDINALITY
            AS d (key, reason, actor, link_kind, link_id, reverses, reverses_grant, n)
        ORDER BY n),
    ARRAY(SELECT ROW(draft, account, amount)::wallet_leg
        FROM unnest(%s::int[], %s::bigint[], %s::bigint[]) WITH ORDINALITY
            AS l (draft, account, amount, n)
        ORDER BY n),
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
    legs = [(n, leg) for n, draft in enumerate(moving, 1) for leg in draft.legs]
    parameters = (
        [draft.key for draft in moving],
        [str(draft.reason) for draft in moving],
        [draft.actor_id for draft in moving],
        [draft.link_kind for draft in moving],
        [draft.link_id for draft in moving],
        [draft.reverses_id for draft in moving],
        [draft.reverses_grant_id for draft in moving],
        [n for n, _ in legs],
        [leg.account_id for _, leg in legs],
        [leg.amount for _, leg in legs],
        sorted({account for draft in drafts for account in draft.closes}),
    )
    with translated(), connection.cursor() as cursor:
        cursor.execute(_POST, parameters)
        rows = {moving[n - 1].key: (transfer, fresh) for n, transfer, fresh in cursor.fetchall()}
    return [
        Posted(rows[draft.key][0], draft.key, rows[draft.key][1])
        if draft.legs
        else Posted(None, draft.key, False)
        for draft in drafts
    ]
