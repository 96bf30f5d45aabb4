"""Clients of a site that runs as real processes."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.conf import settings as django_settings

from accounts.models import Member
from tables.models import Table
from tests.live import LiveSite
from tests.load.client import Client
from tests.load.lines import WebLine
from tests.tables.conftest import log_in


class Lines:
    """Clients of a real site over the network."""

    def __init__(self, site: LiveSite) -> None:
        self.site = site
        self.clients: list[Client] = []

    async def open(self, table: Table, member: Member) -> Client:
        key = await sync_to_async(log_in)(member)
        cookie = f"{django_settings.SESSION_COOKIE_NAME}={key}"
        headers = {"Origin": self.site.url, "Cookie": cookie}
        address = f"ws://127.0.0.1:{self.site.port}/ws/tables/{table.pk}/"
        client = Client(await WebLine.connect(address, headers), name=f"n{len(self.clients)}-")
        self.clients.append(client)
        await client.join()
        return client
