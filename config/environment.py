"""The environment of a process: variables that are set win over the file DATA/env.

`manage.py up` and `manage.py services` write DATA/env; every other command run beside the site
reads it. This module is imported before Django's settings and imports nothing of Django.
"""

from __future__ import annotations

import base64
import fcntl
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
HEAD = "# Written at every start. Variables set outside win over the lines of this file.\n"
ADDRESSES = ("DATABASE_URL", "OWNER_DATABASE_URL", "REDIS_URL")

_held: list[IO[str]] = []


class EnvironmentProblem(Exception):
    """The site cannot start in this environment; the text is one line for who started it."""


class InUse(EnvironmentProblem):
    """Another process runs the site in this DATA."""


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


def write(path: Path, values: Mapping[str, str]) -> None:
    """Replace an env file as a whole, readable by its owner alone."""
    fresh = path.with_name(path.name + ".new")
    with open(fresh, "w", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(HEAD + "".join(f"{name}={value}\n" for name, value in sorted(values.items())))
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def load() -> None:
    """Put the lines of DATA/env into the environment, where a variable is not set already."""
    for name, value in read(data_dir() / "env").items():
        os.environ.setdefault(name, value)


def new_secrets() -> dict[str, str]:
    """Fresh secrets of a site: SECRET_KEY, and DECK_KEY (32 bytes in base64)."""
    return {
        "SECRET_KEY": secrets.token_urlsafe(48),
        "DECK_KEY": base64.b64encode(secrets.token_bytes(32)).decode(),
    }


def key_problem(text: str) -> str:
    """What is wrong with a DECK_KEY; empty when it is 32 bytes in base64."""
    try:
        length = len(base64.b64decode(text, validate=True))
    except ValueError:
        length = 0
    return "" if length == 32 else "DECK_KEY must be 32 bytes in base64."


def prepare() -> None:
    """Make DATA and DATA/env before the services start, and keep everybody else off DATA.

    Where DATABASE_URL and OWNER_DATABASE_URL, or REDIS_URL, are set by whoever calls, these are
    used; else the embedded services, of which the variable EMBEDDED names those to be started.
    What is given is checked before anything is written, and no secret that is stored is replaced.
    Raises InUse when another process runs the site in DATA, EnvironmentProblem for the rest.
    """
    from config.embedded import ServiceError

    data = data_dir()
    names = {*ADDRESSES, *new_secrets()}
    given = {name: os.environ[name] for name in names if name in os.environ}
    try:
        _check_folder(data)
        _check_given(given, read(data / "env"))
        (data / "run").mkdir(mode=0o700, parents=True, exist_ok=True)
        data.chmod(0o700)
        _hold(data / "run" / "up.pid")
        stored = read(data / "env")  # once more: another start may have written it meanwhile
        _check_given(given, stored)
        secret = {name: value for name, value in stored.items() if name in new_secrets()}
        addresses = _embedded(data, set(given))
        values = new_secrets() | stored | addresses | given | secret
        write(data / "env", values)
    except ServiceError as error:
        raise EnvironmentProblem(str(error)) from None
    except OSError as error:
        raise EnvironmentProblem(f"Cannot write in {data}: {error.strerror or error}.") from None
    for name, value in values.items():
        os.environ.setdefault(name, value)
    os.environ["DATA"] = str(data)
    services = {"DATABASE_URL": "postgres", "REDIS_URL": "valkey"}
    os.environ["EMBEDDED"] = ",".join(services[name] for name in services if name in addresses)


def _check_folder(data: Path) -> None:
    """Refuse a folder that holds somebody else's files: the site closes its DATA to all others."""
    if not data.exists():
        return
    files = {path.name for path in data.iterdir()} - {"lost+found"}
    ours = (data / "run" / "up.pid").is_file() or bool(
        (data / "env").is_file() and new_secrets().keys() & read(data / "env").keys()
    )
    if files and not ours:
        raise EnvironmentProblem(
            f"{data} holds files of something else: set DATA to a folder that is new or empty."
        )


def _check_given(given: Mapping[str, str], stored: Mapping[str, str]) -> None:
    """Refuse what cannot be right among the variables that are set, and another DECK_KEY."""
    from django.core.exceptions import ImproperlyConfigured

    from config import database

    if "SECRET_KEY" in given and not given["SECRET_KEY"]:
        raise EnvironmentProblem("SECRET_KEY must not be empty.")
    if "DECK_KEY" in given:
        if problem := key_problem(given["DECK_KEY"]):
            raise EnvironmentProblem(problem)
        if stored.get("DECK_KEY", given["DECK_KEY"]) != given["DECK_KEY"]:
            raise EnvironmentProblem(
                "DECK_KEY is not the key in DATA/env, which alone opens the decks of past hands: "
                "leave DECK_KEY unset."
            )
    try:
        for name in {"DATABASE_URL", "OWNER_DATABASE_URL"} & given.keys():
            database.parse(name, given[name])
    except ImproperlyConfigured as problem:
        raise EnvironmentProblem(str(problem)) from None


def _embedded(data: Path, given: set[str]) -> dict[str, str]:
    """The addresses of the embedded services that stand in for what is not given."""
    from config.embedded import Postgres, Valkey

    addresses = {}
    match len({"DATABASE_URL", "OWNER_DATABASE_URL"} & given):
        case 0:
            cluster = Postgres(data)
            cluster.lodge()
            addresses["DATABASE_URL"] = cluster.url("app")
            addresses["OWNER_DATABASE_URL"] = cluster.url("owner")
        case 1:
            raise EnvironmentProblem("Set both DATABASE_URL and OWNER_DATABASE_URL, or neither.")
    if "REDIS_URL" not in given:
        addresses["REDIS_URL"] = Valkey(data).url()
    return addresses


def _hold(path: Path) -> None:
    """Lock the file for the life of this process, which it names; the lock dies with it."""
    file = path.open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        raise InUse(f"{data_dir()} is in use by process {file.read().strip()}.") from None
    file.truncate(0)
    file.write(f"{os.getpid()}\n")
    file.flush()
    _held.append(file)
