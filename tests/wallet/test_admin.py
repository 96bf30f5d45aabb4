"""The ledger in the admin: read everything, change nothing but by the services."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.wallet import builders
from wallet import auditing, conditions, moments
from wallet.conditions import Condition
from wallet.models import Account, Campaign, Grant, Policy, StaffAct, Transfer

pytestmark = pytest.mark.django_db(transaction=True)

MODELS = ["account", "transfer", "grant", "policy", "campaign", "auditrun", "batch", "staffact"]


@pytest.fixture
def staff(client: Client) -> Client:
    member = builders.Member.objects.create_superuser("boss", "boss@example.com", "secret-chips")
    client.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.parametrize("model", MODELS)
def test_every_list_opens(staff: Client, model: str) -> None:
    builders.a_session(builders.a_welcome_member(), 10)
    auditing.run()
    assert staff.get(reverse(f"admin:wallet_{model}_changelist")).status_code == 200


@pytest.mark.parametrize("model", [Account, Transfer, Grant])
def test_every_level_is_read_only(staff: Client, model: type[Account]) -> None:
    builders.a_welcome_member()
    row = model.objects.latest("pk")
    name = f"admin:wallet_{model._meta.model_name}"
    page = reverse(f"{name}_change", args=[row.pk])
    assert staff.get(page).status_code == 200
    assert staff.post(page, {"reason": "staff"}).status_code == 403
    assert staff.get(reverse(f"{name}_add")).status_code == 403
    assert staff.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403


def test_amounts_are_edited_in_the_policies(staff: Client) -> None:
    policy = Policy.objects.get(slug="refill")
    page = reverse("admin:wallet_policy_change", args=[policy.pk])
    staff.post(
        page,
        {
            "active": "on", "amount": 77, "threshold": 0, "per_day": 1, "cooldown_s": 0,
            "seen_days": 7, "ladder": "", "change_reason": "spring",
        },
    )  # fmt: skip
    policy.refresh_from_db()
    assert policy.amount == 77
    act = StaffAct.objects.get()
    assert (act.act, act.object_text, act.reason) == ("change", "refill", "spring")
    assert act.change == {"amount": [1_000_000, 77]}


def test_a_campaign_is_tried_and_started(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = builders.a_member()
    monkeypatch.setitem(
        conditions._conditions, "won", Condition("hands won", lambda question: [(ann.pk, 9)])
    )
    now = moments.now()
    campaign = Campaign.objects.create(
        slug="event",
        title="Event",
        condition="won",
        reward=100,
        budget=900,
        starts_at=now - timedelta(hours=1),
        ends_at=now + timedelta(hours=1),
    )
    changelist = reverse("admin:wallet_campaign_changelist")
    chosen = {"_selected_action": [campaign.pk]}
    page = staff.post(changelist, {"action": "dry_run", **chosen}, follow=True)
    assert "Event: 1 reward, 100 of 900 chips" in page.content.decode()
    staff.post(changelist, {"action": "start", "post": "yes", "reason": "spring", **chosen})
    campaign.refresh_from_db()
    assert campaign.status == Campaign.Status.RUNNING
