"""What the tables tell the wallet: what its links lead to, and what its audit shall look at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from django.db import connection
from django.utils.translation import gettext as _

from rules.house import Round
from tables import games
from tables.dealer import record
from tables.dealer.replica import Replica
from tables.errors import Broken
from tables.models import Hand, Table, TableState, Waiting
from tables.sweeping import hold
from wallet import audits, links, play, sweep
from wallet.audits import Fault, Figures, Scope
from wallet.escrow import HAND, ROUND, TABLE
from wallet.links import Link
from wallet.models import Account


def register() -> None:
    """Called in `AppConfig.ready()`."""
    links.register("table", table_links)
    links.register(HAND, hand_links)
    links.register(ROUND, hand_links)
    play.register(HAND, partial(bets, house=False))
    play.register(ROUND, partial(bets, house=True))
    sweep.register(TABLE, hold)
    audits.register("tables.stacks", check_stacks)
    audits.register("tables.sessions", check_sessions)
    audits.register("tables.hands", check_hands)


def table_links(ids: list[str]) -> dict[str, Link]:
    """Tables by name, with their pages; a box by its house table."""
    tables = Table.objects.filter(pk__in=ids).select_related("parent")
    return {
        str(table.pk): Link(games.table(str(table)), table.get_absolute_url()) for table in tables
    }


def hand_links(ids: list[str]) -> dict[str, Link]:
    """Hands and rounds by table and number, with their pages."""
    hands = Hand.objects.filter(pk__in=ids).select_related("table__parent")
    return {
        str(hand.pk): Link(_hand_label(hand), hand.get_absolute_url())
        for hand in hands.defer("events", "sealed")
    }


def _hand_label(hand: Hand) -> str:
    words = {"table": games.table(str(hand.table)), "number": hand.number}
    if hand.is_round:
        return _("%(table)s, round %(number)d") % words
    return _("%(table)s, hand %(number)d") % words


def bets(member_id: int, *, house: bool) -> dict[int, int]:
    """What a member has in the middle of running hands, or house rounds, by escrow account."""
    found: dict[int, int] = {}
    sessions = Account.objects.filter(
        kind=Account.Kind.ESCROW, member_id=member_id, link_kind=TABLE
    ).exclude(status=Account.Status.CLOSED)
    for table in sorted(set(sessions.values_list("link_id", flat=True))):
        head = record.head(int(table))
        if head is None or head.house != house:
            continue
        try:
            replica, _folded = record.from_base(int(table), head)
        except Broken:
            continue  # the audit names it; a page shows stack and bets as one
        hand = replica.running
        if hand is None:
            continue
        for seat, dealt in replica.sitters.items():
            if dealt.member == member_id:
                found[dealt.escrow] = dealt.stack - hand.stack(seat)
    return found


def check_stacks(scope: Scope) -> Iterator[Fault | Figures]:
    """Fold every table: stack and bets are what the escrow holds, and no invariant is broken.

    Who waits for a seat is the same by the table's state and by the rows that pages read.
    """
    counted = seats = running = 0
    lists = _lists()
    for table_id in TableState.objects.order_by("pk").values_list("pk", flat=True):
        head = record.head(table_id)
        assert head is not None
        try:
            replica, _folded = record.from_base(table_id, head)
        except Broken as error:
            yield Fault("log", {"table": table_id, "seq": head.seq}, "folds", str(error))
            continue
        counted += 1
        seats += len(replica.roster)
        running += replica.running is not None
        yield from _stacks(table_id, replica)
        if lists.get(table_id, []) != list(replica.line.members):
            waiting = list(replica.line.members)
            yield Fault("waiting", {"table": table_id}, waiting, lists.get(table_id, []))
    yield Figures({"tables": counted, "seats": seats, "running_hands": running})


def _lists() -> dict[int, list[int]]:
    """Who waits at which table, in order, as the rows of the waiting lists say it."""
    found: dict[int, list[int]] = {}
    rows = Waiting.objects.filter(ended_at=None).order_by("pk")
    for table_id, member in rows.values_list("table_id", "member_id"):
        found.setdefault(table_id, []).append(member)
    return found


def _stacks(table_id: int, replica: Replica) -> Iterator[Fault]:
    held = replica.escrows()
    accounts = Account.objects.filter(pk__in=held).exclude(status=Account.Status.CLOSED)
    found = dict(accounts.values_list("pk", "balance"))
    for account, chips in sorted(held.items()):
        if found.get(account) != chips:
            ids = {"table": table_id, "account": account}
            yield Fault("stack", ids, chips, found.get(account))
    hand = replica.running
    if hand is None:
        return
    ids = {"table": table_id, "hand": replica.hand_id}
    for problem in hand.problems():
        yield Fault("hand", ids, None, problem)
    began = sum(dealt.stack for dealt in replica.sitters.values())
    middle = hand.at_stake if isinstance(hand, Round) else hand.pot
    now = sum(hand.stack(seat) for seat in replica.sitters) + middle
    if began != now:
        yield Fault("chips", ids, began, now)


_SESSIONS = """
    SELECT 'orphan_account', a.id, NULL::bigint FROM wallet_account a
    WHERE a.kind = 'escrow' AND a.link_kind = 'table' AND a.status <> 'closed' AND a.balance > 0
        AND NOT EXISTS (SELECT FROM tables_seat s WHERE s.escrow_id = a.id AND s.left_at IS NULL)
        AND NOT EXISTS (SELECT FROM tables_seat s JOIN tables_tablestate t
            ON t.table_id = s.table_id WHERE s.escrow_id = a.id AND t.hand_id IS NOT NULL)
    UNION ALL
    SELECT 'seat_without_account', s.escrow_id, s.id FROM tables_seat s
    WHERE s.left_at IS NULL AND NOT EXISTS (
        SELECT FROM wallet_account a WHERE a.id = s.escrow_id AND a.status <> 'closed'
            AND a.name = s.session AND a.member_id = s.member_id)"""


def check_sessions(scope: Scope) -> Iterator[Fault | Figures]:
    """Every open escrow account of a table belongs to a seat, and every seat has one."""
    with connection.cursor() as cursor:
        cursor.execute(_SESSIONS)
        for kind, account, seat in cursor.fetchall():
            yield Fault(kind, {"account": account, "seat": seat})


_HANDS = """
    WITH settled AS (
        SELECT h.id, s.seat, s.net, coalesce(sum(e.amount), 0) AS found
        FROM tables_hand h JOIN tables_handseat s ON s.hand_id = h.id
        JOIN tables_seat k ON k.session = s.session
        LEFT JOIN wallet_transfer t ON t.key = 'hand:' || h.id
        LEFT JOIN wallet_entry e ON e.transfer_id = t.id AND e.account_id = k.escrow_id
        WHERE h.status = 'over' GROUP BY h.id, s.seat, s.net
    )
    SELECT 'settlement', id, seat, net, found FROM settled WHERE net <> found
    UNION ALL
    SELECT 'running', h.id, NULL, NULL, NULL FROM tables_hand h
    WHERE h.status = 'running' AND NOT EXISTS (
        SELECT FROM tables_tablestate t WHERE t.hand_id = h.id)
    UNION ALL
    SELECT 'not_running', t.hand_id, NULL, NULL, NULL FROM tables_tablestate t
    WHERE t.hand_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM tables_hand h WHERE h.id = t.hand_id AND h.status = 'running')
    UNION ALL
    SELECT 'void_moved_chips', h.id, NULL, NULL, NULL FROM tables_hand h
    JOIN wallet_transfer t ON t.key = 'hand:' || h.id WHERE h.status = 'void'"""


def check_hands(scope: Scope) -> Iterator[Fault | Figures]:
    """Every finished hand was settled as it ended, once; a running one stands at its table."""
    with connection.cursor() as cursor:
        cursor.execute(_HANDS)
        for kind, hand, seat, expected, found in cursor.fetchall():
            yield Fault(kind, {"hand": hand, "seat": seat}, expected, found)
        cursor.execute("SELECT status, count(*) FROM tables_hand GROUP BY status")
        yield Figures({f"hands_{status}": count for status, count in cursor.fetchall()})
