"""What the clock does at a table when something is due: one deadline, one transaction."""

from __future__ import annotations

from django.db import connection

from rules.hand import Hand
from rules.house import SEAT
from tables import timing
from tables.bots import driver
from tables.dealer import commands, outage, waiting, wishes
from tables.dealer.dealing import deal
from tables.dealer.house_replica import HouseReplica
from tables.dealer.playing import play
from tables.dealer.rounds import play_out
from tables.dealer.seating import depart, table_of
from tables.dealer.sheet import Done, Sheet, opened_if_due

AUDIENCE_S = 30  # a practice table deals while a member plays or somebody looked so long ago
LOOK_AGAIN_MS = 1000  # while nobody can reach the site
DECISION_MS = 5000  # so long a bot's decision is left to the clock that took it

_WATCHED = """
    SELECT EXISTS (SELECT FROM tables_watch
    WHERE table_id = %s AND seen_at > site_now() - %s * interval '1 second')"""


def tick(table_id: int) -> Done | driver.Question | None:
    """Do the first thing that is due at a table, under its lock.

    Returns what to publish, or a question for a bot, to be answered outside the lock; None if
    nothing was due or another process is at it.
    """
    with opened_if_due(table_id) as sheet:
        if sheet is None or sheet.replica.paused:
            return None
        question = None
        hand = sheet.replica.running
        if not (_remove_idle(sheet) or waiting.serve(sheet)):
            if isinstance(sheet.replica, HouseReplica):
                _in_box(sheet)
            elif isinstance(hand, Hand):
                question = _in_hand(sheet, hand)
            else:
                _between_hands(sheet)
        if not sheet.changes and not sheet.asleep:
            _sleep(sheet)
    return question or sheet.result()


def _in_box(sheet: Sheet) -> None:
    """A round that nobody has decided in for its time is played out, unless we were away."""
    replica = sheet.replica
    deadline = replica.deadlines.get(SEAT)
    if deadline is None or deadline + timing.clock_grace_ms() > sheet.now:
        return
    if _had_its_time(sheet, deadline - replica.allowed_ms()):
        play_out(sheet, by="timeout")


def _in_hand(sheet: Sheet, hand: Hand) -> driver.Question | None:
    replica = sheet.replica
    for seat in hand.actors:
        if replica.is_leaving(seat):
            _default(sheet, hand, seat, "leaving")
            return None
    for seat in hand.actors:
        if replica.sitters[seat].bot:
            if replica.wake <= sheet.now:
                question = driver.ask(replica, seat)
                others = replica.due(
                    timing.clock_grace_ms(), timing.sit_out_ms(), asleep=True, idle_line=True
                )
                until = sheet.now + DECISION_MS
                sheet.sleep(min(until, others) if others > sheet.now else until)
                return question
        elif replica.deadlines[seat] + timing.clock_grace_ms() <= sheet.now:
            _time_is_up(sheet, hand, seat)
            return None
    return None


def _time_is_up(sheet: Sheet, hand: Hand, seat: int) -> None:
    """The time bank first, then the default action; neither for an outage of ours."""
    replica = sheet.replica
    plate = replica.roster[seat]
    banking = seat in replica.banking
    spent = plate.bank_ms if banking else replica.allowed_ms()
    if not _had_its_time(sheet, replica.deadlines[seat] - spent):
        return
    if plate.bank_ms and not banking:
        command = commands.Bank(at=sheet.now, pace=timing.pace(), hand=replica.hand_id, seat=seat)
        sheet.write(command)
    else:
        _default(sheet, hand, seat, "timeout")


def _had_its_time(sheet: Sheet, began: int) -> bool:
    """Whether the site was there all the time for who is on turn; if not, time is given again."""
    judged = outage.verdict(began=began, now=sheet.now)
    if judged is outage.Verdict.WAIT:
        sheet.sleep(sheet.now + LOOK_AGAIN_MS)
    elif judged is outage.Verdict.AGAIN:
        sheet.write(commands.Resume(at=sheet.now, pace=sheet.pace()))
    return judged is outage.Verdict.OVER


def _default(sheet: Sheet, hand: Hand, seat: int, by: str) -> None:
    action = hand.default(seat)
    play(sheet, seat, hand.turn(seat), action.kind, action.amount, action.cards, by=by)


def _remove_idle(sheet: Sheet) -> bool:
    """Whether a seat that sat out too long was sent away."""
    border = sheet.now - timing.sit_out_ms()
    for plate in sheet.replica.roster.values():
        if plate.away_ms and plate.away_ms <= border and not plate.leaving:
            depart(sheet, plate, by="idle")
            return True
    return False


def _between_hands(sheet: Sheet) -> None:
    if sheet.replica.wake > sheet.now:
        return
    table = table_of(sheet.table_id)
    if driver.tend(sheet, table):
        return
    if not table.is_open:
        waiting.send_home(sheet)
    elif not wishes.grant(sheet, table) and _has_audience(sheet):
        deal(sheet, table)


def _has_audience(sheet: Sheet) -> bool:
    if any(not plate.bot and not plate.away_ms for plate in sheet.replica.roster.values()):
        return True
    with connection.cursor() as cursor:
        cursor.execute(_WATCHED, [sheet.table_id, AUDIENCE_S])
        return bool(cursor.fetchone()[0])


def _sleep(sheet: Sheet) -> None:
    """Nothing could be done: come back for the next deadline, or when something happens."""
    replica = sheet.replica
    asleep = replica.running is None and replica.wake <= sheet.now
    until = replica.due(timing.clock_grace_ms(), timing.sit_out_ms(), asleep=asleep, idle_line=True)
    sheet.sleep(until)
