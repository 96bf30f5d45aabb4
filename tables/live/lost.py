"""Seats whose member is gone without leaving: no socket for longer than the grace; and those at
tables that staff have closed.

Leaving, losing the line and running out of time are three things; this is the second. A seat is
never counted as gone for a fault of ours: time counts only while clock and web processes live.
"""

from __future__ import annotations

import logging

from django.db import connection

from tables import timing
from tables.dealer import seating
from tables.dealer.outage import AWAY_S
from tables.dealer.sheet import Done
from tables.errors import Refused
from tables.live import presence

log = logging.getLogger(__name__)

UNWATCHED_MS = 600_000  # with no web process known to live, the grace is so much longer

_NOW = "SELECT (extract(epoch FROM site_now()) * 1000)::bigint"
_WEB = """
    SELECT (extract(epoch FROM max(started_at)) * 1000)::bigint FROM tables_heartbeat
    WHERE kind = 'web' AND seen_at > site_now() - %s * interval '1 second'"""
# Nobody leaves a paused table: its chips stay where they are.
_LOST = """
    SELECT s.table_id, s.member_id FROM tables_presence p JOIN tables_seat s ON s.id = p.seat_id
    JOIN tables_tablestate t ON t.table_id = s.table_id
    WHERE s.left_at IS NULL AND t.pause = '' AND p.seen_at < to_timestamp(%s::float8 / 1000)
        AND NOT (t.is_house AND t.hand_id IS NOT NULL)"""
# Seats at tables that staff have closed, once the hand or round is over. Bots go by themselves.
_CLOSED = """
    SELECT s.table_id, s.member_id FROM tables_seat s JOIN tables_table b ON b.id = s.table_id
    LEFT JOIN tables_table p ON p.id = b.parent_id
    JOIN tables_tablestate t ON t.table_id = s.table_id
    WHERE s.left_at IS NULL AND NOT s.is_bot AND NOT coalesce(p.is_open, b.is_open)
        AND t.hand_id IS NULL AND t.pause = ''"""
_FORGET = """
    DELETE FROM tables_presence p USING tables_seat s
    WHERE s.id = p.seat_id AND s.left_at IS NOT NULL"""


class Lost:
    """Sweeps lost seats; remembers since when this clock has been looking."""

    def __init__(self) -> None:
        self._since = 0

    def sweep(self) -> list[Done]:
        """Let every seat leave whose grace is over or whose table is closed.

        Returns what to publish.
        """
        with connection.cursor() as cursor:
            cursor.execute(_CLOSED)
            done = _leave_all(cursor.fetchall(), by="closed")
            cursor.execute(_NOW)
            (now,) = cursor.fetchone()
            self._since = self._since or now
            cursor.execute(_WEB, [AWAY_S])
            (web_since,) = cursor.fetchone()
            # `seen_at` may be one interval older than the moment when the line was lost.
            grace = timing.seat_grace_ms() + round(presence.PRESENCE_S * 1000)
            if web_since is None:
                grace += UNWATCHED_MS
            border = now - grace
            if border < max(self._since, web_since or 0):
                return done
            cursor.execute(_LOST, [border])
            lost = cursor.fetchall()
            cursor.execute(_FORGET)
        return done + _leave_all(lost, by="lost")


def _leave_all(seats: list[tuple[int, int]], *, by: str) -> list[Done]:
    return [done for table_id, member_id in seats if (done := _leave(table_id, member_id, by))]


def _leave(table_id: int, member_id: int, by: str) -> Done | None:
    try:
        return seating.leave(table_id=table_id, member_id=member_id, by=by)
    except Refused:
        return None  # left meanwhile, or the table is paused
    except Exception:
        log.exception("a lost seat could not leave table %s", table_id)
        return None
