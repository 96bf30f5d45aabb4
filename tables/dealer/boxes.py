"""Boxes: where each member plays at a house table, and which table a visitor is shown."""

from __future__ import annotations

from django.db import connection, transaction

from tables.models import Table, TableState

_DOOR = """
    SELECT t.parent_id IS NOT NULL, s.is_house, b.id
    FROM tables_table t JOIN tables_tablestate s ON s.table_id = t.id
    LEFT JOIN tables_table b ON b.parent_id = t.id AND b.owner_id = %s
    WHERE t.id = %s"""


def door(*, table_id: int, member_id: int | None) -> int | None:
    """The table that a visitor of `table_id` is shown; None if there is none at this address.

    At a house table a member's own box, opened now if there is none yet; a guest sees the house
    table itself, where nothing happens. A box has no address of its own. Locks nothing.
    """
    with connection.cursor() as cursor:
        cursor.execute(_DOOR, [member_id, table_id])
        row = cursor.fetchone()
    if row is None or row[0]:
        return None
    _is_box, is_house, box = row
    if not is_house or member_id is None:
        return table_id
    return box or _open(table_id, member_id)


@transaction.atomic
def _open(table_id: int, member_id: int) -> int:
    stakes_id = Table.objects.values_list("stakes_id", flat=True).get(pk=table_id)
    box, is_new = Table.objects.get_or_create(
        parent_id=table_id, owner_id=member_id, defaults={"stakes_id": stakes_id, "seats": 1}
    )
    if is_new:
        TableState.objects.create(table=box, is_house=True)
    return box.pk
