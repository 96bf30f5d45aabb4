"""Events: a condition, a reward, and a budget of real chips in an account of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection, transaction
from django.db.models import Max, Min, QuerySet

from wallet import accounts, conditions, moments
from wallet.conditions import Condition, Question, Rule
from wallet.errors import WalletError
from wallet.grants import grant
from wallet.models import Account, Campaign, Grant, Policy, Reason
from wallet.posting import Draft, Leg, post

RANGE = 1000  # members a transaction
SETTLES = timedelta(minutes=1)  # until what happened before the end is surely written down
LINK = "campaign"


@dataclass(frozen=True, slots=True)
class Due:
    """A reward that a member has earned and not had: the `turn`-th of the campaign."""

    member_id: int
    account_id: int
    turn: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What paying now would do: who has earned what, in the order in which it is paid.

    `paid` are those that the chips `left` in the budget are enough for.
    """

    dues: tuple[Due, ...]
    paid: tuple[Due, ...]
    cost: int
    left: int


def rule(campaign: Campaign) -> Rule:
    """What the campaign asks for."""
    return Rule(campaign.needed, campaign.min_humans, campaign.params)


def in_words(campaign: Campaign) -> str:
    """The rule as members read it, in the language of the moment. Raises `no_condition`."""
    return _condition(campaign).told(rule(campaign))


def _condition(campaign: Campaign) -> Condition:
    condition = conditions.get(campaign.condition)
    if condition is None:
        raise WalletError("no_condition", condition=campaign.condition)
    return condition


def _problems(campaign: Campaign) -> bool:
    condition = _condition(campaign)
    missing = any(
        detail.field().required and not campaign.params.get(detail.name)
        for detail in condition.details
    )
    return missing or bool(condition.problems(rule(campaign)))


def start(*, campaign: Campaign, actor_id: int | None = None) -> Campaign:
    """Open the campaign's account, put its budget in from the mint, and let it run.

    Locks the campaign's row, then posts. Raises WalletError: `no_condition`, `wrong_rule` (its
    condition does not take these details), `not_draft`.
    """
    (row,) = start_together(campaigns=[campaign], actor_id=actor_id)
    return row


@transaction.atomic
def start_together(*, campaigns: Iterable[Campaign], actor_id: int | None = None) -> list[Campaign]:
    """Start several campaigns with one posting: all of them or none. Otherwise as `start`."""
    rows, drafts = [], []
    for campaign in campaigns:
        row, legs = _opened(campaign)
        rows.append(row)
        drafts.append(_draft(row, "campaign_fund", Reason.CAMPAIGN_FUND, legs, actor_id))
    if drafts:
        post(drafts)
    return rows


def _opened(campaign: Campaign) -> tuple[Campaign, tuple[Leg, ...]]:
    """The running campaign with its account, and the legs that put its budget in."""
    row = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if _problems(row):
        raise WalletError("wrong_rule", campaign=row.pk)
    if row.status != Campaign.Status.DRAFT:
        raise WalletError("not_draft", campaign=row.pk)
    account_id = accounts.open_campaign(row.slug)
    row.policy = Policy.objects.create(
        slug=f"event-{row.slug}", kind=Policy.Kind.CAMPAIGN, amount=row.reward
    )
    row.account_id = account_id
    row.status = Campaign.Status.RUNNING
    row.save(update_fields=["policy", "account", "status"])
    return row, (Leg(accounts.MINT, -row.budget), Leg(account_id, row.budget))


@transaction.atomic
def finish(*, campaign: Campaign, actor_id: int | None = None) -> Campaign:
    """End the campaign: what is left of the budget goes back, the account closes.

    Locks the campaign's row and its account. Ending it twice changes nothing.
    """
    row = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if row.status != Campaign.Status.RUNNING or row.account_id is None:
        return row
    _lock([row.account_id])
    rest = left(row)
    legs = (Leg(row.account_id, -rest), Leg(accounts.MINT, rest)) if rest else ()
    closes = (row.account_id,)
    post([_draft(row, "campaign_return", Reason.CAMPAIGN_RETURN, legs, actor_id, closes)])
    row.status = Campaign.Status.ENDED
    row.save(update_fields=["status"])
    return row


def plan(campaign: Campaign) -> Plan:
    """Whom paying would pay now; nothing moves. Works for a draft too, as if it were running."""
    dues = tuple(
        due
        for first, last in _ranges()
        for _turn, together in _by_turn(campaign, first, last)
        for due in together
    )
    chips = left(campaign)
    return Plan(dues, dues[: chips // campaign.reward], len(dues) * campaign.reward, chips)


def pay(campaign: Campaign) -> int:
    """Pay what has been earned, as far as the budget goes; gives how many rewards.

    A transaction for each range of members and each turn; run again it pays what is missing.
    """
    if campaign.status != Campaign.Status.RUNNING:
        return 0
    return sum(
        _pay_turn(campaign, turn, dues)
        for first, last in _ranges()
        for turn, dues in _by_turn(campaign, first, last)
    )


def _by_turn(campaign: Campaign, first: int, last: int) -> Iterator[tuple[int, list[Due]]]:
    """What is due to a range of members: everybody's first reward, then the second, and so on."""
    dues = list(_due(campaign, first, last))
    for turn in sorted({due.turn for due in dues}):
        yield turn, [due for due in dues if due.turn == turn]


@transaction.atomic
def _pay_turn(campaign: Campaign, turn: int, dues: list[Due]) -> int:
    if campaign.account_id is None or campaign.policy is None:
        return 0
    _lock([campaign.account_id, *(due.account_id for due in dues)])
    account = Account.objects.get(pk=campaign.account_id)
    rewards = (account.balance or 0) // campaign.reward
    if account.status == Account.Status.CLOSED or not rewards:
        return 0
    granted = grant(
        policy=campaign.policy,
        period=f"turn {turn}",
        reason=Reason.CAMPAIGN,
        amounts={due.account_id: campaign.reward for due in dues[:rewards]},
        source=account.pk,
        link_kind=LINK,
        link_id=str(campaign.pk),
    )
    return len(granted)


def left(campaign: Campaign) -> int:
    """The chips that the campaign can still give; a draft's are those that it will begin with."""
    if campaign.account_id is None:
        return campaign.budget
    return Account.objects.get(pk=campaign.account_id).balance or 0


def paid(campaign: Campaign) -> int:
    """How many rewards the campaign has given."""
    return _grants(campaign).count()


def progress(campaign: Campaign, member_id: int) -> tuple[int, int]:
    """How often the member met the condition so far, and how many rewards came of it."""
    met = sum(count for _, count in _counts(campaign, member_id, member_id))
    return met, _grants(campaign).filter(member_id=member_id).count()


def _grants(campaign: Campaign) -> QuerySet[Grant]:
    """What the campaign has given so far; a draft has given nothing."""
    if campaign.policy is None:
        return Grant.objects.none()
    return Grant.objects.filter(policy=campaign.policy)


def _counts(campaign: Campaign, first: int, last: int) -> Iterator[tuple[int, int]]:
    until = min(campaign.ends_at, moments.now())
    if until <= campaign.starts_at:
        return
    question = Question(
        campaign.starts_at, until, first, last, campaign.min_humans, campaign.params
    )
    yield from _condition(campaign).query(question)


def _due(campaign: Campaign, first: int, last: int) -> Iterator[Due]:
    """What the members of a range have earned and not had, by member and turn."""
    turns = {
        member_id: min(count // campaign.needed, campaign.cap)
        for member_id, count in _counts(campaign, first, last)
        if count >= campaign.needed
    }
    wallets = dict(
        Account.objects.filter(
            kind=Account.Kind.MEMBER, member_id__in=turns, member__kind="human"
        ).values_list("member_id", "pk")
    )
    had = _grants(campaign).filter(member_id__in=turns)
    known = set(had.values_list("member_id", "period"))
    for member_id, earned in sorted(turns.items()):
        for turn in range(1, earned + 1):
            if member_id in wallets and (member_id, f"turn {turn}") not in known:
                yield Due(member_id, wallets[member_id], turn)


def _ranges() -> Iterator[tuple[int, int]]:
    members = Account.objects.filter(kind=Account.Kind.MEMBER)
    ends = members.aggregate(first=Min("member_id"), last=Max("member_id"))
    if ends["first"] is not None:
        for first in range(ends["first"], ends["last"] + 1, RANGE):
            yield first, min(first + RANGE - 1, ends["last"])


def _draft(
    campaign: Campaign,
    what: str,
    reason: Reason,
    legs: tuple[Leg, ...],
    actor_id: int | None,
    closes: tuple[int, ...] = (),
) -> Draft:
    return Draft(
        f"{what}:{campaign.pk}",
        reason,
        legs,
        actor_id=actor_id,
        link_kind=LINK,
        link_id=str(campaign.pk),
        closes=closes,
    )


def _lock(ids: list[int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT wallet_lock(%s::bigint[])", [ids])
