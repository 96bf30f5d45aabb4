"""Starting a coroutine without waiting for the loop to come round to it.

Most sends never wait, and a task for each of six viewers costs more than the sends. Python 3.12 has
eager tasks for this.
"""

from __future__ import annotations

import asyncio
import types
from collections.abc import Coroutine, Generator
from typing import Any


def eagerly(work: Coroutine[Any, Any, None]) -> asyncio.Future[None] | None:
    """Run `work` until it waits for the first time; a task for the rest, None if it has ended.

    `work` must not ask which task it runs in before it waits. Its errors come out here or in the
    task, whichever runs it.
    """
    try:
        waits_for = work.send(None)
    except StopIteration:
        return None
    return asyncio.ensure_future(_rest(work, waits_for))


@types.coroutine
def _rest(work: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """Go on with a coroutine that has begun, and now waits for something."""
    while True:
        found, error = None, None
        try:
            found = yield waits_for
        except BaseException as raised:
            error = raised
        try:
            waits_for = work.send(found) if error is None else work.throw(error)
        except StopIteration:
            return
