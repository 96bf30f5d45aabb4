"""The tables' bench: its site as processes of their own, its members, and who sits where."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from config.embedded import spawn, stop
from config.environment import ROOT
from config.site import health, listen

SEATS = 6
# Nothing waits but for the players, and nobody runs out of time between two orders.
NO_DELAYS = {"HAND_GAP_MS": "0", "CLOCK_GRACE_MS": "0", "TURN_S": "900", "SEAT_GRACE_S": "900"}
START_S = 60

_numbers = itertools.count(1)


class Player:
    """A process that follows orders: one JSON line in, one out."""

    def __init__(self, module: str, *args: str) -> None:
        argv = [sys.executable, "-m", module, *args]
        self._process = subprocess.Popen(
            argv, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def order(self, **fields: Any) -> dict[str, Any]:
        """Give an order and wait for its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(fields) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("a process of the bench has ended: see above")
        return dict(json.loads(line))

    def end(self) -> None:
        stop(self._process, signal.SIGKILL, 5)


class Site:
    """One web process and one clock, on the database of the environment."""

    def __init__(self, port: int, web: subprocess.Popen[bytes]) -> None:
        self.port = port
        self.web = web

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def memory_kb(self) -> int:
        """Resident memory of the web process."""
        with open(f"/proc/{self.web.pid}/status") as status:
            line = next(line for line in status if line.startswith("VmRSS"))
        return int(line.split()[1])

    def cpu_s(self) -> float:
        """Processor time that the web process has used, in seconds."""
        with open(f"/proc/{self.web.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def site(**env: str) -> Iterator[Site]:
    """Start the site and wait until it says that it is well."""
    with ExitStack() as stack:
        log = stack.enter_context(open(os.path.join(os.environ["DATA"], "site.log"), "ab"))
        listener = stack.enter_context(listen("127.0.0.1", 0))
        fd = listener.fileno()
        settings = os.environ | env
        started = {}
        for name, argv in {
            "web": ("-m", "config.serve", "--fd", str(fd)),
            "clock": (str(ROOT / "manage.py"), "clock"),
        }.items():
            process = spawn(
                [sys.executable, *argv],
                log=log,
                env=settings,
                death=signal.SIGKILL,
                pass_fds=(fd,) if name == "web" else (),
            )
            stack.callback(stop, process, signal.SIGTERM, 10)
            started[name] = process
        port = listener.getsockname()[1]
        deadline = time.monotonic() + START_S
        while not ((report := health(port)).get("ok") and report.get("clock")):
            if time.monotonic() > deadline or any(p.poll() is not None for p in started.values()):
                raise RuntimeError(f"the site does not start: {report}, {log.name}")
            time.sleep(0.1)
        yield Site(port, started["web"])


def members(count: int, chips: int) -> list[Any]:
    """Members with so many chips each; Django must be set up."""
    from django.db import transaction

    from accounts.models import Member
    from wallet import accounts, posting
    from wallet.accounts import MINT

    made = []
    for _ in range(count):
        number = next(_numbers)
        member = Member(username=f"bench{number}", nickname=f"Bench {number}", password="!")
        member.nickname_key = f"bench{number}"
        member.save()
        wallet = accounts.open_for(member.pk)
        legs = (posting.Leg(MINT, -chips), posting.Leg(wallet, chips))
        with transaction.atomic():
            posting.post([posting.Draft(f"bench:{member.pk}", "staff", legs)])
        made.append(member)
    return made


def stakes() -> Any:
    """No-limit hold'em with stacks that last."""
    from tables.models import Stakes

    return Stakes.objects.get_or_create(
        game="nlhe",
        label="bench",
        defaults={
            "amounts": {"small_blind": 50, "big_blind": 100},
            "min_buy_in": 2_000,
            "max_buy_in": 10_000_000,
        },
    )[0]


def tables(count: int) -> list[int]:
    """Open tables that nobody sits at."""
    from tables.models import Table, TableState

    made = []
    for _ in range(count):
        table = Table.objects.create(
            name=f"Bench {next(_numbers)}", stakes=stakes(), seats=SEATS, bot_seats=0
        )
        TableState.objects.create(table=table)
        made.append(table.pk)
    return made


def full_tables(count: int) -> list[tuple[int, list[Any]]]:
    """Tables with six members sitting, by id."""
    from tables.dealer import seating

    seated = []
    for table_id in tables(count):
        players = members(SEATS, 10_000_000)
        for seat, player in enumerate(players):
            seating.sit(table_id=table_id, member=player, seat=seat, buy_in=10_000_000)
        seated.append((table_id, players))
    return seated


def keys(players: Sequence[Any]) -> list[str]:
    """A log-in session for each member: what the cookie of a browser would hold."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from accounts.session_store import SessionStore

    found = []
    for player in players:
        store = SessionStore()
        store[SESSION_KEY] = str(player.pk)
        store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        store[HASH_SESSION_KEY] = player.get_session_auth_hash()
        store.create()
        found.append(str(store.session_key))
    return found
