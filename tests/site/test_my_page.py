"""My Page and the statement: where every chip went."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.wallet import builders as chips
from wallet import accounts
from wallet.models import Policy

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture(autouse=True)
def _no_refill(db: None) -> None:
    """Nothing comes into a wallet but what a test puts there."""
    Policy.objects.filter(kind=Policy.Kind.REFILL).update(active=False)


def a_browser_of(member: chips.Member) -> Client:
    browser = Client()
    browser.force_login(member, backend=BACKEND)
    return browser


def moves(page: bytes) -> list[tuple[int, int]]:
    """(amount, balance after) of every line on a page of a statement."""
    found = re.findall(r'data-amount="(-?\d+)" data-after="(\d+)"', page.decode())
    return [(int(amount), int(after)) for amount, after in found]


@pytest.mark.django_db(transaction=True)
def test_the_page_shows_wallet_tables_and_both_together() -> None:
    member = chips.a_member(1_000_000)
    chips.a_session(member, 250_000)
    page = a_browser_of(member).get("/me/").content.decode()
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
    browser = a_browser_of(member)
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
    browser = a_browser_of(member)
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
    browser = a_browser_of(member)
    assert f"/me/sittings/{mine.pk}/" in browser.get("/me/").content.decode()
    page = browser.get(f"/me/sittings/{mine.pk}/")
    assert moves(page.content) == [(150, 550), (400, 400)]
    assert browser.get(f"/me/sittings/{theirs.pk}/").status_code == 404
    assert browser.get(f"/me/sittings/{accounts.MINT}/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("before", ["", "x", "-1", "1.5", "٣", "9" * 30, "1 OR 1=1"])
def test_a_place_that_is_none_is_not_found(before: str) -> None:
    browser = a_browser_of(chips.a_member())
    assert browser.get("/me/statement/", {"before": before}).status_code == 404


@pytest.mark.django_db
def test_a_new_wallet_says_what_to_do_next() -> None:
    member = chips.a_member()
    member.language = "en"
    member.save()
    page = a_browser_of(member).get("/me/statement/").content.decode()
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
    assert a_browser_of(chips.a_member()).post(address).status_code == 405
