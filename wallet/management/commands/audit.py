"""`manage.py audit`: does the ledger keep its promises? Names faults, repairs nothing."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from wallet import auditing
from wallet.auditing import Outcome

LAST = "last"


class Command(BaseCommand):
    help = "Check every promise of the ledger. Exit code 0: kept, 1: faults found, 2: wrong use."
    requires_system_checks = []  # `migrate` has done them

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object a line on stdout")
        parser.add_argument(
            "--since",
            nargs="?",
            const=LAST,
            metavar="ID|DATE",
            help="only entries after this id or from this date on; alone: after the last clean run",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        as_json = options["json"]

        def report(outcome: Outcome) -> None:
            if as_json:
                self._line(auditing.line(outcome))
            else:
                self._tell(outcome)

        run = auditing.run(since=_since(options["since"]), report=report)
        if as_json:
            self._line({"ok": run.ok, "checks": len(run.checks), "entries": run.entries})
        else:
            self.stdout.write(f"{run.entries} entries, {len(run.checks)} checks: {_word(run.ok)}")
        if not run.ok:
            sys.exit(1)

    def _line(self, value: dict[str, Any]) -> None:
        self.stdout.write(json.dumps(value, ensure_ascii=False, default=str))

    def _tell(self, outcome: Outcome) -> None:
        self.stdout.write(f"{outcome.name}: {_word(outcome.ok)}")
        for fault in outcome.faults:
            self.stdout.write(
                f"  {fault.kind} {fault.ids} expected {fault.expected} found {fault.found}"
            )
        for name, value in outcome.figures.items():
            self.stdout.write(f"  {name} {value:,}")


def _word(ok: bool) -> str:
    return "ok" if ok else "FAULTS"


def _since(value: str | None) -> int:
    if value is None:
        return 0
    if value == LAST:
        return auditing.last_clean()
    if value.isdecimal():
        return int(value)
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise CommandError(f"--since: {value!r} is no id and no date", returncode=2) from None
    return auditing.first_entry_before(
        moment if timezone.is_aware(moment) else timezone.make_aware(moment)
    )
