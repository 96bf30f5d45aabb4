"""Pytest plugin: PostgreSQL and Valkey of a test run, up before Django reads its settings.

Named with `-p` in pyproject.toml. The first process starts both in a throw-away folder; the
workers of xdist inherit it and take a database each (a copy of one migrated template) and a
number of Valkey. Whatever the environment said about databases before is not used.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from config import messages, report
from config.embedded import Postgres, Valkey, stop
from config.environment import ROOT, new_secrets

HOME = "TEST_HOME"  # variable by which the workers find the services of the first process
TEMPLATE = "template_madang"
NO_BROWSER = "No Chromium found: the browser tests did not run (apt-get install chromium)."
_started = time.monotonic()
_restorer: psycopg.Connection | None = None
FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


def worker() -> str:
    """The name of this process among those of the run: `main`, or gw0, gw1 … under xdist."""
    return os.environ.get("PYTEST_XDIST_WORKER", "main")


def home() -> Path:
    """The throw-away folder of this run, which is also its DATA."""
    return Path(os.environ[HOME])


def cluster() -> Postgres:
    """The PostgreSQL of this run."""
    return Postgres(home(), FAST, sync=False)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--report-line", action="store_true", help="end with the JSON line of `make test`"
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests() -> Generator[None, None, None]:
    """Before pytest-django sets Django up: services, then the addresses of this process."""
    if worker() == "main":
        _start()
    postgres, valkey = cluster(), Valkey(home(), databases=64)
    number = 0 if worker() == "main" else int(worker().removeprefix("gw")) + 1
    os.environ |= {
        "DATABASE_URL": postgres.url("app", worker()),
        "OWNER_DATABASE_URL": postgres.url("owner", worker()),
        "REDIS_URL": valkey.url(number),
        "REDIS_PREFIX": worker(),
        "DATA": str(home()),
    }
    return (yield)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say it loudly when tests were left out, and why."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(each.longrepr[2].removeprefix("Skipped: ") for each in skipped)
    if reasons:
        terminalreporter.section("TESTS LEFT OUT", sep="!", red=True, bold=True)
    for reason, count in reasons.items():
        terminalreporter.write_line(f"{count}: {reason}", red=True, bold=True)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """The last word of `make test`, after pytest's own summary."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if worker() == "main" and reporter is not None and config.getoption("--report-line"):
        counts = ("passed", "failed", "error", "skipped")
        figures = {name: len(reporter.stats.get(name, [])) for name in counts}
        ok = figures["passed"] > 0 and not figures["failed"] and not figures["error"]
        print(report.line("test", ok=ok, started=_started, figures=figures), flush=True)


def _start() -> None:
    folder = tempfile.mkdtemp(prefix="madang-test-")
    owner = os.getpid()
    os.environ |= new_secrets() | {HOME: folder}
    for name in ("DEBUG", "AS_OWNER", "EMAIL_URL", "STATIC_ROOT"):
        os.environ.pop(name, None)
    log = (home() / "services.log").open("ab")
    postgres = cluster().start(log)
    valkey = Valkey(home(), databases=64).start(log)
    messages.compile_all()

    def end() -> None:
        if os.getpid() == owner:  # not in a fork
            stop(valkey, signal.SIGKILL, 5)
            stop(postgres, signal.SIGINT, 20)
            log.close()
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(end)


def make_database() -> None:
    """This process's own database, copied from the template, which the first comer migrates."""
    with _alone():
        ready = home() / "template.ready"
        if not ready.exists():
            _make_template()
            ready.touch()
        with _superuser("postgres") as connection:
            connection.execute(
                sql.SQL("CREATE DATABASE {} OWNER owner TEMPLATE {}").format(
                    sql.Identifier(worker()), sql.Identifier(TEMPLATE)
                )
            )


def restore(*, beside: bool) -> None:
    """Put every table of this process's database back to what the migrations left in it.

    beside: a site runs on the database, which is held still meanwhile. As `owner` and without
    triggers, for the ledger forbids its owner, too, to delete rows. Its connection is kept: most
    of the time of a new one would go into planning.
    """
    global _restorer
    if _restorer is None or _restorer.closed:
        _restorer = psycopg.connect(os.environ["OWNER_DATABASE_URL"])
        _restorer.execute("SET session_replication_role = replica")
        _restorer.execute("SET lock_timeout = '60s'")
        _restorer.commit()
    for tries_left in range(4, -1, -1):
        with suppress(psycopg.errors.DeadlockDetected) if tries_left else nullcontext():
            with _restorer.transaction():
                if beside:
                    _restorer.execute("SELECT baseline.hold()")
                _restorer.execute("SELECT baseline.restore()")
            return


def _make_template() -> None:
    postgres = cluster()
    postgres.bootstrap(TEMPLATE)
    env = os.environ | {
        "DATABASE_URL": postgres.url("app", TEMPLATE),
        "OWNER_DATABASE_URL": postgres.url("owner", TEMPLATE),
    }
    commands = (["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"])
    running = {
        command[0]: subprocess.Popen([sys.executable, "manage.py", *command], cwd=ROOT, env=env)
        for command in commands
    }
    failed = [name for name, process in running.items() if process.wait() != 0]
    if failed:
        raise RuntimeError(f"manage.py {' and '.join(failed)} failed: see above")
    with _superuser(TEMPLATE) as connection:
        connection.execute((Path(__file__).parent / "baseline.sql").read_text().encode())


@contextmanager
def _superuser(database: str) -> Iterator[psycopg.Connection]:
    url = cluster().url("postgres", database)
    with psycopg.connect(url, autocommit=True) as connection:
        yield connection


@contextmanager
def _alone() -> Iterator[None]:
    """One process of the run at a time."""
    with (home() / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
