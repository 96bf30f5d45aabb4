"""Two ways to a table's socket: straight into the ASGI application, or over the network."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

OPEN_S = 60  # a process that has just been started takes its time to answer


class Closed(Exception):
    """The server has closed the line, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Line(Protocol):
    """Text frames both ways."""

    async def send(self, text: str | bytes) -> None: ...
    async def receive(self) -> str: ...
    async def close(self) -> None: ...


class AsgiLine:
    """A socket of the real ASGI application, without a network."""

    def __init__(self, application: Any, path: str, headers: dict[str, str]) -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        scope = {
            "type": "websocket",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
            "subprotocols": [],
        }
        self._in.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.ensure_future(application(scope, self._in.get, self._out.put))
        self._task.add_done_callback(lambda task: self._out.put_nowait({"type": "over"}))

    async def opened(self) -> None:
        """Wait until the server has accepted. Raises `Closed`."""
        message = await self._out.get()
        if message["type"] != "websocket.accept":
            raise Closed(message.get("code", 1006))

    async def send(self, text: str | bytes) -> None:
        kind = "text" if isinstance(text, str) else "bytes"
        self._in.put_nowait({"type": "websocket.receive", kind: text})

    async def receive(self) -> str:
        message = await self._out.get()
        if message["type"] == "websocket.send":
            return str(message["text"])
        raise Closed(message.get("code", 1006))

    async def close(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await asyncio.wait([self._task])
        self._task.result()


class WebLine:
    """A socket over the network."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    @classmethod
    async def connect(cls, url: str, headers: dict[str, str]) -> WebLine:
        from websockets.asyncio.client import connect

        return cls(
            await connect(url, additional_headers=headers, max_size=2**22, open_timeout=OPEN_S)
        )

    async def send(self, text: str | bytes) -> None:
        from websockets.exceptions import ConnectionClosed

        try:
            await self._connection.send(text)
        except ConnectionClosed as closed:
            raise Closed(closed.rcvd.code if closed.rcvd else 1006) from closed

    async def receive(self) -> str:
        from websockets.exceptions import ConnectionClosed

        try:
            return str(await self._connection.recv())
        except ConnectionClosed as closed:
            raise Closed(closed.rcvd.code if closed.rcvd else 1006) from closed

    async def close(self) -> None:
        await self._connection.close()
