"""Between the clock and the strategies: bots take seats, are asked, and answer.

A bot sees the events projected for its seat and the options of its turn, nothing else. It decides
outside the table's lock and acts with (hand, turn) like anybody, so a late answer does no harm.
"""

from __future__ import annotations

import logging
import random
from typing import NamedTuple

from django.db import IntegrityError, connection, transaction

from accounts.models import Member
from rules.cards import NAMES
from rules.errors import Illegal, Stale
from rules.hand import Action, Hand, Legal
from tables import bots
from tables import events as wire
from tables.bots import names
from tables.bots.seen import Seen
from tables.dealer.playing import act
from tables.dealer.replica import Replica
from tables.dealer.seating import add, depart, take
from tables.dealer.sheet import Done, Sheet
from tables.errors import Refused
from tables.models import Bot, Table

log = logging.getLogger(__name__)

RICH = 4  # a bot with so many times the largest buy-in goes, and another one comes
_rng = random.SystemRandom()

_FREE_BOT = """
    SELECT member_id FROM tables_bot b WHERE NOT EXISTS (
        SELECT FROM tables_seat s WHERE s.member_id = b.member_id AND s.left_at IS NULL)
    ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED"""


class Question(NamedTuple):
    """What a bot on turn knows, and what it is asked; answered outside the lock."""

    table_id: int
    hand_id: int
    member_id: int
    turn: int
    seen: Seen
    default: Action


def ask(replica: Replica, seat: int) -> Question:
    """The question for a bot on turn, from its own projection of the hand."""
    hand = replica.running
    assert isinstance(hand, Hand)
    begins = replica.events[0]
    assert isinstance(begins, wire.HandBegins)
    seen = Seen.start(
        me=seat,
        game=begins.variant,
        stakes=hand.stakes,
        button=begins.button,
        stacks={number: dealt.stack for number, dealt in replica.sitters.items()},
    )
    seen.see(wire.project(replica.events, seat))
    seen.legal = hand.legal(seat)
    return Question(
        replica.table_id,
        replica.hand_id,
        replica.sitters[seat].member,
        hand.turn(seat),
        seen,
        hand.default(seat),
    )


def answer(question: Question) -> Done | None:
    """Decide and act. None when the answer came too late."""
    action = decide(question)
    try:
        return act(
            table_id=question.table_id,
            member_id=question.member_id,
            hand_id=question.hand_id,
            turn=question.turn,
            kind=action.kind,
            amount=action.amount,
            cards=action.cards,
        )
    except (Refused, Stale):
        return None
    except Illegal as error:
        if error.code != "not_on_turn":
            raise
        return None  # another clock's answer to the same question came first


def decide(question: Question) -> Action:
    """The bot's action; the default one if its strategy fails or answers what is not open."""
    seen = question.seen
    level = Bot.objects.filter(pk=question.member_id).values_list("level", flat=True).first()
    try:
        action = bots.decide(seen, level or Bot.Level.MEDIUM, random.Random(_rng.random()))
    except Exception:
        log.exception("a bot's strategy failed in hand %s", question.hand_id)
        return question.default
    if seen.legal is None or not _is_open(action, seen.legal, seen.cards):
        log.error("a bot chose %s in hand %s", action.kind, question.hand_id)
        return question.default
    return action


def _is_open(action: Action, legal: Legal, held: tuple[int, ...]) -> bool:
    chosen = set(action.cards)
    if len(chosen) != legal.discard + legal.open or not chosen <= {NAMES[each] for each in held}:
        return False
    return any(
        option.kind == action.kind
        and (not action.amount or option.min <= action.amount <= option.max)
        for option in legal.options
    )


def tend(sheet: Sheet, table: Table) -> bool:
    """Between hands: let one bot come, go or buy chips. Whether something was done."""
    plates = list(sheet.replica.roster.values())
    bots = [plate for plate in plates if plate.bot]
    people = len(plates) - len(bots)
    room = max(0, table.seats - people - len(sheet.replica.line.members))  # members go first
    wanted = min(table.bot_seats, room) if table.is_open else 0
    rich = [plate for plate in bots if plate.stack >= RICH * table.stakes.max_buy_in]
    if len(bots) > wanted or rich:
        depart(sheet, rich[0] if rich else _rng.choice(bots), by="house")
        return True
    poor = [plate for plate in bots if 2 * plate.stack < table.stakes.min_buy_in]
    if poor:
        add(sheet, table, poor[0], _buy_in(table) - poor[0].stack)
        return True
    if len(bots) < wanted:
        free = [
            seat
            for seat in range(table.seats)
            if seat not in sheet.replica.roster and sheet.replica.line.offer_of(seat) is None
        ]
        take(sheet, table, _free_bot(), _rng.choice(free), _buy_in(table))
        return True
    return False


def _buy_in(table: Table) -> int:
    """A buy-in as people choose it: a round number in the upper part of the range."""
    stakes = table.stakes
    low = max(stakes.min_buy_in, stakes.max_buy_in // 2)
    step = max(1, stakes.min_buy_in // 4)
    return min(stakes.max_buy_in, low + step * _rng.randint(0, (stakes.max_buy_in - low) // step))


def _free_bot() -> Member:
    """A bot that sits nowhere; a new one if all are seated. The row stays locked until commit."""
    with connection.cursor() as cursor:
        cursor.execute(_FREE_BOT)
        row = cursor.fetchone()
    if row:
        return Member.objects.get(pk=row[0])
    return create()


def create(tries: int = 5) -> Member:
    """A new bot with a nickname that nobody has, of any strength."""
    try:
        with transaction.atomic():
            member = Member.objects.create_bot(names.fresh(_rng))
            Bot.objects.create(member=member, level=_rng.choice(Bot.Level.values))
    except IntegrityError:  # another process took the same free name in this moment
        if not tries:
            raise
        return create(tries - 1)
    return member
