"""The site as real processes on a test's own database: the web server, and the clock beside it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Self

from config.embedded import last_line, spawn, stop
from config.environment import ROOT
from config.site import health, listen
from tests import services

# Nothing waits that a test has not asked to wait.
AT_ONCE = {"HAND_GAP_MS": "0", "BOT_DELAY_MS": "0", "CLOCK_GRACE_MS": "0", "POLL_S": "0.2"}
START_S = 180


class LiveSite:
    """`with LiveSite(TURN_S="1") as site: site.url …`; the log of each process is kept in DATA."""

    def __init__(self, *, web: int = 1, clocks: int = 1, **env: str) -> None:
        self.web = web
        self.clocks = clocks
        self.env = os.environ | AT_ONCE | env
        self.port = 0
        self._stack = ExitStack()
        self._watched: list[tuple[str, subprocess.Popen[bytes], IO[bytes]]] = []
        self._said_before: dict[str, int] = {}  # by other sites, in the same logs

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._stack = stack
            self._listener = stack.enter_context(listen("127.0.0.1", 0))
            self.port = self._listener.getsockname()[1]
            for _ in range(self.web):
                self.start("web")
            for _ in range(self.clocks):
                self.start("clock")
            self._await()
            self._stack = stack.pop_all()
        return self

    def start(self, name: str) -> subprocess.Popen[bytes]:
        """One more process: a web process on the site's socket, or a clock."""
        fd = self._listener.fileno()
        serve = ["-m", "config.serve", "--fd", str(fd)]
        args = {"web": serve, "clock": [str(ROOT / "manage.py"), "clock"]}[name]
        return self._spawn(self._stack, name, args, pass_fds=(fd,) if name == "web" else ())

    def running(self, name: str) -> list[subprocess.Popen[bytes]]:
        """The living processes of a kind."""
        return [each for kind, each, _ in self._watched if kind == name and each.poll() is None]

    def logged(self, name: str) -> str:
        """What the processes of a kind have said since this site began."""
        log = self._log_of(name).read_bytes()
        return log[self._said_before[name] :].decode(errors="replace")

    def _log_of(self, name: str) -> Path:
        return services.home() / f"{services.worker()}-{name}.log"

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _spawn(
        self, stack: ExitStack, name: str, args: list[str], *, pass_fds: tuple[int, ...] = ()
    ) -> subprocess.Popen[bytes]:
        log = stack.enter_context(self._log_of(name).open("ab"))
        self._said_before.setdefault(name, log.tell())
        argv = [sys.executable, *args]
        process = spawn(argv, log=log, env=self.env, death=signal.SIGKILL, pass_fds=pass_fds)
        stack.callback(stop, process, signal.SIGTERM, 10)
        self._watched.append((name, process, log))
        return process

    def _await(self) -> None:
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            for name, process, log in self._watched:
                if process.poll() is not None:
                    raise RuntimeError(f"{name} ended: {last_line(log)}")
            report = health(self.port)
            if report.get("ok") and (report.get("clock") or not self.clocks):
                return
            time.sleep(0.05)
        raise RuntimeError(f"the site did not get ready within {START_S} s: {report}")
