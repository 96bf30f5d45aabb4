"""The night's refill: everybody seen lately, in ranges of members, a transaction each.

Only ever today's. A range that was paid is left out when it comes again, so a run that died is
simply run once more, and two at once pay once.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import structlog
from django.db import connection
from django.db.models import Max, Min

from wallet import moments
from wallet.models import Batch, Policy, Visit

RANGE = 1000  # members a transaction
STEPS = 50  # ranges between two notes of the progress
JOB = "refill"

_PAY = """
SELECT r.members, r.chips
FROM set_config('synchronous_commit', 'off', true), wallet_refill(%s, %s, %s, %s, %s) r
"""

log = structlog.get_logger(__name__)


def ranges() -> Iterator[tuple[int, int]]:
    """Ranges of member ids that cover everybody who was ever seen."""
    ends = Visit.objects.aggregate(first=Min("member_id"), last=Max("member_id"))
    if ends["first"] is not None:
        for first in range(ends["first"], ends["last"] + 1, RANGE):
            yield first, min(first + RANGE - 1, ends["last"])


def run(*, again: bool = False) -> Batch | None:
    """Give today's refill to everybody seen within the policy's days.

    None if today's run has finished already (members who come later get theirs on their visit);
    `again` looks at everybody all the same. Stops at midnight: the next run is the next day's.
    """
    policy = Policy.objects.filter(slug=Policy.Kind.REFILL, active=True).first()
    if policy is None:
        return None
    now = moments.now()
    today = moments.day_of(now)
    period = today.isoformat()
    finished = Batch.objects.filter(job=JOB, period=period, finished_at__isnull=False)
    if not again and finished.exists():
        return None
    seen_since = today - timedelta(days=policy.seen_days)
    batch = Batch.objects.create(job=JOB, period=period, started_at=now)
    for step, (first, last) in enumerate(ranges()):
        if step % STEPS == 0:
            _note(batch)
            if moments.day_of(moments.now()) != today:
                return batch
        members, chips = pay_range(policy, first, last, today, seen_since)
        batch.upto, batch.last = last, max(batch.last, last)
        batch.paid += members
        batch.chips += chips
    batch.finished_at = moments.now()
    _note(batch)
    return batch


def pay_range(policy: Policy, first: int, last: int, day: date, since: date) -> tuple[int, int]:
    """Pay the members `first` to `last` who were seen since; gives how many, and the chips.

    One statement, which is its own transaction: a range costs one way to the database and back.
    It does not wait for the disk: what a crash of the machine takes away it takes whole, the grant
    rows too, and the next run pays it. Whoever moves such chips makes them safe by that.
    """
    with connection.cursor() as cursor:
        cursor.execute(_PAY, [policy.pk, day.isoformat(), first, last, since])
        row: tuple[int, int] = cursor.fetchone()
    return row


def _note(batch: Batch) -> None:
    batch.save()
    log.info("refill", period=batch.period, upto=batch.upto, paid=batch.paid, chips=batch.chips)
