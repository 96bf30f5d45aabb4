"""Compiling the catalogues, without gettext on the machine.

Our own words, and those of packages that have no Korean or Vietnamese themselves.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import polib

from config.environment import ROOT

LOCALE = (ROOT / "config" / "locale", ROOT / "config" / "locale_packages")


def compile_all(folders: Sequence[Path] = LOCALE) -> list[Path]:
    """Write the .mo file of every .po that is newer than it; the files written."""
    written = []
    for source in sorted(path for folder in folders for path in folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        fresh = target.with_name(f"{target.name}.{os.getpid()}")  # others may read meanwhile
        polib.pofile(str(source)).save_as_mofile(str(fresh))
        fresh.replace(target)
        written.append(target)
    return written


if __name__ == "__main__":
    compile_all()
