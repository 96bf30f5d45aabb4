"""The waiting list: joining and leaving it, and the clock's offers of a free seat.

The list itself is folded state of the table; the rows of `Waiting` follow it in the same
transaction, for pages to read. Every function runs under the table's lock.
"""

from __future__ import annotations

from django.db import connection

from accounts.models import Member
from tables import coming_back, timing
from tables.dealer import commands
from tables.dealer.line import Offer
from tables.dealer.sheet import Done, Sheet, opened
from tables.errors import Refused
from tables.models import Table, Waiting
from wallet import limits, selectors

LONGEST = 50  # members on one list
MOST = 8  # lists that one member is on
AWAY_S = 150  # who had no page of the site open for so long is passed over

_JOIN = """
    INSERT INTO tables_waiting (table_id, member_id, since, seen_at, outcome, is_told)
    VALUES (%s, %s, site_now(), site_now(), '', FALSE)"""
_CLOSE = """
    UPDATE tables_waiting SET ended_at = site_now(), outcome = %s, is_told = %s,
        offer_seat = NULL, offer_until = NULL
    WHERE table_id = %s AND member_id = %s AND ended_at IS NULL"""
_OFFER = """
    UPDATE tables_waiting SET offer_seat = %s, offer_until = to_timestamp(%s::float8 / 1000)
    WHERE table_id = %s AND member_id = %s AND ended_at IS NULL"""
_AWAY = """
    SELECT seen_at < site_now() - %s * interval '1 second' FROM tables_waiting
    WHERE table_id = %s AND member_id = %s AND ended_at IS NULL"""


def join(*, table_id: int, member: Member, id: str = "") -> Done:
    """Wait for a seat at a full table. Locks the table.

    Raises Refused: closed, seated, seat_free, waiting, line_full, lines, no_funds, or the code of
    what bars the member.
    """
    with opened(table_id) as sheet:
        if done := sheet.done(member.pk, 0, id, "wait"):
            return done
        table = Table.objects.select_related("stakes").get(pk=table_id)
        _check(sheet, table, member)
        command = commands.Wait(
            at=sheet.now,
            pace=timing.pace(),
            member=member.pk,
            id=id,
            who=member.pk,
            seats=table.seats,
        )
        sheet.write(command)
        with connection.cursor() as cursor:
            cursor.execute(_JOIN, [table_id, member.pk])
    return sheet.result()


def leave(*, table_id: int, member_id: int, id: str = "") -> Done:
    """Wait no more; a seat that was offered is free for the next. Locks the table."""
    with opened(table_id) as sheet:
        if done := sheet.done(member_id, 0, id, "unwait"):
            return done
        if not sheet.replica.line.place(member_id):
            raise Refused("not_waiting")
        drop(sheet, member_id, Waiting.Outcome.LEFT, by=member_id, id=id)
    return sheet.result()


def serve(sheet: Sheet) -> bool:
    """What is due on the list: end an offer that was let pass, or make the next one.

    Whether something was done. The clock's grace is given to offers as to turns.
    """
    line = sheet.replica.line
    for offer in line.offers:
        if offer.until + timing.clock_grace_ms() <= sheet.now:
            drop(sheet, offer.member, Waiting.Outcome.TIMED_OUT)
            return True
    if not line.has_news(len(sheet.replica.roster)):
        return False
    table = Table.objects.select_related("stakes").get(pk=sheet.table_id)
    free = [
        seat
        for seat in range(table.seats)
        if seat not in sheet.replica.roster and line.offer_of(seat) is None
    ]
    if not free:
        return False
    member = line.unasked[0]
    if outcome := _unfit(table, member):
        drop(sheet, member, outcome)
    else:
        _offer(sheet, Offer(free[0], member, sheet.now + timing.offer_ms()))
    return True


def send_home(sheet: Sheet) -> bool:
    """Take the first off the list of a closed table. Whether somebody was."""
    if not sheet.replica.line.members:
        return False
    drop(sheet, sheet.replica.line.members[0], Waiting.Outcome.CLOSED)
    return True


def drop(sheet: Sheet, member: int, outcome: str, *, by: int = 0, id: str = "") -> None:
    """Take a member off the list."""
    command = commands.Unwait(
        at=sheet.now, pace=timing.pace(), member=by, id=id, who=member, why=str(outcome)
    )
    sheet.write(command)
    close(sheet, member, outcome)


def close(sheet: Sheet, member: int, outcome: str) -> None:
    """End the row of somebody who is off the list; what a member did himself need not be told."""
    is_told = outcome in (Waiting.Outcome.SEATED, Waiting.Outcome.LEFT)
    with connection.cursor() as cursor:
        cursor.execute(_CLOSE, [str(outcome), is_told, sheet.table_id, member])


def _offer(sheet: Sheet, offer: Offer) -> None:
    sheet.write(commands.Offered(at=sheet.now, pace=timing.pace(), offer=offer))
    with connection.cursor() as cursor:
        cursor.execute(_OFFER, [offer.seat, offer.until, sheet.table_id, offer.member])


def _check(sheet: Sheet, table: Table, member: Member) -> None:
    replica = sheet.replica
    if not table.is_open:
        raise Refused("closed")
    if table.is_house:
        raise Refused("seat_free")
    if replica.seat_of(member.pk) is not None:
        raise Refused("seated")
    if replica.line.place(member.pk):
        raise Refused("waiting")
    if not replica.line.members and len(replica.roster) < table.seats:
        raise Refused("seat_free")
    if len(replica.line.members) >= LONGEST:
        raise Refused("line_full")
    if Waiting.objects.filter(member=member, is_told=False, ended_at=None).count() >= MOST:
        raise Refused("lines", most=str(MOST))
    if why := limits.may_play([member.pk]).get(member.pk):
        raise Refused(why)
    least = coming_back.smallest([table], member.pk)[table.pk]
    if selectors.balance(member) < least:
        raise Refused("no_funds", min=least)


def _unfit(table: Table, member_id: int) -> str:
    """Why a member is not offered a seat now; "" for who is."""
    member = Member.objects.get(pk=member_id)
    if not member.is_active or limits.may_play([member_id]):
        return Waiting.Outcome.BARRED
    if selectors.balance(member) < coming_back.smallest([table], member_id)[table.pk]:
        return Waiting.Outcome.BROKE
    with connection.cursor() as cursor:
        cursor.execute(_AWAY, [AWAY_S, table.pk, member_id])
        row = cursor.fetchone()
    return Waiting.Outcome.AWAY if row is None or row[0] else ""
