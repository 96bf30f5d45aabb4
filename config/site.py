"""The site as a whole on one machine: its services, its tables, its processes, in order."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import psycopg
import redis
from django.conf import settings
from django.core.management import get_commands

from config import messages
from config.embedded import Postgres, ServiceError, Valkey, last_line, spawn, stop
from config.environment import ROOT
from config.supervisor import Child, Supervisor, command, ending, python

FREE_MB = 300  # less than this on the disk of DATA, and the site does not start
FILES = 65_536  # open files wanted: a socket each
READY_S = 300  # a machine may have much else to do
PROCESSES = 2  # the lowest rank that is a process of ours and no service


class Site:
    """Everything that `manage.py up` runs. Raises ServiceError with one line on what is wrong."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.data = Path(settings.DATA)
        self.say = say
        self.supervisor = Supervisor(self.data, say)
        self.embedded = set(os.environ.get("EMBEDDED", "").split(","))
        self._signals = 0
        self._deploys = False

    # -- services and tables

    def start_services(self) -> None:
        """The embedded services, or a look whether those of the environment answer."""
        free = shutil.disk_usage(self.data).free // 2**20
        if free < FREE_MB:
            raise ServiceError(f"Only {free} MB are free for {self.data}; {FREE_MB} are needed.")
        try:
            if "postgres" in self.embedded:
                cluster = Postgres(self.data)
                self.supervisor.start(Child("postgres", 0, cluster.start, signal.SIGINT, 60))
                cluster.bootstrap()
            if "valkey" in self.embedded:
                self.supervisor.start(Child("valkey", 1, Valkey(self.data).start))
        except OSError as error:
            raise ServiceError(f"Cannot start in {self.data}: {error.strerror}.") from None
        self._check_database("OWNER_DATABASE_URL", "")
        self._check_database("DATABASE_URL", "app")
        try:
            redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=5).ping()
        except (redis.exceptions.RedisError, ValueError) as error:
            raise ServiceError(f"REDIS_URL cannot be reached: {error}") from None

    def _check_database(self, variable: str, role: str) -> None:
        try:
            with psycopg.connect(os.environ[variable], connect_timeout=5) as connection:
                user = connection.info.user
        except psycopg.OperationalError as error:
            line = " ".join(str(error).split())
            raise ServiceError(f"{variable} cannot be reached: {line}") from None
        if role and user != role:
            raise ServiceError(f"{variable} must connect as the role `{role}`, not `{user}`.")

    def prepare(self) -> None:
        """Tables as `owner`, catalogues, static files, the demo world; safe to repeat."""
        messages.compile_all()
        running = {
            name: self._manage(*args)
            for name, args in {
                "migrate": ("migrate", "-v0"),
                "collectstatic": ("collectstatic", "--noinput", "-v0"),
            }.items()
        }
        for name, process in running.items():
            self._finish(name, process)
        if "demo" in get_commands() and self.is_wanted:
            self._finish("demo", self._manage("demo"))

    def migrate(self) -> None:
        """Only the tables."""
        self._finish("migrate", self._manage("migrate", "-v0"))

    def _manage(self, *args: str) -> subprocess.Popen[bytes]:
        argv = python(str(ROOT / "manage.py"), *args)
        return spawn(argv, log=self.supervisor.log("setup"), death=signal.SIGKILL)

    def _finish(self, name: str, process: subprocess.Popen[bytes]) -> None:
        """Wait for a command. A site that is no longer wanted ends it; what it did not commit is
        done at the next start.
        """
        while process.poll() is None and self.is_wanted:
            time.sleep(0.05)
        if not self.is_wanted:
            stop(process, signal.SIGTERM, 10)
        elif process.returncode != 0:
            log = self.supervisor.log("setup")
            raise ServiceError(f"{name} failed: {last_line(log)} (see {log.name})")

    # -- processes

    def start_processes(self, listener: socket.socket, web: int, clocks: int = 1) -> None:
        """Worker, beat, `clocks` clocks and `web` web processes on one listening socket.

        None of them is told how to become the owner of the tables.
        """
        env = os.environ | {"OWNER_DATABASE_URL": ""}
        celery = ("-m", "celery", "-A", "config.celery:app")
        options = ("--pool", "threads", "--concurrency", "4", "--without-mingle")
        worker = (*celery, "worker", *options, "--without-gossip")
        beat = (*celery, "beat", "--loglevel", "INFO", "--pidfile=")
        clock = (str(ROOT / "manage.py"), "clock")
        several = {_numbered("clock", number): clock for number in range(1, clocks + 1)}
        for name, args in {"worker": worker, "beat": beat, **several}.items():
            self.supervisor.start(command(name, PROCESSES, python(*args), env=env))
        fd = listener.fileno()
        for number in range(1, web + 1):
            name = "web" if number == 1 else f"web-{number}"
            argv = python("-m", "config.serve", "--fd", str(fd))
            self.supervisor.start(command(name, PROCESSES + 1, argv, env=env, pass_fds=(fd,)))

    def await_ready(self, port: int) -> None:
        """Until /healthz says that the database, a clock and a worker live."""
        deadline = time.monotonic() + READY_S
        report: dict[str, object] = {}
        while time.monotonic() < deadline and self.is_wanted:
            for child in self.supervisor.children:
                code = child.process.poll() if child.process else None
                if code is not None:
                    log = self.supervisor.log(child.name)
                    line = f"{last_line(log)} (see {log.name})"
                    raise ServiceError(f"{child.name} ended ({ending(code)}): {line}")
            report = health(port)
            if report.get("ok") and report.get("clock") and report.get("worker"):
                return
            time.sleep(0.1)
        if self.is_wanted:
            dead = [name for name in ("database", "clock", "worker") if not report.get(name)]
            raise ServiceError(f"Not ready after {READY_S} s: {', '.join(dead)} (see DATA/log)")

    # -- life and end

    @property
    def is_wanted(self) -> bool:
        """Whether nobody has asked the site to end."""
        return not self._signals

    def handle_signals(self) -> None:
        """Ctrl-C, SIGTERM and SIGHUP end the site, a second one at once; SIGUSR1 is a deploy."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._on_signal)
        signal.signal(signal.SIGUSR1, self._on_deploy)

    def _on_signal(self, *_: object) -> None:
        self._signals += 1
        if self._signals > 1:
            self.supervisor.hurry()

    def _on_deploy(self, *_: object) -> None:
        self._deploys = True

    def run(self) -> None:
        """Keep everything running until a signal comes."""
        while self.is_wanted:
            self.supervisor.watch()
            if self._deploys:
                self._deploys = False
                self._deploy()
            time.sleep(0.2)

    def _deploy(self) -> None:
        """New code for the processes, in order: web, then the rest, then tables, then all again.

        The listening socket stays open: who connects meanwhile waits for the new web process.
        """
        self.say("Restarting: web, clock, worker, beat.")
        try:
            self.supervisor.restart(PROCESSES, self.prepare)
        except ServiceError as error:
            self.say(f"The tables were not brought up to date: {error}")
        else:
            self.say("Restarted.")

    def stop(self) -> None:
        """Web first, PostgreSQL last."""
        self.supervisor.stop()


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name}-{number}"


def listen(host: str, port: int) -> socket.socket:
    """A listening socket for the web processes to share."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise ServiceError(f"Port {port} is taken: choose another with PORT=…") from None
        raise ServiceError(f"Cannot listen on {host}:{port}: {error.strerror}.") from None
    listener.listen(1024)
    return listener


def health(port: int) -> dict[str, object]:
    """What /healthz of the local site says; empty when it does not answer."""
    host = next((h.lstrip(".") for h in settings.ALLOWED_HOSTS if h != "*"), "localhost")
    request = urllib.request.Request(f"http://127.0.0.1:{port}/healthz", headers={"Host": host})
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:
            report = json.load(answer)
    except (OSError, urllib.error.URLError, ValueError):
        return {}
    return report if isinstance(report, dict) else {}


def raise_file_limit() -> None:
    """Allow this process and its children as many open files as they may have."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
