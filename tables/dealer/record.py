"""Reading a table's log: a replica brought up to date, or folded anew from the newest base."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.db import connection

from tables import fairness
from tables.dealer.house_replica import HouseReplica
from tables.dealer.log import Folded, Stored
from tables.dealer.replica import Decks, Replica
from tables.errors import Broken

_CHANGES = """
    SELECT c.seq, c.command, c.digest, h.id, h.key_id, h.sealed
    FROM tables_change c LEFT JOIN tables_hand h ON h.id = c.hand_id AND c.is_base
    WHERE c.table_id = %s AND c.seq >= %s AND c.seq <= %s ORDER BY c.seq"""
_HEAD = "SELECT seq, base_seq, digest, is_house FROM tables_tablestate WHERE table_id = %s"


class Head(NamedTuple):
    """How far the log of a table goes, and where folding may begin; `house`: it is a box's."""

    seq: int
    base_seq: int
    digest: bytes
    house: bool = False


def head(table_id: int) -> Head | None:
    """The committed head of a table's log, without a lock. None if there is no such table."""
    with connection.cursor() as cursor:
        cursor.execute(_HEAD, [table_id])
        row = cursor.fetchone()
    return Head(row[0], row[1], bytes(row[2]), row[3]) if row else None


def fresh(table_id: int, house: bool) -> Replica:
    """A replica that nothing was folded into yet."""
    return HouseReplica(table_id) if house else Replica(table_id)


def read(table_id: int, first: int, last: int) -> list[Stored]:
    """The changes from `first` to `last`, both included."""
    with connection.cursor() as cursor:
        cursor.execute(_CHANGES, [table_id, first, last])
        return [
            Stored(seq, command, bytes(digest), hand, key, sealed and bytes(sealed))
            for seq, command, digest, hand, key, sealed in cursor.fetchall()
        ]


def decks(changes: Sequence[Stored]) -> Decks:
    """The decks of the hands that begin among these changes."""
    sealed = {
        change.hand_id: fairness.Sealed(change.key_id, change.sealed)
        for change in changes
        if change.hand_id and change.key_id and change.sealed
    }

    def deck(hand_id: int) -> tuple[int, ...]:
        if hand_id not in sealed:
            raise Broken(f"no seed for hand {hand_id}")
        return fairness.deck(sealed[hand_id], hand_id)

    return deck


def up_to_date(table_id: int, head: Head, former: Replica | None) -> Replica:
    """A replica at `head`: the former one with what it missed, or one folded from the base.

    Raises `Broken` when the log does not fold to the head's digest.
    """
    if former is not None and former.seq <= head.seq:
        if former.seq == head.seq and former.digest == head.digest:
            return former
        try:
            changes = read(table_id, former.seq + 1, head.seq)
            former.extend(changes, decks(changes))
        except Broken:
            pass  # it was a replica of something that did not happen: fold anew
        else:
            if former.seq == head.seq and former.digest == head.digest:
                return former
    replica, _ = from_base(table_id, head)
    return replica


def from_base(table_id: int, head: Head) -> tuple[Replica, list[Folded]]:
    """Fold a table from its newest base to `head`: the replica, and every change on the way."""
    replica = fresh(table_id, head.house)
    changes = read(table_id, max(head.base_seq - 1, 1), head.seq)
    if head.base_seq > 1:
        if not changes or changes[0].seq != head.base_seq - 1:
            raise Broken(f"change {head.base_seq - 1} is missing")
        before, *changes = changes
        replica.seq, replica.digest = before.seq, before.digest
    folded = replica.extend(changes, decks(changes))
    if replica.seq != head.seq or replica.digest != head.digest:
        raise Broken(f"the log folds to {replica.seq}, the table stands at {head.seq}")
    return replica, folded
