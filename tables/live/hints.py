"""Telling the other processes which tables have changed: `[[table, seq], …]`, and nothing more.

A hint may be lost, repeated or late: feeds ask the database what they missed, and a slow poll asks
without a hint. So an error here is logged and play goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

log = logging.getLogger(__name__)

GROUP = "tables.hints"
CHAT_GROUP = "tables.chat"
GATHER_S = 0.01  # a message costs the same for one table as for many: so long they are gathered
_PATIENCE_S = 1.0
_QUIET_S = 30.0
_last_complaint = 0.0


class _Outbox:
    """What is to be sent from one event loop, and whether somebody is at it."""

    def __init__(self) -> None:
        self.waiting: dict[int, int] = {}
        self.busy = False


_outboxes: WeakKeyDictionary[asyncio.AbstractEventLoop, _Outbox] = WeakKeyDictionary()


def goes_along(table_id: int, seq: int) -> bool:
    """Leave a hint to the sender that is at work; False if none is, then `publish` it."""
    outbox = _outboxes.setdefault(asyncio.get_running_loop(), _Outbox())
    outbox.waiting[table_id] = max(seq, outbox.waiting.get(table_id, 0))
    return outbox.busy


async def publish(table_id: int, seq: int) -> None:
    """Send a hint from the loop, after the commit: at once, or with the next ones."""
    if goes_along(table_id, seq):
        return
    outbox = _outboxes[asyncio.get_running_loop()]
    outbox.busy = True
    try:
        while outbox.waiting:
            hints, outbox.waiting = outbox.waiting, {}
            await _send(GROUP, {"type": "hint", "tables": list(hints.items())})
            await asyncio.sleep(GATHER_S)
    finally:
        outbox.busy = False


async def publish_chat(
    *, lines: Sequence[tuple[int, int]] = (), members: Sequence[int] = ()
) -> None:
    """Tell all processes of lines of chat, as (table, line), and of members who read otherwise."""
    await _send(CHAT_GROUP, {"type": "hint", "lines": list(lines), "members": list(members)})


async def _send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    try:
        await asyncio.wait_for(layer.group_send(group, message), _PATIENCE_S)
    except Exception as error:  # whatever the layer's client raises: a hint may be lost
        complain("a hint was not sent", error)


def complain(what: str, error: Exception) -> None:
    """Log trouble with the channel layer, at most once in a while."""
    global _last_complaint
    now = asyncio.get_running_loop().time()
    if now - _last_complaint > _QUIET_S or now < _last_complaint:
        _last_complaint = now
        log.warning("%s: %s", what, type(error).__name__)
