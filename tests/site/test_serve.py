"""The server's own ways: frames as any client of RFC 6455 reads them, and lines that are ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from config import serve
from config.serve import QuickSockets, _text_frame
from tables.live.protocol import END_SOON, WRITE

# Where the form of the length changes, and letters of several bytes.
TEXTS = ["", "a" * 125, "a" * 126, "패" * 100, "b" * 65_535, "b" * 65_536, "lá bài" * 20_000]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: str(len(text.encode())))
def test_a_text_of_any_length_arrives_whole(text: str) -> None:
    client = ClientProtocol(parse_uri("ws://site/"), state=State.OPEN)
    client.receive_data(_text_frame(text.encode()) + _text_frame(b"next"))
    first, second = client.events_received()
    assert isinstance(first, Frame)
    assert (first.opcode, first.fin, bytes(first.data).decode()) == (Opcode.TEXT, True, text)
    assert isinstance(second, Frame)
    assert bytes(second.data) == b"next"


@asynccontextmanager
async def served(application: Any) -> AsyncIterator[str]:
    """The address of a server of sockets that does nothing else."""
    config = uvicorn.Config(application, lifespan="off", log_config=None)
    config.load()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: QuickSockets(config, ServerState(), {}), "127.0.0.1", 0
    )
    async with server:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/"


async def test_a_text_that_is_no_utf8_ends_the_line_and_is_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def listen(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass

    async with served(listen) as address, connect(address) as line:
        await line.send("패".encode(), text=True)
        await line.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed) as closed:
            await line.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1007
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_line_that_is_not_read_is_ended_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serve, "LINGER_S", 0.05)
    ended = asyncio.Event()

    async def talk(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        while scope["extensions"][WRITE]("x" * 100_000):
            await asyncio.sleep(0)
        scope["extensions"][END_SOON]()
        with pytest.raises(OSError):
            await send({"type": "websocket.close", "code": 4001})
        ended.set()

    async with served(talk) as address:
        line = await connect(address, max_queue=1)
        await asyncio.wait_for(ended.wait(), 60)
        line.transport.abort()
