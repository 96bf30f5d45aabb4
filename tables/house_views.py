"""The page of a house table, and what it asks for beside the socket."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Member
from rules.house import SETTINGS, Settings
from rules.house.casino_holdem import CasinoHoldemSettings
from rules.house.edges import aa_edge, bonus_edge, trips_edge
from rules.house.russian import RussianSettings
from rules.house.uth import UthSettings
from tables import facts, house_hints, selectors
from tables.guide.topics import TOPICS

#: The main bet at the standard pay table, percent of the ante: rule book E1, E2, E3.
_MAIN = {"uth": "2.18", "casino_holdem": "2.16", "russian_poker": "5.3"}
_BETS = {
    "ante": _("Ante"),
    "trips": _("Trips"),
    "aa": _("AA bonus"),
    "bonus": _("Bonus"),
}


def context(known: facts.HouseFacts) -> dict[str, Any]:
    """What the page of a house table shows beside that of every table."""
    return {
        "shape": {"betting": "house", "game": known.game},
        "settings": known.settings,
        "limits": known.settings["limits"],
        "edges": edges(known),
        "urls": {
            "hint": reverse("house_hint", args=[known.id]),
            "session": reverse("house_sitting", args=[known.id]),
        },
        "guide_url": guide(known.game),
    }


def guide(game: str) -> str:
    """The page of the guide about a game, else the guide's first page."""
    slug = game.replace("_", "-")
    return reverse("guide_topic", args=[slug]) if slug in TOPICS else reverse("guide")


def edges(known: facts.HouseFacts) -> list[dict[str, str]]:
    """The house edge of the bets in words."""
    settings = msgspec.convert(known.settings, SETTINGS[known.game])
    found = {
        bet: number_format(Decimal(f"{edge:.2f}"), 2) for bet, edge in _sides(settings).items()
    }
    if (
        msgspec.structs.replace(settings, limits=SETTINGS[known.game]().limits)
        == SETTINGS[known.game]()
    ):
        found = {"ante": number_format(_MAIN[known.game]), **found}
    return [{"name": str(_BETS[bet]), "text": f"{edge} %"} for bet, edge in found.items()]


def _sides(settings: Settings) -> dict[str, float]:
    if isinstance(settings, UthSettings) and settings.trips:
        return {"trips": trips_edge(settings.trips)}
    if isinstance(settings, CasinoHoldemSettings) and settings.aa:
        return {"aa": aa_edge(settings.aa)}
    if isinstance(settings, RussianSettings) and settings.bonus:
        return {"bonus": bonus_edge(settings.bonus)}
    return {}


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
