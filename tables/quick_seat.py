""" "Seat me at these stakes": which table that is."""

from __future__ import annotations

from typing import Any, NamedTuple

from accounts.models import Member
from tables import coming_back, selectors
from tables.errors import Refused
from tables.models import Table
from wallet.selectors import balance


class Found(NamedTuple):
    """The table to go to; without a free seat its waiting list is the shortest."""

    table_id: int
    name: str
    url: str
    has_seat: bool


def find(member: Member, stakes: str) -> Found:
    """The fullest table of these stakes with a seat that the member's chips allow.

    People count before bots. A seat that he has already is the one; with every seat taken it is the
    table where fewest wait. Raises Refused: no_such_table, no_funds.
    """
    rows = [row for row in selectors.lobby() if str(row["stakes_id"]) == stakes]
    if not rows:
        raise Refused("no_such_table")
    seated = set(selectors.seated_at(member.pk))
    for row in rows:
        if row["id"] in seated:
            return _found(row, has_seat=True)
    tables = Table.objects.select_related("stakes").filter(pk__in=[row["id"] for row in rows])
    least = coming_back.smallest(tables, member.pk)
    wallet = balance(member)
    allowed = [row for row in rows if least[row["id"]] <= wallet]
    if not allowed:
        raise Refused("no_funds", min=min(least.values()))
    free = [row for row in allowed if row["free"] > 0]
    if free:
        row = max(free, key=lambda row: (row["members"], row["taken"]))
        return _found(row, has_seat=True)
    row = min(allowed, key=lambda row: (row["waiting"], row["seats"]))
    return _found(row, has_seat=False)


def _found(row: dict[str, Any], *, has_seat: bool) -> Found:
    return Found(row["id"], row["name"], row["url"], has_seat)
