"""Sitting down, leaving, buying more, sitting out: each one transaction under the table's lock.

Chips move between wallet and escrow in the same transaction; the table is locked before any
account. Every function takes the client's `id` of the command: a repeated one changes nothing.
"""

from __future__ import annotations

import uuid
from dataclasses import replace

from django.db import connection
from msgspec.structs import replace as change

from accounts.models import Member
from tables import coming_back, timing
from tables.dealer import commands, waiting
from tables.dealer.commands import Pace, Plate
from tables.dealer.playing import play
from tables.dealer.rounds import play_out, seal_next
from tables.dealer.settling import cash_out, left
from tables.dealer.sheet import Done, Sheet, opened
from tables.errors import Refused
from tables.models import Table, Waiting
from wallet import escrow, limits, posting

_SEAT = """
    INSERT INTO tables_seat (table_id, number, member_id, is_bot, session, escrow_id, sat_at)
    VALUES (%s, %s, %s, %s, %s, %s, to_timestamp(%s::float8 / 1000)) RETURNING id"""
_PRESENCE = """
    INSERT INTO tables_presence (seat_id, seen_at) VALUES (%s, to_timestamp(%s::float8 / 1000))"""


def sit(*, table_id: int, member: Member, seat: int, buy_in: int, id: str = "") -> Done:
    """Take a seat with chips from the wallet (a bot's come from the house account `bots`).

    Raises Refused (closed, no_such_seat, seat_taken, seated, buy_in, …) or WalletError
    (insufficient, frozen); then nothing was taken.
    """
    with opened(table_id) as sheet:
        if done := sheet.done(member.pk, 0, id, "sit", seat, buy_in):
            return done
        take(sheet, table_of(table_id), member, seat, buy_in, id=id)
    return sheet.result()


def take(
    sheet: Sheet, table: Table, member: Member, seat: int, buy_in: int, *, id: str = ""
) -> None:
    """`sit` under the table's lock."""
    _check_seat(sheet, table, member, seat)
    _check_buy_in(table, member, buy_in)
    plate = _open_session(sheet, table, member, seat, buy_in)
    pace = timing.pace()
    if member.is_bot:
        pace = change(pace, gap=0)  # so that the seats of a new table fill at once
    ready = seal_next(sheet) if table.is_house else None
    waited = sheet.replica.line.place(member.pk) > 0
    sheet.write(
        commands.Sit(at=sheet.now, pace=pace, member=member.pk, id=id, plate=plate, ready=ready)
    )
    if waited:
        waiting.close(sheet, member.pk, Waiting.Outcome.SEATED)


def leave(*, table_id: int, member_id: int, id: str = "", by: str = "") -> Done:
    """Leave the table: at once with all chips, or at the end of the hand that the seat is in.

    A seat in a live hand is marked; when its turn is now or comes, it checks or folds. Who has
    folded is paid what is in front of the seat at once. `by`: "" the member, else lost, idle,
    closed or house.
    """
    with opened(table_id) as sheet:
        if done := sheet.done(member_id, 0, id, "leave"):
            return done
        plate = plate_of(sheet, member_id)
        depart(sheet, plate, member=member_id if not by else 0, id=id, by=by)
    return sheet.result()


def depart(
    sheet: Sheet,
    plate: Plate,
    *,
    member: int = 0,
    id: str = "",
    by: str = "",
    pace: Pace | None = None,
) -> None:
    """`leave` under the table's lock."""
    replica = sheet.replica
    gone = not replica.in_hand(plate.seat)
    if not gone and (plate.leaving or (replica.is_house and by == "lost")):
        return  # a round waits for who has lost the line
    amount = replica.chips(plate.seat) + plate.extra
    in_pot = replica.running is not None and replica.owns_hand(plate.seat)
    sheet.write(
        commands.Leave(
            at=sheet.now,
            pace=pace or timing.pace(),
            member=member,
            id=id,
            seat=plate.seat,
            gone=gone,
            by=by,
        )
    )
    if gone:
        draft = cash_out(plate, amount)
        # What a folded seat has in the pot is settled with the hand, which closes the account.
        posting.post([replace(draft, closes=())] if in_pot else [draft])
        left(sheet, {plate: amount})
    elif not replica.is_house:
        _act_for_leaver(sheet, plate.seat)
    elif not by:
        play_out(sheet, by="leaving")


def _act_for_leaver(sheet: Sheet, seat: int) -> None:
    """A leaver who is on turn checks or folds in the same transaction."""
    hand = sheet.replica.running
    if hand is not None and seat in hand.actors:
        action = hand.default(seat)
        turn = hand.turn(seat)
        play(sheet, seat, turn, action.kind, action.amount, action.cards, by="leaving")


def top_up(*, table_id: int, member_id: int, amount: int, id: str = "") -> Done:
    """Buy chips up to the largest buy-in. In a hand they count from the next one."""
    with opened(table_id) as sheet:
        if done := sheet.done(member_id, 0, id, "top_up", amount):
            return done
        add(sheet, table_of(table_id), plate_of(sheet, member_id), amount, id=id)
    return sheet.result()


def add(sheet: Sheet, table: Table, plate: Plate, amount: int, *, id: str = "") -> None:
    """`top_up` under the table's lock."""
    if plate.leaving:
        raise Refused("leaving")
    replica = sheet.replica
    held = replica.chips(plate.seat) + plate.extra
    if replica.running is not None and replica.owns_hand(plate.seat):
        held = max(held, plate.stack + plate.extra)  # chips in the pot may come back
    most = max(0, table.offer.stakes.max_buy_in - held)
    if not 0 < amount <= most:
        raise Refused("top_up", max=most)
    # The number of the change tells a top-up from one under the same id long ago.
    key = f"{replica.seq + 1}:{id}"
    posting.post([escrow.top_up(account=escrow.get(plate.escrow), amount=amount, key=key)])
    sheet.write(
        commands.TopUp(
            at=sheet.now,
            pace=timing.pace(),
            member=plate.member,
            id=id,
            seat=plate.seat,
            amount=amount,
        )
    )


def sit_out(*, table_id: int, member_id: int, id: str = "") -> Done:
    """Be dealt out from the next hand on; the present one is played as usual."""
    with opened(table_id) as sheet:
        if done := sheet.done(member_id, 0, id, "sit_out"):
            return done
        plate = plate_of(sheet, member_id)
        _check_may_sit_out(sheet, plate)
        if not plate.away_ms:
            command = commands.SitOut(
                at=sheet.now,
                pace=timing.pace(),
                member=member_id,
                id=id,
                seat=plate.seat,
                why="own",
            )
            sheet.write(command)
    return sheet.result()


def sit_in(*, table_id: int, member_id: int, post: bool = False, id: str = "") -> Done:
    """Be dealt in again. `post`: post what is owed rather than wait for the big blind."""
    with opened(table_id) as sheet:
        if done := sheet.done(member_id, 0, id, "sit_in", post):
            return done
        plate = plate_of(sheet, member_id)
        _check_may_sit_out(sheet, plate)
        if not sheet.replica.chips(plate.seat) + plate.extra:
            raise Refused("no_chips")
        if why := limits.may_play([member_id]).get(member_id):
            raise Refused(why)
        if plate.away_ms or plate.timeouts or plate.post != post:
            command = commands.SitIn(
                at=sheet.now,
                pace=timing.pace(),
                member=member_id,
                id=id,
                seat=plate.seat,
                post=post,
            )
            sheet.write(command)
    return sheet.result()


def table_of(table_id: int) -> Table:
    """The table with its stakes, as staff set it up; a box with those of its house table."""
    return Table.objects.select_related("stakes", "parent__stakes").get(pk=table_id)


def plate_of(sheet: Sheet, member_id: int) -> Plate:
    """The plate of a member. Raises Refused("not_seated")."""
    seat = sheet.replica.seat_of(member_id)
    if seat is None:
        raise Refused("not_seated")
    return sheet.replica.roster[seat]


def _check_may_sit_out(sheet: Sheet, plate: Plate) -> None:
    if sheet.replica.is_house:
        raise Refused("not_offered")  # nobody deals there without being asked
    if plate.leaving:
        raise Refused("leaving")


def _check_seat(sheet: Sheet, table: Table, member: Member, seat: int) -> None:
    if not table.offer.is_open:
        raise Refused("closed")
    if seat not in table.places:
        raise Refused("no_such_seat")
    if member.is_bot and not table.bot_seats:
        raise Refused("bots_only_practice")
    if sheet.replica.seat_of(member.pk) is not None:
        raise Refused("seated")
    if seat in sheet.replica.roster:
        raise Refused("seat_taken")
    free = table.seats - len(sheet.replica.roster)
    if sheet.replica.line.keeps(seat, member.pk, free):
        raise Refused("held")


def _check_buy_in(table: Table, member: Member, buy_in: int) -> None:
    stakes = table.offer.stakes
    if not stakes.min_buy_in <= buy_in <= stakes.max_buy_in:
        raise Refused("buy_in", min=stakes.min_buy_in, max=stakes.max_buy_in)
    back = None if member.is_bot else coming_back.least(table, [member.pk]).get(member.pk)
    if back is not None and buy_in < back.chips:
        raise Refused("rathole", min=back.chips, minutes=str(back.minutes), until=back.until)


def _open_session(sheet: Sheet, table: Table, member: Member, seat: int, buy_in: int) -> Plate:
    """Open and fill the escrow account of a new seat session, and write its row."""
    session = uuid.uuid4().hex
    account = escrow.open_session(member_id=member.pk, session=session, link_id=str(table.pk))
    posting.post([escrow.buy_in(account=account, amount=buy_in, actor_id=member.pk)])
    with connection.cursor() as cursor:
        cursor.execute(
            _SEAT,
            [table.pk, seat, member.pk, member.is_bot, session, account.pk, sheet.now],
        )
        (sitting,) = cursor.fetchone()
        if not member.is_bot:
            cursor.execute(_PRESENCE, [sitting, sheet.now])
    return Plate(
        seat=seat,
        member=member.pk,
        nick=str(member),
        bot=member.is_bot,
        sitting=sitting,
        session=session,
        escrow=account.pk,
        stack=buy_in,
        bank_ms=0 if table.is_house else timing.time_bank_ms(),
        waiting=not table.is_house,
    )
