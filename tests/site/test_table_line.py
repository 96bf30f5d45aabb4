"""The line between a table page and the site: lost, found again, and closed for good."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tables.dealer import seating, sheet
from tables.models import Table
from tests.browser import Visit, Visitor
from tests.site.at_table import LONG_MS, check_or_fold, sit
from tests.tables import builders
from tests.tables.hands import act

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_lost_line_comes_back_and_goes_on_where_it_broke(visit: Visit) -> None:
    page = visit().page
    lines: list[WebSocketRoute] = []
    joins: list[int | None] = []

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        lines.append(line)

        def up(message: str | bytes) -> None:
            said = json.loads(message)
            if said["t"] == "join":
                joins.append(said["seq"])
            server.send(message)

        line.on_message(up)

    page.route_web_socket("**/ws/tables/**", between)
    page.goto(f"/tables/{builders.table(seats=4, bots=3).pk}/")
    room = page.locator(".room")
    expect(room).to_have_attribute("data-line", "live", timeout=LONG_MS)
    page.locator("md-log li[data-event=award]").first.wait_for(timeout=LONG_MS)
    hands = page.locator("md-log li[data-event=hand]").count()

    lines[0].close(code=4002)

    expect(room).to_have_attribute("data-line", "reconnecting", timeout=LONG_MS)
    expect(room).to_have_attribute("data-line", "live", timeout=LONG_MS)
    assert joins[0] is None
    assert isinstance(joins[1], int)
    # A snapshot would have begun the log afresh; frames go on in it.
    page.wait_for_function(
        "hands => document.querySelectorAll('md-log li[data-event=hand]').length > hands",
        arg=hands,
        timeout=LONG_MS,
    )


def test_who_logs_out_elsewhere_is_told_and_not_led_back(visit: Visit) -> None:
    visitor = visit(language="en")
    page = sit(visitor, builders.table().pk, "4000", free=6)

    elsewhere = visitor.context.new_page()
    elsewhere.goto("/accounts/logout/")
    elsewhere.locator("main form [type=submit]").last.click()

    expect(page.locator("dialog[open]")).to_contain_text("You are logged out", timeout=LONG_MS)
    expect(page.locator(".room")).to_have_attribute("data-line", "closed")


def test_chips_are_added_between_hands(visit: Visit) -> None:
    page = sit(visit(), builders.table().pk, "4000", free=6)
    left = int(page.locator("[data-balance]").get_attribute("data-balance") or "")

    page.locator("md-desk [data-act=top_up]").click()
    page.locator("dialog .picker-field").fill("1500")
    page.locator("dialog [data-act=top_up]").click()

    expect(page.locator("md-seat.is-me [data-stack]")).to_have_attribute("data-stack", "5500")
    expect(page.locator("[data-balance]")).to_have_attribute("data-balance", str(left - 1_500))


def test_who_rests_is_told_how_long_the_seat_is_kept(visit: Visit) -> None:
    page = sit(visit(), builders.table(seats=2, bots=1).pk, "4000")
    rest, back = page.locator("[data-act=sit_out]"), page.locator("[data-act=sit_in]")
    rest.click(timeout=LONG_MS)

    # The present hand is played as usual, and never for all the chips.
    quiet = page.locator("md-bar [data-act=check]:enabled, md-bar [data-act=fold]:enabled")
    back.or_(quiet).first.wait_for(timeout=LONG_MS)
    while not back.is_visible():
        check_or_fold(page)
        back.or_(quiet).first.wait_for(timeout=LONG_MS)
    kept = page.get_by_text("Your seat is kept for 10 minutes")
    expect(kept).to_be_visible()

    back.click()
    expect(rest).to_be_visible(timeout=LONG_MS)
    expect(kept).to_have_count(0)


def newcomer(visitor: Visitor, table: Table, others: tuple[int, ...]) -> Page:
    """Sit down on the first free seat of a table where these seats are taken."""
    visitor.sign_up("minsu", "Minsu")
    page = visitor.page
    page.goto(f"/tables/{table.pk}/")
    free = page.locator("[data-act=sit]")
    expect(free).to_have_count(table.seats)
    for seat in others:
        builders.sit(table, builders.member(), seat)
    expect(free).to_have_count(table.seats - len(others))
    if len(others) > 1:
        begun = page.locator("md-log li[data-event=hand]").first
        begun.wait_for(state="attached", timeout=LONG_MS)
    free.first.click()
    page.locator("dialog [data-act=sit]").click()
    page.locator("md-seat.is-me").wait_for()
    return page


def test_who_asks_to_post_reads_that_the_next_hand_deals_him_in(visit: Visit) -> None:
    table = builders.table(entry="post")
    page = newcomer(visit(), table, (0, 2))  # on seat 1, which is not the next big blind
    bar, post = page.locator("md-bar"), page.locator("md-desk [data-act=post]")
    with sheet.opened(table.pk):
        pass  # this process reads what those of the site have done
    act(table, "fold")
    expect(bar).to_contain_text("You wait for the big blind", timeout=LONG_MS)
    post.click()
    expect(post).to_have_count(0)
    expect(bar).to_contain_text("You are in from the next hand")


def test_sitting_out_is_said_in_the_hand_and_leaves_the_other_waiting(visit: Visit) -> None:
    table = builders.table()
    page = newcomer(visit(), table, (0,))
    bar, out = page.locator("md-bar"), page.locator("md-desk [data-act=sit_out]")
    page.locator("md-seat.is-me md-card").first.wait_for(timeout=LONG_MS)
    out.click()
    page.get_by_text("You sit out from the next hand on.").first.wait_for()
    page.locator("md-desk [data-act=stay]").click()
    out.wait_for()

    seating.sit_out(table_id=table.pk, member_id=builders.member_at(table, 0).pk)
    act(table, "fold")  # the button, who is first
    expect(bar).to_contain_text("Waiting for another player", timeout=LONG_MS)
    expect(page.locator("md-seat:not(.is-me) .seat-label", has_text="Sitting out")).to_be_visible()
