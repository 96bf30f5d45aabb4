"""Who may open a socket, and what an address answers that is no socket's."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from config.asgi import application
from config.sockets import is_own
from tests.load.lines import AsgiLine, Closed


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost", "localhost"),
        ("http://localhost:80", "localhost"),
        ("http://localhost:8001", "localhost:8001"),
        ("http://[::1]:8001", "[::1]:8001"),
        ("https://trusted.example", "localhost"),
        ("https://any.trees.example:444", "localhost"),
    ],
)
def test_pages_of_this_site_and_trusted_ones_open_sockets(
    origin: str, host: str, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "[::1]"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://trusted.example", "https://*.trees.example:444"]
    assert is_own(origin, host)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("", "localhost"),
        ("null", "localhost"),
        ("http://localhost:8002", "localhost:8001"),
        ("http://localhost", "localhost:8001"),
        ("https://localhost:8001", "localhost:8001"),
        ("http://127.0.0.1:8001", "localhost:8001"),
        ("http://elsewhere.example", "elsewhere.example"),
        ("http://trusted.example", "localhost"),
        ("https://under.trusted.example", "localhost"),
        ("https://any.trees.example", "localhost"),
        ("http://localhost:x", "localhost:x"),
        ("http://[", "["),
    ],
)
def test_all_others_do_not(origin: str, host: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://trusted.example", "https://*.trees.example:444"]
    assert not is_own(origin, host)


def test_behind_tls_a_page_is_an_https_page(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["madang.example"]
    settings.TLS = True
    assert is_own("https://madang.example", "madang.example")
    assert not is_own("http://madang.example", "madang.example")


async def test_another_port_of_the_host_is_refused_at_the_handshake() -> None:
    headers = {"Host": "localhost:8001", "Origin": "http://localhost:8002"}
    with pytest.raises(Closed):
        await AsgiLine(application, "/ws/tables/1/", headers).opened()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "path", ["/ws/nope/", "/ws/tables/1", "/ws/tables/1234567890123/", "/", "/ws/tables/x\n/"]
)
async def test_an_address_of_no_socket_is_closed_and_logged_as_no_error(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    line = AsgiLine(application, path, {"Host": "localhost", "Origin": "http://localhost"})
    await line.opened()
    with pytest.raises(Closed) as closed:
        await line.receive()
    assert closed.value.code == 4104
    await line.close()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
