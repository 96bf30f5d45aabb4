"""What staff see first: supply by reason as a chart and as a table, and the last audit."""

from __future__ import annotations

import psycopg
import pytest
from django.test import Client

from tests.wallet import builders
from wallet import auditing, dashboard, tasks

pytestmark = pytest.mark.django_db(transaction=True)


def test_supply_is_what_the_mint_gave_less_what_came_back() -> None:
    builders.a_welcome_member()
    builders.a_member(7)
    sums = dashboard.supply()
    assert sums == {"welcome": 10 * builders.G, "staff": 7}
    first, second = dashboard.bars(sums)
    assert (first.width, second.width) == (dashboard.WIDTH, 1)


def test_supply_goes_on_from_the_last_full_audit(as_owner: psycopg.Connection) -> None:
    builders.a_member(7)
    auditing.run()
    border = auditing.border()
    tasks.checkpoint()
    builders.a_welcome_member()
    auditing.run(since=border)  # an incremental one is no beginning
    builders.a_member(30)
    assert dashboard.supply() == {"welcome": 10 * builders.G, "staff": 37}
    # What the audit has summed up is not read again.
    as_owner.execute("SET session_replication_role = replica")
    as_owner.execute("UPDATE wallet_entry SET amount = amount - 1000 WHERE id <= %s", [border])
    assert dashboard.supply() == {"welcome": 10 * builders.G, "staff": 37}


def test_an_audit_sums_up_to_its_border(monkeypatch: pytest.MonkeyPatch) -> None:
    builders.a_member(7)
    before = auditing.border()
    builders.a_member(30)  # committed between the border and the moment that the audit looks at
    monkeypatch.setattr(auditing, "border", lambda: before)
    auditing.run()
    assert dashboard.supply() == {"staff": 37}


def test_supply_is_counted_anew_where_an_audit_summed_otherwise() -> None:
    builders.a_member(7)
    run = auditing.run()
    for check in run.checks:
        check["figures"] = {"staff": 14} if check["check"] == dashboard.SUPPLY else {}
    run.save()
    assert dashboard.supply() == {"staff": 7}


def test_what_the_full_audit_found_is_seen_until_the_next(as_owner: psycopg.Connection) -> None:
    ann = builders.wallet(builders.a_member(7))
    as_owner.execute("SET session_replication_role = replica")
    as_owner.execute(
        "UPDATE wallet_entry SET balance_after = 9 WHERE account_id = %s AND seq = 1", [ann.pk]
    )
    full = auditing.run()
    builders.a_member(30)
    newer = auditing.run(since=full.border)
    assert (full.ok, newer.ok) == (False, True)
    assert [(audit.run, audit.faulty) for audit in dashboard.audits()] == [
        (full, "chains"),
        (newer, ""),
    ]
    again = auditing.run()
    assert [audit.run for audit in dashboard.audits()] == [again]


def test_the_dashboard_shows_both_in_words(client: Client, as_owner: psycopg.Connection) -> None:
    boss = builders.Member.objects.create_superuser("boss", "boss@example.com", "secret-chips")
    client.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
    assert "No audit has run yet." in client.get("/admin/").content.decode()
    builders.a_member(7_000)
    auditing.run()
    page = client.get("/admin/").content.decode()
    assert "Granted by staff" in page
    assert "7,000" in page
    assert "<rect" in page
    assert "Without faults" in page
    as_owner.execute("SET session_replication_role = replica")
    as_owner.execute("UPDATE wallet_account SET balance = balance + 1 WHERE kind = 'member'")
    auditing.run()
    assert "With faults: " in client.get("/admin/").content.decode()


def test_who_may_not_look_sees_neither(client: Client) -> None:
    clerk = builders.Member.objects.create_user("clerk", nickname="clerk", is_staff=True)
    client.force_login(clerk, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get("/admin/").content.decode()
    assert "Latest audits" not in page
    assert "<rect" not in page
