"""The page of a house table, and what it asks for beside the socket."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, JsonResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Member
from rules.house import SETTINGS, Settings, pricing
from tables import facts, house_hints, selectors, shape
from tables.guide import topics
from tables.templatetags.house_words import bet_name, edge, play_name

#: Of the plays that a bet is priced for the page tells of one: the best, as far as it is known.
_PLAYS = ("adapted", "best", "standard", "near_best", "any", "called", "folds", "average")


def context(known: facts.HouseFacts) -> dict[str, Any]:
    """What the page of a house table shows beside that of every table."""
    return {
        "shape": shape.of_round(known.game),
        "settings": known.settings,
        "limits": known.settings["limits"],
        "edges": edges(known),
        "urls": {
            "hint": reverse("house_hint", args=[known.id]),
            "session": reverse("house_sitting", args=[known.id]),
        },
        "guide_url": reverse("guide_topic", args=[topics.GAMES[known.game]]),
    }


def edges(known: facts.HouseFacts) -> list[dict[str, str]]:
    """The house edge of every bet in words, and who is taken to play how."""
    found: dict[str, pricing.Price] = {}
    for price in _prices(msgspec.convert(known.settings, SETTINGS[known.game])):
        found.setdefault(price.bet, price)
    return [
        {
            "name": bet_name(bet),
            "text": edge(price.edge_percent, 2 if price.exact else 1),
            "play": play_name(price.play),
        }
        for bet, price in found.items()
    ]


@lru_cache(maxsize=128)
def _prices(settings: Settings) -> list[pricing.Price]:
    """The prices of the bets, those first that the page tells of; counting them takes a while."""
    return sorted(pricing.prices(settings), key=_preference)


def _preference(price: pricing.Price) -> int:
    return _PLAYS.index(price.play) if price.play in _PLAYS else len(_PLAYS)


@never_cache
@require_safe
def hint(request: HttpRequest, table_id: int) -> JsonResponse:
    """What the book would do now (`house_hints.of_member`); 404 if no decision is open."""
    found = house_hints.of_member(table_id=table_id, member_id=_member(request).pk)
    if found is None:
        raise Http404
    return JsonResponse(found)


@never_cache
@require_safe
def sitting(request: HttpRequest, table_id: int) -> JsonResponse:
    """The rounds of the member's present sitting: `{rounds, staked, net, best}`."""
    return JsonResponse(selectors.sitting(table_id, _member(request).pk))


def _member(request: HttpRequest) -> Member:
    if not isinstance(request.user, Member):
        raise Http404
    return request.user
