"""What a web process writes every few seconds: who is here, what is watched, that it lives."""

from __future__ import annotations

import os
import socket
from collections.abc import Collection, Mapping
from functools import lru_cache

from django.db import connection, transaction

from tables.dealer.outage import AWAY_S

PRESENCE_S = 5.0
SEEN_AGAIN_S = 20  # so often the row of who waits is written

_SEATS = "UPDATE tables_presence SET seen_at = site_now() WHERE seat_id = ANY(%s)"
_WATCHED = """
    INSERT INTO tables_watch (table_id, seen_at)
    SELECT id, site_now() FROM tables_table WHERE id = ANY(%s)
    ON CONFLICT (table_id) DO UPDATE SET seen_at = EXCLUDED.seen_at"""
# A practice table without an audience sleeps; somebody who opens it wakes it.
_WAKE = """
    UPDATE tables_tablestate SET due_at = site_now()
    WHERE table_id = ANY(%s) AND hand_id IS NULL AND pause = ''
        AND (due_at IS NULL OR due_at > site_now())"""
_AUDIENCE = """
    INSERT INTO tables_audience (process, table_id, watchers, seen_at)
    SELECT %s, t.id, w.watchers, site_now()
    FROM unnest(%s::bigint[], %s::int[]) AS w (id, watchers) JOIN tables_table t ON t.id = w.id
    ON CONFLICT (table_id, process) DO UPDATE
        SET watchers = EXCLUDED.watchers, seen_at = EXCLUDED.seen_at"""
_LOOKING_ON = """
    SELECT table_id, sum(watchers)::int FROM tables_audience
    WHERE table_id = ANY(%s) AND seen_at > site_now() - %s * interval '1 second'
    GROUP BY table_id"""
_NO_AUDIENCE = "DELETE FROM tables_audience WHERE seen_at < site_now() - interval '1 hour'"
_WAITING = """
    UPDATE tables_waiting SET seen_at = site_now() WHERE member_id = ANY(%s)
        AND NOT is_told AND ended_at IS NULL AND seen_at < site_now() - %s * interval '1 second'"""
# A process that could not write for a while was away as if it had been started anew.
_HEARTBEAT = """
    INSERT INTO tables_heartbeat AS known (name, kind, started_at, seen_at)
    VALUES (%s, %s, site_now() - %s * interval '1 second', site_now())
    ON CONFLICT (name) DO UPDATE SET seen_at = EXCLUDED.seen_at,
        started_at = CASE WHEN known.seen_at < EXCLUDED.seen_at - %s * interval '1 second'
            THEN EXCLUDED.seen_at ELSE known.started_at END"""
# Kept longer than any outage: without the row of a web process nobody knows that there was one.
_OLD = "DELETE FROM tables_heartbeat WHERE seen_at < site_now() - interval '30 days'"


def write(
    seats: Collection[int],
    watchers: Mapping[int, int],
    members: Collection[int] = (),
    age_s: float = 0,
) -> dict[int, int]:
    """Mark these seat sessions as present, these tables as watched, this process as alive.

    watchers: how many look on without a seat here, by table. members: who has a socket open, for
    the waiting lists. age_s: how long this process has been serving, for its first heartbeat.
    Returns how many look on at these tables through all processes.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        # A lost write costs nothing here: the next one comes in a few seconds.
        cursor.execute("SET LOCAL synchronous_commit = off")
        if seats:
            cursor.execute(_SEATS, [sorted(seats)])
        cursor.execute(_HEARTBEAT, [process_name("web"), "web", age_s, AWAY_S])
        if members:
            cursor.execute(_WAITING, [sorted(members), SEEN_AGAIN_S])
        if not watchers:
            return {}
        tables = sorted(watchers)
        cursor.execute(_WATCHED, [tables])
        counts = [watchers[table] for table in tables]
        cursor.execute(_AUDIENCE, [process_name("web"), tables, counts])
        cursor.execute(_LOOKING_ON, [tables, AWAY_S])
        return dict(cursor.fetchall())


def seen(member_id: int) -> None:
    """A member who waits for a seat has a page of the site open."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, [[member_id], SEEN_AGAIN_S])


def watch(table_id: int) -> None:
    """Somebody has opened this table."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_WATCHED, [[table_id]])
        cursor.execute(_WAKE, [[table_id]])


def beat(kind: str) -> None:
    """Mark this process as alive, and forget the long dead."""
    with connection.cursor() as cursor:
        cursor.execute(_HEARTBEAT, [process_name(kind), kind, 0, AWAY_S])
        cursor.execute(_OLD)
        cursor.execute(_NO_AUDIENCE)


@lru_cache
def process_name(kind: str) -> str:
    """The name of this process among those that beat."""
    started = os.stat(f"/proc/{os.getpid()}").st_ctime_ns if os.path.exists("/proc") else 0
    return f"{kind}:{socket.gethostname()[:40]}:{os.getpid()}:{started % 10**9}"
