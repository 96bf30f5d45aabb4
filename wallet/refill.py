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
STRETCH = 50  # ranges between two notes of the progress
JOB = "refill"

# The ranges of a stretch of members in which somebody has not had today's yet: both sides are read
# in the order of an index, so a stretch that was paid costs a small part of paying it.
_DUE = """
SELECT DISTINCT (v.member_id - %(first)s) / %(range)s
FROM wallet_visit v
WHERE v.member_id BETWEEN %(first)s AND %(last)s AND v.seen_on >= %(since)s
    AND NOT EXISTS (
        SELECT FROM wallet_grant g WHERE g.policy_id = %(policy)s AND g.period = %(period)s
            AND g.member_id BETWEEN %(first)s AND %(last)s AND g.member_id = v.member_id
    )
ORDER BY 1
"""

_PAY = """
SELECT r.members, r.chips
FROM set_config('synchronous_commit', 'off', true), wallet_refill(%s, %s, %s, %s, %s) r
"""

log = structlog.get_logger(__name__)


def stretches() -> Iterator[tuple[int, int]]:
    """Stretches of member ids that cover everybody who was ever seen."""
    ends = Visit.objects.aggregate(first=Min("member_id"), last=Max("member_id"))
    if ends["first"] is not None:
        size = RANGE * STRETCH
        for first in range(ends["first"], ends["last"] + 1, size):
            yield first, min(first + size - 1, ends["last"])


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
    for start, end in stretches():
        _note(batch)
        if moments.day_of(moments.now()) != today:
            return batch
        for first, last in _due(policy, start, end, today, seen_since):
            members, chips = pay_range(policy, first, last, today, seen_since)
            batch.paid += members
            batch.chips += chips
        batch.upto, batch.last = end, max(batch.last, end)
    batch.finished_at = moments.now()
    _note(batch)
    return batch


def _due(policy: Policy, first: int, last: int, day: date, since: date) -> list[tuple[int, int]]:
    """The ranges of the members `first` to `last` that hold somebody who is to be paid.

    Who is paid or seen meanwhile makes no difference: `pay_range` looks again, under the lock.
    """
    values = {"first": first, "last": last, "range": RANGE, "policy": policy.pk}
    with connection.cursor() as cursor:
        cursor.execute(_DUE, values | {"period": day.isoformat(), "since": since})
        starts = [first + number * RANGE for (number,) in cursor.fetchall()]
    return [(start, min(start + RANGE - 1, last)) for start in starts]


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
