"""What members bind themselves to: daily loss, daily time, a break, self-exclusion.

A tighter limit holds at once, a looser one after a day. A break or an exclusion only grows. The
database looks at them at every buy-in and top-up; before a next hand or round the dealer asks
`may_play`. A running hand is never met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection, transaction

from wallet import moments
from wallet.errors import WalletError, translated
from wallet.models import Account, Limits

LOOSEN_AFTER = timedelta(hours=24)
REOPEN_AFTER = timedelta(days=7)

# Of two reasons the later one is told.
_BARRED = """
    SELECT l.member_id, b.why FROM wallet_limits l, wallet_barred(l.member_id, 1) b
    WHERE l.member_id = ANY(%(members)s::bigint[]) AND b.why IS NOT NULL
    UNION ALL
    SELECT member_id, 'frozen' FROM wallet_account
    WHERE kind = 'member' AND status = 'frozen' AND member_id = ANY(%(members)s::bigint[])"""


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit as it holds now, and what it will be; None is no limit."""

    value: int | None
    next_value: int | None
    next_from: datetime | None


@dataclass(frozen=True, slots=True)
class Binding:
    """Everything that a member is bound to at a moment."""

    daily_loss: Limit
    daily_minutes: Limit
    break_until: datetime | None
    excluded_until: datetime | None
    reopens_at: datetime | None


def of_member(member_id: int, now: datetime | None = None) -> Binding:
    """What binds the member now."""
    moment = now or moments.now()
    row = Limits.objects.filter(member_id=member_id).first() or Limits(member_id=member_id)
    return Binding(
        _settled(row.daily_loss, row.next_daily_loss, row.daily_loss_from, moment),
        _settled(row.daily_minutes, row.next_daily_minutes, row.daily_minutes_from, moment),
        row.break_until,
        row.excluded_until,
        row.reopens_at,
    )


@dataclass(frozen=True, slots=True)
class Today:
    """What a member has lost at tables today (below zero: won), and the minutes sat there."""

    lost: int
    minutes: int


def today(member_id: int) -> Today:
    """How much of the daily limits is used up."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT wallet_lost_since(%(member)s, m.night), extract(epoch FROM"
            " wallet_sat_since(%(member)s, m.night, m.now))::bigint / 60"
            " FROM (SELECT wallet_midnight(site_now()) AS night, site_now() AS now) m",
            {"member": member_id},
        )
        lost, minutes = cursor.fetchone()
    return Today(lost, minutes)


def set_daily_loss(*, member_id: int, chips: int | None) -> Limit:
    """Lose at most so many chips a day, tables counted; None lifts the limit. Locks the row."""
    return _set(member_id, "daily_loss", chips)


def set_daily_minutes(*, member_id: int, minutes: int | None) -> Limit:
    """Sit at tables at most so many minutes a day; None lifts the limit. Locks the row."""
    return _set(member_id, "daily_minutes", minutes)


def take_break(*, member_id: int, until: datetime) -> None:
    """No play until then. Raises WalletError `bound` if a longer break runs. Locks the row."""
    _change(member_id, lambda row: setattr(row, "break_until", until))


def exclude(*, member_id: int, until: datetime) -> None:
    """No play until then, and then only after asking. Raises `bound` if a longer one runs."""

    def change(row: Limits) -> None:
        row.excluded_until = until
        row.reopens_at = None

    _change(member_id, change)


def reopen(*, member_id: int) -> datetime:
    """Ask to play again after an exclusion has run out; gives when play opens.

    Asking twice changes nothing. Raises `not_excluded` if none has run out.
    """

    def change(row: Limits) -> None:
        now = moments.now()
        if row.excluded_until is None or now < row.excluded_until:
            raise WalletError("not_excluded", until=row.excluded_until)
        row.reopens_at = row.reopens_at or now + REOPEN_AFTER

    opens = _change(member_id, change).reopens_at
    assert opens is not None
    return opens


def may_play(member_ids: Iterable[int]) -> dict[int, str]:
    """Who of these may not be dealt into a next hand or round, and why.

    Codes: `frozen`, `excluded`, `break`, `time_limit`, `loss_limit`. One query; locks nothing.
    """
    ids = list(member_ids)
    with connection.cursor() as cursor:
        cursor.execute(_BARRED, {"members": ids})
        return dict(cursor.fetchall())


def may_buy(wanted: Mapping[int, int]) -> dict[int, int]:
    """Of the chips that these members want to bring to tables, what wallets and limits allow.

    A wallet that holds less gives what it has; who may not play, or would be put above the daily
    loss, is not among the answers. One query; locks nothing, so the posting may still refuse.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT w.member, least(w.chips, a.balance)"
            " FROM unnest(%s::bigint[], %s::bigint[]) AS w (member, chips)"
            " JOIN wallet_account a ON a.member_id = w.member AND a.kind = %s"
            " CROSS JOIN LATERAL wallet_barred(w.member, least(w.chips, a.balance)) b"
            " WHERE a.balance > 0 AND a.status = %s AND b.why IS NULL",
            [
                list(wanted),
                list(wanted.values()),
                Account.Kind.MEMBER,
                Account.Status.OPEN,
            ],
        )
        return dict(cursor.fetchall())


def _settled(
    value: int | None, next_value: int | None, since: datetime | None, now: datetime
) -> Limit:
    if since is not None and since <= now:
        return Limit(next_value, None, None)
    return Limit(value, next_value, since)


def _set(member_id: int, name: str, value: int | None) -> Limit:
    if value is not None and value < 0:
        raise WalletError("amount", amount=value)

    def change(row: Limits) -> None:
        now = moments.now()
        holds = _settled(
            getattr(row, name), getattr(row, f"next_{name}"), getattr(row, f"{name}_from"), now
        )
        tighter = value is not None and (holds.value is None or value <= holds.value)
        after = (
            Limit(value, None, None)
            if tighter or value == holds.value
            else Limit(holds.value, value, now + LOOSEN_AFTER)
        )
        setattr(row, name, after.value)
        setattr(row, f"next_{name}", after.next_value)
        setattr(row, f"{name}_from", after.next_from)

    row = _change(member_id, change)
    return Limit(getattr(row, name), getattr(row, f"next_{name}"), getattr(row, f"{name}_from"))


@transaction.atomic
def _change(member_id: int, change: Callable[[Limits], None]) -> Limits:
    Limits.objects.get_or_create(member_id=member_id)
    row = Limits.objects.select_for_update(no_key=True).get(member_id=member_id)
    change(row)
    with translated():
        row.save()
    return row
