"""The charging station: what a member can have now, what comes when, what came so far."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Sum
from django.utils.translation import gettext as _

from accounts.models import Member
from wallet import campaigns, conditions, moments, offers
from wallet.links import Link, resolve
from wallet.models import Account, Campaign, Entry, Grant, Policy, Transfer
from wallet.offers import Offer
from wallet.selectors import Row, reason_label, rows

SETTLEMENTS = 10
GIFTS = 10


@dataclass(frozen=True, slots=True)
class Event:
    """A running campaign and how far the member has come: `met` of `needed` for the next reward."""

    title: str
    description: str
    condition: str
    reward: int
    needed: int
    met: int
    given: int
    cap: int
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class Got:
    """Everything that a member got by one kind of policy."""

    kind: str
    label: str
    times: int
    chips: int


@dataclass(frozen=True, slots=True)
class Gift:
    """One grant of free chips; `corrected`: it was taken back as a mistake."""

    grant_id: int
    label: str
    detail: str
    amount: int
    time: datetime
    corrected: bool


@dataclass(frozen=True, slots=True)
class Gifts:
    """A page of grants, newest first; `before=older` gives the next, None: there is none."""

    rows: tuple[Gift, ...]
    older: int | None


@dataclass(frozen=True, slots=True)
class Station:
    """All that the page shows; `now` is the moment that it speaks of."""

    now: datetime
    refill: Offer
    rescue: Offer
    attendance: Offer
    events: tuple[Event, ...]
    got: tuple[Got, ...]


def station(member: Member) -> Station:
    """What stands at the charging station for a member now."""
    now = moments.now()
    return Station(
        now,
        offers.refill_offer(member, now),
        offers.rescue_offer(member, now),
        offers.attendance_offer(member, now),
        tuple(_events(member, now)),
        got(member),
    )


def got(member: Member) -> tuple[Got, ...]:
    """Everything that the member was granted so far, by kind."""
    sums = (
        Grant.objects.filter(member_id=member.pk)
        .values("policy__kind")
        .annotate(times=Count("pk"), chips=Sum("amount"))
        .order_by("policy__kind")
    )
    return tuple(
        Got(row["policy__kind"], str(Policy.Kind(row["policy__kind"]).label), row["times"],
            row["chips"])
        for row in sums
    )  # fmt: skip


def gifts(member: Member, *, before: int | None = None, limit: int = GIFTS) -> Gifts:
    """A page of what the member was granted, paged by the grant's number."""
    grants = Grant.objects.filter(member_id=member.pk).select_related("transfer").order_by("-pk")
    if before is not None:
        grants = grants.filter(pk__lt=before)
    found = list(grants[: limit + 1])
    more, found = len(found) > limit, found[:limit]
    links = resolve((grant.transfer.link_kind, grant.transfer.link_id) for grant in found)
    taken_back: set[int] = set(
        Transfer.objects.filter(reverses_grant__in=[grant.pk for grant in found]).values_list(
            "reverses_grant", flat=True
        )
    )
    rows = tuple(_gift(grant, links, taken_back) for grant in found)
    return Gifts(rows, found[-1].pk if more else None)


def _gift(grant: Grant, links: dict[tuple[str, str], Link], taken_back: set[int]) -> Gift:
    transfer = grant.transfer
    link = links.get((transfer.link_kind, transfer.link_id))
    label, detail = reason_label(transfer.reason), link.label if link else ""
    corrected = grant.pk in taken_back
    return Gift(grant.pk, label, detail, grant.amount, transfer.created_at, corrected)


def settlements(member: Member, limit: int = SETTLEMENTS) -> tuple[Row, ...]:
    """The last hands and rounds that moved the member's chips at tables, newest first."""
    sessions = Account.objects.filter(kind=Account.Kind.ESCROW, member_id=member.pk)
    latest = list(sessions.order_by("-moved_at").values_list("pk", flat=True)[:limit])
    found: list[Entry] = []
    for account_id in latest:
        entries = Entry.objects.filter(
            account_id=account_id, seq__isnull=False, transfer__reason__in=["hand", "round"]
        )
        found += entries.select_related("transfer").order_by("-seq")[:limit]
    found.sort(key=lambda entry: entry.pk, reverse=True)
    return rows(found[:limit])


def _events(member: Member, now: datetime) -> list[Event]:
    running = Campaign.objects.filter(
        status=Campaign.Status.RUNNING, starts_at__lte=now, ends_at__gt=now
    )
    events = []
    for campaign in running.order_by("ends_at"):
        if conditions.get(campaign.condition) is not None:
            met, given = campaigns.progress(campaign, member.pk)
            events.append(
                Event(
                    campaign.told("title"),
                    campaign.told("description"),
                    campaigns.in_words(campaign),
                    campaign.reward,
                    campaign.needed,
                    met - given * campaign.needed,
                    given,
                    campaign.cap,
                    campaign.ends_at,
                )
            )
    return events


def rung_links(ids: list[str]) -> dict[str, Link]:
    """Words for the attendance ladder's rungs in a statement."""
    return {rung: Link(_("Day %(day)s in a row") % {"day": rung}) for rung in ids}


def campaign_links(ids: list[str]) -> dict[str, Link]:
    """Words for campaigns in a statement."""
    known = Campaign.objects.filter(pk__in=[pk for pk in ids if pk.isdecimal()])
    return {str(campaign.pk): Link(campaign.told("title")) for campaign in known}
