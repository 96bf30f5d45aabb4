"""Database work of the sockets and the clock: a bounded executor with connections of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from django.db import InterfaceError, OperationalError, connection

T = TypeVar("T")

# With the threads of HTTP requests this stays below the size of the connection pool.
THREADS = 12
_executor = ThreadPoolExecutor(THREADS, thread_name_prefix="tables")


async def run(call: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """Run a service in the executor and await it; its errors come out here.

    A thread keeps its connection. One that died (the database was restarted) is thrown away and
    the call is made once more: every command knows by its id, its turn or its deadline whether it
    was done already.
    """
    work = partial(_with_connection, partial(call, *args, **kwargs))
    return await asyncio.get_running_loop().run_in_executor(_executor, work)


def _with_connection(call: Callable[[], T]) -> T:
    try:
        return call()
    except (OperationalError, InterfaceError):
        if connection.connection is not None and connection.is_usable():
            raise
        connection.close()
        pool = getattr(connection, "pool", None)
        if pool is not None:
            pool.check()  # its other connections died with this one
        return call()


def close_connections() -> None:
    """Give back the connections that the threads keep: for tests, and at the end of a process."""
    for _ in range(THREADS):
        _executor.submit(connection.close)
