"""`manage.py replay PATH…`: recorded hands (PHH) through our own rules, against their real end."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.replay import Replay, replay

FAULTS, WRONG_USE = 1, 2

_FIELDS = ("variant", "known", "ok", "stacks", "reason")


class Command(BaseCommand):
    help = "Replay recorded hands (.phh files, or folders of them) and compare their final stacks."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH")
        parser.add_argument("--expected", metavar="FILE", help="JSON of the real results")
        parser.add_argument("--json", action="store_true", help="one object a line on stdout")

    def handle(self, *args: Any, **options: Any) -> None:
        known, base = _expected(options["expected"])
        files = [found for path in options["paths"] for found in _files(Path(path))]
        good = unread = 0
        for path in files:
            result = _replayed(path, known, base)
            good += result.ok
            if not result.read:
                unread += 1
                self.stderr.write(f"{path}: {result.reason}")
            self._say(path, result, as_json=options["json"])
        self.stderr.write(f"{good} of {len(files)} hands end as they really did.")
        if unread:
            raise SystemExit(WRONG_USE)
        if good < len(files):
            raise SystemExit(FAULTS)

    def _say(self, path: Path, result: Replay, *, as_json: bool) -> None:
        if as_json:
            answer = {"path": str(path)}
            answer |= {name: getattr(result, name) for name in _FIELDS}
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
        else:
            word = "DIFFERS" if result.known else "unknown" if result.read else "UNREAD"
            word = "ok" if result.ok else word
            self.stdout.write(f"{word:8} {result.variant:6} {path} {result.reason}".rstrip())


def _expected(name: str | None) -> tuple[dict[str, Any], Path | None]:
    """Read the real results: an object from paths, relative to its own folder, to facts."""
    if name is None:
        return {}, None
    try:
        found = json.loads(Path(name).read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise CommandError(f"{name} cannot be read: {fault}", returncode=WRONG_USE) from fault
    if not isinstance(found, dict):
        raise CommandError(f"{name} is no object of results.", returncode=WRONG_USE)
    return found, Path(name).resolve().parent


def _files(path: Path) -> list[Path]:
    """List the .phh files of a folder and its folders; anything else stands for itself."""
    if not path.is_dir():
        return [path]
    return sorted(path.rglob("*.phh")) or [path]


def _replayed(path: Path, known: dict[str, Any], base: Path | None) -> Replay:
    if path.is_dir():
        return Replay("", False, False, (), "there are no .phh files in it", read=False)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as fault:
        return Replay("", False, False, (), f"cannot be read: {fault}", read=False)
    facts = _facts(path, known, base)
    return replay(text, expected=facts.get("finishing_stacks"), rake=facts.get("rake"))


def _facts(path: Path, known: dict[str, Any], base: Path | None) -> dict[str, Any]:
    """Return what the results say about a file, by its path from their folder or its ending."""
    if base is None:
        return {}
    parts = path.resolve().parts
    if path.resolve().is_relative_to(base):
        parts = path.resolve().relative_to(base).parts
    for start in range(len(parts)):
        facts = known.get("/".join(parts[start:]))
        if isinstance(facts, dict):
            return facts
    return {}
