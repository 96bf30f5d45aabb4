"""`manage.py clock`: deals, times out, lets bots play; any number of them may run."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from django.core.management.base import BaseCommand

from tables.clock import Clock


class Command(BaseCommand):
    help = "Runs the clock of the tables until it is stopped (SIGTERM, SIGINT)."
    requires_system_checks = []  # `migrate` has done them

    def handle(self, *args: Any, **options: Any) -> None:
        asyncio.run(self._run())

    async def _run(self) -> None:
        clock = Clock()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, clock.stop)
        await clock.run()
