"""The table page in a browser, against the site as it runs: what a member sees and can do."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NARROW, Visitor
from tests.tables import builders

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.django_db(transaction=True)

Visit = Callable[..., Visitor]
MY_TURN = "md-bar[data-turn]"
MY_CARDS = "md-seat.is-me md-card"


def sit(visitor: Visitor, table_id: int, buy_in: str, free: int = 1) -> Page:
    """Sign up, open the table, wait for all bots, take the first free seat with this buy-in."""
    visitor.sign_up("minsu", "Minsu")
    page = visitor.page
    page.goto(f"/tables/{table_id}/")
    expect(page.locator("[data-act=sit]")).to_have_count(free)
    page.locator("[data-act=sit]").first.click()
    page.locator("dialog .picker-field").fill(buy_in)
    page.locator("dialog [data-act=sit]").click()
    page.locator("md-seat.is-me").wait_for()
    return page


def my_turn(page: Page) -> None:
    """Wait until the member is asked; others may play whole hands before."""
    page.locator(MY_TURN).wait_for(timeout=60_000)


def chips(page: Page, selector: str, hook: str) -> int:
    return int(page.locator(selector).first.get_attribute(hook) or "")


def test_chips_go_from_the_wallet_to_the_seat_and_back(visit: Visit) -> None:
    table = builders.table()
    visitor = visit()
    page = sit(visitor, table.pk, "4,000", free=6)
    expect(page.locator("md-seat.is-me [data-stack]")).to_have_attribute("data-stack", "4000")
    seated = chips(page, "[data-balance]", "data-balance")

    page.locator("[data-act=leave]").click()

    expect(page.locator("md-seat.is-me")).to_have_count(0)
    expect(page.locator("[data-balance]")).to_have_attribute("data-balance", str(seated + 4_000))


def test_a_reload_in_mid_hand_shows_the_same_cards_and_turn(visit: Visit) -> None:
    page = sit(visit(), builders.table(seats=4, bots=3).pk, "5000")
    my_turn(page)

    def seen() -> list[str | None]:
        cards = page.locator(MY_CARDS).all()
        turn = page.locator(MY_TURN).get_attribute("data-turn")
        return [*(card.get_attribute("data-card") for card in cards), turn]

    before = seen()
    page.reload()
    my_turn(page)
    assert seen() == before
    assert all(re.fullmatch("[2-9TJQKA][cdhs]", card or "") for card in before[:2])


def test_the_cards_of_others_lie_face_down(visit: Visit) -> None:
    page = sit(visit(), builders.table(seats=4, bots=3).pk, "5000")
    my_turn(page)
    others = page.locator("md-seat:not(.is-me) md-card").all()
    assert others
    assert {card.get_attribute("data-card") for card in others} == {"back"}


def test_calling_puts_the_price_before_the_seat(visit: Visit) -> None:
    page = sit(visit(), builders.table(seats=4, bots=3).pk, "5000")
    call = page.locator("[data-act=call]")
    while not call.is_visible():
        play_on(page)
    stack = chips(page, "md-seat.is-me [data-stack]", "data-stack")
    price = int(re.sub(r"\D", "", call.locator(".act-amount").inner_text()))
    call.click()
    expect(page.locator("md-seat.is-me [data-stack]")).to_have_attribute(
        "data-stack", str(stack - price)
    )


def play_on(page: Page) -> None:
    """Check or fold whenever it is our turn, until the next decision."""
    page.locator(f"{MY_TURN} [data-act]:enabled").first.wait_for(timeout=60_000)
    if page.locator("[data-act=call]").is_visible():
        return
    page.locator("[data-act=check]").click()
    expect(page.locator("md-bar")).not_to_have_attribute("data-turn", re.compile("."))


@pytest.mark.parametrize(("size", "language"), [((1280, 720), "vi"), (NARROW, "ko")])
def test_nothing_scrolls_in_mid_hand(visit: Visit, size: tuple[int, int], language: str) -> None:
    page = sit(visit(size=size, language=language), builders.table(seats=9, bots=8).pk, "5000")
    my_turn(page)
    room = page.evaluate(
        "[document.documentElement.scrollWidth - innerWidth,"
        " document.documentElement.scrollHeight - innerHeight]"
    )
    assert room == [0, 0]
    for button in page.locator("md-bar [data-act]").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
        assert box["y"] + box["height"] <= size[1]


def test_amounts_are_read_as_people_type_them(visit: Visit) -> None:
    page = visit().page
    page.goto(f"/tables/{builders.table().pk}/")
    read = page.evaluate(
        """async (texts) => {
            const main = document.querySelector("script[src*='js/table/main']").src;
            const { parseAmount } = await import(new URL("../lib/amounts.js", main));
            return texts.map(parseAmount);
        }""",
        ["2,500", "2.500", "1.5k", "1억 2,500만", "12만", "ten", "", "-5"],
    )
    assert read == [2_500, 2_500, 1_500, 125_000_000, 120_000, None, None, None]


def test_every_word_of_the_scripts_can_be_translated() -> None:
    """Keys that stand in a call of `t` have a translation in the page."""
    page = (ROOT / "templates/tables/words.html").read_text()
    known = set(re.findall(r"<dt>(.*?)</dt>", page))
    scripts = "".join(path.read_text() for path in (ROOT / "static/js/table").glob("*.js"))
    used = set(re.findall(r'\bt\(\s*"((?:[^"])+)"', scripts))
    assert len(used) > 50
    assert used - known == set()
    for key in known:
        assert f'<dt>{key}</dt><dd>{{% translate "{key}" %}}</dd>' in page
