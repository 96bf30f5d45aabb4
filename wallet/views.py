"""My Page and the statement."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import Member
from wallet import selectors

FIRST_ROWS = 20


@login_required
@require_safe
def my_page(request: HttpRequest) -> HttpResponse:
    """Chips in the wallet and at tables, and the newest lines of the statement."""
    member = _member(request)
    in_wallet = selectors.balance(member)
    sittings = selectors.at_tables(member)
    at_tables = sum(sitting.balance for sitting in sittings)
    page = {
        "in_wallet": in_wallet,
        "sittings": sittings,
        "at_tables": at_tables,
        "together": in_wallet + at_tables,
        "statement": selectors.statement(member, limit=FIRST_ROWS),
    }
    return render(request, "wallet/my_page.html", page)


@login_required
@require_safe
def statement(request: HttpRequest) -> HttpResponse:
    """The statement from its newest line, or from before line `before`; htmx gets rows alone."""
    member = _member(request)
    page = {
        "in_wallet": selectors.balance(member),
        "statement": selectors.statement(member, before=_place(request)),
    }
    rows_only = request.headers.get("HX-Request") == "true"
    template = "wallet/statement_rows.html" if rows_only else "wallet/statement.html"
    return render(request, template, page)


def _member(request: HttpRequest) -> Member:
    assert isinstance(request.user, Member)  # @login_required lets nobody else in
    return request.user


def _place(request: HttpRequest) -> int | None:
    """The place in the statement to go on from; Http404 for what is none."""
    text = request.GET.get("before")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise Http404
    return int(text)
