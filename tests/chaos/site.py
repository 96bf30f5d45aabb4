"""A whole site of its own that is killed piece by piece: services, web, clocks, worker, beat.

It is `manage.py up` without its patience: what was killed is started again half a second later,
however often it dies.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import Counter
from types import TracebackType
from typing import Self

from django.core.management import call_command
from django.db import connection

from config.site import Site, listen
from config.supervisor import FIRST_WAIT_S

WEB, CLOCKS = 2, 2
WATCH_S = 0.1


class ChaosSite:
    """`with ChaosSite() as site: site.kill("postgres")`."""

    def __init__(self, *, web: int = WEB, clocks: int = CLOCKS) -> None:
        self.web, self.clocks = web, clocks
        self.kills: Counter[str] = Counter()
        self.port = 0
        self._site = Site(lambda line: None)
        self._ready = threading.Event()
        self._end = threading.Event()
        self._problem: BaseException | None = None
        # The children die with the thread that started them, so one thread does it all.
        self._thread = threading.Thread(target=self._run, name="site")

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        if self._problem is not None:
            self._thread.join()
            raise self._problem
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._end.set()
        self._thread.join()
        if self._problem is not None and error is None:
            raise self._problem

    def _run(self) -> None:
        try:
            with listen("127.0.0.1", 0) as listener:
                self.port = listener.getsockname()[1]
                self._site.start_services()
                self._site.migrate()
                call_command("demo")  # and no static files: nobody asks for a page here
                connection.close()
                self._site.start_processes(listener, web=self.web, clocks=self.clocks)
                self._site.await_ready(self.port)
                self._ready.set()
                while not self._end.wait(WATCH_S):
                    self._site.supervisor.watch()
        except BaseException as problem:
            self._problem = problem
        finally:
            self._ready.set()
            self._site.stop()

    @property
    def names(self) -> list[str]:
        """Everything that can be killed."""
        return [child.name for child in self._site.supervisor.children if child.name != "beat"]

    def kill(self, name: str) -> bool:
        """SIGKILL; the supervisor starts it again. False if it lies dead already."""
        child = next(each for each in self._site.supervisor.children if each.name == name)
        process = child.process
        if process is None or process.poll() is not None:
            return False
        child.wait_s = FIRST_WAIT_S
        os.kill(process.pid, signal.SIGKILL)
        self.kills[name] += 1
        return True

    def whole(self, seconds: float) -> bool:
        """Wait until every part lives and has done so for a moment."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            children = self._site.supervisor.children
            if all(child.process is not None for child in children):
                try:
                    self._site.await_ready(self.port)
                except Exception:  # it died again
                    time.sleep(WATCH_S)
                    continue
                return True
            time.sleep(WATCH_S)
        return False

    def log(self, name: str) -> str:
        """What a part has written."""
        return (self._site.data / "log" / f"{name}.log").read_text(errors="replace")
