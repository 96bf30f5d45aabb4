"""A folder and an environment for a site of one's own, before Django reads it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from config import environment

TAKEN = (*environment.ADDRESSES, "SECRET_KEY", "DECK_KEY", "PORT", "WEB", "CLOCKS", "REDIS_PREFIX")


@contextmanager
def data(settings: Mapping[str, str]) -> Iterator[Path]:
    """Set Django up for a site in a throw-away folder (KEEP=1 keeps it), with these settings."""
    folder = Path(tempfile.mkdtemp(prefix="md-"))
    for name in TAKEN:
        os.environ.pop(name, None)
    os.environ |= {**settings, "DATA": str(folder)}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    environment.prepare()
    import django

    django.setup()
    try:
        yield folder
    finally:
        if not os.environ.get("KEEP"):
            shutil.rmtree(folder, ignore_errors=True)
