"""Hands of the stud family played by clicking, against the site as it runs."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NARROW, Visit
from tests.site.at_table import LONG_MS, cards, press, scrolls_by, sit
from tests.tables import builders

pytestmark = pytest.mark.django_db(transaction=True)
MINE = "md-seat.is-me md-card"
OTHERS = "md-seat:not(.is-me) md-card"
FACE = "[2-9TJQKA][cdhs]"
QUIET = ", ".join(f"md-bar [data-act={act}]:enabled" for act in ("check", "call", "bring_in"))
STUD_STAKES = {"ante": 10, "bring_in": 25, "small_bet": 100, "big_bet": 200}


def told(page: Page, event: str) -> list[str]:
    """The log's lines of one kind of event in the last hand that began."""
    lines: list[str] = page.evaluate(
        """event => {
            const lines = [...document.querySelectorAll("md-log li")];
            const begun = lines.findLastIndex((line) => line.dataset.event === "hand");
            const told = lines.slice(begun).filter((line) => line.dataset.event === event);
            return told.map((line) => line.textContent);
        }""",
        event,
    )
    return lines


def play_to_the_end(page: Page, acts: int = 80) -> None:
    """Check, call or bring in, hand after hand, until the member's own is compared."""
    quiet, throw = page.locator(QUIET), page.locator("[data-act=discard]")
    shown = page.locator("md-log li.is-me:is([data-event=show], [data-event=muck])")
    for _ in range(acts):
        quiet.or_(throw).or_(shown).first.wait_for(state="attached", timeout=LONG_MS)
        if shown.count():
            return
        if quiet.count():
            press(quiet.first)
        elif throw.count():
            throw.first.click()
            page.locator("[data-act=open]").first.click()
            expect(page.locator("[data-act=undo]")).to_have_count(0, timeout=LONG_MS)
    raise AssertionError(f"no showdown in {acts} acts")


def check_from_the_log(page: Page) -> None:
    """Follow the log's link: the cards stand the check by the seal noted before the first card."""
    link = page.locator("md-log li[data-event=over] a").last
    link.wait_for(state="attached")
    page.goto(link.get_attribute("href") or "")
    expect(page.locator(".check-verdict")).to_have_attribute("data-verdict", "good")
    expect(page.locator(".check-kept")).to_be_visible()


def watch_again(page: Page) -> None:
    """Find the hand in the member's list, and go through its replay to the end, a key a step."""
    page.goto("/me/hands/")
    page.locator(".own-hands [data-hand] a").first.click()
    replay = page.locator(".replay")
    page.locator("[data-replay=first]").click()
    last = int(page.locator(".replay-place").get_attribute("max") or "")
    for place in range(1, last + 1):
        expect(replay).to_have_attribute("data-position", str(place - 1))
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-result]")).to_be_visible()
    assert page.locator(".is-replayed .is-ahead").count() == 0


def test_a_hand_of_stud_is_played_to_the_showdown(visit: Visit) -> None:
    table = builders.table(seats=2, bots=1, game="stud", amounts=STUD_STAKES)
    page = sit(visit(size=(1280, 720), motion=False), table.pk, "10000")
    page.locator(QUIET).first.wait_for(timeout=LONG_MS)

    # Two cards down and one up for each; the door card that must bring in wears the mark.
    assert len(cards(page, MINE)) >= 3
    assert all(re.fullmatch(FACE, card or "") for card in cards(page, MINE))
    assert cards(page, f"{OTHERS}:not(.is-up)") == ["back", "back"]
    assert re.fullmatch(FACE, cards(page, f"{OTHERS}.is-up")[0] or "")
    expect(page.locator("[data-lead]")).to_have_count(1)
    # A limit game has amounts, not a slider, and no board.
    expect(page.locator(".bar-sizing")).to_be_hidden()
    expect(page.locator("md-board md-card")).to_have_count(0)
    # To the small bet, or a small bet above it where the other has completed already.
    dearer = page.locator("md-bar :is([data-act=complete], [data-act=raise]) .act-amount")
    assert dearer.inner_text() in ("100", "200")
    assert scrolls_by(page) == [0, 0]

    play_to_the_end(page)

    streets = page.locator("md-log li[data-event=street]").all_text_contents()
    whole = ["Third street", "Fourth street", "Fifth street", "Sixth street", "Seventh street"]
    assert ", ".join(whole) in ", ".join(streets)
    page.locator("md-log li[data-event=award]").first.wait_for(state="attached")
    check_from_the_log(page)
    watch_again(page)


def test_the_choice_of_korean_seven_can_be_undone_and_stays_private(visit: Visit) -> None:
    amounts = {"seed": 100, "first_betting": 4}
    table = builders.table(seats=3, bots=2, game="kr7", amounts=amounts)
    page = sit(visit(size=NARROW, language="ko", motion=False), table.pk, "10000")
    discard, opened = page.locator("[data-act=discard]"), page.locator("[data-act=open]")
    expect(discard).to_have_count(4, timeout=LONG_MS)
    dealt = cards(page, MINE)
    assert set(cards(page, OTHERS)) == {"back"}
    assert scrolls_by(page) == [0, 0]

    discard.nth(0).click()
    expect(opened).to_have_count(3)
    page.locator("[data-act=undo]").click()
    expect(discard).to_have_count(4)
    discard.nth(1).click()
    opened.nth(1).click()

    expect(page.locator(f"{MINE}.is-up").first).to_have_attribute(
        "data-card", dealt[2] or "", timeout=LONG_MS
    )
    assert dealt[1] not in cards(page, MINE)
    # What others threw away was never told; what they opened is there for all.
    assert len(told(page, "discard")) == 1
    assert len(told(page, "open")) == 3
    assert cards(page, f"{OTHERS}:not(.is-up)").count("back") == len(
        cards(page, f"{OTHERS}:not(.is-up)")
    )

    page.locator(QUIET).first.wait_for(timeout=LONG_MS)
    expect(page.locator(".seat-lead:visible")).to_have_text("보스")
    expect(page.locator("md-bar [data-act=die] .act-name")).to_have_text("다이")
    if page.locator("md-bar [data-act=bbing]").is_visible():
        assert page.locator("md-bar [data-act=bbing] .act-amount").inner_text() == "100"
        assert page.locator("md-bar [data-act=half] .act-amount").inner_text() == "150"
    assert scrolls_by(page) == [0, 0]

    play_to_the_end(page)

    shown = page.locator("md-log li[data-event=show]").all_text_contents()
    assert all(re.search("[♠♥♦♣]$", line) for line in shown)
    page.locator("md-log li[data-event=award]").first.wait_for(state="attached")
    watch_again(page)
