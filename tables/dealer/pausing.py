"""Stopping a table whose code failed, letting it go on, and undoing a hand that cannot be ended."""

from __future__ import annotations

import logging
import traceback
from dataclasses import replace as change_draft

from django.db import connection, transaction
from msgspec.structs import replace

from tables import timing
from tables.dealer import commands, record
from tables.dealer.commands import Command, Plate
from tables.dealer.log import Stored, chain
from tables.dealer.replica import Replica
from tables.dealer.settling import cash_out, left
from tables.dealer.sheet import Done, Sheet, base, opened
from tables.errors import Broken, Refused
from tables.models import Change, Hand, Incident, TableState
from wallet import escrow, posting

log = logging.getLogger(__name__)


def pause_after(table_id: int, error: BaseException) -> Done | None:
    """Pause a table because of an error: incident, log, and a change that tells the viewers.

    Needs no replica, because folding may be what fails. Locks the table. None if it was paused.
    """
    detail = "".join(traceback.format_tb(error.__traceback__)[-8:])
    code = type(error).__name__.lower()[:40]
    log.error("table %s is paused: %s", table_id, code, exc_info=error)
    with transaction.atomic():
        state = TableState.objects.select_for_update().get(pk=table_id)
        if state.pause:
            return None
        with connection.cursor() as cursor:
            cursor.execute("SELECT site_now(), (extract(epoch FROM site_now()) * 1000)::bigint")
            moment, now = cursor.fetchone()
        Incident.objects.create(
            table_id=table_id,
            seq=state.seq,
            hand_id=state.hand_id,
            code=code,
            detail=detail,
            made_at=moment,
        )
        text = commands.encode(commands.Pause(at=now, pace=timing.pace(), code=code))
        seq = state.seq + 1
        digest = chain(bytes(state.digest), seq, text)
        Change.objects.create(table_id=table_id, seq=seq, command=text, digest=digest)
        state.seq, state.digest, state.pause, state.due_at = seq, digest, code, None
        state.save(update_fields=["seq", "digest", "pause", "due_at"])
    return Done(table_id, seq, (Stored(seq, text, digest),))


def resume(*, table_id: int) -> Done:
    """Let a paused table go on; closes its incidents. Locks the table."""
    with opened(table_id, even_paused=True) as sheet:
        if not sheet.replica.paused:
            raise Refused("not_paused")
        sheet.write(commands.Resume(at=sheet.now, pace=sheet.pace()))
        _close_incidents(sheet)
    return sheet.result()


def void(*, table_id: int, code: str) -> Done:
    """Undo the running hand: every stack is what it was when the hand began.

    Works also when the hand itself does not fold any more. Locks the table and the accounts of
    leavers, who are paid out with it.
    """
    with transaction.atomic():
        state = TableState.objects.select_for_update().get(pk=table_id)
        if state.hand_id is None:
            raise Refused("no_hand")
        head = record.Head(state.seq, state.base_seq, bytes(state.digest), state.is_house)
        replica = _without_hand(table_id, head)
        with connection.cursor() as cursor:
            cursor.execute("SELECT (extract(epoch FROM site_now()) * 1000)::bigint")
            (now,) = cursor.fetchone()
        sheet = Sheet(table_id, head, replica, now)
        hand_id, dealt = replica.hand_id, dict(replica.sitters)
        leavers = {p: p.stack + p.extra for p in replica.roster.values() if p.goes}
        drafts = [cash_out(plate, amount) for plate, amount in leavers.items()]
        drafts += _owed_to_departed(replica, dealt)
        for plate in leavers:
            del replica.roster[plate.seat]
        sheet.write(_void_command(sheet, hand_id, code))
        sheet.store()
        Hand.objects.filter(pk=hand_id).update(status=Hand.Status.VOID, ended_at=_moment())
        if drafts:
            posting.post(drafts)
        left(sheet, leavers)
        _close_incidents(sheet)
    return sheet.result()


def _void_command(sheet: Sheet, hand_id: int, code: str) -> Command:
    whole = base(sheet.replica, sheet.now)
    roster = tuple(
        replace(plate, stack=plate.stack + plate.extra, extra=0) for plate in whole.roster
    )
    return commands.Void(
        at=sheet.now,
        pace=whole.pace,
        hand=hand_id,
        code=code,
        roster=roster,
        last=whole.last,
        number=whole.number,
        done=whole.done,
        ready=whole.ready,
        line=whole.line,
    )


def _owed_to_departed(replica: Replica, dealt: dict[int, Plate]) -> list[posting.Draft]:
    """What who folded and left had in the pot goes back too, under a key of its own."""
    drafts = []
    for seat, plate in dealt.items():
        if replica.owns_hand(seat):
            continue
        balance = escrow.balances([plate.escrow])[plate.escrow]
        draft = cash_out(plate, balance)
        drafts.append(change_draft(draft, key=f"{draft.key}:void"))
    return drafts


def _without_hand(table_id: int, head: record.Head) -> Replica:
    """The table folded without the acts of its hand, so that a broken hand cannot stop it."""
    replica = record.fresh(table_id, head.house)
    changes = record.read(table_id, max(head.base_seq - 1, 1), head.seq)
    for change in changes:
        if change.seq >= head.base_seq:
            replica.skip_hand(commands.decode(change.command))
    replica.seq, replica.digest = head.seq, head.digest
    return replica


def _moment() -> object:
    with connection.cursor() as cursor:
        cursor.execute("SELECT site_now()")
        return cursor.fetchone()[0]


def _close_incidents(sheet: Sheet) -> None:
    Incident.objects.filter(table_id=sheet.table_id, closed_at=None).update(closed_at=_moment())


__all__ = ["Broken", "pause_after", "resume", "void"]
