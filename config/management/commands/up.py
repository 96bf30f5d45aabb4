"""`manage.py up`: the whole site on this machine, until Ctrl-C."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.embedded import ServiceError
from config.limits import whole
from config.site import Site, listen, raise_file_limit


class Command(BaseCommand):
    help = "Run the whole site: services, web, clock, worker and beat."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        environment = os.environ.get
        parser.add_argument("--host", default=environment("HOST") or "127.0.0.1")
        parser.add_argument("--port", default=environment("PORT") or "8000")
        parser.add_argument("--web", default=environment("WEB") or "1", help="web processes")
        parser.add_argument("--clocks", default=environment("CLOCKS") or "1", help="clocks")

    def handle(
        self, *args: Any, host: str, port: str, web: str, clocks: str, **options: Any
    ) -> None:
        number, processes = whole("PORT", port, 65_535), max(1, whole("WEB", web, 64))
        ticking = max(1, whole("CLOCKS", clocks, 64))
        raise_file_limit()
        site = Site(self.say)
        site.handle_signals()
        try:
            with listen(host, number) as listener:
                chosen = listener.getsockname()[1]
                for step in (
                    site.start_services,
                    site.prepare,
                    partial(site.start_processes, listener, processes, ticking),
                    partial(site.await_ready, chosen),
                ):
                    if site.is_wanted:
                        step()
                if site.is_wanted:
                    self.say(f"Ready: http://127.0.0.1:{chosen}/")
                site.run()
        except ServiceError as error:
            raise CommandError(str(error)) from None
        finally:
            site.stop()
        self.say("Stopped.")

    def say(self, line: str) -> None:
        """Tell whoever started this, at once also through a pipe."""
        self.stdout.write(line)
        self.stdout.flush()
