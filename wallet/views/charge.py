"""The charging station: what can be had, the buttons for it, and all that came so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Member
from wallet import charging, moments, offers, selectors, wording
from wallet.amounts import chips
from wallet.charging import Event
from wallet.errors import WalletError
from wallet.models import Policy
from wallet.offers import Offer
from wallet.views.reading import is_htmx, member_of, members_only, place

LOOK_AGAIN_S = 3600  # a page that waits for something sooner than this looks again by itself
GIFTS_A_PAGE = 50


@dataclass(frozen=True, slots=True)
class Rung:
    """A day of the attendance ladder; `state`: had, today (can be had), later."""

    day: int
    amount: int
    state: str
    is_today: bool


@members_only
@require_safe
def station(request: HttpRequest) -> HttpResponse:
    """The page; htmx gets its changing part alone."""
    return _shown(request)


@members_only
@require_safe
def gifts(request: HttpRequest) -> HttpResponse:
    """Everything that the member got, newest first; htmx gets rows alone."""
    member = member_of(request)
    page = charging.gifts(member, before=place(request), limit=GIFTS_A_PAGE)
    template = "wallet/gift_rows.html" if is_htmx(request) else "wallet/gifts.html"
    return render(request, template, {"gifts": page})


@members_only
@require_POST
def rescue(request: HttpRequest) -> HttpResponse:
    """Ask for the rescue chips. `turn` is the number of the rescue that the button offered."""
    text = request.POST.get("turn", "")
    turn = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None
    return _given(request, lambda member: offers.rescue(member=member, turn=turn))


@members_only
@require_POST
def attend(request: HttpRequest) -> HttpResponse:
    """Put today's stamp on the attendance ladder."""
    return _given(request, lambda member: offers.attend(member=member))


def _given(request: HttpRequest, give: Callable[[Member], int]) -> HttpResponse:
    """Give chips or say why not: in the part of the page that asked, or on the page anew."""
    member = member_of(request)
    try:
        amount = give(member)
    except WalletError as error:
        level, text = messages.INFO, _refusal(member, error)
    else:
        level = messages.SUCCESS
        text = _("%(chips)s chips have come into your wallet.") % {"chips": chips(amount)}
    if is_htmx(request):
        return _shown(request, text)
    messages.add_message(request, level, text)
    return redirect("charge")


def _refusal(member: Member, error: WalletError) -> str:
    """The sentence of a refusal; for a rescue the same that the page says of it."""
    if error.code not in {"enough", "used_up", "cooling"}:
        return error.text
    now = moments.now()
    offer = offers.rescue_offer(member, now)
    return wording.rescue(offer, selectors.purse(member), now) if offer.code else error.text


def _shown(request: HttpRequest, notice: str = "") -> HttpResponse:
    member = member_of(request)
    page = _page(member) | {"notice": notice, "part": is_htmx(request)}
    template = "wallet/station.html" if is_htmx(request) else "wallet/charge.html"
    return render(request, template, page)


def _page(member: Member) -> dict[str, Any]:
    now_there = charging.station(member)
    now, purse = now_there.now, selectors.purse(member)
    policies = {policy.slug: policy for policy in Policy.objects.filter(active=True, campaign=None)}
    return {
        "station": now_there,
        "purse": purse,
        "policies": policies,
        "refill_words": wording.refill(now_there.refill, policies.get(Policy.Kind.REFILL), now),
        "rescue_words": wording.rescue(now_there.rescue, purse, now),
        "attendance_words": wording.attendance(now_there.attendance, now),
        "ladder": _ladder(now_there.attendance),
        "events": [_clamped(event) for event in now_there.events],
        "gifts": charging.gifts(member),
        "settlements": charging.settlements(member),
        "look_again_s": _look_again_s(now_there),
    }


def _ladder(offer: Offer) -> list[Rung]:
    if offer.code == "off":
        return []
    today, had = offer.data["rung"], offer.code == "granted"
    states = ["had"] * (today - 1) + ["had" if had else "today"]
    return [
        Rung(day, amount, states[day - 1] if day <= today else "later", day == today)
        for day, amount in enumerate(offer.data["ladder"], start=1)
    ]


def _clamped(event: Event) -> Event:
    """What is earned is paid within minutes: until then the bar is full, not more."""
    return replace(event, met=max(0, min(event.met, event.needed)))


def _look_again_s(there: charging.Station) -> int | None:
    """Seconds until something new can be had, if that is soon."""
    waits = [
        (offer.next_at - there.now).total_seconds()
        for offer in (there.refill, there.rescue, there.attendance)
        if offer.next_at
    ]
    soonest = min(waits, default=LOOK_AGAIN_S)
    return int(soonest) + 2 if 0 <= soonest < LOOK_AGAIN_S else None
