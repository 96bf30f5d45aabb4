"""`manage.py services`: PostgreSQL and Valkey alone, migrated, until Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.embedded import Postgres, ServiceError, Valkey, stop
from config.environment import ROOT


class Command(BaseCommand):
    help = "Run the embedded PostgreSQL and Valkey in DATA, with the tables migrated."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        logs = Path(settings.DATA) / "log"
        logs.mkdir(mode=0o700, parents=True, exist_ok=True)
        postgres, valkey = Postgres(settings.DATA), Valkey(settings.DATA)
        with contextlib.ExitStack() as stack:
            try:
                process = postgres.start(stack.enter_context((logs / "postgres.log").open("ab")))
                stack.callback(stop, process, signal.SIGINT, 30)
                postgres.bootstrap()
                process = valkey.start(stack.enter_context((logs / "valkey.log").open("ab")))
                stack.callback(stop, process, signal.SIGTERM, 10)
            except ServiceError as error:
                raise CommandError(str(error)) from None
            subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, check=True)
            self.stdout.write(f"Ready: DATA={settings.DATA} (Ctrl-C stops)")
            self.stdout.flush()
            signals = {signal.SIGINT, signal.SIGTERM}
            signal.pthread_sigmask(signal.SIG_BLOCK, signals)
            signal.sigwait(signals)
        os.write(1, b"Stopped.\n")
