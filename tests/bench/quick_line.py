"""A socket of the bench's players: as little of RFC 6455 as their server's frames need.

The players share the machine with the site that is measured, so what they cost counts against it. A
client library takes three times as long for a frame as this does.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
_NO_MASK = bytes(4)  # a client must mask; with zeros that changes nothing


class QuickLine(asyncio.Protocol):
    """One socket. `hear` is called with every text that arrives."""

    def __init__(self, request: bytes, hear: Callable[[QuickLine, str], None]) -> None:
        self.opened = asyncio.get_running_loop().create_future()
        self._request = request
        self._hear = hear
        self._data = bytearray()
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def connect(
        cls, url: str, headers: dict[str, str], hear: Callable[[QuickLine, str], None]
    ) -> QuickLine:
        """Open a socket; raises ConnectionError when the server does not let it in."""
        where = urlsplit(url)
        given = {
            "Host": where.netloc,
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        } | headers
        lines = [f"GET {where.path} HTTP/1.1", *(f"{name}: {text}" for name, text in given.items())]
        request = "\r\n".join([*lines, "", ""]).encode()
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(
            lambda: cls(request, hear), where.hostname, where.port
        )
        await line.opened
        return line

    def send(self, text: str) -> None:
        """Send a text of less than 64 KB."""
        data = text.encode()
        size = len(data)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        assert self._transport is not None
        self._transport.write(b"\x81" + length + _NO_MASK + data)

    # -- asyncio.Protocol ------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are no instances of it
        self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server has hung up"))

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self.opened.done() and not self._open():
            return
        while self._next():
            pass

    def _open(self) -> bool:
        head, end, rest = self._data.partition(b"\r\n\r\n")
        if not end:
            return False
        if not head.startswith(b"HTTP/1.1 101 "):
            raise ConnectionError(bytes(head.splitlines()[0]).decode())
        self._data = rest
        self.opened.set_result(None)
        return True

    def _next(self) -> bool:
        """Take the next whole message off the data; False if there is none."""
        data = self._data
        if len(data) < 2:
            return False
        start, size = 2, data[1]
        if size > 125:
            start += 2 if size == 126 else 8
            size = int.from_bytes(data[2:start], "big")
        end = start + size
        if len(data) < end or len(data) < start:
            return False
        kind, body = data[0] & 15, bytes(data[start:end])
        del data[:end]
        if kind == TEXT:
            self._hear(self, body.decode())
        elif kind == PING:
            assert self._transport is not None
            self._transport.write(bytes([0x80 | PONG, 0x80 | size]) + _NO_MASK + body)
        return kind != CLOSE
