"""What a socket must pass before a consumer sees it: its origin, and an address that exists."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils.http import is_same_domain

NOT_FOUND = 4104  # the same as for a table that is not there: clients do not try again
PORTS = {"http": 80, "https": 443}


class OwnOrigin:
    """Lets in what a page of this very site opens, by scheme, host and port.

    A cookie of one port is sent to every port of its host, so a host alone proves nothing. Pages
    of CSRF_TRUSTED_ORIGINS are let in too; a socket without an Origin is not.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin1")
        host = headers.get(b"host", b"").decode("latin1")
        inner = self.application if is_own(origin, host) else WebsocketDenier()
        return await inner(scope, receive, send)


class Nowhere(AsyncWebsocketConsumer):
    """Every address that is no socket's."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NOT_FOUND)


def is_own(origin: str, host: str) -> bool:
    """Whether a page of `origin` may open a socket at the site that was asked for as `host`."""
    place = _place(origin)
    name, _port = split_domain_port(host)
    if place is None or not validate_host(name, settings.ALLOWED_HOSTS):
        return False
    scheme = "https" if settings.TLS else "http"
    return place == _place(f"{scheme}://{host}") or any(
        _matches(place, trusted) for trusted in settings.CSRF_TRUSTED_ORIGINS
    )


def _place(origin: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of an origin; None for what is none."""
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, PORTS[parts.scheme] if port is None else port


def _matches(place: tuple[str, str, int], trusted: str) -> bool:
    """As Django matches the Origin of a form: exactly, or any name under `https://*.…`."""
    wanted = _place(trusted.replace("://*.", "://.", 1))
    if wanted is None:
        return False
    scheme, host, port = wanted
    return (scheme, port) == (place[0], place[2]) and is_same_domain(place[1], host)
