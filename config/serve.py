"""The web server: daphne with its own command line, and an end that loses nothing.

    python -m config.serve --fd 3 config.asgi:application

At SIGTERM it takes no new connection, lets what is under way finish, tells every table's socket to
come back (close code 4000), and only then ends.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.server import Server
from twisted.internet import defer

log = logging.getLogger(__name__)

# Together less than the supervisor waits before it kills (`config.supervisor.Child.stop_s`).
REQUESTS_S = 4.0  # for pages that are being made
FAREWELL_S = 3.0  # for commands that are being carried out, then for close frames on their way
LOOK_S = 0.05


class OrderlyServer(Server):
    """daphne's server, which would cancel everything at once."""

    ports: list[Any]

    def run(self) -> None:
        self.ports = []
        super().run()

    def listen_success(self, port: Any) -> None:
        self.ports.append(port)
        super().listen_success(port)

    def kill_all_applications(self) -> defer.Deferred[None]:
        """Called once, before the reactor ends, which waits for what this returns."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        for port in self.ports:
            port.stopListening()
        try:
            await asyncio.gather(
                self._finish("http", REQUESTS_S), asyncio.wait_for(_farewell(), FAREWELL_S)
            )
            # The socket's own application ends when the client has answered the close frame.
            await self._finish("websocket", FAREWELL_S)
        except TimeoutError:
            log.warning("the farewell took longer than %g s and was cut short", FAREWELL_S)
        except Exception:
            log.exception("the farewell failed")
        rest = self._running()
        for application in rest:
            application.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    async def _finish(self, kind: str, seconds: float) -> None:
        """Wait until no application of this kind runs any more, so long at most."""
        deadline = asyncio.get_running_loop().time() + seconds
        while self._running(kind) and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(LOOK_S)

    def _running(self, kind: str = "") -> list[asyncio.Future[None]]:
        applications = [
            details.get("application_instance")
            for protocol, details in self.connections.items()
            if not kind or _kind(protocol) == kind
        ]
        return [each for each in applications if each is not None and not each.done()]


def _kind(protocol: Any) -> str:
    return "websocket" if getattr(protocol, "application_type", "") == "websocket" else "http"


async def _farewell() -> None:
    from tables.live import hub

    await hub.current().goodbye()


class Web(CommandLineInterface):
    """daphne's command line with the server of this module."""

    server_class = OrderlyServer


if __name__ == "__main__":
    Web.entrypoint()
