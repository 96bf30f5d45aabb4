"""Telling the other processes that a table has changed: `{table, seq}`, and nothing more.

A hint may be lost, repeated or late: feeds ask the database what they missed, and a slow poll asks
without a hint. So an error here is logged and play goes on.
"""

from __future__ import annotations

import asyncio
import logging

from channels.layers import get_channel_layer

log = logging.getLogger(__name__)

GROUP = "tables.hints.{}"
_PATIENCE_S = 1.0
_QUIET_S = 30.0
_last_complaint = 0.0


async def publish(table_id: int, seq: int) -> None:
    """Send a hint from the loop, after the commit."""
    layer = get_channel_layer()
    message = {"type": "hint", "table": table_id, "seq": seq}
    try:
        await asyncio.wait_for(layer.group_send(GROUP.format(table_id), message), _PATIENCE_S)
    except Exception as error:  # whatever the layer's client raises: a hint may be lost
        complain("a hint was not sent", error)


def complain(what: str, error: Exception) -> None:
    """Log trouble with the channel layer, at most once in a while."""
    global _last_complaint
    now = asyncio.get_running_loop().time()
    if now - _last_complaint > _QUIET_S or now < _last_complaint:
        _last_complaint = now
        log.warning("%s: %s", what, type(error).__name__)
