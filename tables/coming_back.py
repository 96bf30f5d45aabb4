"""The guard against ratholing: who left a table with chips comes back with no fewer (B10)."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from django.conf import settings
from django.db import connection

from tables.models import Table

_LAST = """
    SELECT DISTINCT ON (table_id, member_id) table_id, member_id, left_with,
        (extract(epoch FROM left_at) * 1000)::bigint + %(guard)s,
        ceil(extract(epoch FROM left_at - site_now()) / 60 + %(guard)s / 60000.0)::int
    FROM tables_seat
    WHERE table_id = ANY(%(tables)s) AND member_id = ANY(%(members)s)
        AND left_at > site_now() - %(guard)s * interval '1 millisecond'
    ORDER BY table_id, member_id, left_at DESC, id DESC"""


class Back(NamedTuple):
    """At least so many chips until a moment (epoch ms), which is `minutes` from now."""

    chips: int
    until: int
    minutes: int


def least(table: Table, members: Collection[int]) -> dict[int, Back]:
    """Who of these left the table a short while ago with more than its smallest buy-in.

    What they took along is asked for up to the largest buy-in. Nobody hides chips from the house.
    """
    return {member: back for (_, member), back in _found([table], members).items()}


def smallest(tables: Collection[Table], member: int) -> dict[int, int]:
    """The smallest buy-ins with which a member may sit down at these tables, in chips, by table."""
    found = {table.pk: table.stakes.min_buy_in for table in tables}
    return found | {table: back.chips for (table, _), back in _found(tables, [member]).items()}


def _found(tables: Collection[Table], members: Collection[int]) -> dict[tuple[int, int], Back]:
    guarded = {table.pk: table.stakes for table in tables if not table.is_house}
    if not settings.RATHOLE_S or not members or not guarded:
        return {}
    guard = settings.RATHOLE_S * 1000
    with connection.cursor() as cursor:
        cursor.execute(_LAST, {"guard": guard, "tables": list(guarded), "members": list(members)})
        rows = cursor.fetchall()
    found = {}
    for table, member, took, until, minutes in rows:
        chips = min(took or 0, guarded[table].max_buy_in)
        if chips > guarded[table].min_buy_in:
            found[table, member] = Back(chips, until, minutes)
    return found
