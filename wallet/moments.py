"""The ledger at a past moment, and the site's own time."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connection

from wallet.models import Entry

DAY = timedelta(days=1)


def zone() -> ZoneInfo:
    """The zone whose midnight begins a member's day."""
    return ZoneInfo(settings.TIME_ZONE)


def now() -> datetime:
    """`site_now()` of the database: every process has the same time, and tests can shift it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT site_now()")
        row: tuple[datetime] = cursor.fetchone()
    return row[0]


def day_of(moment: datetime) -> date:
    """The member's day that a moment lies in."""
    return moment.astimezone(zone()).date()


def midnight(day: date) -> datetime:
    """The first moment of a member's day."""
    return datetime(day.year, day.month, day.day, tzinfo=zone())


def seq_before(account_id: int, moment: datetime) -> int:
    """The number of the account's last entry before a moment; 0 if it had none yet."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT wallet_seq_before(%s, %s)", [account_id, moment])
        row: tuple[int] = cursor.fetchone()
    return row[0]


def balance_before(account_id: int, moment: datetime) -> int:
    """What the account held just before a moment."""
    entry = Entry.objects.filter(account_id=account_id, seq=seq_before(account_id, moment))
    return entry.values_list("balance_after", flat=True).first() or 0
