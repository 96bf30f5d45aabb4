"""Which seat sessions a table still holds, for the sweep of the wallet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from tables.dealer.sheet import opened
from tables.errors import Broken, Refused
from tables.models import TableState
from wallet.sweep import Hold

_ENDED = "UPDATE tables_seat SET left_at = site_now() WHERE escrow_id = ANY(%s) AND left_at IS NULL"


@contextmanager
def hold(table: str) -> Iterator[Hold | None]:
    """The escrow accounts of those who sit at a table or are in its running hand, under its lock.

    A table that is no more holds nobody. None for one whose log does not fold: what is whose
    cannot be told there before somebody has looked.
    """
    if not table.isdigit() or not TableState.objects.filter(pk=int(table)).exists():
        with transaction.atomic():
            yield Hold(frozenset(), _end)
        return
    entered = False
    try:
        with opened(int(table), even_paused=True) as sheet:
            entered = True
            yield Hold(frozenset(sheet.replica.escrows()), _end)
    except (Broken, Refused):
        if entered:
            raise
        yield None


def _end(escrows: Iterable[int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_ENDED, [list(escrows)])
