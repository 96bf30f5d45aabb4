"""What staff do about the chat, through the pages of the admin."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Member
from tables import chat
from tables.errors import Refused
from tables.models import ChatLine, ChatMute, ChatReport, Table
from tests.tables import builders
from wallet.models import StaffAct

pytestmark = pytest.mark.django_db(transaction=True)

REPORTS, MUTES = "/admin/tables/chatreport/", "/admin/tables/chatmute/"


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(Member.objects.create_superuser("keeper", "", "seat by the window"))
    return client


@pytest.fixture
def report() -> ChatReport:
    """A member has reported the second of three lines of another one."""
    table, writer, reader = builders.table(), builders.member("Rude"), builders.member("Shy")
    Table.objects.filter(pk=table.pk).update(chat=Table.Chat.MEMBERS)
    lines = [_say(table.pk, writer.pk, text) for text in ("one", "<b>two</b>", "three")]
    chat.report(table_id=table.pk, member_id=reader.pk, line_id=lines[1], reason="abuse")
    return ChatReport.objects.get()


def _say(table_id: int, member_id: int, text: str) -> int:
    return chat.say(table_id=table_id, member_id=member_id, id=text, text=text)


def _do(staff: Client, page: str, action: str, row: int, **values: object) -> None:
    chosen = {"action": action, "_selected_action": row}
    assert staff.post(page, chosen).status_code == 200  # what will happen
    assert staff.post(page, {**chosen, "post": "yes", **values}).status_code == 302


def test_a_report_is_read_with_the_lines_around_it(staff: Client, report: ChatReport) -> None:
    assert "&lt;b&gt;two&lt;/b&gt;" in staff.get(REPORTS).content.decode()
    page = staff.get(f"{REPORTS}{report.pk}/change/").content.decode()
    assert all(line in page for line in ("Rude: one", "Rude: &lt;b&gt;two", "Rude: three"))


def test_a_mute_has_its_time_and_its_reason(staff: Client, report: ChatReport) -> None:
    _do(staff, REPORTS, "mute", report.pk, hours=3, reason="Insults")
    with pytest.raises(Refused, match="chat_muted"):
        _say(report.table_id, report.author_id, "again")
    report.refresh_from_db()
    assert report.closed_by is not None
    assert (report.state, report.closed_by.username) == ("muted", "keeper")
    act = StaffAct.objects.get()
    assert (act.reason, act.change) == ("Insults", {"mute_hours": 3})
    assert "Rude" not in act.object_text

    _do(staff, MUTES, "lift", ChatMute.objects.get().pk, reason="Said sorry")
    assert _say(report.table_id, report.author_id, "again")


def test_a_deleted_line_leaves_its_report_closed(staff: Client, report: ChatReport) -> None:
    _do(staff, REPORTS, "remove", report.pk, reason="Insults")
    said = ChatLine.objects.filter(removes=None)
    assert list(said.values_list("text", flat=True)) == ["one", "three"]
    report.refresh_from_db()
    assert (report.state, report.line) == ("removed", None)
    assert staff.get(f"{REPORTS}{report.pk}/change/").status_code == 200


def test_a_dismissed_report_is_closed_once(staff: Client, report: ChatReport) -> None:
    for _ in range(2):
        _do(staff, REPORTS, "dismiss", report.pk, reason="Friendly")
    report.refresh_from_db()
    assert report.state == "dismissed"
    assert StaffAct.objects.count() == 1


def test_only_who_may_sees_and_acts(client: Client, report: ChatReport) -> None:
    helper = Member.objects.create_user("helper", nickname="Helper", is_staff=True)
    client.force_login(helper)
    assert client.get(REPORTS).status_code == 403
