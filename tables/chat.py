"""The chat of the tables: the only writer of its rows.

Chat is no part of a table's state and takes no lock of it. Lines of one table are written one after
the other (an advisory lock of the table's chat, held to the commit), so their ids tell their order.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet

from accounts import nicknames
from accounts.models import Member
from tables.chat_words import PHRASES, clean
from tables.errors import Refused
from tables.models import ChatBlock, ChatLine, ChatMute, ChatReport, Seat, Table

SHOWN = 50  # lines that who joins is shown
AROUND = timedelta(minutes=10)  # the lines about a reported one that staff are shown
REPEATED = timedelta(minutes=10)  # so long the same command is known again
MOST_BLOCKS = 500

_LOCK = 0x43484154  # "CHAT": the first key of the advisory lock, the table is the second
_IN_TURN = "SELECT pg_advisory_xact_lock(%s, %s), site_now()"
# Lines near one that staff have still to look at stay.
_FORGET_LINES = """
    DELETE FROM tables_chatline l WHERE l.at < %s AND NOT EXISTS (
        SELECT FROM tables_chatreport r JOIN tables_chatline about ON about.id = r.line_id
        WHERE r.state = 'open' AND r.table_id = l.table_id
            AND l.at BETWEEN about.at - %s * interval '1 second'
                AND about.at + %s * interval '1 second')"""


@transaction.atomic
def say(*, table_id: int, member_id: int, id: str, text: str = "", phrase: str = "") -> int:
    """Write a line; returns its id. The same command once more writes nothing.

    Locks the table's chat. Raises Refused: `no_such_table`, `id_used` (for another line),
    `chat_off`, `chat_seated`, `chat_muted`, `chat_empty`, `chat_long`, `chat_fast`.
    """
    now = _in_turn(table_id)
    text = "" if phrase else clean(text)
    mine = ChatLine.objects.filter(member_id=member_id)
    former = mine.filter(table_id=table_id, name=id, at__gt=now - REPEATED)
    if known := former.values_list("pk", "text", "phrase").first():
        if known[1:] != (text, phrase):
            raise Refused("id_used")
        return known[0]
    _check_may_speak(table_id, member_id, now)
    if phrase not in PHRASES and not text:
        raise Refused("chat_empty")
    if len(text) > ChatLine.MAX_LENGTH:
        raise Refused("chat_long", most=ChatLine.MAX_LENGTH)
    if mine.filter(at__gt=now - timedelta(minutes=1)).count() >= settings.CHAT_PER_MINUTE:
        raise Refused("chat_fast")
    line = ChatLine.objects.create(
        table_id=table_id, member_id=member_id, name=id, text=text, phrase=phrase, at=now
    )
    return line.pk


def hide(*, member_id: int, on: bool) -> None:
    """Show a member no chat at all, or all of it again."""
    _set_block(member_id, None, on)


def block(*, member_id: int, nick: str, on: bool) -> None:
    """Show a member nothing of another one any more, or let him be read again.

    Raises Refused `no_such_member`, `chat_self`, `chat_blocks`.
    """
    other = Member.objects.filter(nickname_key=nicknames.key(nick)).values_list("pk", flat=True)
    other_id = other.first()
    if other_id is None:
        raise Refused("no_such_member")
    if other_id == member_id:
        raise Refused("chat_self")
    if on and ChatBlock.objects.filter(member_id=member_id).count() >= MOST_BLOCKS:
        raise Refused("chat_blocks", most=MOST_BLOCKS)
    _set_block(member_id, other_id, on)


@transaction.atomic
def report(*, table_id: int, member_id: int, line_id: int, reason: str) -> None:
    """Ask staff to look at a line; a second time changes nothing.

    Raises Refused `no_such_line`, `chat_self`, `chat_reports`.
    """
    now = Table.now()
    line = ChatLine.objects.filter(pk=line_id, table_id=table_id, removes=None).first()
    if line is None or line.member_id is None:
        raise Refused("no_such_line")
    if line.member_id == member_id:
        raise Refused("chat_self")
    made = ChatReport.objects.filter(by_id=member_id, at__gt=now - timedelta(days=1))
    if made.count() >= settings.CHAT_REPORTS_PER_DAY:
        raise Refused("chat_reports")
    facts = {"table_id": table_id, "author_id": line.member_id, "reason": reason, "at": now}
    ChatReport.objects.get_or_create(line_id=line.pk, by_id=member_id, defaults=facts)


@transaction.atomic
def mute(*, member_id: int, hours: int, reason: str, by_id: int) -> None:
    """Staff let a member write nothing from now on for so long, whatever was set before.

    Closes the open reports of his lines.
    """
    unmute(member_id=member_id)
    until = Table.now() + timedelta(hours=hours)
    ChatMute.objects.create(member_id=member_id, until=until, reason=reason, by_id=by_id)
    _close(ChatReport.State.MUTED, by_id, author_id=member_id)


def unmute(*, member_id: int) -> bool:
    """Staff let a member write again; False if he may already."""
    now = Table.now()
    return ChatMute.objects.filter(member_id=member_id, until__gt=now).update(until=now) > 0


@transaction.atomic
def remove(*, line_id: int, by_id: int) -> tuple[int, int] | None:
    """Staff delete a line, and close its reports; returns (table, id of the news), None if gone.

    Locks the table's chat.
    """
    found = ChatLine.objects.filter(pk=line_id, removes=None).values_list("table_id", flat=True)
    table_id = found.first()
    if table_id is None:
        return None
    now = _in_turn(table_id)
    _close(ChatReport.State.REMOVED, by_id, line_id=line_id)
    news = _delete(table_id, ChatLine.objects.filter(pk=line_id), now)
    return (table_id, news) if news else None


def dismiss(*, report_id: int, by_id: int) -> bool:
    """Staff see nothing wrong; False if the report is closed."""
    return _close(ChatReport.State.DISMISSED, by_id, pk=report_id)


def tidy() -> None:
    """Delete what is older than CHAT_KEEP_DAYS: lines, mutes that are over, closed reports."""
    long_ago = Table.now() - timedelta(days=settings.CHAT_KEEP_DAYS)
    around_s = AROUND.total_seconds()
    with connection.cursor() as cursor:
        cursor.execute(_FORGET_LINES, [long_ago, around_s, around_s])
    ChatMute.objects.filter(until__lt=long_ago).delete()
    ChatReport.objects.filter(at__lt=long_ago).exclude(state=ChatReport.State.OPEN).delete()


def forget(member: Member, **_: Any) -> None:
    """Receiver of `accounts.signals.member_leaving`: nothing that the member said is left.

    Locks the chats of the tables where he has written, by id.
    """
    ChatReport.objects.filter(Q(author=member) | Q(by=member)).delete()
    mine = ChatLine.objects.filter(member=member)
    for table_id in sorted(set(mine.values_list("table_id", flat=True))):
        _delete(table_id, mine.filter(table_id=table_id), _in_turn(table_id))
    ChatBlock.objects.filter(Q(member=member) | Q(other=member)).delete()
    ChatMute.objects.filter(member=member).delete()


def _in_turn(table_id: int) -> datetime:
    """Wait for the turn to write at this table; the site's time when it has come."""
    with connection.cursor() as cursor:
        cursor.execute(_IN_TURN, [_LOCK, table_id])
        _, now = cursor.fetchone()
    return now


def _check_may_speak(table_id: int, member_id: int, now: datetime) -> None:
    table = Table.objects.filter(pk=table_id).select_related("stakes").first()
    if table is None:
        raise Refused("no_such_table")
    if table.chat == Table.Chat.OFF or table.is_house:
        raise Refused("chat_off")
    mute = ChatMute.objects.filter(member_id=member_id, until__gt=now).order_by("-until").first()
    if mute is not None:
        raise Refused("chat_muted", until=mute.until, reason=mute.reason)
    seats = Seat.objects.filter(table_id=table_id, member_id=member_id, left_at=None)
    if table.chat == Table.Chat.SEATED and not seats.exists():
        raise Refused("chat_seated")


def _set_block(member_id: int, other_id: int | None, on: bool) -> None:
    if on:
        ChatBlock.objects.get_or_create(member_id=member_id, other_id=other_id)
    else:
        ChatBlock.objects.filter(member_id=member_id, other_id=other_id).delete()


def _delete(table_id: int, lines: QuerySet[ChatLine], now: datetime) -> int:
    """Delete lines of a table, with news of it for the pages that may show them.

    Returns the id of the last news, 0 without any.
    """
    said = ChatLine.objects.filter(table_id=table_id, removes=None).order_by("-id")
    shown = set(said.values_list("pk", flat=True)[:SHOWN])
    gone = sorted(shown.intersection(lines.values_list("pk", flat=True)))
    lines.delete()
    news = [ChatLine(table_id=table_id, removes=line_id, at=now) for line_id in gone]
    return max((line.pk for line in ChatLine.objects.bulk_create(news)), default=0)


def _close(state: ChatReport.State, by_id: int, **which: Any) -> bool:
    open_ones = ChatReport.objects.filter(state=ChatReport.State.OPEN, **which)
    return open_ones.update(state=state, closed_by_id=by_id) > 0
