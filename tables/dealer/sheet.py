"""The one transaction of every command: lock the table, bring its replica up to date, write.

Locks: the table's row (`TableState`, FOR UPDATE), before any account of the wallet. The statements
here run with every action, so they are written by hand: lock and time, (missed changes,) write.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2s
from typing import NamedTuple

from django.conf import settings
from django.db import connection, transaction
from msgspec.structs import replace

from rules.errors import RulesError
from tables import timing
from tables.dealer import commands, record, statements
from tables.dealer.commands import Command
from tables.dealer.log import Folded, Stored, chain, name_of
from tables.dealer.record import Head
from tables.dealer.replica import Replica
from tables.errors import Broken, Refused
from wallet.errors import WalletError

BASE_EVERY = 200  # changes without a hand after which a base is written

_OPEN = "SELECT seq, base_seq, digest, is_house, now_ms FROM tables_open({:d})"
_OPEN_DUE = """
    SELECT o.seq, o.base_seq, o.digest, o.is_house, o.now_ms
    FROM (
        SELECT table_id FROM tables_tablestate
        WHERE table_id = {:d} AND due_at <= site_now() FOR UPDATE SKIP LOCKED
    ) due CROSS JOIN LATERAL tables_open(due.table_id) o"""
_SLEEP = """
    UPDATE tables_tablestate SET due_at = to_timestamp(%s::float8 / 1000) WHERE table_id = %s"""

_replicas: dict[int, Replica] = {}
_guards: dict[int, threading.Lock] = {}


class Done(NamedTuple):
    """What a service did: the table's seq after it, and the changes to publish."""

    table_id: int
    seq: int
    changes: tuple[Stored, ...] = ()


class Sheet:
    """A table under its lock. `now` is the time in epoch ms; `write` is the way to change it."""

    def __init__(self, table_id: int, head: Head, replica: Replica, now: int) -> None:
        self.table_id = table_id
        self.base_seq = head.base_seq
        self.replica = replica
        self.now = now
        self.changes: list[Stored] = []
        self._unsent: list[str] = []  # statements that `store` sends
        self.asleep = False  # it was said when the clock shall come back
        self._mark = ""

    def done(self, member: int, hand: int, id: str, *asked: object) -> Done | None:
        """The answer of a command that was done before under the same id.

        `asked` is all that the command asks for. Raises Refused("id_used") when something else
        was done under the id.
        """
        if not id:
            return None
        self._mark = _mark(asked)
        known = self.replica.done.get(name_of(member, hand, id))
        if known is None:
            return None
        seq, mark = known
        if mark and mark != self._mark:
            raise Refused("id_used")
        return Done(self.table_id, seq or self.replica.seq)

    def pace(self) -> commands.Pace:
        """What a change at this table records of the settings."""
        return timing.round_pace() if self.replica.is_house else timing.pace()

    def result(self) -> Done:
        """What was written, for the caller to publish after the commit."""
        return Done(self.table_id, self.replica.seq, tuple(self.changes))

    def write(self, command: Command, deck: tuple[int, ...] = ()) -> Folded:
        """Fold a command into the replica, and write the change and the table's new state.

        `store` sends it, at the latest with the end of the transaction. Raises RulesError, with
        nothing changed, when the command is an act that the hand refuses.
        """
        replica = self.replica
        if command.id:
            command = replace(command, mark=self._mark)
        text = commands.encode(command)
        seq = replica.seq + 1
        events = replica.fold(command, lambda hand_id: deck)
        digest = chain(replica.digest, seq, text)
        replica.seq, replica.digest = seq, digest
        is_base = isinstance(command, commands.BASES)
        if is_base:
            self.base_seq = seq
        self.changes.append(Stored(seq, text, digest))
        due = replica.due(timing.clock_grace_ms(), timing.sit_out_ms())
        of_hand = getattr(command, "hand", None)
        running = replica.hand_id if replica.running is not None else None
        self._unsent.append(
            f"SELECT tables_write({self.table_id:d}, {seq:d}, {_number(of_hand)}, {is_base},"
            f" {statements.text(text)}, {statements.octets(digest)}, {self.base_seq:d},"
            f" {_number(running)}, {statements.text(replica.paused)}, {_number(due or None)})"
        )
        if replica.since_base >= BASE_EVERY and replica.running is None:
            self.write(base(replica, self.now))
        return Folded(seq, command, events)

    def store(self, *, last: bool = False) -> None:
        """Send what was written; `last`: nothing follows in this transaction, so it commits."""
        if self._unsent:
            query, self._unsent = "; ".join(self._unsent), []
            (statements.last if last else statements.also)(query)

    def sleep(self, until: int) -> None:
        """Let the clock come back at `until` (epoch ms, 0 = when something happens): no change."""
        self.asleep = True
        self.store()
        with connection.cursor() as cursor:
            cursor.execute(_SLEEP, [until or None, self.table_id])


def _number(value: int | None) -> str:
    return "NULL" if value is None else f"{value:d}"


def _octets(value: bytes) -> bytes:
    return bytes.fromhex(value[2:].decode())


def base(replica: Replica, now: int) -> commands.Base:
    """The whole table as a change, while no hand is running."""
    return commands.Base(
        at=now,
        pace=timing.pace(),
        roster=tuple(replica.roster.values()),
        last=replica.last,
        number=replica.number,
        done=replica.carried(),
        paused=replica.paused,
        ready=replica.ready,
        line=replica.line,
    )


def _mark(asked: tuple[object, ...]) -> str:
    """A few bytes that tell one demand from another; keyed, for what is asked may be cards."""
    return blake2s(repr(asked).encode(), key=_key(), digest_size=4).hexdigest()


@lru_cache(maxsize=1)
def _key() -> bytes:
    return blake2s(b"mark of a command" + settings.SECRET_KEY.encode()).digest()


@contextmanager
def opened(table_id: int, *, even_paused: bool = False) -> Iterator[Sheet]:
    """The table under its lock, in a transaction that commits when the block ends well.

    Raises Refused("no_such_table"), Refused("paused") unless `even_paused`, and `Broken` when the
    log does not fold. The block may raise Refused, RulesError or WalletError to change nothing.
    """
    with _guards.setdefault(table_id, threading.Lock()), _transaction(table_id, _OPEN) as sheet:
        if sheet is None:
            raise Refused("no_such_table")
        if sheet.replica.paused and not even_paused:
            raise Refused("paused")
        yield sheet


@contextmanager
def opened_if_due(table_id: int) -> Iterator[Sheet | None]:
    """Like `opened`, for the clock: None when nothing is due here or somebody else has the lock."""
    with _guard(table_id), _transaction(table_id, _OPEN_DUE) as sheet:
        yield sheet


def _guard(table_id: int) -> threading.Lock:
    # Threads of one process queue here rather than at the row, so that the one who is next finds
    # the replica that the one before has put back.
    return _guards.setdefault(table_id, threading.Lock())


@contextmanager
def _transaction(table_id: int, lock: str) -> Iterator[Sheet | None]:
    # Taken out while in use: whatever goes wrong, a replica that was touched is not found again.
    replica = _replicas.pop(table_id, None)
    sheet = None
    try:
        with transaction.atomic(durable=True):
            row = statements.first(lock.format(table_id))
            if row and row[0]:
                seq, base_seq, digest, is_house, now = row
                head = Head(int(seq), int(base_seq), _octets(digest), is_house == b"t")
                replica = record.up_to_date(table_id, head, replica)
                sheet = Sheet(table_id, head, replica, int(now))
            yield sheet
            if sheet is not None:
                sheet.store(last=True)
    except (Refused, RulesError, WalletError):
        if sheet is not None and not sheet.changes:
            _replicas[table_id] = sheet.replica
        raise
    if replica is not None:
        _replicas[table_id] = replica


def forget() -> None:
    """Drop all replicas of this process, as a restart would."""
    _replicas.clear()


__all__ = ["Broken", "Done", "Sheet", "base", "forget", "opened", "opened_if_due"]
