"""The web server: uvicorn, with an end that loses nothing.

    python -m config.serve --fd 3
    python -m config.serve --host 0.0.0.0 --port 8000

At SIGTERM it takes no new connection, lets what is under way finish, tells every table's socket to
come back (close code 4000), and only then ends.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import uvicorn
from django.conf import settings
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from config.asgi import application
from tables.live import hub
from tables.live.protocol import END_SOON, WRITE

log = logging.getLogger(__name__)

# Together less than the supervisor waits before it kills (`config.supervisor.Child.stop_s`).
FAREWELL_S = 3  # for commands that are being carried out
REQUESTS_S = 4  # for pages that are being made, and close frames on their way
# A larger message is cut by the server; from protocol.MAX_BYTES on the consumer says why.
LARGEST_MESSAGE = 64 * 1024
# From a close until the line is ended, whether or not the client has read everything by then.
LINGER_S = 5.0
# A thread that comes back from the database waits so long at most for one that computes.
SWITCH_S = 0.001
SIGNALS = (signal.SIGINT, signal.SIGTERM)


class OrderlyServer(uvicorn.Server):
    """uvicorn's server, which would close sockets in the middle of a command."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for each in sockets or []:
            each.close()
        try:
            await asyncio.wait_for(hub.current().goodbye(), FAREWELL_S)
        except TimeoutError:
            log.warning("the farewell took longer than %g s and was cut short", FAREWELL_S)
        except Exception:
            log.exception("the farewell failed")
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """An end that was asked for is no failure: the process ends with 0."""
        former = {number: signal.signal(number, self.handle_exit) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in former.items():
                signal.signal(number, handler)


class QuickSockets(WebSocketsSansIOProtocol):
    """uvicorn's sockets, which an application may write to without a coroutine.

    Most frames of a table go to everybody there at once, and find the line free: then the way
    through the layers between costs several times what the sending does.
    """

    async def run_asgi(self) -> None:
        extensions = cast(dict[str, Any], self.scope["extensions"])
        extensions[WRITE] = self.write_text
        extensions[END_SOON] = self.end_soon
        await super().run_asgi()

    def write_text(self, text: str) -> bool:
        """Send a text now. False, and nothing sent, if the line is not open and free."""
        free = self.handshake_complete and self.writable.is_set()
        if not free or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        self.transport.write(_text_frame(text.encode()))
        return True

    def send_receive_event_to_app(self) -> None:
        """A text that is no UTF-8 ends the line; it is no failure of ours for the log to keep."""
        if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def end_soon(self) -> None:
        """End the line in a while. Closing alone waits for ever for a client that does not read."""
        self.loop.call_later(LINGER_S, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """No pong came: the server's close waits until all is sent, which may be never."""
        super().keepalive_timeout()
        self.end_soon()


def _is_utf8(data: bytes) -> bool:
    try:
        return data.isascii() or bool(data.decode())
    except UnicodeDecodeError:
        return False


def _text_frame(data: bytes) -> bytes:
    """A whole text message as a server sends it, unmasked: RFC 6455, section 5.2."""
    size = len(data)
    if size < 126:
        return b"\x81" + size.to_bytes(1, "big") + data
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + data
    return b"\x81\x7f" + size.to_bytes(8, "big") + data


def configuration(host: str = "127.0.0.1", port: int = 8000) -> uvicorn.Config:
    """How the site is served, whoever listens."""
    return uvicorn.Config(
        application,
        host=host,
        port=port,
        loop="uvloop",
        http="httptools",
        ws=QuickSockets,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # costs more than small frames gain
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=settings.TLS,
        forwarded_allow_ips="*",
        timeout_graceful_shutdown=REQUESTS_S,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fd", type=int, help="a listening socket that was handed down")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    options = parser.parse_args()
    sys.setswitchinterval(SWITCH_S)
    server = OrderlyServer(configuration(options.host, options.port))
    sockets = None if options.fd is None else [socket.socket(fileno=options.fd)]
    server.run(sockets)


if __name__ == "__main__":
    main()
