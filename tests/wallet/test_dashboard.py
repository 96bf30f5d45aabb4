"""What staff see first: supply by reason as a chart and as a table, and the last audit."""

from __future__ import annotations

import psycopg
import pytest
from django.test import Client

from tests.wallet import builders
from wallet import auditing, dashboard

pytestmark = pytest.mark.django_db(transaction=True)


def test_supply_is_what_the_mint_gave_less_what_came_back() -> None:
    builders.a_welcome_member()
    builders.a_member(7)
    sums = dashboard.supply()
    assert sums == {"welcome": 10 * builders.G, "staff": 7}
    first, second = dashboard.bars(sums)
    assert (first.width, second.width) == (dashboard.WIDTH, 1)


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
    assert "Latest audit" not in page
    assert "<rect" not in page
