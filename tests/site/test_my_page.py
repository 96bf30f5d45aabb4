"""My Page and the statement: where every chip went."""

from __future__ import annotations

import csv
import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient, Client

from tests.accounts.builders import browser_of
from tests.wallet import builders as chips
from wallet import accounts
from wallet.models import Policy

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture(autouse=True)
def _no_refill(db: None) -> None:
    """Nothing comes into a wallet but what a test puts there."""
    Policy.objects.filter(kind=Policy.Kind.REFILL).update(active=False)


def moves(page: bytes) -> list[tuple[int, int]]:
    """(amount, balance after) of every line on a page of a statement."""
    found = re.findall(r'data-amount="(-?\d+)" data-after="(\d+)"', page.decode())
    return [(int(amount), int(after)) for amount, after in found]


@pytest.mark.django_db(transaction=True)
def test_the_page_shows_wallet_tables_and_both_together() -> None:
    member = chips.a_member(1_000_000)
    chips.a_session(member, 250_000)
    page = browser_of(member).get("/me/").content.decode()
    assert 'data-balance="750000"' in page
    shown = dict(re.findall(r'data-(wallet|at-tables|in-play|together)="(\d+)"', page))
    assert shown == {
        "wallet": "750000",
        "at-tables": "250000",
        "in-play": "0",
        "together": "1000000",
    }


@pytest.mark.django_db(transaction=True)
def test_the_statement_pages_back_to_the_first_entry_and_sums_up() -> None:
    member = chips.a_member()
    wallet = chips.wallet(member)
    for number in range(1, 121):
        chips.mint(wallet.pk, number)
    browser = browser_of(member)
    lines: list[tuple[int, int]] = []
    address = "/me/statement/"
    while address:
        page = browser.get(address).content
        lines += moves(page)
        older = re.search(r'href="(/me/statement/\?before=\d+)"', page.decode())
        address = older[1] if older else ""
    assert [amount for amount, _ in lines] == list(range(120, 0, -1))
    assert sum(amount for amount, _ in lines) == lines[0][1] == 120 * 121 // 2


@pytest.mark.django_db(transaction=True)
def test_the_button_for_older_lines_brings_rows_alone() -> None:
    member = chips.a_member()
    for number in range(1, 61):
        chips.mint(chips.wallet(member).pk, number)
    browser = browser_of(member)
    rows = browser.get("/me/statement/?before=11", headers={"hx-request": "true"}).content
    assert len(moves(rows)) == 10
    assert b"<html" not in rows


@pytest.mark.django_db(transaction=True)
def test_a_sitting_shows_each_hand_with_the_stack_after_it() -> None:
    member, other = chips.a_member(1_000), chips.a_member(1_000)
    mine, theirs = chips.a_session(member, 400), chips.a_session(other, 400)
    chips.commit(
        chips.escrow.settlement(key="hand:1", deltas={mine.pk: 150, theirs.pk: -150}, link_id="1")
    )
    browser = browser_of(member)
    assert f"/me/sittings/{mine.pk}/" in browser.get("/me/").content.decode()
    page = browser.get(f"/me/sittings/{mine.pk}/")
    assert moves(page.content) == [(150, 550), (400, 400)]
    assert browser.get(f"/me/sittings/{theirs.pk}/").status_code == 404
    assert browser.get(f"/me/sittings/{accounts.MINT}/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("before", ["", "x", "-1", "1.5", "٣", "9" * 30, "1 OR 1=1"])
def test_a_place_that_is_none_is_not_found(before: str) -> None:
    browser = browser_of(chips.a_member())
    assert browser.get("/me/statement/", {"before": before}).status_code == 404


@pytest.mark.django_db
def test_a_new_wallet_says_what_to_do_next() -> None:
    member = chips.a_member()
    member.language = "en"
    member.save()
    page = browser_of(member).get("/me/statement/").content.decode()
    assert "Take a seat at a table" in page


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/me/", "/me/statement/", "/me/sittings/1/", "/me/profile/"])
def test_a_guest_is_asked_to_log_in(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 302
    assert answer["Location"] == f"/accounts/login/?next={address}"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/me/", "/me/statement/"])
def test_nothing_is_posted_there(address: str) -> None:
    assert browser_of(chips.a_member()).post(address).status_code == 405


# -- filters and the file ----------------------------------------------------------------------


def a_busy_member() -> chips.Member:
    """Chips from staff, and a sitting at each of two tables that was left again."""
    member = chips.a_member(1_000)
    chips.Member.objects.filter(pk=member.pk).update(language="en")
    for table, amount in (("1", 100), ("2", 200)):
        account = chips.a_session(member, amount, table=table)
        chips.commit(chips.escrow.cash_out(account=account, amount=amount))
    return member


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ({}, [200, -200, 100, -100, 1_000]),
        ({"reason": "buy_in"}, [-200, -100]),
        ({"table": "1"}, [100, -100]),
        ({"table": "2", "reason": "cash_out"}, [200]),
        ({"until": "2020-01-01"}, []),
        ({"since": "2020-01-01"}, [200, -200, 100, -100, 1_000]),
    ],
)
def test_page_and_file_hold_the_lines_that_fit(
    chosen: dict[str, str], expected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [("1", "One"), ("2", "Two")]
    monkeypatch.setattr("wallet.selectors.tables_of", lambda _: tables)
    browser = browser_of(a_busy_member())
    page = browser.get("/me/statement/", chosen)
    assert [amount for amount, _ in moves(page.content)] == expected
    file = browser.get("/me/statement.csv", chosen)
    assert file["Content-Type"] == "text/csv; charset=utf-8"
    assert "attachment" in file["Content-Disposition"]
    lines = list(csv.reader(file.getvalue().decode("utf-8-sig").splitlines()))
    assert [int(line[4]) for line in lines[1:]] == expected


@pytest.mark.django_db(transaction=True)
def test_older_lines_keep_the_filter() -> None:
    member = chips.a_member()
    for number in range(1, 61):
        chips.mint(chips.wallet(member).pk, number)
    page = browser_of(member).get("/me/statement/", {"reason": "staff", "table": ""})
    assert b'href="/me/statement/?reason=staff&amp;before=11"' in page.content


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "wrong",
    [
        {"reason": "x"},
        {"reason": "campaign_fund"},
        {"table": "999"},
        {"since": "yesterday"},
        {"since": "0001-01-01"},
        {"until": "9999-12-31"},
        {"since": "2026-02-02", "until": "2026-02-01"},
    ],
)
def test_a_filter_that_cannot_be_read_shows_why_and_no_lines(wrong: dict[str, str]) -> None:
    browser = browser_of(a_busy_member())
    page = browser.get("/me/statement/", wrong).content
    assert moves(page) == []
    assert b'class="errorlist"' in page
    answer = browser.get("/me/statement.csv", wrong)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/me/statement/?")


@pytest.mark.django_db(transaction=True)
def test_the_period_says_what_the_wallet_held_at_both_ends() -> None:
    browser = browser_of(a_busy_member())
    page = browser.get("/me/statement/", {"since": "2020-01-01"}).content
    assert b'data-opening="0"' in page
    assert b'data-closing="1000"' in page


@pytest.mark.django_db(transaction=True)
def test_the_file_speaks_the_readers_language() -> None:
    member = a_busy_member()
    chips.Member.objects.filter(pk=member.pk).update(language="ko")
    text = browser_of(member).get("/me/statement.csv").getvalue().decode()
    assert "바이인" in text


@pytest.mark.django_db(transaction=True)
async def test_an_asynchronous_server_writes_the_file_as_it_reads() -> None:
    member = await sync_to_async(chips.a_member)(0)
    wallet = await sync_to_async(chips.wallet)(member)
    for number in range(1, 6):
        await sync_to_async(chips.mint)(wallet.pk, number)
    browser = AsyncClient()
    await sync_to_async(browser.force_login)(member, backend=BACKEND)
    file: Any = await browser.get("/me/statement.csv")
    assert file.is_async
    text = b"".join([part async for part in file]).decode("utf-8-sig")
    assert [int(line[4]) for line in list(csv.reader(text.splitlines()))[1:]] == [5, 4, 3, 2, 1]
