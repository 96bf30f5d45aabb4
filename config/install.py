"""`make setup`: a virtual environment with the pinned packages, made only when it is not yet so.

Runs on the bare system Python and needs nothing but the standard library. Usage:
`python3 config/install.py FOLDER [EXTRA]`, with an extra of pyproject.toml.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)


def main(folder: str, extra: str = "") -> None:
    """Bring the environment in `folder` up to date, or end with one line on stderr."""
    if sys.version_info < OLDEST:
        sys.exit(f"Python 3.11 or later is needed; this is {sys.version.split()[0]}.")
    home = ROOT / folder
    try:
        with (ROOT / ".setup.lock").open("w") as lock:  # `make run` and `make test` at once
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not up_to_date(home, extra):
                install(home, extra)
    except KeyboardInterrupt:
        sys.exit("Stopped.")
    except OSError as error:
        sys.exit(f"Cannot install into {home}: {error.strerror or error}.")


def fingerprint(extra: str) -> str:
    """What an installation depends on: the packages wanted, their pins, this Python."""
    parts = [extra, sys.version, sys.executable]
    parts += [(ROOT / name).read_text() for name in ("pyproject.toml", "constraints.txt")]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def stamp(home: Path, extra: str) -> Path:
    return home / f"installed-{extra or 'site'}"


def up_to_date(home: Path, extra: str) -> bool:
    path = stamp(home, extra)
    works = (home / "bin" / "python").exists()
    return works and path.exists() and path.read_text() == fingerprint(extra)


def wanted(extra: str) -> list[str]:
    """The requirements of pyproject.toml, with those of `extra`."""
    import tomllib  # not in the Pythons that `main` turns away

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return project["dependencies"] + (project["optional-dependencies"][extra] if extra else [])


def install(home: Path, extra: str) -> None:
    """Make the environment anew where its Python is gone, and install into it."""
    python = home / "bin" / "python"
    if not (home / "bin" / "pip").exists():  # or its making was interrupted
        if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
            sys.exit("The Debian package python3-venv is missing: apt-get install python3-venv")
        shutil.rmtree(home, ignore_errors=True)
        run([sys.executable, "-m", "venv", str(home)], "Making the virtual environment")
    print(f"Installing the packages into {home.name} …", flush=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pip += ["--constraint", str(ROOT / "constraints.txt"), *wanted(extra)]
    run(pip, "Installing the packages")
    stamp(home, extra).write_text(fingerprint(extra))
    if extra:
        stamp(home, "").write_text(fingerprint(""))


def run(command: list[str], what: str) -> None:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode != 0:
        lines = [line for line in done.stdout.splitlines() if line.strip()]
        errors = [line for line in lines if line.startswith("ERROR")] or lines or ["no reason"]
        sys.exit(f"{what} failed: {errors[-1].strip()}")


if __name__ == "__main__":
    main(*sys.argv[1:])
