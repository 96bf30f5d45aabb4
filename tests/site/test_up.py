"""`manage.py up`: one command starts the site, and nothing that dies or is wrong surprises it."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from config.embedded import dies_with_parent, occupants
from config.environment import ROOT, new_secrets, read, write

OURS = {"DATABASE_URL", "OWNER_DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "DATA"}
OURS |= {"SECRET_KEY", "DECK_KEY", "PORT", "WEB", "HOST"}
CLEAN = {name: value for name, value in os.environ.items() if name not in OURS}


@pytest.fixture
def data() -> Iterator[Path]:
    """A DATA of a short name: sockets lie in it."""
    with tempfile.TemporaryDirectory(prefix="md-") as folder:
        yield Path(folder)


def up(data: Path, **env: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", "up"],
        cwd=ROOT,
        env=CLEAN | {"DATA": str(data), "PORT": "0"} | env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=dies_with_parent(signal.SIGTERM),
    )


def until(condition: Callable[[], object], seconds: float = 180) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.05)


def ready_url(site: subprocess.Popen[str]) -> str:
    assert site.stdout is not None
    line = site.stdout.readline()
    if not line.startswith("Ready: "):
        pytest.fail(f"{line}{site.communicate()[1]}")
    return line.removeprefix("Ready: ").strip()


def pid(data: Path, name: str) -> int:
    return int((data / "run" / f"{name}.pid").read_text())


def living(data: Path) -> dict[str, int]:
    """The processes that run at this moment, by name; nothing of those between two lives."""
    found = {}
    for name in NAMES:
        try:
            number = pid(data, name)
        except (FileNotFoundError, ValueError):
            continue
        if alive(number):
            found[name] = number
    return found


def alive(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}healthz", timeout=30) as answer:
            report = json.load(answer)
    except OSError:
        return False
    return all(report.values())


NAMES = ["web", "clock", "worker", "beat", "postgres", "valkey"]


@pytest.mark.long
def test_the_site_lives_through_the_death_of_each_part_and_of_all(data):
    site = up(data)
    until((data / "log" / "setup.log").exists)  # Ctrl-C while the tables are made
    site.send_signal(signal.SIGINT)
    assert (*site.communicate(timeout=180), site.returncode) == ("Stopped.\n", "", 0)
    assert not occupants(data / "postgres")

    site = up(data)
    url = ready_url(site)
    until(lambda: healthy(url))
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert stat.S_IMODE((data / "env").stat().st_mode) == 0o600
    secrets = read(data / "env")
    assert {"DATABASE_URL", "OWNER_DATABASE_URL", "REDIS_URL", "SECRET_KEY"} < set(secrets)
    with psycopg.connect(secrets["OWNER_DATABASE_URL"], autocommit=True) as owner:
        owner.execute("CREATE TABLE kept AS SELECT 1 AS chip")
    pids = {name: pid(data, name) for name in NAMES}

    for name in ("clock", "postgres", "valkey"):
        os.kill(pids[name], signal.SIGKILL)
        until(lambda: not alive(pids[name]))  # noqa: B023 (called at once)
    # A worker that lost its services may die once more before it comes to stay.
    until(lambda: healthy(url) and len(living(data)) == len(NAMES))
    former, pids = pids, living(data)
    assert pids["clock"] != former["clock"]

    site.kill()
    site.communicate()
    until(lambda: not any(alive(number) for number in pids.values()))

    site = up(data)
    url = ready_url(site)
    until(lambda: healthy(url))
    assert read(data / "env")["DECK_KEY"] == secrets["DECK_KEY"]
    with psycopg.connect(secrets["DATABASE_URL"]) as app:
        assert app.execute("SELECT chip FROM kept").fetchone() == (1,)
    other = up(data)
    assert "is in use by process" in other.communicate()[1]

    pids = {name: pid(data, name) for name in NAMES}
    site.send_signal(signal.SIGTERM)
    out, err = site.communicate(timeout=180)
    assert (site.returncode, out, err) == (0, "Stopped.\n", "")
    assert not any(alive(number) for number in pids.values())
    assert not occupants(data / "postgres")
    assert [path.name for path in (data / "run").glob("*.pid")] == ["up.pid"]


@pytest.mark.long
def test_services_that_the_environment_names_are_used(data, transactional_db):
    names = ("DATABASE_URL", "OWNER_DATABASE_URL", "REDIS_URL")
    site = up(data, WEB="2", **{name: os.environ[name] for name in names})
    url = ready_url(site)
    until(lambda: healthy(url))
    assert {name: read(data / "env")[name] for name in names} == {
        name: os.environ[name] for name in names
    }
    running = {path.stem for path in (data / "run").glob("*.pid")}
    assert running == {"up", "web", "web-2", "clock", "worker", "beat"}
    secret = Path(f"/proc/{pid(data, 'web')}/environ").read_text()
    assert os.environ["OWNER_DATABASE_URL"] not in secret

    former = {name: pid(data, name) for name in running}
    site.send_signal(signal.SIGUSR1)  # a deploy
    assert site.stdout.readline() == "Restarting: web, clock, worker, beat.\n"
    assert site.stdout.readline() == "Restarted.\n"
    until(lambda: healthy(url))
    assert {name for name in running if pid(data, name) == former[name]} == {"up"}
    site.terminate()
    site.communicate(timeout=180)


@pytest.mark.parametrize(
    ("env", "line"),
    [
        ({"BOT_DELAY_MS": "900-100"}, "BOT_DELAY_MS must not fall from 900 to 100."),
        ({"REDIS_URL": "redis://127.0.0.1:9/0"}, "REDIS_URL cannot be reached"),
        ({"DATABASE_URL": "postgresql://app@/x"}, "Set both DATABASE_URL and OWNER_DATABASE_URL"),
        (
            {
                "DATABASE_URL": "postgresql://app@127.0.0.1:9/x",
                "OWNER_DATABASE_URL": "postgresql://owner@127.0.0.1:9/x",
            },
            "OWNER_DATABASE_URL cannot be reached: ",
        ),
    ],
)
def test_a_wrong_setting_is_one_clear_line(data, env, line):
    refused(up(data, **env), line)


def test_a_taken_port_is_one_clear_line(data):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused(up(data, PORT=str(port)), f"Port {port} is taken: choose another with PORT=…")


def test_a_folder_too_deep_for_a_socket_is_one_clear_line(data):
    refused(up(data / ("deep" * 25)), "is too long for a socket")


def test_a_folder_that_cannot_be_made_is_one_clear_line(data):
    (data / "file").write_text("")
    refused(up(data / "file"), f"Cannot write in {data / 'file'}: ")


def test_a_stored_key_is_never_replaced(data):
    kept = new_secrets()
    write(data / "env", kept)
    before = (data / "env").read_bytes()
    other = new_secrets()
    refused(up(data, DECK_KEY=other["DECK_KEY"]), "DECK_KEY is not the key in DATA/env")
    refused(up(data, DECK_KEY="short"), "DECK_KEY must be 32 bytes in base64.")
    refused(up(data, DECK_KEY=""), "DECK_KEY must be 32 bytes in base64.")
    refused(up(data, SECRET_KEY=""), "SECRET_KEY must not be empty.")
    refused(up(data, DATABASE_URL="mysql://app@x/y"), "DATABASE_URL ")
    assert (data / "env").read_bytes() == before
    assert [path.name for path in data.iterdir()] == ["env"]

    # Stopped by a setting that is read later: by then DATA/env has been written.
    late = {"BOT_DELAY_MS": "900-100"}
    refused(up(data, **late, SECRET_KEY=other["SECRET_KEY"], DECK_KEY=kept["DECK_KEY"]), "BOT_")
    assert {name: read(data / "env")[name] for name in kept} == kept


def test_keys_that_are_given_at_the_first_start_are_kept(data):
    given = new_secrets()
    refused(up(data, BOT_DELAY_MS="900-100", **given), "BOT_DELAY_MS")
    assert {name: read(data / "env")[name] for name in given} == given


def test_a_folder_of_somebody_else_is_left_alone(data):
    data.chmod(0o755)
    (data / "thesis.txt").write_text("mine")
    (data / "env").mkdir()
    refused(up(data), f"{data} holds files of something else")
    assert stat.S_IMODE(data.stat().st_mode) == 0o755
    assert {path.name for path in data.iterdir()} == {"thesis.txt", "env"}


def refused(site: subprocess.Popen[str], line: str) -> None:
    out, err = site.communicate(timeout=180)
    assert site.returncode != 0
    assert line in err
    assert err.count("\n") == 1
    assert "Ready" not in out
