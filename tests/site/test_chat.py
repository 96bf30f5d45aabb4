"""The chat on the table page, in two browsers: written here, read there, and never run as HTML."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tables.models import ChatReport
from tests.browser import NARROW, Visit
from tests.site.at_table import scrolls_by, sit
from tests.tables import builders

NASTY = "<img src=x onerror=\"document.title='run'\"><b>bold</b>"


def box(page: Page, selector: str) -> FloatRect:
    found = page.locator(selector).bounding_box()
    assert found is not None
    return found


@pytest.mark.django_db(transaction=True)
def test_people_talk_across_languages_and_screens(visit: Visit) -> None:
    table = builders.table()
    page = sit(visit(), table.pk, "4,000", free=6)
    reader = visit(size=NARROW, language="ko")
    reader.sign_up("trang", "Trang")
    phone = reader.page
    phone.goto(f"/tables/{table.pk}/")
    phone.locator("md-line[data-state=live]").wait_for(state="attached")

    page.locator(".chat-field").fill(NASTY)
    page.keyboard.press("Enter")
    page.locator(".chat-phrase", has_text="Good luck!").click()
    expect(page.locator(".chat-text")).to_have_text([NASTY, "Good luck!"])

    # On the phone the chat is shut: a dot tells, and the sheet leaves the buttons free.
    tool = phone.locator("[data-chat]")
    expect(tool).to_have_attribute("data-unread", "2")
    expect(phone.locator("md-chat")).to_be_hidden()
    tool.click()
    expect(tool).not_to_have_attribute("data-unread", "2")
    lines = phone.locator(".chat-text")
    expect(lines).to_have_text([NASTY, "행운을 빌어요!"])
    assert lines.locator("*").count() == 0
    assert "run" not in (page.title(), phone.title())
    sheet, foot = box(phone, ".room-side"), box(phone, ".room-foot")
    assert sheet["y"] + sheet["height"] <= foot["y"]
    assert scrolls_by(phone) == [0, 0]
    expect(phone.locator(".chat-form")).to_be_hidden()  # without a seat one reads

    phone.locator(".chat-nick").first.click()
    phone.locator(".chat-choice", has_text="이 줄 신고").click()
    phone.locator(".chat-choice", has_text="욕설이나 위협").click()
    phone.locator(".toast").wait_for()
    assert ChatReport.objects.get().author.nickname == "Minsu"
    phone.locator(".chat-nick").first.click()
    phone.locator(".chat-choice", has_text="Minsu 차단").click()
    expect(lines).to_have_count(0)
    phone.locator(".chat-choice", has_text="Minsu 차단 풀기").click()
    expect(lines).to_have_count(2)
    phone.locator(".chat-mute").click()
    expect(lines).to_have_count(0)
    phone.reload()
    phone.locator("[data-chat]").click()
    expect(phone.locator(".chat-mute")).to_have_text("채팅 다시 보기")
