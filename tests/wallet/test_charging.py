"""What the charging station shows, and the first visit of a day."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from tests.wallet import builders
from tests.wallet.builders import G
from tests.wallet.conftest import SetClock
from wallet import campaigns, charging, conditions, moments, offers, selectors
from wallet.conditions import Condition
from wallet.links import Link
from wallet.models import Campaign

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_new_member_sees_what_can_be_had() -> None:
    station = charging.station(builders.a_welcome_member())
    assert (station.refill.code, station.refill.amount) == (None, G)
    assert (station.rescue.code, station.rescue.amount) == ("enough", G // 2)
    assert (station.attendance.code, station.attendance.amount) == (None, G // 5)
    assert [(got.kind, got.times, got.chips) for got in station.got] == [("welcome", 1, 10 * G)]


def test_what_was_had_today_comes_again_after_midnight(set_clock: SetClock) -> None:
    set_clock("2030-01-10 12:00:00")
    member = builders.a_member()
    offers.visit(member)
    offers.attend(member=member)
    station = charging.station(member)
    for offer in (station.refill, station.attendance):
        assert offer.code == "granted"
        assert offer.next_at is not None
        assert offer.next_at.isoformat() == "2030-01-11T00:00:00+09:00"
    assert sum(got.chips for got in station.got) == selectors.balance(member)


def test_events_tell_how_far_one_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = builders.a_member()
    monkeypatch.setitem(
        conditions._conditions, "won", Condition("hands won", lambda question: [(ann.pk, 13)])
    )
    now = moments.now()
    campaign = campaigns.start(
        campaign=Campaign.objects.create(
            slug="event",
            title="Event",
            condition="won",
            needed=10,
            reward=100,
            cap=3,
            budget=900,
            starts_at=now - timedelta(hours=1),
            ends_at=now + timedelta(hours=1),
        )
    )
    campaigns.pay(campaign)
    (event,) = charging.station(ann).events
    assert (event.met, event.needed, event.given, event.cap) == (3, 10, 1, 3)
    assert [row.link for row in selectors.statement(ann).rows] == [Link("Event")]


def test_the_last_settlements_come_newest_first() -> None:
    ann, bob = builders.a_member(100), builders.a_member(100)
    of_ann, of_bob = builders.a_session(ann, 50), builders.a_session(bob, 50)
    for number in (1, 2, 3):
        builders.commit(
            builders.escrow.settlement(
                key=f"hand:{number}", deltas={of_ann.pk: number, of_bob.pk: -number}, link_id="1"
            )
        )
    assert [row.amount for row in charging.settlements(ann)] == [3, 2, 1]
    assert [row.amount for row in charging.settlements(bob, limit=2)] == [-3, -2]


def test_the_first_request_of_a_day_brings_the_refill(client: Client) -> None:
    member = builders.a_member()
    client.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
    client.get("/healthz")
    client.get("/healthz")
    assert selectors.balance(member) == G


def test_a_guest_has_no_wallet_to_fill(client: Client) -> None:
    client.get("/healthz")
    assert not client.session.session_key or "visited_on" not in client.session
