"""The whole vocabulary of the socket: what a client may send, and how answers are put.

JSON text frames with the type in `t`; docs/protocol.md describes them for whoever writes a client.
Events inside frames are the structs of `rules.events` and `tables.events`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

# The extension of a socket's scope by which its server sends a text at once: `(str) -> bool`.
WRITE = "madang.write"
# That by which it ends the line a little later, whether the client reads or not: `() -> None`.
END_SOON = "madang.end_soon"
MAX_BYTES = 4096

# Close codes: below 4100 the client comes back, from 4100 on it does not.
RESTART, SLOW, LOST = 4000, 4001, 4002
LOGGED_OUT, BANNED, FLOOD, BAD_ORIGIN, NO_TABLE, OVERSIZED = 4100, 4101, 4102, 4103, 4104, 4105

# No database keeps a NUL in a text.
Id = Annotated[str, Meta(pattern=r"^[^\x00]{1,36}\Z")]
Seq = Annotated[int, Meta(ge=0, le=2**53)]
Chips = Annotated[int, Meta(ge=0, le=10**15)]
SeatNumber = Annotated[int, Meta(ge=0, le=8)]
HandId = Annotated[str, Meta(pattern=r"^[0-9]{1,18}$")]
Kind = Annotated[str, Meta(pattern=r"^[a-z_]{1,16}$")]
Card = Annotated[str, Meta(pattern=r"^[2-9TJQKA][cdhs]$")]


class Message(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base of what a client sends."""


class Join(Message, frozen=True, tag="join"):
    """The first message: resume after `seq`, or a snapshot."""

    seq: Seq | None = None


class Ack(Message, frozen=True, tag="ack"):
    """All frames up to `seq` have arrived."""

    seq: Seq


class Ping(Message, frozen=True, tag="ping"):
    """Is the line alive? Answered by `pong`."""


class Act(Message, frozen=True, tag="act"):
    """An action at (hand, turn)."""

    id: Id
    hand: HandId
    turn: Seq
    kind: Kind
    amount: Chips = 0
    cards: Annotated[tuple[Card, ...], Meta(max_length=7)] = ()


class Bet(Message, frozen=True, tag="bet"):
    """Begin a round at a house table; `rules` names the settings that the bets were made by."""

    id: Id
    rules: Annotated[str, Meta(pattern=r"^[^\x00]{1,16}\Z")]
    bets: Annotated[dict[Kind, Chips], Meta(max_length=8)]


class Sit(Message, frozen=True, tag="sit"):
    """Take a seat with chips from the wallet."""

    id: Id
    seat: SeatNumber
    buy_in: Chips


class Leave(Message, frozen=True, tag="leave"):
    """Leave the table; all chips go back to the wallet."""

    id: Id


class SitOut(Message, frozen=True, tag="sit_out"):
    """Be dealt out from the next hand on."""

    id: Id


class SitIn(Message, frozen=True, tag="sit_in"):
    """Be dealt in again; `post`: post what is owed rather than wait for the big blind."""

    id: Id
    post: bool = False


class TopUp(Message, frozen=True, tag="top_up"):
    """Buy chips; in a hand they count from the next one."""

    id: Id
    amount: Chips


class Wish(Message, frozen=True, tag="wish"):
    """What the table shall do for one's seat by itself; what is left out stays as it is."""

    id: Id
    refill: Chips | None = None
    sit_out: bool | None = None
    leave: Literal["", "hand", "blind"] | None = None
    muck: bool | None = None


class Show(Message, frozen=True, tag="show"):
    """Show one's hand after it is over, where the table allows it."""

    id: Id
    hand: HandId


class Muck(Message, frozen=True, tag="muck"):
    """Do not show it."""

    id: Id
    hand: HandId


class Wait(Message, frozen=True, tag="wait"):
    """Join the waiting list of a full table."""

    id: Id


class Unwait(Message, frozen=True, tag="unwait"):
    """Leave the waiting list; decline the seat that is offered."""

    id: Id


class Say(Message, frozen=True, tag="say"):
    """A line of chat: a text, or one of the ready-made phrases by its code."""

    id: Id
    text: Annotated[str, Meta(max_length=1000)] = ""
    phrase: Annotated[str, Meta(pattern=r"^[a-z_]{0,16}$")] = ""


class Mute(Message, frozen=True, tag="mute"):
    """Read no chat at all, at any table; `on` false: read it again."""

    id: Id
    on: bool


class Block(Message, frozen=True, tag="block"):
    """Read nothing of this member any more, at any table; `on` false: read him again."""

    id: Id
    nick: Annotated[str, Meta(pattern=r"^[^\x00]{1,60}\Z")]
    on: bool


class Report(Message, frozen=True, tag="report"):
    """Ask staff to look at a line."""

    id: Id
    line: Annotated[int, Meta(ge=1, le=2**53)]
    reason: Literal["abuse", "spam", "cheating", "other"]


Talk = Say | Mute | Block | Report
Beside = Wish | Show | Muck | Wait | Unwait
Command = Act | Bet | Sit | Leave | SitOut | SitIn | TopUp | Beside | Talk
_decoder = msgspec.json.Decoder(Join | Ack | Ping | Command)
_encode = msgspec.json.Encoder().encode


def decode(text: str) -> Join | Ack | Ping | Command:
    """Read a message of a client. Raises msgspec.DecodeError or its ValidationError."""
    return _decoder.decode(text)


def frame(seq: int, now: int, events: Sequence[Any]) -> str:
    """One change of the table, as one viewer sees it."""
    return _encode({"t": "frame", "seq": seq, "now": now, "events": events}).decode()


def snapshot(
    seq: int,
    now: int,
    table: dict[str, Any],
    seats: Sequence[Any],
    events: Sequence[Any],
    you: dict[str, Any],
) -> str:
    """The table as the present or last hand began, and every event since, for one viewer."""
    whole = {
        "t": "snapshot",
        "seq": seq,
        "now": now,
        "table": table,
        "seats": seats,
        "events": events,
        "you": you,
    }
    return _encode(whole).decode()


def you(told: dict[str, Any]) -> str:
    """What only the viewer is told: seat, wallet, wishes, place on the waiting list."""
    return _encode({"t": "you", **told}).decode()


def notice(code: str, text: str) -> str:
    """Something has happened to the viewer's seat that he has not done himself."""
    return _encode({"t": "notice", "code": code, "text": text}).decode()


def watching(count: int) -> str:
    """How many look on without a seat."""
    return _encode({"t": "watching", "n": count}).decode()


def chat(lines: Sequence[Any], muted: bool, blocked: Sequence[str]) -> str:
    """The last lines that the viewer reads, and whom he does not."""
    told = {"t": "chat", "lines": lines, "muted": muted, "blocked": blocked}
    return _encode(told).decode()


def said(line: dict[str, Any]) -> str:
    """Somebody has said something."""
    return _encode({"t": "said", **line}).decode()


def unsaid(line_id: int) -> str:
    """Staff have deleted a line."""
    return _encode({"t": "unsaid", "id": line_id}).decode()


def done(id: str, seq: int) -> str:
    """The command was carried out, by the change `seq` or before."""
    return _encode({"t": "answer", "id": id, "ok": True, "seq": seq}).decode()


def refused(id: str, kind: str, code: str, text: str, data: dict[str, Any]) -> str:
    """The command was not carried out and nothing changed. kind: refused or stale."""
    answer = {"t": "answer", "id": id, "ok": False, "kind": kind, "code": code, "text": text}
    return _encode({**answer, "data": data}).decode()


def error(code: str, text: str) -> str:
    """A message could not be read, or is not welcome now."""
    return _encode({"t": "error", "code": code, "text": text}).decode()


def pong(now: int) -> str:
    """The line is alive, and it is `now` (epoch ms)."""
    return _encode({"t": "pong", "now": now}).decode()
