"""The site as real processes on a test's own database: daphne, and the clock beside it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from typing import IO, Self

from config.embedded import last_line, spawn, stop
from config.environment import ROOT
from config.site import health, listen
from tests import services

# Nothing waits that a test has not asked to wait.
AT_ONCE = {"HAND_GAP_MS": "0", "BOT_DELAY_MS": "0", "CLOCK_GRACE_MS": "0", "POLL_S": "0.2"}
START_S = 60


class LiveSite:
    """`with LiveSite(TURN_S="1") as site: site.url …`; the log of each process is kept in DATA."""

    def __init__(self, *, web: int = 1, clocks: int = 1, **env: str) -> None:
        self.web = web
        self.clocks = clocks
        self.env = os.environ | AT_ONCE | env
        self.port = 0
        self._stack = ExitStack()
        self._watched: list[tuple[str, subprocess.Popen[bytes], IO[bytes]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            listener = stack.enter_context(listen("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
            fd = listener.fileno()
            daphne = ["-m", "daphne", "--fd", str(fd), "-v", "0", "config.asgi:application"]
            for _ in range(self.web):
                self._spawn(stack, "web", daphne, pass_fds=(fd,))
            for _ in range(self.clocks):
                self._spawn(stack, "clock", [str(ROOT / "manage.py"), "clock"])
            self._await()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _spawn(
        self, stack: ExitStack, name: str, args: list[str], *, pass_fds: tuple[int, ...] = ()
    ) -> None:
        path = services.home() / f"{services.worker()}-{name}.log"
        log = stack.enter_context(path.open("ab"))
        argv = [sys.executable, *args]
        process = spawn(argv, log=log, env=self.env, death=signal.SIGKILL, pass_fds=pass_fds)
        stack.callback(stop, process, signal.SIGTERM, 10)
        self._watched.append((name, process, log))

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
