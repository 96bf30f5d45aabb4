"""Events pay what a condition counted, out of a budget of real chips, each reward once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

import pytest

from tests.wallet import builders
from tests.wallet.builders import at_once, refused
from tests.wallet.conftest import SetClock
from wallet import accounts, auditing, campaigns, conditions, moments, selectors, tasks
from wallet.conditions import Condition, Question
from wallet.models import Account, Campaign, Grant

pytestmark = pytest.mark.django_db(transaction=True)

COUNTS: dict[int, int] = {}
ASKED: list[Question] = []


def counted(question: Question) -> Iterable[tuple[int, int]]:
    ASKED.append(question)
    return [(pk, n) for pk, n in COUNTS.items() if question.first <= pk <= question.last]


@pytest.fixture(autouse=True)
def _a_condition(monkeypatch: pytest.MonkeyPatch) -> None:
    COUNTS.clear()
    ASKED.clear()
    monkeypatch.setitem(conditions._conditions, "won", Condition("hands won", counted))


def a_campaign(**values: object) -> Campaign:
    now = moments.now()
    given = {
        "slug": "event",
        "title": "Event",
        "condition": "won",
        "needed": 10,
        "reward": 100,
        "cap": 2,
        "budget": 1000,
        "starts_at": now - timedelta(days=1),
        "ends_at": now + timedelta(days=1),
    }
    return Campaign.objects.create(**given | values)


def test_the_budget_is_chips_and_what_is_left_goes_back() -> None:
    ann = builders.a_member()
    campaign = campaigns.start(campaign=a_campaign())
    account = Account.objects.get(pk=campaign.account_id)
    assert account.balance == 1000
    COUNTS[ann.pk] = 10
    assert campaigns.pay(campaign) == 1
    campaigns.finish(campaign=campaign)
    campaigns.finish(campaign=campaign)
    account.refresh_from_db()
    assert (account.balance, account.status) == (0, "closed")
    assert selectors.house_balance(accounts.MINT) == -100
    assert selectors.balance(ann) == 100
    assert auditing.run().ok


def test_every_reward_once_and_never_above_the_cap() -> None:
    ann, bob = builders.a_member(), builders.a_member()
    campaign = campaigns.start(campaign=a_campaign())
    COUNTS.update({ann.pk: 9, bob.pk: 19})
    assert campaigns.pay(campaign) == 1
    assert campaigns.pay(campaign) == 0
    COUNTS.update({ann.pk: 10, bob.pk: 55})
    assert campaigns.pay(campaign) == 2
    assert (selectors.balance(ann), selectors.balance(bob)) == (100, 200)
    assert campaigns.progress(campaign, bob.pk) == (55, 2)


def test_the_budget_is_the_end_of_it() -> None:
    members = [builders.a_member() for _ in range(3)]
    campaign = campaigns.start(campaign=a_campaign(budget=250))
    COUNTS.update({member.pk: 10 for member in members})
    assert campaigns.pay(campaign) == 2
    assert campaigns.pay(campaign) == 0
    assert [selectors.balance(member) for member in members] == [100, 100, 0]


def test_a_dry_run_says_whom_it_would_pay_and_moves_nothing() -> None:
    ann, bob = builders.a_member(), builders.a_member()
    COUNTS.update({ann.pk: 25, bob.pk: 3})
    plan = campaigns.plan(a_campaign())
    assert [(due.member_id, due.turn) for due in plan.dues] == [(ann.pk, 1), (ann.pk, 2)]
    assert (plan.cost, plan.left) == (200, 1000)
    assert plan.paid == plan.dues
    assert not Grant.objects.exists()
    assert not builders.Transfer.objects.exists()


def test_a_dry_run_names_just_those_whom_the_budget_will_pay() -> None:
    members = [builders.a_member() for _ in range(3)]
    COUNTS.update({member.pk: 20 for member in members})
    campaign = campaigns.start(campaign=a_campaign(budget=450))
    plan = campaigns.plan(campaign)
    assert (len(plan.dues), plan.cost, plan.left) == (6, 600, 450)
    # Everybody's first reward comes before anybody's second.
    assert [due.turn for due in plan.paid] == [1, 1, 1, 2]
    assert campaigns.pay(campaign) == len(plan.paid)
    paid = Grant.objects.order_by("pk").values_list("member_id", "period")
    assert list(paid) == [(due.member_id, f"turn {due.turn}") for due in plan.paid]
    assert campaigns.plan(campaign).paid == ()


def test_bots_get_nothing() -> None:
    campaign = campaigns.start(campaign=a_campaign())
    builders.a_member()
    COUNTS[builders.a_bot().pk] = 100
    builders.a_member()
    assert campaigns.pay(campaign) == 0


def test_the_condition_is_asked_within_the_dates_and_with_the_details() -> None:
    builders.a_member()
    campaign = campaigns.start(campaign=a_campaign(params={"rank": "quads"}, min_humans=3))
    campaigns.pay(campaign)
    (question,) = ASKED
    assert question.since == campaign.starts_at
    assert campaign.starts_at < question.until <= campaign.ends_at
    assert (question.min_humans, question.params) == (3, {"rank": "quads"})


def test_before_it_starts_nothing_is_due() -> None:
    ann = builders.a_member()
    COUNTS[ann.pk] = 100
    later = moments.now() + timedelta(hours=1)
    campaign = campaigns.start(campaign=a_campaign(starts_at=later))
    assert campaigns.pay(campaign) == 0


def test_many_payments_at_once_pay_once() -> None:
    members = [builders.a_member() for _ in range(5)]
    campaign = campaigns.start(campaign=a_campaign(budget=5000))
    COUNTS.update({member.pk: 20 for member in members})
    at_once(*[lambda: campaigns.pay(campaign) and None] * 6)
    assert [selectors.balance(member) for member in members] == [200] * 5


def test_the_task_pays_the_last_rewards_and_ends_what_is_over(set_clock: SetClock) -> None:
    ann = builders.a_member()
    set_clock("2030-01-10 12:00:00")
    campaign = campaigns.start(campaign=a_campaign())
    COUNTS[ann.pk] = 10
    set_clock("2030-01-11 12:00:10")
    tasks.pay_campaigns()
    campaign.refresh_from_db()
    assert campaign.status == Campaign.Status.RUNNING  # a last hand may just be settling
    set_clock("2030-01-11 12:01:10")
    tasks.pay_campaigns()
    campaign.refresh_from_db()
    assert campaign.status == Campaign.Status.ENDED
    assert selectors.balance(ann) == 100


def test_a_campaign_starts_once_and_needs_its_condition() -> None:
    campaign = campaigns.start(campaign=a_campaign())
    with refused("not_draft"):
        campaigns.start(campaign=campaign)
    with refused("no_condition"):
        campaigns.start(campaign=a_campaign(slug="other", condition="nothing"))
