"""Finished hands: page, text, PHH, proofs, and the links that show them to others."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import reader
from rules.house import DEALER
from tables import games
from tables.errors import Broken, Refused
from tables.history import export, reading, replaying, sharing, text
from tables.history.reading import Account

log = logging.getLogger(__name__)


@never_cache
@require_safe
def hand(request: HttpRequest, hand_id: int) -> HttpResponse:
    """A finished hand in sentences and on the felt; 404 while it runs."""
    seen = _account(request, hand_id)
    page: dict[str, Any] = {"hand": seen.hand}
    if any(sitter.yours for sitter in seen.sitters.values()):
        page["may_share"] = True
        links = sharing.links(hand_id=hand_id, member_id=_member_id(request) or 0)
        page["links"] = [(link, request.build_absolute_uri(link.path)) for link in links]
    return _page(request, seen, page)


@never_cache
@require_safe
def hand_text(request: HttpRequest, hand_id: int) -> HttpResponse:
    """The hand as a plain text in the reader's language."""
    return _text(_account(request, hand_id), f"madang-{hand_id}.txt")


@never_cache
@require_safe
def hand_phh(request: HttpRequest, hand_id: int) -> HttpResponse:
    """The hand in the PHH format; 404 with the reason for a game that it does not know."""
    return _phh(request, _account(request, hand_id), f"madang-{hand_id}.phh")


@never_cache
@require_safe
def check(request: HttpRequest, hand_id: int) -> HttpResponse:
    """The page on which the reader's browser checks the deck of a finished hand."""
    seen = _account(request, hand_id)
    names = {seat: sitter.nick for seat, sitter in seen.sitters.items()}
    if seen.hand.is_round:
        names[DEALER] = _("Dealer")
    page = {
        "title": seen.title,
        "hand": seen.hand,
        "game": games.name(seen.hand.game),
        "root": seen.root,
        "names": names,
    }
    return render(request, "tables/hand_check.html", page)


@never_cache
@require_safe
def proof(request: HttpRequest, hand_id: int) -> HttpResponse:
    """The commitment of a finished hand, and a proof for every card that the viewer may see.

    `dealt` are the events that say where each card went, as the viewer's socket told them.

    503 when the key that the hand was sealed with is not the site's any more.
    """
    seen = _account(request, hand_id)
    body: dict[str, Any] = {
        "hand": str(seen.hand.pk),
        "game": seen.hand.game,
        "root": seen.hand.root,
        "dealt": reading.dealt(seen.events),
    }
    try:
        body["proofs"] = reading.proofs(seen)
    except Broken as reason:
        log.error("no proofs: %s", reason)
        body["error"] = _("The key of this hand is missing, so nothing can be proven now.")
        return HttpResponse(msgspec.json.encode(body), status=503, content_type="application/json")
    return HttpResponse(msgspec.json.encode(body), content_type="application/json")


@login_required
@require_POST
def share(request: HttpRequest, hand_id: int) -> HttpResponse:
    """Make a link to this hand for others."""
    try:
        sharing.share(
            hand_id=hand_id,
            member_id=_member_id(request) or 0,
            with_cards="cards" in request.POST,
            with_names="names" in request.POST,
        )
    except Refused as error:
        raise Http404 from error
    return redirect(f"{reverse('hand', args=[hand_id])}#share")


@login_required
@require_POST
def end_share(request: HttpRequest, hand_id: int, share_id: int) -> HttpResponse:
    """Make a link invalid."""
    if not sharing.end(share_id=share_id, member_id=_member_id(request) or 0):
        raise Http404
    messages.success(request, _("The link does not work any more."))
    return redirect(f"{reverse('hand', args=[hand_id])}#share")


@never_cache
@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """A hand behind a link, for anybody; 410 with a page once the link does not work."""
    seen = sharing.opened(token)
    if seen is None:
        return render(request, "tables/share_over.html", status=410)
    return _page(request, seen, {"is_shared": True})


@never_cache
@require_safe
def shared_text(request: HttpRequest, token: str) -> HttpResponse:
    """The same as a plain text."""
    seen = sharing.opened(token)
    if seen is None:
        return render(request, "tables/share_over.html", status=410)
    return _text(seen, "madang-shared.txt")


@never_cache
@require_safe
def shared_phh(request: HttpRequest, token: str) -> HttpResponse:
    """The same in the PHH format."""
    seen = sharing.opened(token)
    if seen is None:
        return render(request, "tables/share_over.html", status=410)
    return _phh(request, seen, "madang-shared.phh")


def _member_id(request: HttpRequest) -> int | None:
    return request.user.pk if request.user.is_authenticated else None


def _account(request: HttpRequest, hand_id: int) -> Account:
    seen = reading.account(hand_id, _member_id(request))
    if seen is None:
        raise Http404
    return seen


def _page(request: HttpRequest, seen: Account, page: dict[str, Any]) -> HttpResponse:
    here = request.path.rstrip("/")
    context = {
        "title": seen.title,
        "game": games.name(seen.hand.game),
        "stakes": seen.stakes,
        "ended_at": seen.hand.ended_at,
        "sitters": list(seen.sitters.values()),
        "lines": text.lines(seen),
        "replay": replaying.data(seen),
        "shape": replaying.shape_of(seen),
        "is_round": seen.hand.is_round,
        "reader": {
            "lang": get_language(),
            "amounts": "plain" if reader.plain_amounts() else "myriad",
        },
        "has_phh": export.is_known(seen.hand.game),
        "text_url": f"{here}.txt",
        "phh_url": f"{here}.phh",
    }
    return render(request, "tables/hand.html", context | page)


def _text(seen: Account, name: str) -> HttpResponse:
    response = HttpResponse(text.document(seen), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{name}"'
    return response


def _phh(request: HttpRequest, seen: Account, name: str) -> HttpResponse:
    if not export.is_known(seen.hand.game):
        page = {"game": games.name(seen.hand.game), "back": request.path.rsplit(".", 1)[0] + "/"}
        return render(request, "tables/no_phh.html", page, status=404)
    response = HttpResponse(export.written(seen), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
