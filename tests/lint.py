"""`make lint`: ruff, its formatter and mypy over the project, all three whatever the first says."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from config import report
from config.environment import ROOT, new_secrets

CHECKS = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy", "."],
}


def main() -> int:
    """0 when every check is clean, else 1; mypy's plugin reads the settings, hence the keys."""
    started = time.monotonic()
    env = new_secrets() | os.environ
    figures = {
        name: subprocess.run([sys.executable, "-m", *command], cwd=ROOT, env=env).returncode == 0
        for name, command in CHECKS.items()
    }
    ok = all(figures.values())
    print(report.line("lint", ok=ok, started=started, figures=figures), flush=True)
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
