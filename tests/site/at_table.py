"""A member at a table's page, in a browser."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser import Visitor

MY_TURN = "md-bar[data-turn]"
MY_CARDS = "md-seat.is-me md-card"
MY_STACK = "md-seat.is-me [data-stack]"
OTHERS_CARDS = "md-seat:not(.is-me) md-card"
LONG_MS = 180_000  # others may play whole hands before the member is asked


def sit(visitor: Visitor, table_id: int, buy_in: str, free: int = 1) -> Page:
    """Sign up, open the table, wait for all bots, take the first free seat with this buy-in."""
    visitor.sign_up("minsu", "Minsu")
    page = visitor.page
    page.goto(f"/tables/{table_id}/")
    expect(page.locator("[data-act=sit]")).to_have_count(free, timeout=LONG_MS)
    balance = page.locator("[data-balance]")
    before = balance.get_attribute("data-balance") or ""
    page.locator("[data-act=sit]").first.click()
    page.locator("dialog .picker-field").fill(buy_in)
    page.locator("dialog [data-act=sit]").click()
    page.locator("md-seat.is-me").wait_for()
    # The wallet is told apart from the seat.
    expect(balance).not_to_have_attribute("data-balance", before, timeout=LONG_MS)
    return page


def cards(page: Page, selector: str) -> list[str | None]:
    return [card.get_attribute("data-card") for card in page.locator(selector).all()]


def chips(page: Page, selector: str, hook: str) -> int:
    return int(page.locator(selector).first.get_attribute(hook) or "")


def scrolls_by(page: Page) -> list[int]:
    """How far the page is larger than the window, across and down."""
    return page.evaluate(
        "[document.documentElement.scrollWidth - innerWidth,"
        " document.documentElement.scrollHeight - innerHeight]"
    )


def press(button: Locator) -> None:
    """Click a button of the bar and wait until its turn is over."""
    pressed = button.element_handle()
    button.click()
    button.page.wait_for_function("button => !button.isConnected", arg=pressed)


def check_or_fold(page: Page) -> None:
    """Wait for the member's turn and take the quiet way out of it: a fold is asked twice where a
    check is free.
    """
    check, fold = (page.locator(f"md-bar [data-act={act}]:enabled") for act in ("check", "fold"))
    check.or_(fold).first.wait_for(timeout=LONG_MS)
    press(check if check.count() else fold)
