"""`manage.py vectors FILE…`: the rules' own answers to files of test vectors, a line a case."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

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
            for answer in _answers(Path(name)):
                if "error" in answer:
                    self.stderr.write(f"{name} {answer['id']}: {answer['error']}".strip())
                    unread += 1
                self.stdout.write(json.dumps(answer, ensure_ascii=False))
        if unread:
            self.stderr.write(f"{unread} could not be read.")
            raise SystemExit(WRONG_USE)


def _answers(path: Path) -> Iterator[dict[str, Any]]:
    """List the answers to a file's cases; a file that cannot be read is one error without id."""
    try:
        found = list(vectors.cases(path.name, json.loads(path.read_text(encoding="utf-8-sig"))))
    except (OSError, ValueError, RecursionError, RulesError) as fault:
        yield {"file": path.name, "id": "", "error": f"cannot be read: {fault}"}
        return
    for kind, number, case in found:
        try:
            yield {"file": path.name, "id": number, "got": vectors.answer(kind, case)}
        except RulesError as fault:
            yield {"file": path.name, "id": number, "error": str(fault)}
