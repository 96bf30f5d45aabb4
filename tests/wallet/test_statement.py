"""Reading the statement: by pages, filters, links."""

from __future__ import annotations

import csv
from datetime import timedelta
from itertools import pairwise

import psycopg
import pytest
from django.utils import translation

from tests.wallet import builders
from wallet import exports, links, moments, selectors
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


def test_only_what_happened_at_a_table(ann: builders.Member) -> None:
    builders.a_session(ann, 5, table="1")
    builders.a_session(ann, 6, table="2")
    assert amounts(selectors.statement(ann, table="2")) == [-6]
    assert amounts(selectors.statement(ann, table="3")) == []


def test_the_balance_at_any_past_moment(ann: builders.Member) -> None:
    held = 0
    for row in reversed(selectors.statement(ann).rows):
        assert selectors.balance_before(ann, row.time) == held
        held = row.balance_after
        assert selectors.balance_before(ann, row.time + timedelta(microseconds=1)) == held
    assert selectors.balance_before(builders.a_bot(), moments.now()) == 0


def test_opening_and_closing_balance_frame_the_rows_between(ann: builders.Member) -> None:
    times = [row.time for row in reversed(selectors.statement(ann).rows)]
    frame = selectors.period(ann, since=times[2], until=times[5])
    between = selectors.statement(ann, since=times[2], until=times[5])
    assert (frame.opening, frame.closing) == (3, 15)
    assert sum(amounts(between)) == frame.closing - frame.opening
    assert selectors.period(ann) == selectors.Period(0, 28)


def test_the_file_has_every_row_and_the_balances(ann: builders.Member) -> None:
    rows = list(csv.reader(exports.lines(ann, chunk=3)))
    assert rows[0][0].removeprefix("\ufeff") == "No."
    assert [int(row[4]) for row in rows[1:]] == [7, 6, 5, 4, 3, 2, 1]
    assert [int(row[5]) for row in rows[1:]] == [28, 21, 15, 10, 6, 3, 1]
    assert len(list(exports.lines(ann, reason="hand"))) == 1


def test_a_cell_of_the_file_is_never_a_formula(
    ann: builders.Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(
        links._resolvers, "table", lambda ids: {number: Link("=2+2") for number in ids}
    )
    builders.a_session(ann, 5)
    assert next(row for row in csv.reader(exports.lines(ann)) if "2+2" in row[3])[3] == "'=2+2"


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
