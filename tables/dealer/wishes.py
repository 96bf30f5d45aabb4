"""What a seat does by itself because its member asked for it: leave, sit out, buy chips, show.

Every function runs under the table's lock; `grant` is the clock's, between two hands.
"""

from __future__ import annotations

from django.db import connection, transaction
from msgspec.structs import replace

from tables import timing
from tables.dealer import blinds, commands
from tables.dealer.commands import Plate, Wishes
from tables.dealer.seating import depart, plate_of, table_of
from tables.dealer.settling import packed
from tables.dealer.sheet import Done, Sheet, opened
from tables.errors import Late, Refused
from tables.models import Table
from wallet import escrow, limits, posting
from wallet.errors import WalletError

_STORE = "UPDATE tables_hand SET events = %s WHERE id = %s"


def wish(
    *,
    table_id: int,
    member_id: int,
    refill: int | None = None,
    sit_out: bool | None = None,
    leave: str | None = None,
    muck: bool | None = None,
    id: str = "",
) -> Done:
    """Ask the table to do something for one's seat; None leaves a wish as it is.

    refill: a stack to buy up to between hands, 0 = none. sit_out: at the next big blind. leave:
    `hand` when the running hand ends (at once without a live one), `blind` at the next big blind,
    "" stay. muck: hands that need not be shown go away unasked. Locks the table.
    """
    with opened(table_id) as sheet:
        if done := sheet.done(member_id, 0, id, "wish", refill, sit_out, leave, muck):
            return done
        plate = plate_of(sheet, member_id)
        if plate.leaving:
            raise Refused("leaving")
        if sheet.replica.is_house:
            raise Refused("not_offered")  # nothing happens there unasked
        if leave == "hand" and not sheet.replica.in_hand(plate.seat):
            depart(sheet, plate, member=member_id, id=id)
            return sheet.result()
        wishes = plate.wishes
        if refill is not None:
            wishes = replace(wishes, refill=refill)
        if sit_out is not None:
            # Who sits out already would else come back only to be taken out again.
            wishes = replace(wishes, sit_out=sit_out and not plate.away_ms)
        if leave is not None:
            wishes = replace(wishes, leave=leave)
        if muck is not None:
            wishes = replace(wishes, asks=not muck)
        _check(table_of(table_id), wishes)
        if wishes != plate.wishes:
            _write(sheet, plate, wishes, member=member_id, id=id)
    return sheet.result()


def reveal(*, table_id: int, member_id: int, hand_id: int, show: bool, id: str = "") -> Done:
    """Show one's hand after it is over, or say that one does not. Locks the table.

    Only at a table where hands may be shown, until the next hand begins. Raises Late, Refused.
    """
    with opened(table_id) as sheet:
        if done := sheet.done(member_id, 0, id, "reveal", hand_id, show):
            return done
        replica = sheet.replica
        if replica.hand_id != hand_id or replica.running is not None:
            raise Late("other_hand")
        seat = replica.seat_of(member_id)
        if seat is None or seat not in replica.showing or not replica.owns_hand(seat):
            raise Refused("not_offered")
        command = commands.Reveal(
            at=sheet.now,
            pace=timing.pace(),
            member=member_id,
            id=id,
            hand=hand_id,
            seat=seat,
            show=show,
        )
        sheet.write(command)
        if show:
            with connection.cursor() as cursor:
                cursor.execute(_STORE, [packed(replica), hand_id])
    return sheet.result()


def grant(sheet: Sheet, table: Table) -> bool:
    """Between hands: buy chips for who wants to be refilled, and see off whom the big blind meets.

    Whether something was done that the next hand must wait for.
    """
    return _refill(sheet, table) or _at_the_big_blind(sheet, table)


def _refill(sheet: Sheet, table: Table) -> bool:
    """Buy chips for all seats that want to be refilled, in one posting."""
    wanted = {}
    for plate in sheet.replica.roster.values():
        missing = min(plate.wishes.refill, table.stakes.max_buy_in) - plate.stack
        is_here = not plate.away_ms or plate.why == "no_chips"
        if missing > 0 and is_here and not plate.goes:
            wanted[plate.member] = missing
    allowed = limits.may_buy(wanted) if wanted else {}
    if not allowed:
        return False
    plates = [plate for plate in sheet.replica.roster.values() if plate.member in allowed]
    seq = sheet.replica.seq
    drafts = [
        escrow.top_up(
            account=escrow.get(plate.escrow),
            amount=allowed[plate.member],
            key=f"{seq + number}:refill",
        )
        for number, plate in enumerate(plates, 1)
    ]
    try:
        with transaction.atomic():
            posting.post(drafts)
    except WalletError:
        # Something has changed since it was looked at: nobody is asked to wait for it.
        for plate in plates:
            _write(sheet, plate, replace(plate.wishes, refill=0))
        return True
    for plate in plates:
        command = commands.TopUp(
            at=sheet.now,
            pace=replace(timing.pace(), gap=0),
            seat=plate.seat,
            amount=allowed[plate.member],
        )
        sheet.write(command)
    return True


def _at_the_big_blind(sheet: Sheet, table: Table) -> bool:
    """Let who would be the big blind next leave or sit out, if that is the wish."""
    roster = sheet.replica.roster
    for _ in range(len(roster)):
        if not any(p.wishes.sit_out or p.wishes.leave == "blind" for p in roster.values()):
            return False
        plan = blinds.plan(roster, sheet.replica.last, stakes=table.stakes.chips, entry=table.entry)
        if plan is None or plan.big_blind is None:
            return False
        plate = roster[plan.big_blind]
        if plate.wishes.leave == "blind":
            depart(sheet, plate, by="wish", pace=replace(timing.pace(), gap=0))
            return True
        if not plate.wishes.sit_out:
            return False
        command = commands.SitOut(
            at=sheet.now,
            pace=replace(timing.pace(), gap=0),
            member=plate.member,
            seat=plate.seat,
            why="own",
        )
        sheet.write(command)
    return False


def _check(table: Table, wishes: Wishes) -> None:
    stakes = table.stakes
    if wishes.refill and not stakes.min_buy_in <= wishes.refill <= stakes.max_buy_in:
        raise Refused("refill", min=stakes.min_buy_in, max=stakes.max_buy_in)
    if (wishes.sit_out or wishes.leave == "blind") and not stakes.chips.big_blind:
        raise Refused("no_blinds")


def _write(sheet: Sheet, plate: Plate, wishes: Wishes, *, member: int = 0, id: str = "") -> None:
    command = commands.Wish(
        at=sheet.now, pace=timing.pace(), member=member, id=id, seat=plate.seat, wishes=wishes
    )
    sheet.write(command)
