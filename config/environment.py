"""The environment of a process: variables that are set win over the file DATA/env.

`manage.py up` writes DATA/env on its first run; every other command run beside the site reads it.
"""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def data_dir() -> Path:
    """The folder that holds everything a running site writes (variable DATA, default `.data`)."""
    return (ROOT / os.environ.get("DATA", ".data")).resolve()


def read(path: Path) -> dict[str, str]:
    """The NAME=value lines of an env file; a missing file is an empty one."""
    try:
        lines = path.read_text().splitlines()
    except FileNotFoundError:
        return {}
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    return {name.strip(): value.strip() for name, value in pairs}


def load() -> None:
    """Put the lines of DATA/env into the environment, where a variable is not set already."""
    for name, value in read(data_dir() / "env").items():
        os.environ.setdefault(name, value)
