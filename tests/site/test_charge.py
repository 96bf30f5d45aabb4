"""The charging station: what can be had, the right answer in words, and paid once."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from accounts.models import Member
from config.limits import Span
from tables.dealer.ticking import tick
from tables.models import Table, TableState
from tests.accounts.builders import browser_of
from tests.browser import NARROW, Visit
from tests.tables import builders as tables
from tests.wallet import builders as chips
from tests.wallet.builders import G, an_english
from wallet import campaigns, conditions, moments, offers, play, selectors
from wallet.conditions import Condition
from wallet.models import Campaign, Grant, Policy
from wallet.play import Bet

pytestmark = pytest.mark.django_db(transaction=True)

HTMX = {"hx-request": "true"}
THRESHOLD = G // 10


@pytest.fixture(autouse=True)
def _no_refill(request: pytest.FixtureRequest) -> None:
    """Nothing comes into a wallet but what a test puts there."""
    if "refill" not in request.node.name:
        Policy.objects.filter(kind=Policy.Kind.REFILL).update(active=False)


def rescue_words(browser: Client) -> str:
    """What the page says of the rescue."""
    page = browser.get("/charge/").content.decode()
    found = re.search(r'data-offer="rescue".*?class="offer-state">(.*?)</p>', page, re.DOTALL)
    assert found
    return found[1]


def button(browser: Client) -> str:
    """The number that the page's rescue button carries; empty without a button."""
    page = browser.get("/charge/").content.decode()
    found = re.search(r'name="turn" value="(\d+)"', page)
    return found[1] if found else ""


# -- rescue ------------------------------------------------------------------------------------


def test_who_is_broke_asks_and_has_the_chips_in_the_header() -> None:
    member = an_english(THRESHOLD - 1)
    browser = browser_of(member)
    assert button(browser) == "1"
    part = browser.post("/charge/rescue/", {"turn": "1"}, headers=HTMX).content.decode()
    assert "<html" not in part
    assert "500,000 chips have come into your wallet." in part
    assert f'data-balance="{THRESHOLD - 1 + G // 2}"' in part
    assert 'hx-swap-oob="true"' in part
    assert selectors.balance(member) == THRESHOLD - 1 + G // 2


def test_without_scripts_the_page_comes_back_with_the_answer() -> None:
    member = an_english()
    answer = browser_of(member).post("/charge/rescue/", {"turn": "1"}, follow=True)
    assert answer.redirect_chain == [("/charge/", 302)]
    assert "500,000 chips have come into your wallet." in answer.content.decode()


def test_a_button_pressed_twice_pays_once_even_without_a_pause() -> None:
    Policy.objects.filter(slug="rescue").update(cooldown_s=0, amount=10)
    member = an_english()
    browser = browser_of(member)
    browser.post("/charge/rescue/", {"turn": "1"})
    again = browser.post("/charge/rescue/", {"turn": "1"}, headers=HTMX).content.decode()
    assert "You have had these chips already." in again
    assert selectors.balance(member) == 10
    browser.post("/charge/rescue/", {"turn": "2"})
    assert selectors.balance(member) == 20


def test_who_is_not_broke_reads_how_much_is_too_much() -> None:
    browser = browser_of(an_english(THRESHOLD))
    assert (
        rescue_words(browser) == "You have 100,000 chips. Rescue is for who has fewer than 100,000."
    )
    assert button(browser) == ""
    refused = browser.post("/charge/rescue/", {"turn": "1"}, headers=HTMX).content.decode()
    assert refused.count("Rescue is for who has fewer than 100,000.") == 2
    assert not Grant.objects.exists()


def test_chips_in_front_of_a_seat_count() -> None:
    member = an_english(2 * THRESHOLD)
    chips.a_session(member, 2 * THRESHOLD)
    words = rescue_words(browser_of(member))
    assert words.startswith("You still have 200,000 chips at a table. They count")


def test_chips_in_a_running_hand_count_until_it_is_settled(settings: Any) -> None:
    settings.HAND_GAP_MS = Span(0, 0)
    table = tables.table(min_buy_in=THRESHOLD, max_buy_in=THRESHOLD)
    members = [tables.member(chips=THRESHOLD) for _ in range(2)]
    Member.objects.update(language="en")
    for seat, member in enumerate(members):
        tables.sit(table, member, seat, THRESHOLD)
    deal(table)
    browser = browser_of(members[0])
    assert rescue_words(browser).startswith("You are in a hand that is still running:")
    [bet] = play.bets(members[0].pk).values()
    assert bet.chips in {50, 100}
    shown = browser.get("/me/").content.decode()
    assert f'data-in-play="{bet.chips}"' in shown
    assert f'data-at-tables="{THRESHOLD - bet.chips}"' in shown
    assert 'data-together="100000"' in shown


def deal(table: Table) -> None:
    """Let the clock deal a hand."""
    for _ in range(20):
        tick(table.pk)
        if TableState.objects.get(pk=table.pk).hand_id:
            return
    raise AssertionError("no hand was dealt")


def test_chips_in_an_open_round_count(monkeypatch: pytest.MonkeyPatch) -> None:
    member = an_english(THRESHOLD)
    account = chips.a_session(member, THRESHOLD)
    monkeypatch.setattr(play, "bets", lambda _: {account.pk: Bet("round", THRESHOLD)})
    words = rescue_words(browser_of(member))
    assert words.startswith("You are in a round that is still open: 100,000 in bets and 0 in front")


def test_a_pause_lies_between_two_and_the_page_says_how_long() -> None:
    member = an_english()
    offers.rescue(member=member)
    chips.send(chips.wallet(member).pk, chips_away(), G // 2)
    browser = browser_of(member)
    assert re.search(r"The next: at \d\d:\d\d, in 10 min\.", rescue_words(browser))
    assert 'hx-trigger="load delay:' in browser.get("/charge/").content.decode()
    refused = browser.post("/charge/rescue/", {"turn": "2"}, headers=HTMX).content.decode()
    assert "There is a pause between two rescues." in refused
    assert selectors.balance(member) == 0


def chips_away() -> int:
    """Somebody's wallet to lose chips to."""
    return chips.wallet(chips.a_member()).pk


def test_when_todays_are_used_up_it_says_when_the_next_one_is_there() -> None:
    Policy.objects.filter(slug="rescue").update(per_day=1)
    member = an_english()
    offers.rescue(member=member)
    chips.send(chips.wallet(member).pk, chips_away(), G // 2)
    words = rescue_words(browser_of(member))
    assert words.startswith("Used up for today: 1 of 1. The next one comes in ")


def test_without_the_policy_there_is_none() -> None:
    Policy.objects.filter(slug="rescue").update(active=False)
    assert rescue_words(browser_of(an_english())) == "There is no rescue at the moment."


# -- refill, attendance, events ----------------------------------------------------------------


def test_todays_refill_has_come_with_the_visit() -> None:
    member = an_english()
    page = browser_of(member).get("/charge/").content.decode()
    assert "Today&#x27;s 1,000,000 have come. The next: at midnight, in " in page
    assert "in the last 7 days; otherwise on your first visit of the day." in page
    assert selectors.balance(member) == G


def test_a_stamp_a_day_marks_its_rung() -> None:
    member = an_english()
    browser = browser_of(member)
    ladder = Policy.objects.get(slug="attendance").ladder
    page = browser.get("/charge/").content.decode()
    rungs = re.findall(r'data-rung="(\d)" data-state="(\w+)"', page)
    assert rungs == [("1", "today"), *((str(day), "later") for day in range(2, 8))]
    part = browser.post("/charge/attend/", headers=HTMX).content.decode()
    assert 'data-rung="1" data-state="had"' in part
    assert "/charge/attend/" not in part
    again = browser.post("/charge/attend/", headers=HTMX).content.decode()
    assert "You have had these chips already." in again
    assert selectors.balance(member) == ladder[0]


def test_an_event_shows_how_far_the_member_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    member = an_english()
    met = Condition("Hands won", lambda question: [(member.pk, 7)])
    monkeypatch.setitem(conditions._conditions, "won", met)
    now = moments.now()
    event = Campaign.objects.create(
        slug="event", title="A warm night", condition="won", needed=10, reward=100, cap=2,
        budget=1000, starts_at=now - timedelta(days=1), ends_at=now + timedelta(days=1),
    )  # fmt: skip
    campaigns.start(campaign=event)
    page = browser_of(member).get("/charge/").content.decode()
    assert "A warm night" in page
    assert '<progress class="bar" max="10" value="7"' in page
    assert "Rewards so far: 0 of 2." in page


def test_everything_got_so_far_pages_back_to_the_welcome_chips() -> None:
    Policy.objects.filter(slug="rescue").update(cooldown_s=0, per_day=70, amount=10)
    member = chips.a_welcome_member()
    Policy.objects.filter(slug="rescue").update(threshold=100 * G)
    for _ in range(65):
        offers.rescue(member=member)
    browser = browser_of(member)
    seen: list[int] = []
    address = "/charge/"
    while address:
        page = browser.get(address).content.decode()
        seen += [int(pk) for pk in re.findall(r'data-grant="(\d+)"', page)]
        older = re.search(r'href="(/charge/grants/\?before=\d+)"', page)
        address = older[1] if older else ""
    assert seen == sorted(Grant.objects.values_list("pk", flat=True), reverse=True)
    assert "<html" not in browser.get("/charge/grants/", headers=HTMX).content.decode()
    assert browser.get("/charge/grants/?before=x").status_code == 404


def test_the_last_results_lead_to_their_hands() -> None:
    member, other = an_english(1_000), chips.a_member(1_000)
    mine, theirs = chips.a_session(member, 400), chips.a_session(other, 400)
    deltas = {mine.pk: 150, theirs.pk: -150}
    chips.commit(chips.escrow.settlement(key="hand:1", deltas=deltas, link_id="1"))
    page = browser_of(member).get("/charge/").content.decode()
    results = page[page.index('class="results"') :]
    assert "+150" in results


# -- who and how -------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["/charge/rescue/", "/charge/attend/"])
def test_chips_are_asked_for_by_post_with_a_token(address: str) -> None:
    member = an_english()
    assert browser_of(member).get(address).status_code == 405
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
    assert careful.post(address).status_code == 403
    assert selectors.balance(member) == 0


@pytest.mark.parametrize("address", ["/charge/", "/charge/grants/"])
def test_pages_are_only_read(address: str) -> None:
    assert browser_of(an_english()).post(address).status_code == 405


@pytest.mark.parametrize("address", ["/charge/", "/charge/grants/", "/charge/rescue/"])
def test_a_guest_is_asked_to_log_in(client: Client, address: str) -> None:
    answer = client.get(address)
    assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next={address}")
    part = client.post("/charge/rescue/", headers=HTMX)
    assert part["HX-Redirect"] == "/accounts/login/?next=/charge/"


@pytest.mark.parametrize(
    ("language", "title", "amount"),
    [
        ("ko", "충전소", "50만"),
        ("vi", "Trạm nạp chip", "500.000"),
        ("en", "Charging station", "500,000"),
    ],
)
def test_it_speaks_the_readers_language(language: str, title: str, amount: str) -> None:
    member = chips.a_member()
    Member.objects.filter(pk=member.pk).update(language=language)
    page = browser_of(member).get("/charge/").content.decode()
    assert f"<h1>{title}</h1>" in page
    assert f'<p class="offer-amount">{amount}</p>' in page


@pytest.mark.parametrize(("held", "way"), [(THRESHOLD - 1, "/charge/"), (THRESHOLD, "/me/")])
def test_the_header_shows_a_broke_member_the_way(held: int, way: str) -> None:
    page = browser_of(an_english(held)).get("/").content.decode()
    assert re.search(rf'id="balance" href="{way}"', page)


# -- in a browser ------------------------------------------------------------------------------


def test_a_double_click_on_a_phone_rescues_once(visit: Visit) -> None:
    visitor = visit(language="ko", size=NARROW)
    visitor.sign_up("minsu", "민수")
    member = Member.objects.get(username="minsu")
    chips.send(chips.wallet(member).pk, chips_away(), selectors.balance(member))
    page = visitor.page
    page.goto("/")
    page.locator("#balance").click()
    page.wait_for_url("**/charge/")
    page.locator("[data-act=rescue]").dblclick()
    expect(page.locator("#station > .notice")).to_contain_text("50만")
    expect(page.locator("#station > .notice")).to_be_focused()
    expect(page.locator("[data-balance]")).to_have_text("50만")
    expect(page.locator("[data-act=rescue]")).to_have_count(0)
    assert page.url.endswith("/charge/")
    assert selectors.balance(member) == G // 2
    page.locator("[data-act=attend]").click()
    expect(page.locator("[data-rung='1']")).to_have_attribute("data-state", "had")
