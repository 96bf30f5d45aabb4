"""The ledger in the admin: read everything, change nothing but by the services."""

from __future__ import annotations

from datetime import timedelta

import psycopg
import pytest
from django.test import Client
from django.urls import reverse
from django_celery_beat.models import PeriodicTask

from tests.wallet import builders
from wallet import accounts, auditing, campaigns, conditions, corrections, explorer, moments
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


def test_the_ledger_is_walked_from_an_account_to_what_its_chips_were_for(staff: Client) -> None:
    ann = builders.a_member()
    wallet = builders.wallet(ann)
    for chips in range(1, explorer.PAGE + 2):
        builders.mint(wallet.pk, chips)
    page = reverse("admin:wallet_account_change", args=[wallet.pk])
    newest = staff.get(page)
    lines = newest.context["sheet"].lines
    assert [line.entry.amount for line in lines] == list(range(explorer.PAGE + 1, 1, -1))
    assert newest.context["sheet"].older == "?before=2"
    (oldest,) = staff.get(page + "?before=2").context["sheet"].lines
    assert (oldest.entry.amount, oldest.reason) == (1, "Granted by staff")
    transfer = staff.get(oldest.page).content.decode()
    assert page in transfer  # the entries lead back to their accounts
    assert "Mint: where chips come from" in transfer
    mint = reverse("admin:wallet_account_change", args=[accounts.MINT])
    assert staff.get(mint).context["sheet"].lines[0].entry.amount == -explorer.PAGE - 1
    assert staff.get(page + "?before=x").status_code == 200
    assert staff.get(page + f"?before={10**30}").status_code == 200


def test_a_correction_and_what_it_corrects_lead_to_each_other(staff: Client) -> None:
    ann = builders.a_member()
    given = builders.mint(builders.wallet(ann).pk, 5)
    undone = corrections.reverse(transfer_id=given, actor_id=None).id
    assert undone is not None
    assert (
        explorer.transfer_page(undone) in staff.get(explorer.transfer_page(given)).content.decode()
    )
    assert (
        explorer.transfer_page(given) in staff.get(explorer.transfer_page(undone)).content.decode()
    )


def test_an_audit_is_read_check_by_check(staff: Client, as_owner: psycopg.Connection) -> None:
    ann = builders.wallet(builders.a_member(7))
    as_owner.execute("SET session_replication_role = replica")
    as_owner.execute("UPDATE wallet_account SET balance = 9 WHERE id = %s", [ann.pk])
    run = auditing.run()
    page = staff.get(reverse("admin:wallet_auditrun_change", args=[run.pk])).content.decode()
    assert f"account {ann.pk}" in page
    assert "expected 7, found 9" in page


def test_schedules_are_read_in_words(staff: Client) -> None:
    task = PeriodicTask.objects.get(name="Full audit")
    listed = staff.get(reverse("admin:django_celery_beat_periodictask_changelist"))
    assert "At 04:40 (Asia/Seoul)" in listed.content.decode()
    page = reverse("admin:django_celery_beat_periodictask_change", args=[task.pk])
    shown = staff.get(page).content.decode()
    assert "<script>" not in shown  # the policy of the pages forbids inline scripts
    given = {
        "name": task.name, "task": task.task, "regtask": "", "description": "",
        "crontab": task.crontab_id, "interval": "", "start_time_0": "", "start_time_1": "",
        "args": "[]", "kwargs": task.kwargs,
    }  # fmt: skip
    assert staff.post(page, given).status_code == 302
    task.refresh_from_db()
    assert (task.enabled, task.task) == (False, "wallet.audit")


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


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("amount", -1), ("amount", 10**12 + 1), ("amount", 2**63), ("amount", "1.5"),
        ("amount", "many"), ("floor", 2**63 - 1), ("threshold", -1), ("per_day", 101),
        ("seen_days", 1000), ("cooldown_s", 2**31), ("ladder", "100,-5"), ("ladder", "0"),
        ("ladder", "1,,2"), ("ladder", str(2**63 - 1)), ("change_reason", " "),
    ],
)  # fmt: skip
def test_a_policy_refuses_what_the_ledger_cannot_give(
    staff: Client, field: str, value: object
) -> None:
    policy = Policy.objects.get(slug="refill")
    given = {
        "active": "on", "amount": 77, "threshold": 0, "per_day": 1, "cooldown_s": 0,
        "seen_days": 7, "ladder": "", "change_reason": "spring",
    }  # fmt: skip
    page = staff.post(
        reverse("admin:wallet_policy_change", args=[policy.pk]), given | {field: value}
    )
    assert page.context["adminform"].form.errors.keys() == {field}
    policy.refresh_from_db()
    assert policy.amount == builders.G


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("reward", 0), ("reward", -1), ("budget", 10**15 + 1), ("budget", 2**63), ("cap", 0),
        ("needed", "1.5"), ("min_humans", -1), ("starts_at", "0001-01-01"), ("games", "chess"),
        ("starts_at", "tomorrow"), ("ends_at", "9999-12-31"), ("condition", "nothing"),
        ("slug", "열 판"),
    ],
)  # fmt: skip
def test_a_campaign_refuses_what_cannot_be(staff: Client, field: str, value: object) -> None:
    given = {
        "slug": "ten", "title": "Ten", "condition": "tables.played", "needed": 1,
        "min_humans": 1, "reward": 10, "cap": 1, "budget": 100, "starts_at_0": "2026-12-01",
        "starts_at_1": "00:00", "ends_at_0": "2026-12-02", "ends_at_1": "00:00",
        "change_reason": "spring",
    }  # fmt: skip
    name = f"{field}_0" if field.endswith("_at") else field
    page = staff.post(reverse("admin:wallet_campaign_add"), given | {name: value})
    assert field in page.context["adminform"].form.errors
    assert not Campaign.objects.exists()


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
    dry = page.content.decode()
    assert "Event: 1 reward, 100 of 900 chips" in dry
    assert ann.nickname in dry
    assert not Grant.objects.exists()
    staff.post(changelist, {"action": "start", "post": "yes", "reason": "spring", **chosen})
    campaign.refresh_from_db()
    assert campaign.status == Campaign.Status.RUNNING


def a_form(**values: object) -> dict[str, object]:
    """What the form of a campaign sends."""
    return {
        "slug": "flushes", "title": "Flushes", "title_ko": "플러시", "condition": "tables.rank",
        "needed": 2, "min_humans": 1, "rank": "flush", "reward": 100, "cap": 1, "budget": 1000,
        "starts_at_0": "2030-01-10", "starts_at_1": "00:00", "ends_at_0": "2030-01-11",
        "ends_at_1": "00:00", "change_reason": "spring",
    } | values  # fmt: skip


def test_a_campaign_is_written_in_fields_and_previewed_in_words(staff: Client) -> None:
    add = reverse("admin:wallet_campaign_add")
    page = staff.get(add).content.decode()
    assert "params" not in page
    # A detail that the condition does not know is left out.
    staff.post(add, a_form(pot=500, games=["nlhe", "kr7"]))
    campaign = Campaign.objects.get()
    assert campaign.params == {"rank": "flush", "games": ["nlhe", "kr7"]}
    change = reverse("admin:wallet_campaign_change", args=[campaign.pk])
    page = staff.get(change).content.decode()
    assert "Show this hand or a better one at 2 showdowns, even if it loses: Flush." in page
    assert "플러시" in page
    assert 'value="flush" selected' in page
    act = StaffAct.objects.get()
    assert (act.act, act.reason, act.change["params"][1]["rank"]) == ("add", "spring", "flush")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"rank": ""}, "This condition needs it."),
        ({"condition": "tables.pot"}, "This condition needs it."),
        ({"condition": "tables.pot", "pot": 0}, "greater than or equal to 1"),
        ({"condition": "nothing"}, "Select a valid choice."),
        ({"games": ["whist"]}, "Select a valid choice."),
        ({"games": ["razz"]}, "Nobody shows a high hand at these games."),
        ({"budget": 99}, "The budget must pay for one reward at least."),
        ({"ends_at_0": "2030-01-09"}, "A campaign ends after it starts."),
        ({"change_reason": ""}, "This field is required."),
    ],
)
def test_a_campaign_that_cannot_be_is_refused_in_words(
    staff: Client, values: dict[str, object], said: str
) -> None:
    page = staff.post(reverse("admin:wallet_campaign_add"), a_form(**values)).content.decode()
    assert said in page
    assert not Campaign.objects.exists()


def test_a_running_campaign_is_read_and_shows_how_far_it_is(staff: Client) -> None:
    staff.post(reverse("admin:wallet_campaign_add"), a_form())
    campaign = campaigns.start(campaign=Campaign.objects.get())
    change = reverse("admin:wallet_campaign_change", args=[campaign.pk])
    page = staff.get(change).content.decode()
    assert "0 rewards, 1,000 of 1,000 chips left" in page
    assert 'name="rank"' not in page
    assert staff.post(change, a_form(reward=999)).status_code == 403


def test_a_campaign_with_a_broken_rule_does_not_start(staff: Client) -> None:
    staff.post(reverse("admin:wallet_campaign_add"), a_form())
    Campaign.objects.update(params={})
    with builders.refused("wrong_rule"):
        campaigns.start(campaign=Campaign.objects.get())
