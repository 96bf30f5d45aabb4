"""`manage.py vectors FILE…`: the rules' own answers to files of test vectors, a line a case."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules import vectors
from rules.errors import RulesError

WRONG_USE = 2


class Command(BaseCommand):
    help = "Answer vector files: one JSON object a case, with what the rules say."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--json", action="store_true", help="accepted; the answer always is")

    def handle(self, *args: Any, **options: Any) -> None:
        unread = 0
        for name in options["files"]:
            for kind, number, case in _cases(name):
                answer: dict[str, Any] = {"file": Path(name).name, "id": number}
                try:
                    answer["got"] = vectors.answer(kind, case)
                except RulesError as fault:
                    answer["error"] = str(fault)
                    unread += 1
                self.stdout.write(json.dumps(answer, ensure_ascii=False))
        if unread:
            self.stderr.write(f"{unread} cases could not be read.")
            raise SystemExit(WRONG_USE)


def _cases(name: str) -> list[tuple[str, str, Any]]:
    path = Path(name)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return list(vectors.cases(path.name, data))
    except (OSError, ValueError) as fault:
        raise CommandError(f"{name} cannot be read: {fault}", returncode=WRONG_USE) from fault
    except RulesError as fault:
        raise CommandError(f"{name} is no vector file: {fault}", returncode=WRONG_USE) from fault
