"""Mail on a machine without a mail server: every message becomes a file DATA/mail/*.eml."""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

_number = itertools.count()


class FileBackend(BaseEmailBackend):
    """Writes each message whole or not at all, named so that they sort by time."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = Path(settings.DATA) / "mail"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
            path = folder / f"{stamp}-{os.getpid()}-{next(_number):04}.eml"
            fresh = path.with_suffix(".new")
            fresh.write_bytes(message.message().as_bytes())
            fresh.replace(path)
        return len(email_messages)
