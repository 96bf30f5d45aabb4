"""The table page in a browser, against the site as it runs: what a member sees and can do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NARROW, Visit
from tests.site.at_table import (
    LONG_MS,
    MY_CARDS,
    MY_STACK,
    MY_TURN,
    OTHERS_CARDS,
    cards,
    chips,
    scrolls_by,
    sit,
)
from tests.tables import builders, house

ROOT = Path(__file__).parents[2]


def check_on(page: Page) -> None:
    """Check until there is something to call."""
    call, check = page.locator("[data-act=call]"), page.locator("[data-act=check]")
    call.or_(check).first.wait_for(timeout=LONG_MS)
    while not call.is_visible():
        turn = page.locator(MY_TURN).get_attribute("data-turn")
        check.click()
        expect(page.locator("md-bar")).not_to_have_attribute("data-turn", turn or "")
        call.or_(check).first.wait_for(timeout=LONG_MS)


@pytest.mark.django_db(transaction=True)
def test_chips_go_from_the_wallet_to_the_seat_and_back(visit: Visit) -> None:
    page = sit(visit(), builders.table().pk, "4,000", free=6)
    expect(page.locator(MY_STACK)).to_have_attribute("data-stack", "4000")
    left = chips(page, "[data-balance]", "data-balance")

    page.locator("[data-act=leave]").click()

    expect(page.locator("md-seat.is-me")).to_have_count(0)
    expect(page.locator("[data-balance]")).to_have_attribute("data-balance", str(left + 4_000))


@pytest.mark.django_db(transaction=True)
def test_a_seat_in_the_lobby_asks_for_the_buy_in_at_once(visit: Visit) -> None:
    poker, against = builders.table(), house.table("uth")
    visitor = visit()
    visitor.sign_up("minsu", "Minsu")
    page, asked = visitor.page, visitor.page.locator("dialog[open] [data-act=sit]")

    page.locator(f"#join-{against.pk}").click()
    asked.wait_for()
    assert page.url.endswith(f"/tables/{against.pk}/")  # a reload does not ask again
    page.go_back()
    page.locator("#next-seat").click()
    asked.wait_for()
    builders.sit(poker, builders.member(), seat=0)  # quicker: the next free seat will do
    expect(page.locator("md-seat[data-seat='0']")).not_to_have_class(re.compile("is-empty"))
    asked.click()
    page.locator("md-seat.is-me[data-seat='1']").wait_for()

    page.goto(f"/tables/{poker.pk}/?seat")
    page.locator("md-seat.is-me").wait_for()
    expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.django_db(transaction=True)
def test_a_reload_on_a_phone_shows_the_same_hand_and_never_the_cards_of_others(
    visit: Visit,
) -> None:
    table = builders.table(seats=9, bots=8)
    page = sit(visit(size=NARROW, language="ko", motion=False), table.pk, "5000")
    page.locator(MY_TURN).wait_for(timeout=LONG_MS)
    own, turn = cards(page, MY_CARDS), page.locator(MY_TURN).get_attribute("data-turn")
    assert len(own) == 2
    assert all(re.fullmatch("[2-9TJQKA][cdhs]", card or "") for card in own)
    assert set(cards(page, OTHERS_CARDS)) == {"back"}
    assert scrolls_by(page) == [0, 0]

    page.reload()

    page.locator(MY_TURN).wait_for()
    assert cards(page, MY_CARDS) == own
    assert page.locator(MY_TURN).get_attribute("data-turn") == turn
    assert set(cards(page, OTHERS_CARDS)) == {"back"}


@pytest.mark.django_db(transaction=True)
def test_a_call_takes_what_stands_on_its_button(visit: Visit) -> None:
    table = builders.table(seats=4, bots=3)
    page = sit(visit(size=(1280, 720), language="vi"), table.pk, "5000")
    check_on(page)
    assert scrolls_by(page) == [0, 0]
    call = page.locator("[data-act=call]")
    stack = chips(page, MY_STACK, "data-stack")
    price = int(re.sub(r"\D", "", call.locator(".act-amount").inner_text()))
    page.evaluate(
        """() => {
            const stack = document.querySelector("md-seat.is-me [data-stack]");
            window.stacks = [];
            new MutationObserver(() => window.stacks.push(Number(stack.dataset.stack)))
                .observe(stack, { attributeFilter: ["data-stack"] });
        }"""
    )
    call.click()
    page.wait_for_function("() => window.stacks.length > 0")
    assert page.evaluate("window.stacks[0]") == stack - price


@pytest.mark.django_db(transaction=True)
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


@pytest.mark.parametrize(
    ("folder", "lists"),
    [("table", ["words.html"]), ("house", ["words.html", "house_words.html"])],
)
def test_every_word_of_the_scripts_can_be_translated(folder: str, lists: list[str]) -> None:
    """Keys that stand in a call of `t` have a translation in the page."""
    page = "".join((ROOT / "templates/tables" / name).read_text() for name in lists)
    known = set(re.findall(r"<dt>(.*?)</dt>", page))
    scripts = "".join(path.read_text() for path in (ROOT / "static/js" / folder).glob("*.js"))
    used = set(re.findall(r'\bt\(\s*"((?:[^"])+)"', scripts))
    assert len(used) > 50
    assert used - known == set()
    for key in known:
        translated = re.escape(f'<dt>{key}</dt><dd>{{% translate "{key}"')
        assert re.search(translated + r'( context "\w+")? %}</dd>', page)


@pytest.mark.django_db(transaction=True)
def test_the_head_names_every_module_that_the_table_needs(visit: Visit) -> None:
    page = visit().page
    page.goto(f"/tables/{builders.table().pk}/")
    page.locator("md-seat").first.wait_for()
    named = "[...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.href)"
    loaded = "performance.getEntriesByType('resource').map((entry) => entry.name)"
    ours = {name for name in page.evaluate(loaded) if re.search(r"/js/(table|lib)/", name)}
    assert len(ours) > 30
    assert ours == set(page.evaluate(named))
