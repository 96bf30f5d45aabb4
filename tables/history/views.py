"""Finished hands: what happened, and the proofs of the cards that the viewer may see."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables import games
from tables.errors import Broken
from tables.history import reading, text
from tables.history.reading import Account

log = logging.getLogger(__name__)


def _account(request: HttpRequest, hand_id: int) -> Account:
    member_id = request.user.pk if request.user.is_authenticated else None
    seen = reading.account(hand_id, member_id)
    if seen is None:
        raise Http404
    return seen


@never_cache
@require_safe
def hand(request: HttpRequest, hand_id: int) -> HttpResponse:
    """A finished hand in sentences; 404 while it runs."""
    seen = _account(request, hand_id)
    context = {
        "hand": seen.hand,
        "game": games.name(seen.hand.game),
        "sitters": list(seen.sitters.values()),
        "lines": text.lines(seen),
    }
    return render(request, "tables/hand.html", context)


@never_cache
@require_safe
def proof(request: HttpRequest, hand_id: int) -> HttpResponse:
    """The commitment of a finished hand, and a proof for every card that the viewer may see.

    503 when the key that the hand was sealed with is not the site's any more.
    """
    seen = _account(request, hand_id)
    body: dict[str, Any] = {"hand": str(seen.hand.pk), "root": seen.hand.root}
    try:
        body["proofs"] = reading.proofs(seen)
    except Broken as reason:
        log.error("no proofs: %s", reason)
        body["error"] = _("The key of this hand is missing, so nothing can be proven now.")
        return HttpResponse(msgspec.json.encode(body), status=503, content_type="application/json")
    return HttpResponse(msgspec.json.encode(body), content_type="application/json")
