"""A seat session whose seat is gone is finished: chips home, account closed, once."""

from __future__ import annotations

import psycopg
import pytest
from django.db import transaction

from tables.dealer import seating
from tables.dealer.ticking import tick
from tables.models import Seat
from tests.tables import builders
from tests.wallet.builders import at_once
from wallet import auditing, escrow, posting, selectors, sweep
from wallet.models import Account, Transfer

pytestmark = pytest.mark.django_db(transaction=True)


def an_orphan(table: str, chips: int = 3_000) -> Account:
    """Chips bought in at a table that has no such sitter, as a crash would leave them."""
    who = builders.member()
    with transaction.atomic():
        account = escrow.open_session(member_id=who.pk, session=f"lost{who.pk}", link_id=table)
        posting.post([escrow.buy_in(account=account, amount=chips)])
    return account


def test_an_orphan_comes_home_once_and_the_audit_is_clean() -> None:
    table = builders.table()
    orphan = an_orphan(str(table.pk))
    assert not auditing.run().ok
    found: list[int] = []
    at_once(*[lambda: found.append(sweep.run())] * 3)
    assert sorted(found) == [0, 0, 1]
    orphan.refresh_from_db()
    assert orphan.status == Account.Status.CLOSED
    assert selectors.balance(orphan.member_id or 0) == 100_000
    assert Transfer.objects.filter(reason="cash_out").count() == 1
    assert auditing.run().ok


def test_a_table_that_is_no_more_holds_nobody() -> None:
    orphan = an_orphan("999999")
    assert sweep.run() == 1
    orphan.refresh_from_db()
    assert orphan.status == Account.Status.CLOSED


def test_who_sits_or_has_chips_in_the_pot_is_left_alone() -> None:
    table = builders.table()
    players = [builders.member() for _ in range(3)]
    for seat, who in enumerate(players):
        builders.sit(table, who, seat)
    tick(table.pk)
    assert sweep.run() == 0
    for who in players:
        seating.leave(table_id=table.pk, member_id=who.pk)
        assert sweep.run() == 0
    assert auditing.run().ok


def test_a_seat_row_that_the_table_does_not_know_ends_with_its_account(
    as_owner: psycopg.Connection,
) -> None:
    table = builders.table()
    orphan = an_orphan(str(table.pk))
    as_owner.execute(
        "INSERT INTO tables_seat (table_id, number, member_id, is_bot, session, escrow_id, sat_at)"
        " VALUES (%s, 0, %s, false, %s, %s, site_now())",
        [table.pk, orphan.member_id, orphan.name, orphan.pk],
    )
    assert sweep.run() == 1
    assert Seat.objects.get().left_at is not None
    assert auditing.run().ok
