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
    WHERE f.seq IS DISTINCT FROM s.seq AND NOT s.is_house
    ON CONFLICT (table_id) DO UPDATE SET seq = EXCLUDED.seq, members = EXCLUDED.members,
        bots = EXCLUDED.bots, average_pot = EXCLUDED.average_pot"""

# Counted from the seats that are taken, not from the boxes: of those there may be very many.
_REFRESH_HOUSE = """
    INSERT INTO tables_tablefigures (table_id, seq, members, bots, average_pot)
    SELECT p.id, 0, coalesce(taken.members, 0), 0, 0
    FROM tables_table p JOIN tables_tablestate t ON t.table_id = p.id AND t.is_house
    LEFT JOIN (
        SELECT b.parent_id, count(*) AS members
        FROM tables_seat s JOIN tables_table b ON b.id = s.table_id
        WHERE s.left_at IS NULL AND b.parent_id IS NOT NULL GROUP BY b.parent_id
    ) taken ON taken.parent_id = p.id
    WHERE p.parent_id IS NULL
    ON CONFLICT (table_id) DO UPDATE SET members = EXCLUDED.members
    WHERE tables_tablefigures.members <> EXCLUDED.members"""


def refresh() -> None:
    """Bring the figures of all changed tables up to date."""
    with connection.cursor() as cursor:
        cursor.execute(_REFRESH, [HANDS])
        cursor.execute(_REFRESH_HOUSE)
