"""`manage.py services`: PostgreSQL and Valkey alone, migrated, until Ctrl-C."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.embedded import ServiceError
from config.site import Site


class Command(BaseCommand):
    help = "Run the embedded PostgreSQL and Valkey in DATA, with the tables migrated."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        site = Site(self.say)
        site.handle_signals()
        try:
            site.start_services()
            site.migrate()
            self.say(f"Ready: DATA={site.data} (Ctrl-C stops)")
            site.run()
        except ServiceError as error:
            raise CommandError(str(error)) from None
        finally:
            site.stop()

    def say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
