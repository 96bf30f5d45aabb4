"""Reading the statement: by pages, filters, links."""

from __future__ import annotations

from itertools import pairwise

import psycopg
import pytest
from django.utils import translation

from tests.wallet import builders
from wallet import links, selectors
from wallet.links import Link

pytestmark = pytest.mark.django_db(transaction=True)


def amounts(statement: selectors.Statement) -> list[int]:
    return [row.amount for row in statement.rows]


@pytest.fixture
def ann() -> builders.Member:
    """A member with the entries +1, +2 … +7."""
    member = builders.a_member()
    for chips in range(1, 8):
        builders.mint(builders.wallet(member).pk, chips)
    return member


def test_pages_follow_each_other_in_both_directions(ann: builders.Member) -> None:
    first = selectors.statement(ann, limit=3)
    assert amounts(first) == [7, 6, 5]
    assert first.newer is None
    second = selectors.statement(ann, limit=3, before=first.older)
    assert amounts(second) == [4, 3, 2]
    third = selectors.statement(ann, limit=3, before=second.older)
    assert (amounts(third), third.older) == ([1], None)
    back = selectors.statement(ann, limit=3, after=third.newer)
    assert amounts(back) == [4, 3, 2]
    top = selectors.statement(ann, limit=3, after=back.newer)
    assert (amounts(top), top.newer) == ([7, 6, 5], None)


def test_a_page_does_not_shift_when_something_new_comes_in(ann: builders.Member) -> None:
    first = selectors.statement(ann, limit=3)
    builders.mint(builders.wallet(ann).pk, 8)
    assert amounts(selectors.statement(ann, limit=3, before=first.older)) == [4, 3, 2]


def test_the_running_balance_sums_up(ann: builders.Member) -> None:
    rows = selectors.statement(ann).rows
    assert rows[0].balance_after == selectors.balance(ann) == sum(row.amount for row in rows)
    for newer, older in pairwise(rows):
        assert newer.balance_after - newer.amount == older.balance_after


def test_only_entries_of_a_reason(ann: builders.Member) -> None:
    session = builders.a_session(ann, 5)
    builders.commit(builders.escrow.cash_out(account=session, amount=5))
    assert amounts(selectors.statement(ann, reason="buy_in")) == [-5]
    assert amounts(selectors.statement(ann, reason="cash_out")) == [5]
    assert amounts(selectors.statement(ann, reason="hand")) == []


def test_only_entries_of_a_time(ann: builders.Member, as_owner: psycopg.Connection) -> None:
    as_owner.execute("INSERT INTO site_clock (shift) VALUES ('3 days')")
    builders.mint(builders.wallet(ann).pk, 100)
    newest = selectors.statement(ann).rows[0]
    assert amounts(selectors.statement(ann, since=newest.time)) == [100]
    assert amounts(selectors.statement(ann, until=newest.time, limit=2)) == [7, 6]


def test_the_time_of_an_account_never_runs_backwards(
    ann: builders.Member, as_owner: psycopg.Connection
) -> None:
    as_owner.execute("INSERT INTO site_clock (shift) VALUES ('3 days')")
    builders.mint(builders.wallet(ann).pk, 100)
    as_owner.execute("DELETE FROM site_clock")
    builders.mint(builders.wallet(ann).pk, 200)
    times = [row.time for row in selectors.statement(ann).rows]
    assert times == sorted(times, reverse=True)


def test_reasons_stand_in_the_readers_language(ann: builders.Member) -> None:
    with translation.override("en"):
        assert selectors.statement(ann).rows[0].label == "Granted by staff"


def test_a_link_is_what_the_app_above_says(
    ann: builders.Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []

    def tables(ids: list[str]) -> dict[str, Link]:
        asked.append(ids)
        return {number: Link(f"Table {number}", f"/tables/{number}/") for number in ids}

    monkeypatch.setitem(links._resolvers, "table", tables)
    builders.a_session(ann, 5)
    builders.a_session(ann, 6)
    rows = selectors.statement(ann).rows
    assert rows[0].link == Link("Table 1", "/tables/1/")
    assert rows[2].link is None
    assert asked == [["1"]]
    assert selectors.at_tables(ann)[0].link == Link("Table 1", "/tables/1/")
