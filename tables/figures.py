"""The lobby's figures: seats taken and average pot of each table, kept in a small table.

The clock refreshes those of tables that changed, so that the lobby counts nothing.
"""

from __future__ import annotations

from django.db import connection

HANDS = 20  # over so many of the last hands the pot is averaged

_REFRESH = """
    INSERT INTO tables_tablefigures (table_id, seq, members, bots, average_pot)
    SELECT s.table_id, s.seq,
        (SELECT count(*) FROM tables_seat WHERE table_id = s.table_id AND left_at IS NULL
            AND NOT is_bot),
        (SELECT count(*) FROM tables_seat WHERE table_id = s.table_id AND left_at IS NULL
            AND is_bot),
        (SELECT coalesce(avg(pot), 0)::bigint FROM (
            SELECT pot FROM tables_hand WHERE table_id = s.table_id AND status = 'over'
            ORDER BY number DESC LIMIT %s) last)
    FROM tables_tablestate s LEFT JOIN tables_tablefigures f ON f.table_id = s.table_id
    WHERE f.seq IS DISTINCT FROM s.seq
    ON CONFLICT (table_id) DO UPDATE SET seq = EXCLUDED.seq, members = EXCLUDED.members,
        bots = EXCLUDED.bots, average_pot = EXCLUDED.average_pot"""


def refresh() -> None:
    """Bring the figures of all changed tables up to date."""
    with connection.cursor() as cursor:
        cursor.execute(_REFRESH, [HANDS])
