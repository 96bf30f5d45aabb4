"""Compiling the catalogues of config/locale, without gettext on the machine."""

from __future__ import annotations

import os
from pathlib import Path

import polib

from config.environment import ROOT

LOCALE = ROOT / "config" / "locale"


def compile_all(folder: Path = LOCALE) -> list[Path]:
    """Write the .mo file of every .po that is newer than it; the files written."""
    written = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
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
