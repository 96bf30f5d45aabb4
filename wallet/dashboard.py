"""What staff see first: the chips in the world by the reason that brought them, the last audits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from wallet import ledger_checks
from wallet.audits import Scope
from wallet.models import AuditRun
from wallet.selectors import reason_label

WIDTH = 320  # of the longest bar, in the chart's own units
SUPPLY = "supply"  # the check whose figures are the chips by reason


@dataclass(frozen=True, slots=True)
class Bar:
    """One reason: its chips (below zero: taken out of the world), and how long its bar is."""

    label: str
    chips: int
    width: int


@dataclass(frozen=True, slots=True)
class Audit:
    """A run of the audit, and the names of the checks that found faults, in one line."""

    run: AuditRun
    faulty: str


def supply() -> dict[str, int]:
    """What the mint has given for each reason, less what came back to it for that reason.

    Chips of corrections count for themselves. The sums of the newest full audit, and those of the
    entries after its border: a ledger of any size is not added up for a page. Unless they are not
    what the mint has given in all: then the audit's sums were others, and every entry is read.
    """
    counted = AuditRun.objects.filter(since=0).order_by("-border", "-pk").first()
    if counted is None:
        return ledger_checks.by_reason(Scope(0))
    figures: dict[str, int] = next(
        (c["figures"] for c in counted.checks if c["check"] == SUPPLY), {}
    )
    given, newer = ledger_checks.given(counted.border)
    reasons = sorted({*figures, *newer})
    sums = {reason: figures.get(reason, 0) + newer.get(reason, 0) for reason in reasons}
    return sums if sum(sums.values()) == given else ledger_checks.by_reason(Scope(0))


def bars(sums: dict[str, int]) -> list[Bar]:
    """The bars of a chart, the largest first."""
    most = max((abs(chips) for chips in sums.values()), default=0) or 1
    ordered = sorted(sums.items(), key=lambda item: -item[1])
    return [
        Bar(reason_label(reason), chips, max(1, abs(chips) * WIDTH // most))
        for reason, chips in ordered
    ]


def audits() -> list[Audit]:
    """The newest audit of everything and, if it is younger, the newest of what was new then.

    Both, because what the one has found in old entries the other does not look at any more.
    """
    runs = AuditRun.objects.order_by("-pk")
    full, newest = runs.filter(since=0).first(), runs.first()
    shown = [full, newest if newest != full else None]
    return [Audit(run, faulty(run)) for run in shown if run is not None]


def faulty(run: AuditRun) -> str:
    """The names of the checks that found faults, in one line; empty without faults."""
    return ", ".join(check["check"] for check in run.checks if check["count"])


def callback(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Adds both to the index of the admin, for those who may look at them."""
    if request.user.has_perm("wallet.view_transfer"):
        sums = supply()
        context |= {"supply": bars(sums), "supply_total": sum(sums.values())}
    if request.user.has_perm("wallet.view_auditrun"):
        context |= {"shows_audit": True, "audits": audits()}
    return context
