"""The statement as a file."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import Member
from wallet import moments, selectors
from wallet.selectors import Row

CHUNK = 500  # rows read at a time
_BOM = "\ufeff"  # tells spreadsheet programs that Korean follows
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class _Line:
    """A file whose `write` gives the text back, for the csv module."""

    def write(self, text: str) -> str:
        return text


def lines(
    member: Member | int,
    *,
    reason: str | None = None,
    table: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    chunk: int = CHUNK,
) -> Iterator[str]:
    """The lines of a CSV file (UTF-8 with a mark), newest entry first, in the reader's language.

    Filters as in `selectors.statement`. Reads a chunk at a time: fit for streaming any length.
    """
    writer = csv.writer(_Line())
    heads = [_("No."), _("Time"), _("Reason"), _("What for"), _("Amount"), _("Balance after")]
    yield _BOM + writer.writerow(heads)
    before: int | None = None
    while True:
        page = selectors.statement(
            member,
            before=before,
            reason=reason,
            table=table,
            since=since,
            until=until,
            limit=chunk,
        )
        for row in page.rows:
            yield writer.writerow(_cells(row))
        if page.older is None:
            return
        before = page.older


def _cells(row: Row) -> list[str | int]:
    time = row.time.astimezone(moments.zone()).isoformat(sep=" ", timespec="seconds")
    what = row.link.label if row.link else ""
    return [row.seq, time, row.label, _text(what), row.amount, row.balance_after]


def _text(value: str) -> str:
    """Words as they are, and never as a formula that a spreadsheet program would run."""
    return "'" + value if value.startswith(_FORMULA) else value
