"""The pages of a table and of a hand, the demo world, the links in the statement, the audit."""

from __future__ import annotations

import re

import psycopg
import pytest
from django.core.management import call_command
from django.test import Client as Browser

from tables import figures, selectors
from tables.dealer import sheet
from tables.models import Bot, Hand, HandSeat, Seat, Stakes, Table, TableState
from tests.accounts.builders import browser_of
from tests.tables import builders
from tests.tables.hands import act, faults
from wallet.audits import checks
from wallet.links import resolve
from wallet.selectors import balance

pytestmark = pytest.mark.django_db(transaction=True)


def finished() -> Hand:
    """A hand of two that was raised and folded."""
    table = builders.table()
    for seat in range(2):
        builders.sit(table, builders.member(), seat)
    builders.run_clock(table)
    act(table, "raise", 300)
    act(table, "fold")
    return Hand.objects.get()


def test_the_page_of_a_table_knows_its_reader() -> None:
    table = builders.table()
    member = builders.member()
    page = browser_of(member).get(f"/tables/{table.pk}/")
    assert page.status_code == 200
    assert page.context["me"]["member_id"] == member.pk
    assert page.context["me"]["wallet"] == balance(member)
    assert page.context["ws_url"].endswith(f"/ws/tables/{table.pk}/")
    assert Browser().get(f"/tables/{table.pk}/").context["me"]["member_id"] is None
    assert Browser().get("/tables/999999/").status_code == 404


def test_the_page_of_a_hand_tells_it_without_the_others_cards() -> None:
    hand = finished()
    winner = HandSeat.objects.get(hand=hand, net__gt=0)
    loser = HandSeat.objects.get(hand=hand, net__lt=0)
    page = browser_of(loser.member).get(f"/hands/{hand.pk}/").content.decode()
    assert str(winner.member) in page
    assert len(re.findall(r"[♣♦♥♠]", page)) == 2
    assert not re.findall(r"[♣♦♥♠]", Browser().get(f"/hands/{hand.pk}/").content.decode())


def test_the_demo_world_is_made_once() -> None:
    call_command("demo")
    before = (Table.objects.count(), Stakes.objects.count(), Bot.objects.count())
    Table.objects.filter(name="Maple").update(bot_seats=2)
    call_command("demo")
    assert (Table.objects.count(), Stakes.objects.count(), Bot.objects.count()) == before
    assert Table.objects.get(name="Maple").bot_seats == 2
    assert {table.seats for table in Table.objects.all()} >= {2, 6, 9}
    assert TableState.objects.count() == before[0]


def test_the_lobby_has_the_figures_of_the_clock() -> None:
    hand = finished()
    figures.refresh()
    (row,) = selectors.lobby()
    assert row["taken"] == row["members"] == 2
    assert row["average_pot"] == hand.pot == 200
    assert row["url"] == f"/tables/{hand.table_id}/"
    member = Seat.objects.filter(table=hand.table)[0].member
    assert selectors.seated_at(member.pk) == [hand.table_id]


def test_links_lead_to_tables_and_hands() -> None:
    hand = finished()
    links = resolve([("table", str(hand.table_id)), ("hand", str(hand.pk)), ("hand", "999")])
    assert links["table", str(hand.table_id)].url == f"/tables/{hand.table_id}/"
    assert links["hand", str(hand.pk)].url == f"/hands/{hand.pk}/"
    assert ("hand", "999") not in links


def test_the_audit_is_clean_and_finds_what_is_wrong(as_owner: psycopg.Connection) -> None:
    hand = finished()
    builders.run_clock(hand.table)
    act(hand.table, "call")
    sheet.forget()
    assert faults() == []
    as_owner.execute("SET session_replication_role = replica")
    escrow = Seat.objects.first().escrow_id
    as_owner.execute("UPDATE wallet_account SET balance = balance + 1 WHERE id = %s", [escrow])
    assert {fault.kind for fault in faults()} == {"stack"}
    as_owner.execute("UPDATE wallet_account SET balance = balance - 1 WHERE id = %s", [escrow])
    as_owner.execute("UPDATE tables_handseat SET net = net + 1 WHERE net > 0")
    assert {fault.kind for fault in faults()} == {"settlement"}
    as_owner.execute("UPDATE tables_handseat SET net = net - 1 WHERE net > 0")
    as_owner.execute("UPDATE tables_seat SET left_at = now() WHERE escrow_id = %s", [escrow])
    as_owner.execute("UPDATE tables_tablestate SET hand_id = NULL")
    assert {fault.kind for fault in faults()} == {"orphan_account", "running"}
    as_owner.execute(
        "UPDATE tables_change SET command = command || ' ' "
        "WHERE seq = (SELECT max(seq) FROM tables_change)"
    )
    assert "log" in {fault.kind for fault in faults()}


def test_the_audit_command_runs_the_checks_of_the_tables() -> None:
    assert {"tables.stacks", "tables.sessions", "tables.hands"} <= set(checks())
