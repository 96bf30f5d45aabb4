"""Reading the chat: lines for the sockets, what a member wants to read, a report's surroundings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.db import connection
from django.db.models import QuerySet

from tables.chat import AROUND, SHOWN
from tables.models import ChatBlock, ChatLine, ChatReport

_LINES = """
    SELECT l.id, l.member_id, coalesce(m.nickname, ''), l.text, l.phrase, l.removes,
        (extract(epoch FROM l.at) * 1000)::bigint
    FROM tables_chatline l LEFT JOIN accounts_member m ON m.id = l.member_id
    WHERE l.table_id = %s AND l.id > %s ORDER BY l.id"""
_LATEST = _LINES.replace("ORDER BY l.id", "AND l.removes IS NULL ORDER BY l.id DESC LIMIT %s")
_HEADS = """
    SELECT t.id, (SELECT max(id) FROM tables_chatline WHERE table_id = t.id)
    FROM unnest(%s::bigint[]) t (id)"""


class Line(NamedTuple):
    """A line as it is read; `removes` names the line that this one takes away, if it does."""

    id: int
    member_id: int | None
    nick: str
    text: str
    phrase: str
    removes: int | None
    at: int


class Ears(NamedTuple):
    """What a viewer reads: nothing when `hides`, else all but the lines of the blocked."""

    hides: bool = False
    blocked: frozenset[int] = frozenset()
    nicks: tuple[str, ...] = ()

    def hear(self, line: Line) -> bool:
        """Whether the viewer is to see this line."""
        return not self.hides and line.member_id not in self.blocked


def latest(table_id: int) -> list[Line]:
    """The last lines of a table, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(_LATEST, [table_id, 0, SHOWN])
        return [Line(*row) for row in reversed(cursor.fetchall())]


def after(table_id: int, line_id: int) -> list[Line]:
    """The lines after this one."""
    with connection.cursor() as cursor:
        cursor.execute(_LINES, [table_id, line_id])
        return [Line(*row) for row in cursor.fetchall()]


def heads(tables: Sequence[int]) -> dict[int, int]:
    """The id of the newest line of these tables, of those that have one."""
    with connection.cursor() as cursor:
        cursor.execute(_HEADS, [list(tables)])
        return {table_id: head for table_id, head in cursor.fetchall() if head is not None}


def ears(members: Collection[int]) -> dict[int, Ears]:
    """What these members want to read."""
    rows = ChatBlock.objects.filter(member_id__in=members).order_by("other__nickname")
    found = {member_id: Ears() for member_id in members}
    for member_id, other_id, nick in rows.values_list("member_id", "other_id", "other__nickname"):
        hides, blocked, nicks = found[member_id]
        if other_id is None:
            found[member_id] = Ears(True, blocked, nicks)
        else:
            found[member_id] = Ears(hides, blocked | {other_id}, (*nicks, nick))
    return found


def around(report: ChatReport) -> QuerySet[ChatLine]:
    """The reported line and those about it, as staff are shown them; none once it is deleted."""
    if report.line is None:
        return ChatLine.objects.none()
    at = report.line.at
    near = ChatLine.objects.filter(table_id=report.table_id, removes=None)
    return near.filter(at__range=(at - AROUND, at + AROUND)).select_related("member")
