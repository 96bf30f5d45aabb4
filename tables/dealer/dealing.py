"""Beginning a hand: who is dealt in, the sealed seed, the commitment."""

from __future__ import annotations

import msgspec
from django.db import connection

from rules import shuffle
from tables import fairness, timing
from tables.dealer import commands
from tables.dealer.blinds import Plan, plan
from tables.dealer.settling import Leavers, settle
from tables.dealer.sheet import Sheet
from tables.models import Hand, Table
from wallet import limits

_NEXT_ID = "SELECT nextval(pg_get_serial_sequence('tables_hand', 'id'))"
_INSERT = """
    INSERT INTO tables_hand (id, table_id, number, game, stakes, root, sealed, key_id, status,
        started_at, pot, rake)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, to_timestamp(%s::float8 / 1000), 0, 0)"""


def deal(sheet: Sheet, table: Table) -> bool:
    """Begin the next hand under the table's lock. False while fewer than two seats can play."""
    replica = sheet.replica
    _rest_the_barred(sheet)
    next_hand = plan(
        replica.roster,
        replica.last,
        stakes=table.stakes.chips,
        entry=table.entry,
    )
    if next_hand is None or replica.running is not None:
        return False
    seed = fairness.draw()
    hand_id, root = _open_hand(sheet, table, seed)
    sheet.write(_command(sheet, table, next_hand, hand_id, root), shuffle.deck(seed))
    if sheet.replica.running is None:
        settle(sheet, Leavers(sheet))
    return True


def _rest_the_barred(sheet: Sheet) -> None:
    """Sit out whom a freeze, limit or exclusion keeps from a next hand; a running one is played."""
    ready = {
        plate.member: plate
        for plate in sheet.replica.roster.values()
        if not plate.bot and not plate.away_ms and not plate.leaving
    }
    for member, why in limits.may_play(ready).items() if ready else ():
        command = commands.SitOut(
            at=sheet.now, pace=timing.pace(), member=member, seat=ready[member].seat, why=why
        )
        sheet.write(command)


def _open_hand(sheet: Sheet, table: Table, seed: bytes) -> tuple[int, str]:
    with connection.cursor() as cursor:
        cursor.execute(_NEXT_ID)
        (hand_id,) = cursor.fetchone()
        sealed = fairness.seal(seed, hand_id)
        root = shuffle.root(seed)
        stakes = msgspec.json.encode(table.stakes.chips).decode()
        cursor.execute(
            _INSERT,
            [
                hand_id,
                table.pk,
                sheet.replica.number + 1,
                table.game,
                stakes,
                root,
                sealed.box,
                sealed.key_id,
                Hand.Status.RUNNING,
                sheet.now,
            ],
        )
    return hand_id, root


def _command(sheet: Sheet, table: Table, next_hand: Plan, hand_id: int, root: str) -> commands.Deal:
    replica = sheet.replica
    before = {seat: replica.plate_event(plate) for seat, plate in replica.roster.items()}
    changed = tuple(
        plate.seat for plate in next_hand.plates if replica.plate_event(plate) != before[plate.seat]
    )
    return commands.Deal(
        at=sheet.now,
        pace=timing.pace(),
        hand=hand_id,
        number=replica.number + 1,
        root=root,
        variant=table.game,
        stakes=table.stakes.chips,
        last=next_hand.position,
        small_blind=next_hand.small_blind,
        big_blind=next_hand.big_blind,
        players=next_hand.players,
        roster=next_hand.plates,
        changed=changed,
        done=replica.carried(),
        line=replica.line,
        may_show=table.may_show,
        show_ms=timing.show_ms() if table.may_show else 0,
    )
