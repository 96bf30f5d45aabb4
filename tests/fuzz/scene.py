"""A table in mid-hand where nothing may happen, and those who will try."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from django.db import connection
from django.test import override_settings

from config.limits import Span
from tables.dealer import record
from tables.dealer.replica import Replica
from tables.models import Table
from tests.fuzz.attack import Attacker
from tests.fuzz.frames import Scene
from tests.tables import builders
from tests.tables.conftest import log_in

DEALT_S = 60

_STATE = """
    SELECT (SELECT jsonb_agg(to_jsonb(s) ORDER BY table_id) FROM (
            SELECT table_id, seq, encode(digest, 'hex'), hand_id, pause FROM tables_tablestate) s),
        (SELECT count(*) FROM tables_change), (SELECT count(*) FROM tables_seat),
        (SELECT count(*) FROM tables_hand), (SELECT count(*) FROM wallet_entry),
        (SELECT count(*) FROM tables_incident)"""


def set_up() -> tuple[Table, Scene, list[Attacker]]:
    """Two tables with three members each in their first hand; outsiders and guests beside."""
    (table, replica), (_, elsewhere) = in_hand(), in_hand()
    hand = replica.running
    assert hand is not None
    seat = hand.actors[0]
    legal = hand.legal(seat)
    least = next(option.min for option in legal.options if option.kind == "raise")
    scene = Scene(
        hand=str(replica.hand_id),
        other_hand=str(elsewhere.hand_id),
        seat=None,
        on_turn=seat,
        turn=legal.turn,
        min_raise=least,
    )
    attackers = [Attacker(cookie(builders.member_at(table, n)), n) for n in range(3)]
    attackers += [Attacker(cookie(builders.member()), None) for _ in range(3)]
    return table, scene, [*attackers, Attacker("", None), Attacker("", None)]


def in_hand() -> tuple[Table, Replica]:
    """A table of three whose first hand the site's clock has dealt, to two of them or to all."""
    table = builders.table()
    with override_settings(HAND_GAP_MS=Span(0, 0)):
        for seat in range(3):
            builders.sit(table, builders.member(), seat)
    deadline = time.monotonic() + DEALT_S
    while time.monotonic() < deadline:
        head = record.head(table.pk)
        assert head is not None
        replica, _ = record.from_base(table.pk, head)
        if replica.running is not None:
            return table, replica
        time.sleep(0.05)
    raise TimeoutError("the clock does not deal")


def cookie(member: Any) -> str:
    return f"{settings.SESSION_COOKIE_NAME}={log_in(member)}"


def state() -> tuple[Any, ...]:
    """Everything that a frame could change."""
    with connection.cursor() as cursor:
        cursor.execute(_STATE)
        return tuple(cursor.fetchone())
