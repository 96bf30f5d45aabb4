"""Waiting for a seat and being given one: the forms of the lobby, and the news on every page."""

from __future__ import annotations

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import paths
from accounts.models import Member
from rules.errors import RulesError
from tables import errors, quick_seat, selectors
from tables.dealer import waiting
from tables.dealer.sheet import Done
from tables.errors import Refused
from tables.live import hints, presence
from tables.models import Waiting
from wallet.errors import WalletError


@login_required
@require_POST
def join(request: HttpRequest, table_id: int) -> HttpResponse:
    """Join the waiting list of a table."""
    assert isinstance(request.user, Member)
    _wait(request, table_id, request.user)
    return redirect(_back(request))


@login_required
@require_POST
def leave(request: HttpRequest, table_id: int) -> HttpResponse:
    """Leave the waiting list of a table, and decline the seat that it offers."""
    assert isinstance(request.user, Member)
    try:
        _publish(waiting.leave(table_id=table_id, member_id=request.user.pk))
    except Refused as refused:
        _say(request, refused)
    return redirect(_back(request))


@login_required
@require_POST
def seat_me(request: HttpRequest) -> HttpResponse:
    """A seat at these stakes: the table with one, else the waiting list, else why not."""
    assert isinstance(request.user, Member)
    try:
        found = quick_seat.find(request.user, request.POST.get("stakes", ""))
    except Refused as refused:
        _say(request, refused)
        return redirect("lobby")
    if found.has_seat:
        return redirect(f"{found.url}?seat")
    if _wait(request, found.table_id, request.user):
        text = _("Every seat at these stakes is taken: you are on the waiting list of %(table)s.")
        messages.info(request, text % {"table": found.name})
    return redirect("lobby")


@login_required
@never_cache
@require_safe
def news(request: HttpRequest) -> HttpResponse:
    """Where the reader waits, for the poll of every page; also says that he is here."""
    assert isinstance(request.user, Member)
    presence.seen(request.user.pk)
    at = paths.row(request.GET.get("at", "")) or 0
    context = {"lists": selectors.lists_of(request.user.pk), "at": at}
    return render(request, "tables/waiting_news.html", context)


@login_required
@require_POST
def told(request: HttpRequest, place_id: int) -> HttpResponse:
    """The reader has read how a place on a waiting list ended."""
    assert isinstance(request.user, Member)
    ended = Waiting.objects.filter(pk=place_id, member=request.user, ended_at__isnull=False)
    ended.update(is_told=True)
    return redirect(_back(request))


def _wait(request: HttpRequest, table_id: int, member: Member) -> bool:
    try:
        _publish(waiting.join(table_id=table_id, member=member))
    except (Refused, RulesError, WalletError) as error:
        _say(request, errors.refusal(error))
        return False
    return True


def _publish(done: Done) -> None:
    if done.changes:
        async_to_sync(hints.publish)(done.table_id, done.seq)


def _say(request: HttpRequest, refused: Refused) -> None:
    language = get_language() or "en"
    messages.warning(request, errors.sentence(refused.code, refused.data, language))


def _back(request: HttpRequest) -> str:
    """The page that the form stood on, if it is one of ours."""
    page = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(page, allowed_hosts={request.get_host()})
    return page if page and ours else "/"
