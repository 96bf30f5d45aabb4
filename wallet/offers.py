"""What a member can have today: daily refill, rescue, attendance; now, later, or not."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any

from django.db import connection, transaction

from accounts.models import Member
from wallet import accounts, moments, selectors
from wallet.errors import WalletError
from wallet.grants import grant
from wallet.models import Account, Grant, Policy, Reason, Visit

RUNG = "rung"  # link kind of an attendance grant: which rung of the ladder


@dataclass(frozen=True, slots=True)
class Offer:
    """One kind of free chips as it stands for a member.

    `code` is None if it can be had now, else why not (a code of `wallet.errors`, with `data`);
    `next_at` is when it can be had again, None if nobody can say. `given` and `limit`: today.
    """

    kind: str
    amount: int
    code: str | None = None
    next_at: datetime | None = None
    given: int = 0
    limit: int = 1
    data: dict[str, Any] = field(default_factory=dict)


def _policy(slug: str) -> Policy | None:
    return Policy.objects.filter(slug=slug, active=True).first()


def _days(now: datetime) -> tuple[date, datetime]:
    """The member's day of a moment, and the midnight that ends it."""
    today = moments.day_of(now)
    return today, moments.midnight(today + moments.DAY)


def _lock(account_id: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT wallet_lock(%s::bigint[])", [[account_id]])


# -- daily refill ------------------------------------------------------------------------------


def refill_offer(member: Member, now: datetime) -> Offer:
    """Today's refill. It comes by itself, so nobody asks for it: `granted`, or about to come."""
    policy = _policy(Policy.Kind.REFILL)
    if policy is None:
        return Offer(Policy.Kind.REFILL, 0, "off")
    today, tomorrow = _days(now)
    got = Grant.objects.filter(policy=policy, period=today.isoformat(), member_id=member.pk).first()
    if got:
        return Offer(Policy.Kind.REFILL, got.amount, "granted", tomorrow, 1)
    return Offer(Policy.Kind.REFILL, policy.amount)


def visit(member: Member) -> int:
    """Note that the member is here today, and give today's refill if it has not come yet.

    Gives the chips that came. The second call of a day reads one row. Locks the member's wallet.
    """
    if member.kind == Member.Kind.BOT:
        return 0
    today = moments.day_of(moments.now())
    if Visit.objects.filter(member_id=member.pk, seen_on__gte=today).exists():
        return 0
    with transaction.atomic():
        Visit.objects.update_or_create(member_id=member.pk, defaults={"seen_on": today})
        return refill_range(member.pk, member.pk, today, today)[1]


def refill_range(first: int, last: int, day: date, seen_since: date) -> tuple[int, int]:
    """Today's refill for the members `first` to `last`; gives how many got it, and the chips.

    One statement: locks the due wallets by id, posts one transfer, once a transaction.
    """
    policy = _policy(Policy.Kind.REFILL)
    if policy is None:
        return 0, 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT members, chips FROM wallet_refill(%s, %s, %s, %s, %s)",
            [policy.pk, day.isoformat(), first, last, seen_since],
        )
        row: tuple[int, int] = cursor.fetchone()
    return row


# -- rescue ------------------------------------------------------------------------------------


def rescue_offer(member: Member, now: datetime) -> Offer:
    """The all-in rescue: for who has less than the threshold, so many times a day, with pauses."""
    policy = _policy(Policy.Kind.RESCUE)
    if policy is None:
        return Offer(Policy.Kind.RESCUE, 0, "off")
    today, tomorrow = _days(now)
    periods = [
        f"{day.isoformat()}/{n}"
        for day in (today - moments.DAY, today)
        for n in range(1, policy.per_day + 1)
    ]
    had = Grant.objects.filter(policy=policy, period__in=periods, member_id=member.pk)
    times = sorted(
        (grant.period, grant.transfer.created_at) for grant in had.select_related("transfer")
    )
    given = sum(period.startswith(today.isoformat()) for period, _ in times)
    offer = Offer(Policy.Kind.RESCUE, policy.amount, given=given, limit=policy.per_day)
    if given >= policy.per_day:
        return replace(offer, code="used_up", next_at=tomorrow)
    held = selectors.total(member)
    if held >= policy.threshold:
        data = {"held": held, "threshold": policy.threshold}
        return replace(offer, code="enough", data=data)
    if times:
        ready = times[-1][1] + timedelta(seconds=policy.cooldown_s)
        if now < ready:
            return replace(offer, code="cooling", next_at=ready)
    return offer


@transaction.atomic
def rescue(*, member: Member, turn: int | None = None) -> int:
    """Give the rescue chips; gives how many.

    `turn` is the number of the rescue that the member saw offered, the first of a day being 1: a
    button that is pressed twice pays once, and the second press raises `granted`.
    Locks the member's wallet, then looks: chips at tables count, also those in a running hand.
    Raises WalletError with the code of the offer: `enough`, `used_up`, `cooling`, `off`.
    """
    account = accounts.of_member(member.pk)
    _lock(account.pk)
    now = moments.now()
    offer = rescue_offer(member, now)
    if turn is not None and turn <= offer.given:
        raise WalletError("granted", turn=turn)
    offer = _having(offer)
    period = f"{moments.day_of(now).isoformat()}/{offer.given + 1}"
    policy = Policy.objects.get(slug=Policy.Kind.RESCUE)
    return _give(policy, period, Reason.RESCUE, account, offer.amount)


def is_broke(member: Member, in_wallet: int) -> bool:
    """Whether the member, who has `in_wallet` there, has less than the rescue's threshold in all.

    Asked on every page: one query for whoever has enough in the wallet.
    """
    policy = _policy(Policy.Kind.RESCUE)
    if policy is None or in_wallet >= policy.threshold:
        return False
    return selectors.total(member) < policy.threshold


# -- attendance --------------------------------------------------------------------------------


def attendance_offer(member: Member, now: datetime) -> Offer:
    """Today's rung of the attendance ladder; a missed day starts it again. `data`: rung, ladder."""
    policy = _policy(Policy.Kind.ATTENDANCE)
    if policy is None or not policy.ladder:
        return Offer(Policy.Kind.ATTENDANCE, 0, "off")
    today, tomorrow = _days(now)
    days = {today.isoformat(): "today", (today - moments.DAY).isoformat(): "yesterday"}
    stamps = Grant.objects.filter(policy=policy, period__in=days, member_id=member.pk)
    rungs = {
        days[stamp.period]: int(stamp.transfer.link_id or 1)
        for stamp in stamps.select_related("transfer")
    }
    if "today" in rungs:
        rung = rungs["today"]
        data = {"rung": rung, "ladder": policy.ladder}
        amount = policy.ladder[min(rung, len(policy.ladder)) - 1]
        return Offer(Policy.Kind.ATTENDANCE, amount, "granted", tomorrow, 1, data=data)
    rung = rungs.get("yesterday", 0) % len(policy.ladder) + 1
    data = {"rung": rung, "ladder": policy.ladder}
    return Offer(Policy.Kind.ATTENDANCE, policy.ladder[rung - 1], data=data)


@transaction.atomic
def attend(*, member: Member) -> int:
    """Put today's stamp and give its chips; gives how many.

    Locks the member's wallet. Raises WalletError: `granted` (today's stamp is there), `off`.
    """
    account = accounts.of_member(member.pk)
    _lock(account.pk)
    now = moments.now()
    offer = _having(attendance_offer(member, now))
    policy = Policy.objects.get(slug=Policy.Kind.ATTENDANCE)
    period = moments.day_of(now).isoformat()
    return _give(policy, period, Reason.ATTENDANCE, account, offer.amount, offer.data["rung"])


def _having(offer: Offer) -> Offer:
    if offer.code is not None:
        raise WalletError(offer.code, next_at=offer.next_at, **offer.data)
    return offer


def _give(
    policy: Policy, period: str, reason: Reason, account: Account, amount: int, rung: int = 0
) -> int:
    paid = grant(
        policy=policy,
        period=period,
        reason=reason,
        amounts={account.pk: amount},
        link_kind=RUNG if rung else "",
        link_id=str(rung) if rung else "",
    )
    return sum(paid.values())
