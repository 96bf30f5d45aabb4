"""What the views of the wallet read from a request."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse

from accounts import paths
from accounts.models import Member

View = Callable[..., HttpResponseBase]


def is_htmx(request: HttpRequest) -> bool:
    """Whether a part of a page was asked for rather than a page."""
    return request.headers.get("HX-Request") == "true"


def members_only(view: View) -> View:
    """As `login_required`; a part of a page sends the whole page to the log-in."""
    guarded = login_required(view)

    @wraps(view)
    def look(request: HttpRequest, **kwargs: object) -> HttpResponseBase:
        if is_htmx(request) and not request.user.is_authenticated:
            login = f"{reverse('account_login')}?next={reverse('charge')}"
            return HttpResponse(status=204, headers={"HX-Redirect": login})
        return guarded(request, **kwargs)

    return look


def member_of(request: HttpRequest) -> Member:
    """The member who asks, behind `login_required`."""
    assert isinstance(request.user, Member)
    return request.user


def place(request: HttpRequest) -> int | None:
    """The place in a list to go on from; Http404 for what is none."""
    text = request.GET.get("before")
    if text is None:
        return None
    key = paths.row(text)
    if key is None:
        raise Http404
    return key


def query(request: HttpRequest) -> str:
    """The filters of an address, without the place in the list and without empty ones."""
    query = request.GET.copy()
    query.pop("before", None)
    for name in [name for name, value in query.items() if not value]:
        del query[name]
    return query.urlencode()
