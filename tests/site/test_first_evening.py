"""A first evening: sign up, sit down with bots, play, reload, leave, read the statement."""

from __future__ import annotations

import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

from config.environment import ROOT
from tests.browser import Visit
from tests.site.at_table import LONG_MS, MY_CARDS, MY_TURN, cards, check_or_fold, chips, sit
from tests.tables import builders

pytestmark = pytest.mark.django_db(transaction=True)

WELCOME = 10_000_000
HANDS = 3


def hands_begun(page: Page) -> int:
    return page.locator("md-log li[data-event=hand]").count()


def leave(page: Page) -> None:
    """Leave in the middle of the member's own turn: the page asks, the hand is folded."""
    page.locator("md-desk [data-act=leave]").click()
    page.locator("dialog [data-act=leave]").click()
    expect(page.locator("md-seat.is-me")).to_have_count(0, timeout=LONG_MS)


def test_a_first_evening(visit: Visit) -> None:
    page = sit(visit(), builders.table(seats=6, bots=5).pk, "10000")
    before = hands_begun(page)
    while hands_begun(page) < before + HANDS:
        check_or_fold(page)

    page.locator(MY_TURN).wait_for(timeout=LONG_MS)
    own, turn = cards(page, MY_CARDS), page.locator(MY_TURN).get_attribute("data-turn")
    page.reload()
    page.locator(MY_TURN).wait_for(timeout=LONG_MS)
    assert cards(page, MY_CARDS) == own
    assert page.locator(MY_TURN).get_attribute("data-turn") == turn

    leave(page)

    page.goto("/me/")
    rows = page.locator(".statement-row[data-after]")
    amounts = [int(row.get_attribute("data-amount") or "") for row in rows.all()]
    balance = chips(page, "[data-balance]", "data-balance")
    assert WELCOME in amounts
    assert -10_000 in amounts
    assert sum(amounts) == balance == int(rows.first.get_attribute("data-after") or "")
    assert subprocess.run([sys.executable, "manage.py", "audit"], cwd=ROOT).returncode == 0
