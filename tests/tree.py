"""The project's own files, for the tests that read them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from config.environment import ROOT

APPS = ("config", "accounts", "wallet", "tables", "rules")


@cache
def files() -> tuple[Path, ...]:
    """Every tracked file; without git, every file that is not hidden."""
    try:
        done = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        paths = [ROOT / name for name in done.stdout.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        paths = [path for path in ROOT.rglob("*") if "/." not in str(path.relative_to(ROOT.parent))]
    return tuple(sorted(path for path in paths if path.is_file()))


def of(*suffixes: str, under: tuple[str, ...] = ()) -> Iterator[Path]:
    """Files by suffix, in these top folders or anywhere."""
    for path in files():
        if path.suffix in suffixes and (not under or path.relative_to(ROOT).parts[0] in under):
            yield path


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))
