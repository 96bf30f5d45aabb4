"""My Page, the statement, and what happened in one seat session."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.models import Member
from wallet import selectors, sittings
from wallet.links import resolve
from wallet.selectors import Statement

FIRST_ROWS = 20


@login_required
@require_safe
def my_page(request: HttpRequest) -> HttpResponse:
    """Chips in the wallet and at tables, and the newest lines of the statement."""
    member = _member(request)
    in_wallet = selectors.balance(member)
    running = selectors.at_tables(member)
    at_tables = sum(session.balance for session in running)
    page = {
        "in_wallet": in_wallet,
        "running": running,
        "at_tables": at_tables,
        "together": in_wallet + at_tables,
        **_with_sittings(member, selectors.statement(member, limit=FIRST_ROWS)),
    }
    return render(request, "wallet/my_page.html", page | {"here": reverse("statement")})


@login_required
@require_safe
def statement(request: HttpRequest) -> HttpResponse:
    """The statement from its newest line, or from before line `before`; htmx gets rows alone."""
    member = _member(request)
    page = {
        "in_wallet": selectors.balance(member),
        **_with_sittings(member, selectors.statement(member, before=_place(request))),
    }
    return _page_or_rows(request, "wallet/statement.html", page)


@login_required
@require_safe
def sitting(request: HttpRequest, account_id: int) -> HttpResponse:
    """Every hand of one of the reader's seat sessions, with the stack after it."""
    account = sittings.get(_member(request).pk, account_id)
    if account is None:
        raise Http404
    link = (account.link_kind, account.link_id)
    page: dict[str, object] = {
        "sitting": account,
        "table": resolve([link]).get(link),
        "statement": sittings.statement(account, before=_place(request)),
        "sittings": {},
        "at_table": True,
    }
    return _page_or_rows(request, "wallet/sitting.html", page)


def _page_or_rows(request: HttpRequest, template: str, page: Mapping[str, object]) -> HttpResponse:
    """The whole page, or for the button "older" its rows alone."""
    if request.headers.get("HX-Request") == "true":
        template = "wallet/statement_rows.html"
    return render(request, template, {**page, "here": request.path})


def _with_sittings(member: Member, statement: Statement) -> dict[str, object]:
    """A statement, and which seat session stands behind each of its transfers."""
    transfers = [row.transfer_id for row in statement.rows]
    return {"statement": statement, "sittings": sittings.behind(member.pk, transfers)}


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
