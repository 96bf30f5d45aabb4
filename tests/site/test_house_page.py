"""Rounds against the house played by tapping: what the page shows is what the ledger says."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import Member
from rules.house.paytables import RUSSIAN_BONUS
from tables.models import Table
from tests.browser import NARROW, WIDE, Visit
from tests.site.at_table import LONG_MS, cards, chips, scrolls_by
from tests.tables import house
from wallet import selectors
from wallet.models import Account

pytestmark = pytest.mark.django_db(transaction=True)
#: Decisions that carry a round to its end, the first one offered is taken.
ONWARD = ("call", "play", "take")
STACK = "[data-stack]"
OWN = ".house-own-cards md-card"
DEALERS = ".house-dealer-cards md-card"
FACE = re.compile("[2-9TJQKA][cdhs]")


def sit(page: Page, table: Table, buy_in: str = "5000") -> None:
    """Open the table and take the seat with this buy-in."""
    page.goto(f"/tables/{table.pk}/")
    page.locator("[data-act=sit]").click()
    page.locator("dialog .picker-field").fill(buy_in)
    page.locator("dialog [data-act=sit]").click()
    page.locator(STACK).wait_for()


def lay(page: Page, bet: str) -> None:
    """Tap the chosen chip onto a circle."""
    page.locator(f"[data-circle={bet}] button").click()


def turn_of(page: Page) -> str:
    return page.locator("md-house-bar").get_attribute("data-turn") or ""


def take(page: Page, button: Locator) -> None:
    """Click a decision and wait until its turn is over."""
    before = turn_of(page)
    button.click()
    expect(page.locator("md-house-bar")).not_to_have_attribute("data-turn", before, timeout=LONG_MS)


def play_on(page: Page) -> None:
    """Carry the running round to its end."""
    result = page.locator("[data-result]")
    onward = page.locator(", ".join(f"[data-act={kind}]:enabled" for kind in ONWARD))
    while True:
        result.or_(onward.first).first.wait_for(timeout=LONG_MS)
        if result.count():
            return
        take(page, onward.first)


def once_more(page: Page) -> int:
    """The same bets again by one tap; what both rounds won, as the page counts it."""
    page.locator("[data-act=rebet]:enabled").click()
    page.locator("[data-turn]").wait_for(timeout=LONG_MS)
    expect(page.locator("[data-figure=rounds]")).to_have_text("1")
    play_on(page)
    expect(page.locator("[data-figure=rounds]")).to_have_text("2")
    return chips(page, "[data-figure=net]", "data-net")


def escrow_of(member: Member) -> int:
    """The chips of the member's open seat session, by the ledger."""
    sessions = Account.objects.filter(kind=Account.Kind.ESCROW, member=member)
    return sum(sessions.values_list("balance", flat=True))


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "phone"])
def test_every_game_is_played_by_tapping_and_the_money_is_the_ledgers(
    visit: Visit, size: tuple[int, int]
) -> None:
    visitor = visit(size=size, motion=False)  # the same facts, at once
    visitor.sign_up("minsu", "Minsu")
    page, member = visitor.page, Member.objects.get(username="minsu")
    for game, side in house.SIDES.items():
        table = house.table(game, **({"bonus": RUSSIAN_BONUS} if game == "russian_poker" else {}))
        before = selectors.balance(member)
        sit(page, table)
        assert scrolls_by(page) == [0, 0]
        for bet in ("ante", "ante", side):
            lay(page, bet)
        expect(page.locator("[data-circle=ante]")).to_have_attribute("data-bet", "20")
        page.locator("[data-act=deal]").click()
        page.locator("[data-turn]").wait_for(timeout=LONG_MS)

        assert all(FACE.fullmatch(card or "") for card in cards(page, OWN))
        assert "back" in cards(page, DEALERS)
        assert scrolls_by(page) == [0, 0]
        play_on(page)

        net = chips(page, "[data-result]", "data-net")
        nets = page.locator("[data-net].circle-outcome").all()
        assert sum(int(one.get_attribute("data-net") or "") for one in nets) == net
        expect(page.locator(STACK)).to_have_attribute("data-stack", str(5_000 + net))
        assert escrow_of(member) == 5_000 + net
        assert scrolls_by(page) == [0, 0]

        both = net
        if game == "uth":
            both = once_more(page)
            assert escrow_of(member) == 5_000 + both

        page.locator("[data-act=leave]").click()
        page.locator("[data-act=sit]").wait_for(timeout=LONG_MS)
        expect(page.locator("[data-balance]")).to_have_attribute(
            "data-balance", str(before + both), timeout=LONG_MS
        )
        assert selectors.balance(member) == before + both


def test_a_round_survives_a_reload_and_cards_are_exchanged_with_an_undo(visit: Visit) -> None:
    visitor = visit()
    visitor.sign_up("minsu", "Minsu")
    page = visitor.page
    sit(page, house.table("russian_poker"))
    # By the keyboard: the second chip on the ante, dealt.
    bet = page.locator("[data-circle=ante]")
    expect(bet).to_be_enabled(timeout=LONG_MS)
    page.keyboard.press("2")
    page.keyboard.press("a")
    expect(bet).not_to_have_attribute("data-bet", "0")
    page.locator("[data-act=deal]:enabled").wait_for(timeout=LONG_MS)
    page.keyboard.press("d")
    page.locator("[data-turn]").wait_for(timeout=LONG_MS)
    dealt, stack = cards(page, OWN), chips(page, STACK, "data-stack")
    assert len(dealt) == 5
    assert cards(page, DEALERS).count("back") == 4

    page.reload()

    page.locator("[data-turn]").wait_for(timeout=LONG_MS)
    assert cards(page, OWN) == dealt
    assert chips(page, STACK, "data-stack") == stack

    page.locator("[data-act=hint]").click()
    page.locator("md-advice tbody tr").first.wait_for(timeout=LONG_MS)

    picked = page.locator(f"{OWN}[aria-pressed=true]")
    page.locator(OWN).nth(1).click()
    page.locator(OWN).nth(3).click()
    expect(picked).to_have_count(2)
    page.keyboard.press("z")
    expect(picked).to_have_count(1)
    page.keyboard.press("4")
    page.keyboard.press("5")
    take(page, page.locator("[data-act=exchange]:enabled"))

    kept = [card for place, card in enumerate(dealt) if place not in (1, 3, 4)]
    assert cards(page, OWN)[:2] == kept
    assert not set(dealt) - set(kept) & set(cards(page, OWN))
    ante = chips(page, "[data-circle=ante]", "data-bet")
    assert chips(page, "[data-circle=fee]", "data-bet") == ante
    assert chips(page, STACK, "data-stack") == stack - ante
    take(page, page.locator("[data-act=fold]:enabled"))
    expect(page.locator("[data-result]")).to_have_attribute("data-result", "fold")
    expect(page.locator("[data-result]")).to_have_attribute("data-net", str(-2 * ante))


def test_bets_keep_to_the_limits_and_to_the_chips_there_are(visit: Visit) -> None:
    visitor = visit(language="ko", size=NARROW)
    visitor.sign_up("minsu", "민수")
    page = visitor.page
    sit(page, house.table("uth"), "1000")
    ante = page.locator("[data-circle=ante]")

    page.locator("[data-tool=amounts]").click()
    field = page.locator("dialog [name=ante]")
    for typed in ("5000", "15", "340"):
        # Above the most; not a multiple of the unit; more than the stack carries to the end.
        field.fill(typed)
        page.locator("dialog [type=submit]").click()
        expect(page.locator("dialog .desk-refusal")).not_to_be_empty()
        expect(ante).to_have_attribute("data-bet", "0")
    field.fill("200")
    page.locator("dialog [type=submit]").click()
    expect(ante).to_have_attribute("data-bet", "200")
    expect(page.locator("[data-circle=blind]")).to_have_attribute("data-bet", "200")

    # Doubling would go over the chips: said, and nothing changes.
    page.locator("[data-tool=double]").click()
    expect(page.locator(".toast").last).to_be_visible()
    expect(ante).to_have_attribute("data-bet", "200")
    page.locator("[data-tool=clear]").click()
    expect(ante).to_have_attribute("data-bet", "0")
    page.locator("[data-tool=undo]").click()
    expect(ante).to_have_attribute("data-bet", "200")
    assert scrolls_by(page) == [0, 0]


def test_a_guest_sees_felt_and_pay_table_and_is_offered_no_seat(visit: Visit) -> None:
    page = visit(language="vi").page
    page.goto(f"/tables/{house.table('casino_holdem').pk}/")
    expect(page.locator(".room")).to_have_attribute("data-line", "live", timeout=LONG_MS)
    expect(page.locator("md-paytable tbody tr")).not_to_have_count(0)
    expect(page.locator("[data-act=sit], [data-act=deal]")).to_have_count(0)
    for address in ("hint", "sitting"):
        assert page.request.get(f"{page.url}{address}/").status == 404
