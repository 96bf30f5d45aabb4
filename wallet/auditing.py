"""Running the audit: all checks on one moment of the database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from wallet import audits
from wallet.audits import Fault, Figures, Scope
from wallet.models import AuditRun, Entry

KEPT = 200  # faults of a check that a stored run keeps; the command prints all
# How the database works meanwhile: sorts and hashes of 32 MB, what is more goes to disk. No cache
# of single look-ups: at millions of rows it costs three times what a join costs, and memory. The
# faults are read by a cursor, yet the query runs to its end before the first comes.
SETTINGS = {
    "work_mem": "32MB",
    "hash_mem_multiplier": "1",
    "enable_memoize": "off",
    "cursor_tuple_fraction": "1",
}


@dataclass
class Outcome:
    """What one check found; `figures` is what it counted besides."""

    name: str
    faults: list[Fault] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return not self.faults


def border() -> int:
    """The newest entry id below which every entry is committed. Not inside a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT wallet_border()")
        row: tuple[int] = cursor.fetchone()
    return row[0]


def last_clean() -> int:
    """The entry up to which runs without faults have looked at every one: where the next goes on.

    From the newest clean run of everything, by the clean ones that began where another had ended.
    A run that began later, at a date, leaves a gap and carries nothing on.
    """
    clean = AuditRun.objects.filter(ok=True)
    upto = clean.filter(since=0).order_by("-border").values_list("border", flat=True).first() or 0
    newer = clean.filter(border__gt=upto).order_by("since").values_list("since", "border")
    for since, border in newer:
        if since <= upto:
            upto = max(upto, border)
    return upto


def first_entry_before(moment: datetime) -> int:
    """The newest entry that is older than `moment`; 0 if there is none."""
    entry = Entry.objects.filter(transfer__created_at__lt=moment).order_by("-pk").first()
    return entry.pk if entry else 0


def run(*, since: int = 0, report: Callable[[Outcome], None] = lambda _: None) -> AuditRun:
    """Run every check on the entries after `since`, and keep the result.

    Repairs nothing and locks nothing but, for an instant, the writing of entries, to learn which
    entries are surely committed. `report` gets each outcome as it is known.
    """
    started, clock = timezone.now(), monotonic()
    upto = border()
    outcomes = []
    for outcome in _outcomes(Scope(since, upto)):
        outcomes.append(outcome)
        report(outcome)
    return AuditRun.objects.create(
        started_at=started,
        seconds=monotonic() - clock,
        since=since,
        border=upto,
        ok=all(outcome.ok for outcome in outcomes),
        entries=Entry.objects.filter(pk__gt=since, pk__lte=upto).count(),
        checks=[
            {
                "check": outcome.name,
                "faults": [_plain(fault) for fault in outcome.faults[:KEPT]],
                "count": len(outcome.faults),
                "figures": outcome.figures,
            }
            for outcome in outcomes
        ],
    )


def _outcomes(scope: Scope) -> Iterator[Outcome]:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            for name, value in SETTINGS.items():
                cursor.execute("SELECT set_config(%s, %s, true)", [name, value])
        for name, check in audits.checks().items():
            outcome = Outcome(name)
            for found in check(scope):
                if isinstance(found, Figures):
                    outcome.figures |= found.values
                else:
                    outcome.faults.append(found)
            yield outcome


def _plain(fault: Fault) -> dict[str, Any]:
    return {
        "kind": fault.kind,
        "ids": fault.ids,
        "expected": fault.expected,
        "found": fault.found,
    }


def line(outcome: Outcome) -> dict[str, Any]:
    """An outcome as the command prints it with `--json`."""
    extra = {"figures": outcome.figures} if outcome.figures else {}
    return {
        "check": outcome.name,
        "ok": outcome.ok,
        "faults": [_plain(fault) for fault in outcome.faults],
        **extra,
    }
