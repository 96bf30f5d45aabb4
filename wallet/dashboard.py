"""What staff see first: the chips in the world by the reason that brought them, the last audit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from wallet import ledger_checks
from wallet.audits import Scope
from wallet.models import AuditRun
from wallet.selectors import reason_label

WIDTH = 320  # of the longest bar, in the chart's own units
ROW = 28
SUPPLY = "supply"  # the check whose figures are the chips by reason


@dataclass(frozen=True, slots=True)
class Bar:
    """One reason: its chips (below zero: taken out of the world), and where its bar lies."""

    label: str
    chips: int
    width: int
    top: int


def supply() -> dict[str, int]:
    """What the mint has given for each reason, less what came back to it for that reason.

    Chips of corrections count for themselves. The sums of the newest full audit, and those of the
    entries after its border: a ledger of any size is not added up for a page.
    """
    counted = AuditRun.objects.filter(since=0).order_by("-border", "-pk").first()
    if counted is None:
        return ledger_checks.by_reason(Scope(0))
    figures: dict[str, int] = next(
        (c["figures"] for c in counted.checks if c["check"] == SUPPLY), {}
    )
    newer = ledger_checks.by_reason(Scope(counted.border))
    reasons = sorted({*figures, *newer})
    return {reason: figures.get(reason, 0) + newer.get(reason, 0) for reason in reasons}


def bars(sums: dict[str, int]) -> list[Bar]:
    """The bars of a chart, the largest first."""
    most = max((abs(chips) for chips in sums.values()), default=0) or 1
    ordered = sorted(sums.items(), key=lambda item: -item[1])
    return [
        Bar(reason_label(reason), chips, max(1, abs(chips) * WIDTH // most), n * ROW)
        for n, (reason, chips) in enumerate(ordered)
    ]


def callback(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Adds both to the index of the admin, for those who may look at them."""
    if request.user.has_perm("wallet.view_transfer"):
        sums = supply()
        context |= {"supply": bars(sums), "supply_total": sum(sums.values())}
        context["supply_height"] = len(sums) * ROW
    if request.user.has_perm("wallet.view_auditrun"):
        run = AuditRun.objects.order_by("-pk").first()
        names = [check["check"] for check in run.checks if check["count"]] if run else []
        context |= {"shows_audit": True, "audit": run, "audit_faults": ", ".join(names)}
    return context
