"""Child processes that are kept running: started, watched, started again, stopped in order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from config.embedded import ServiceError, spawn

LOG_MAX = 10 * 1024 * 1024  # bytes; then the log moves to NAME.log.1
FIRST_WAIT_S, LAST_WAIT_S = 0.5, 30.0
STEADY_S = 60.0  # a child that lived so long starts again without delay


@dataclass
class Child:
    """One process to keep: how it starts, how it is asked to stop, how long that may take.

    `rank` orders the end: the highest first, those of one rank together.
    """

    name: str
    rank: int
    start: Callable[[IO[bytes]], subprocess.Popen[bytes]]
    stop_signal: signal.Signals = signal.SIGTERM
    stop_s: float = 10.0
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    wait_s: float = FIRST_WAIT_S
    due: float = field(default=0.0, repr=False)  # when a dead child is started again


def command(
    name: str,
    rank: int,
    argv: list[str],
    *,
    env: Mapping[str, str],
    pass_fds: tuple[int, ...] = (),
) -> Child:
    """A child that is a plain command and is killed with its supervisor."""

    def start(log: IO[bytes]) -> subprocess.Popen[bytes]:
        return spawn(argv, log=log, env=env, death=signal.SIGKILL, pass_fds=pass_fds)

    return Child(name, rank, start)


class Supervisor:
    """Runs children for one DATA folder: a log and a pid file each."""

    def __init__(self, data: Path, say: Callable[[str], None]) -> None:
        self.data = data
        self.say = say
        self.children: list[Child] = []
        self._logs: dict[str, IO[bytes]] = {}
        self._looked_at_logs = 0.0

    def log(self, name: str) -> IO[bytes]:
        """The log of a child, opened to append."""
        if name not in self._logs:
            folder = self.data / "log"
            folder.mkdir(mode=0o700, exist_ok=True)
            self._logs[name] = (folder / f"{name}.log").open("ab")
        return self._logs[name]

    def start(self, child: Child) -> None:
        """Start a child for the first time; an error stops everything."""
        self.children.append(child)
        self._start(child)

    def _start(self, child: Child) -> None:
        child.process = child.start(self.log(child.name))
        child.started = time.monotonic()
        self._pid_file(child).write_text(f"{child.process.pid}\n")

    def _pid_file(self, child: Child) -> Path:
        return self.data / "run" / f"{child.name}.pid"

    def watch(self) -> None:
        """One look at all children: who died is started again, later each time that it dies."""
        now = time.monotonic()
        for child in self.children:
            if child.process is not None and child.process.poll() is not None:
                self._died(child, now)
            if child.process is None and now >= child.due:
                self._again(child)
        if now > self._looked_at_logs + 30:
            self._looked_at_logs = now
            self.trim_logs()

    def _died(self, child: Child, now: float) -> None:
        assert child.process is not None
        if now - child.started > STEADY_S:
            child.wait_s = FIRST_WAIT_S
        child.due = now + child.wait_s
        self.say(
            f"{child.name} ended ({ending(child.process.returncode)}): "
            f"starting it again in {child.wait_s:g} s, see {self.log(child.name).name}"
        )
        child.wait_s = min(child.wait_s * 2, LAST_WAIT_S)
        child.process = None
        self._pid_file(child).unlink(missing_ok=True)

    def _again(self, child: Child) -> None:
        try:
            self._start(child)
        except (ServiceError, OSError) as error:
            child.due = time.monotonic() + child.wait_s
            child.wait_s = min(child.wait_s * 2, LAST_WAIT_S)
            self.say(f"{child.name} does not start: {error}")

    def trim_logs(self) -> None:
        """Move what a log holds to NAME.log.1 once it is large; its writer goes on appending."""
        for log in self._logs.values():
            path = Path(log.name)
            if path.stat().st_size > LOG_MAX:
                path.with_suffix(".log.1").write_bytes(path.read_bytes())
                os.truncate(path, 0)

    def restart(self, rank: int, between: Callable[[], None]) -> None:
        """Stop all from `rank` up in order, do what lies between, start them again."""
        self._stop_from(rank)
        try:
            between()
        finally:
            for child in self.children:
                if child.rank >= rank:
                    child.wait_s = FIRST_WAIT_S
                    self._again(child)

    def stop(self) -> None:
        """Stop all, the highest rank first."""
        self._stop_from(0)
        for log in self._logs.values():
            log.close()

    def _stop_from(self, lowest: int) -> None:
        ranks = {child.rank for child in self.children if child.rank >= lowest}
        for rank in sorted(ranks, reverse=True):
            group = [child for child in self.children if child.rank == rank]
            for child in group:
                if child.process is not None and child.process.poll() is None:
                    child.process.send_signal(child.stop_signal)
            for child in group:
                self._await_end(child)

    def _await_end(self, child: Child) -> None:
        if child.process is not None:
            try:
                child.process.wait(child.stop_s)
            except subprocess.TimeoutExpired:
                self.say(f"{child.name} did not stop within {child.stop_s:g} s and is killed.")
                child.process.kill()
                child.process.wait()
            child.process = None
        self._pid_file(child).unlink(missing_ok=True)

    def hurry(self) -> None:
        """Kill whatever still runs (PostgreSQL stops at once and recovers at the next start)."""
        for child in self.children:
            if child.process is not None and child.process.poll() is None:
                database = child.name == "postgres"
                child.process.send_signal(signal.SIGQUIT if database else signal.SIGKILL)


def ending(code: int) -> str:
    """How a process ended, in words: `exit 3`, `SIGKILL`."""
    return f"exit {code}" if code >= 0 else signal.Signals(-code).name


def python(*args: str) -> list[str]:
    """This project's Python with these arguments."""
    return [sys.executable, *args]
