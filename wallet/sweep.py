"""Seat sessions whose seat is gone: their chips are sent home and their accounts closed.

The ledger knows no tables. An app above says, for its kind of link, which escrow accounts are still
in use (`register`), and holds whatever lock keeps that true until the transaction ends.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from django.db import connection

from wallet import escrow
from wallet.models import FIRST_CACHED_ID, Account
from wallet.posting import post

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Hold:
    """The escrow accounts in use under a link, and what to call with those that were closed."""

    used: frozenset[int]
    ended: Callable[[Iterable[int]], None]


# Opens a transaction, takes the lock of what the link names, and gives what is in use under it;
# None if that cannot be told now: then nothing is touched.
Judge = Callable[[str], AbstractContextManager[Hold | None]]
_judges: dict[str, Judge] = {}


def register(link_kind: str, judge: Judge) -> None:
    """Let `judge` tell which seat sessions of a kind are in use; called in `ready()`."""
    _judges[link_kind] = judge


def run() -> int:
    """Finish every orphaned seat session, a transaction a link; gives how many. Not in one itself.

    Run twice at once it pays once: an account is looked at under its lock and closes with its
    payment.
    """
    unfinished = Account.objects.filter(kind=Account.Kind.ESCROW, closed_at=None)
    links = unfinished.filter(link_kind__in=_judges).values_list("link_kind", "link_id")
    return sum(_finish(kind, link) for kind, link in sorted(set(links)))


def _finish(kind: str, link: str) -> int:
    with _judges[kind](link) as hold:
        if hold is None:
            return 0
        sessions = Account.objects.filter(kind=Account.Kind.ESCROW, link_kind=kind, link_id=link)
        unfinished = sessions.filter(closed_at=None).exclude(pk__in=hold.used)
        ids = list(unfinished.order_by("pk").values_list("pk", flat=True))
        if not ids:
            return 0
        _lock(ids, [escrow.funding(member) for member in _members(ids)])
        orphans = list(sessions.filter(pk__in=ids, closed_at=None).order_by("pk"))
        # A key of its own: who left in mid-hand was paid under the session's key before.
        drafts = [escrow.cash_out(account=each, amount=each.balance or 0) for each in orphans]
        post([replace(draft, key=f"{draft.key}:sweep") for draft in drafts])
        hold.ended([each.pk for each in orphans])
        for each in orphans:
            log.warning("orphaned seat session %s: %s chips home", each.pk, each.balance)
        return len(orphans)


def _members(ids: list[int]) -> set[int]:
    rows = Account.objects.filter(pk__in=ids).values_list("member_id", flat=True)
    return {member for member in rows if member is not None}


def _lock(ids: list[int], wallets: list[int]) -> None:
    """All that the posting will touch, so that locks are taken in one order."""
    cached = [pk for pk in (*ids, *wallets) if pk >= FIRST_CACHED_ID]  # nobody waits for the house
    with connection.cursor() as cursor:
        cursor.execute("SELECT wallet_lock(%s::bigint[])", [cached])
