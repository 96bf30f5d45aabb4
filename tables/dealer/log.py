"""What a table's log is made of: changes as stored, changes as folded, and the chain of digests."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from rules.events import Event
from tables.dealer.commands import Command


def chain(former: bytes, seq: int, command: str) -> bytes:
    """The digest of a change that follows the one with digest `former`."""
    return sha256(former + seq.to_bytes(8, "big") + command.encode()).digest()


def name_of(member: int, hand: int, id: str) -> str:
    """How a replica remembers that a command with this id was done."""
    return f"{member}:{hand}:{id}"


class Stored(NamedTuple):
    """A change as the log keeps it; with the sealed seed where a hand begins."""

    seq: int
    command: str
    digest: bytes
    hand_id: int | None = None
    key_id: str | None = None
    sealed: bytes | None = None


class Folded(NamedTuple):
    """A change as it was folded: what the feed projects and sends."""

    seq: int
    command: Command
    events: list[Event]
