"""Waiting for a seat from the lobby, and being given one at the stakes of one's choice."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from accounts.models import Member
from tables import figures, selectors
from tables.dealer import seating, ticking, waiting
from tables.models import Table, Waiting
from tests.browser import Visit
from tests.site.at_table import LONG_MS
from tests.tables import builders

pytestmark = pytest.mark.django_db(transaction=True)


def full_table(**options: Any) -> tuple[Table, list[Member]]:
    table = builders.table(seats=2, **options)
    members = [builders.member() for _ in range(2)]
    for seat, member in enumerate(members):
        builders.sit(table, member, seat)
    figures.refresh()
    return table, members


def reader(client: Client, chips: int = 100_000) -> Member:
    member = builders.member(chips=chips)
    client.force_login(member)
    return member


def notice(answer: Any) -> str:
    """What the page says at its top."""
    return " ".join(str(message) for message in answer.context["messages"])


def test_the_lobby_offers_the_list_of_a_full_table_and_says_the_place(client: Client) -> None:
    table, _ = full_table()
    member = reader(client)
    waiting.join(table_id=table.pk, member=builders.member())
    page = client.get("/").content.decode()
    assert f"/tables/{table.pk}/wait/" in page
    answer = client.post(f"/tables/{table.pk}/wait/", follow=True)
    assert 'data-place="2"' in answer.content.decode()
    assert selectors.places_of(member.pk) == {table.pk: 2}
    client.post(f"/tables/{table.pk}/unwait/")
    assert selectors.places_of(member.pk) == {}


def test_every_page_tells_who_waits_that_a_seat_is_free(client: Client) -> None:
    table, (one, _) = full_table()
    member = reader(client)
    waiting.join(table_id=table.pk, member=member)
    seating.leave(table_id=table.pk, member_id=one.pk)
    ticking.tick(table.pk)
    page = client.get("/me/").content.decode()
    assert f'href="/tables/{table.pk}/?seat"' in page
    assert "is-offer" in client.get("/waiting/").content.decode()


def test_how_a_place_was_lost_is_told_until_it_is_read(client: Client) -> None:
    table, _ = full_table()
    member = reader(client)
    waiting.join(table_id=table.pk, member=member)
    Waiting.objects.update(ended_at=Table.now(), outcome="timed_out")
    place = Waiting.objects.get()
    assert "in vain" in client.get("/").content.decode()
    other = Client()
    other.force_login(builders.member())
    other.post(f"/waiting/{place.pk}/told/")
    assert "in vain" in client.get("/").content.decode()
    client.post(f"/waiting/{place.pk}/told/")
    assert "in vain" not in client.get("/").content.decode()


def test_a_quick_seat_prefers_people_then_the_fuller_table(client: Client) -> None:
    reader(client)
    stakes = builders.stakes()
    empty, bots, people = (builders.table() for _ in range(3))
    Table.objects.filter(pk__in=[each.pk for each in (empty, bots, people)]).update(stakes=stakes)
    builders.sit(people, builders.member(), 0)
    figures.refresh()
    answer = client.post("/lobby/seat/", {"stakes": stakes.pk})
    assert answer["Location"] == f"/tables/{people.pk}/?seat"


def test_a_quick_seat_waits_where_every_seat_is_taken(client: Client) -> None:
    table, _ = full_table()
    member = reader(client)
    answer = client.post("/lobby/seat/", {"stakes": table.stakes_id}, follow=True)
    assert table.name in notice(answer)
    assert selectors.places_of(member.pk) == {table.pk: 1}


def test_a_quick_seat_says_what_the_chips_do_not_allow(client: Client) -> None:
    table = builders.table(min_buy_in=10**9, max_buy_in=10**10)
    reader(client)
    answer = client.post("/lobby/seat/", {"stakes": table.stakes_id}, follow=True)
    assert "1,000,000,000 chips" in notice(answer)
    answer = client.post("/lobby/seat/", {"stakes": "x"}, follow=True)
    assert notice(answer) == "There is no such table."


def test_a_full_table_a_place_in_line_an_offer_and_a_seat(visit: Visit) -> None:
    table, (one, _) = full_table()
    visitor = visit()
    visitor.sign_up("minsu", "Minsu")
    page = visitor.page
    page.goto("/")
    page.locator("[data-act=wait]").click()
    expect(page.locator("[data-place='1']")).to_be_visible()
    page.goto(f"/tables/{table.pk}/")
    expect(page.locator("[data-act=unwait]")).to_be_visible(timeout=LONG_MS)
    expect(page.locator("[data-act=sit]")).to_have_count(0)

    seating.leave(table_id=table.pk, member_id=one.pk)

    expect(page.locator("[data-act=sit]")).to_have_count(1, timeout=LONG_MS)
    expect(page.locator("md-bar")).to_contain_text("It is kept for 45 seconds")
    page.locator("[data-act=join]").click()
    page.locator("dialog [data-act=sit]").click()
    page.locator("md-seat.is-me").wait_for(timeout=LONG_MS)
    page.locator("[data-act=wishes]").click()
    page.locator("[data-refill='10000']").click()
    expect(page.locator("[data-refill='10000']")).to_have_attribute("aria-pressed", "true")
