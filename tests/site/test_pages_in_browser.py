"""The pages around the tables in a browser: menus, themes, forms sent once, sizes and contrast."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from accounts.models import Member
from tests.browser import AT_REST, NARROW, WIDE, Visit
from tests.wallet.builders import mint, wallet

pytestmark = pytest.mark.django_db(transaction=True)


# Every piece of text against the colour behind it (WCAG 2.2, 1.4.3). Texts on a gradient are left
# out: there is no one colour behind them.
TOO_FAINT = """() => {
  const channels = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const linear = (c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    if (element.closest(".sr-only, .skip-link, script, [disabled], .welcome, .next-seat")) continue;
    let behind = element;
    while (behind && (channels(getComputedStyle(behind).backgroundColor)[3] ?? 1) < 1)
      behind = behind.parentElement;
    const [a, b] = [light(channels(style.color)),
      light(channels(getComputedStyle(behind ?? document.body).backgroundColor))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    if (ratio < (large ? 3 : 4.5))
      faint.push(`${ratio.toFixed(2)} ${element.tagName} ${walker.currentNode.data.trim()}`);
  }
  return faint;
}"""
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
TOO_SMALL = """() => [...document.querySelectorAll("a.button, button, summary, .menu-item, input")]
  .filter((e) => e.checkVisibility() && e.type !== "checkbox" && e.type !== "hidden")
  .filter((e) => e.getBoundingClientRect().height < 44)
  .map((e) => e.outerHTML.slice(0, 80))"""


def theme_of(page: Page) -> str | None:
    return page.locator("html").get_attribute("data-theme")


def test_a_guest_chooses_look_and_language_by_keyboard_and_keeps_them(visit: Visit) -> None:
    guest = visit(language="en")
    page = guest.page
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip-link")).to_be_focused()
    summary = page.locator("summary").first
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator("details.menu").first).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(page.locator("details.menu[open]")).to_have_count(0)
    expect(summary).to_be_focused()

    summary.click()
    with page.expect_response("**/theme/"):
        page.locator("button[name=theme][value=light]").click()
    assert theme_of(page) == "light"
    page.reload()
    assert theme_of(page) == "light"
    summary.click()
    with page.expect_response("**/theme/"):
        page.locator("button[name=theme][value=system]").click()
    page.reload()
    assert theme_of(page) is None

    summary.click()
    page.locator("button[name=language][value=ko]").click()
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    page.goto("/accounts/login/")
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    assert guest.faults == []


def test_a_double_click_signs_up_once_and_brings_the_welcome_chips(visit: Visit) -> None:
    stranger = visit(language="vi")
    page = stranger.page
    page.goto("/accounts/signup/")
    fields = {"username": "lan", "email": "lan@example.com", "nickname": "Lan"}
    for name, value in (fields | {"password1": "ghế bên cửa", "password2": "ghế bên cửa"}).items():
        page.fill(f"[name={name}]", value)
    page.locator("form:has([name=password2]) [type=submit]").dblclick()
    page.wait_for_url("**/")
    expect(page.locator(".site-header [data-balance]")).to_contain_text(".000.000")
    [member] = Member.objects.filter(kind=Member.Kind.HUMAN)
    assert (member.nickname, member.language) == ("Lan", "vi")
    page.goto("/me/")
    expect(page.locator(".statement-row")).not_to_have_count(0)
    expect(page.locator(".statement")).to_contain_text("Chip chào mừng")
    assert stranger.faults == []


def test_older_lines_come_below_without_leaving_the_page(visit: Visit) -> None:
    visitor = visit(language="en")
    visitor.sign_up("lan", "Lan")
    account = wallet(Member.objects.get(username="lan"))
    for amount in range(1, 61):
        mint(account.pk, amount)
    page = visitor.page
    page.goto("/me/statement/")
    expect(page.locator(".statement-row")).to_have_count(50)
    page.get_by_role("link", name="Older entries").click()
    expect(page.get_by_role("link", name="Older entries")).to_have_count(0)
    amounts = page.locator(".statement-row").evaluate_all(
        "(rows) => rows.map((row) => Number(row.dataset.amount))"
    )
    assert sum(amounts) == int(page.locator("[data-balance]").get_attribute("data-balance") or 0)
    assert visitor.faults == []


@pytest.fixture
def demo(transactional_db: None) -> None:
    """The demo world, there before the site starts."""
    call_command("demo")


def test_no_page_is_too_wide_too_faint_or_too_small_for_a_thumb(demo: None, visit: Visit) -> None:
    found = []
    visitor = visit(language="en", theme="light")
    visitor.sign_up("lan", "WWWWWWWWWWWW")
    page = visitor.page
    guest = visit(language="en", theme="light").page
    here = {page: ["/", "/me/", "/me/statement/", "/me/profile/", "/accounts/password/change/"]}
    here[guest] = ["/", "/accounts/signup/", "/accounts/login/", "/accounts/password/reset/"]
    for window, addresses in here.items():
        for language in ("vi", "ko"):
            window.goto("/")
            window.locator("summary").first.click()
            window.locator(f"button[name=language][value={language}]").click()
            expect(window.locator("html")).to_have_attribute("lang", language)
            for address in addresses:
                window.goto(address)
                for width, height in (WIDE, NARROW):
                    window.set_viewport_size({"width": width, "height": height})
                    if window.evaluate(TOO_WIDE) > 0:
                        found.append(f"{language} {address} is wider than {width}")
                found += [f"{language} {address} {small}" for small in window.evaluate(TOO_SMALL)]
                for theme in ("light", "dark"):
                    window.emulate_media(
                        color_scheme="light" if theme == "light" else "dark",
                        reduced_motion="reduce",
                    )
                    window.wait_for_function(AT_REST)
                    faint = window.evaluate(TOO_FAINT)
                    found += [f"{language} {address} {theme} {text}" for text in faint]
    assert found == []
