"""Fixtures of the tests of the tables: no delays, sockets of the real application, a clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.conf import settings as django_settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from accounts.models import Member
from accounts.session_store import SessionStore
from config.limits import Span
from tables import clock as clock_module
from tables.dealer import sheet
from tables.live import credit, hub, presence, work
from tables.models import Table
from tests.load.client import Client
from tests.load.lines import AsgiLine

AT_ONCE = Span(0, 0)
Connect = Callable[..., Awaitable[Client]]
Pass = Callable[[float], None]


@pytest.fixture(autouse=True)
def _no_delays(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.HAND_GAP_MS = settings.BOT_DELAY_MS = settings.CLOCK_GRACE_MS = AT_ONCE
    settings.POLL_S = 0.2
    monkeypatch.setattr(credit, "BURST", 1e9)
    monkeypatch.setattr(clock_module, "BUSY_TICK_S", 0.001)
    monkeypatch.setattr(clock_module, "IDLE_TICK_S", 0.005)
    sheet.forget()
    yield
    work.close_connections()


def log_in(member: Member) -> str:
    """A log-in session as the browser would have it: the key for its cookie."""
    store = SessionStore()
    store[SESSION_KEY] = str(member.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = member.get_session_auth_hash()
    store.create()
    return str(store.session_key)


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """`await connect(table, member)`: a joined client; without a member a guest."""
    from config.asgi import application

    clients: list[Client] = []

    async def open_socket(
        table: Table | int,
        member: Member | None = None,
        *,
        join: bool = True,
        seq: int | None = None,
        headers: dict[str, str] | None = None,
        kind: type[Client] = Client,
    ) -> Client:
        pk = table if isinstance(table, int) else table.pk
        sent = {"Host": "localhost", "Origin": "http://localhost", **(headers or {})}
        if member is not None:
            key = await sync_to_async(log_in)(member)
            sent["Cookie"] = f"{django_settings.SESSION_COOKIE_NAME}={key}"
        line = AsgiLine(application, f"/ws/tables/{pk}/", sent)
        await line.opened()
        client = kind(line, name=f"c{len(clients)}-")
        clients.append(client)
        if join:
            await client.join(seq)
        return client

    yield open_socket
    for client in clients:
        await client.close()
    await hub.current().close()


@pytest.fixture
async def clock() -> AsyncIterator[clock_module.Clock]:
    """A clock that runs beside the test."""
    running = clock_module.Clock()
    task = asyncio.ensure_future(running.run())
    yield running
    running.stop()
    await task


@pytest.fixture
def let_pass(as_owner: psycopg.Connection) -> Iterator[Pass]:
    """Move the site's clock on by so many seconds; else it stands, however slow the machine is."""
    told = """SELECT pg_get_functiondef('site_now()'::regprocedure),
        date_trunc('milliseconds', clock_timestamp())::text"""  # deadlines have no more
    running, now = as_owner.execute(told).fetchone()
    as_owner.execute(running.replace("clock_timestamp()", f"'{now}'::timestamptz"))

    def move(seconds: float) -> None:
        as_owner.execute(
            "INSERT INTO site_clock (shift) VALUES (%s * interval '1 second') "
            "ON CONFLICT (id) DO UPDATE SET shift = site_clock.shift + EXCLUDED.shift",
            [seconds],
        )

    yield move
    as_owner.execute(running)


def let_live(let_pass: Pass, seconds: int, seats: tuple[int, ...] = ()) -> None:
    """Let time pass while a web process and a clock are there."""
    for _ in range(0, seconds, 5):
        let_pass(5)
        presence.write(seats, {})
        presence.beat("clock")
