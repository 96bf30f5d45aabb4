"""Links to a hand for others: made by who played it, open to anybody until they end.

Members are the only writers of their own links. Locks: the link's row alone.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from msgspec import Struct

from tables.errors import Refused
from tables.history import reading
from tables.history.reading import Account
from tables.models import HandSeat, HandShare
from wallet import moments

_signer = Signer(salt="tables.history.sharing")


class Link(Struct, frozen=True):
    """A link that works, as its maker sees it."""

    id: int
    path: str
    with_cards: bool
    with_names: bool
    until: datetime


@transaction.atomic
def share(*, hand_id: int, member_id: int, with_cards: bool, with_names: bool) -> HandShare:
    """The member's link of this kind to a finished hand: the one that works, or a new one.

    Raises Refused `not_dealt_in` for a hand that the member did not play to its end.
    """
    if not HandSeat.objects.filter(hand_id=hand_id, member_id=member_id).exists():
        raise Refused("not_dealt_in")
    now = moments.now()
    same = HandShare.objects.filter(
        hand_id=hand_id,
        member_id=member_id,
        with_cards=with_cards,
        with_names=with_names,
        ended_at=None,
    )
    same.filter(made_at__lte=now - _life()).update(ended_at=now)
    row, _is_new = same.get_or_create(
        hand_id=hand_id,
        member_id=member_id,
        with_cards=with_cards,
        with_names=with_names,
        ended_at=None,
        defaults={"made_at": now},
    )
    return row


def end(*, share_id: int, member_id: int) -> bool:
    """Make a link of the member's own invalid, at once and for ever; False if there is none."""
    own = HandShare.objects.filter(pk=share_id, member_id=member_id, ended_at=None)
    return own.update(ended_at=moments.now()) > 0


def links(*, hand_id: int, member_id: int) -> list[Link]:
    """The member's links to a hand that work, oldest first."""
    now = moments.now()
    rows = HandShare.objects.filter(hand_id=hand_id, member_id=member_id, ended_at=None)
    return [
        Link(row.pk, path(row), row.with_cards, row.with_names, _until(row))
        for row in rows.order_by("pk")
        if _until(row) > now
    ]


def path(row: HandShare) -> str:
    """The address of a link on this site."""
    return f"/shared/{_signer.sign(str(row.pk))}/"


def opened(token: str) -> Account | None:
    """The hand behind a link, as it may be shown; None where the link does not work (any more)."""
    try:
        key = int(_signer.unsign(token))
    except (BadSignature, ValueError):
        return None
    row = HandShare.objects.filter(pk=key, ended_at=None, member__is_active=True).first()
    if row is None or _until(row) <= moments.now():
        return None
    return reading.shared(
        row.hand_id, row.member_id, with_cards=row.with_cards, with_names=row.with_names
    )


def _until(row: HandShare) -> datetime:
    return row.made_at + _life()


def _life() -> timedelta:
    return timedelta(days=settings.SHARE_DAYS)
