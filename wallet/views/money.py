"""My Page, the statement as a page and a file, and what happened in one seat session."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from accounts.models import Member
from wallet import exports, selectors, sittings
from wallet.forms import StatementFilter
from wallet.links import resolve
from wallet.selectors import Statement
from wallet.views.reading import is_htmx, member_of, place, query

FIRST_ROWS = 20
LINES_A_WRITE = 200


@login_required
@require_safe
def my_page(request: HttpRequest) -> HttpResponse:
    """Chips in the wallet, at tables and in running hands, and the statement's newest lines."""
    member = member_of(request)
    page = {
        "purse": selectors.purse(member),
        **_with_sittings(member, selectors.statement(member, limit=FIRST_ROWS)),
    }
    return render(request, "wallet/my_page.html", page | {"here": reverse("statement")})


@login_required
@require_safe
def statement(request: HttpRequest) -> HttpResponse:
    """The statement, filtered, from its newest line or from before line `before`.

    htmx gets rows alone. With filters that cannot be read it holds nothing and says why.
    """
    member = member_of(request)
    before = place(request)
    form = StatementFilter(request.GET, member=member)
    page: dict[str, Any] = {"filter": form, "query": query(request)}
    if form.is_valid():
        filters = form.filters()
        page |= _with_sittings(member, selectors.statement(member, before=before, **filters))
        bounds = {name: filters[name] for name in ("since", "until")}
        page |= {"period": selectors.period(member, **bounds), "filtered": any(filters.values())}
    else:
        page |= {"statement": Statement((), None, None), "filtered": True}
    return _page_or_rows(request, "wallet/statement.html", page)


@login_required
@require_safe
def statement_file(request: HttpRequest) -> HttpResponseBase:
    """The same lines as a CSV file of any length, written as it is read."""
    member = member_of(request)
    form = StatementFilter(request.GET, member=member)
    if not form.is_valid():
        return redirect(f"{reverse('statement')}?{query(request)}")
    lines = exports.lines(member, **form.filters())
    blocks = _blocks(lines, translation.get_language())
    # A server that speaks ASGI would otherwise gather the whole file before it sends any of it.
    content = _awaited(blocks) if isinstance(request, ASGIRequest) else blocks
    response = StreamingHttpResponse(content, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="statement.csv"'
    response["Cache-Control"] = "no-store"
    return response


@login_required
@require_safe
def sitting(request: HttpRequest, account_id: int) -> HttpResponse:
    """Every hand of one of the reader's seat sessions, with the stack after it."""
    account = sittings.get(member_of(request).pk, account_id)
    if account is None:
        raise Http404
    link = (account.link_kind, account.link_id)
    page: dict[str, object] = {
        "sitting": account,
        "table": resolve([link]).get(link),
        "statement": sittings.statement(account, before=place(request)),
        "sittings": {},
        "at_table": True,
    }
    return _page_or_rows(request, "wallet/sitting.html", page)


def _page_or_rows(request: HttpRequest, template: str, page: Mapping[str, object]) -> HttpResponse:
    """The whole page, or for the button "older" its rows alone."""
    if is_htmx(request):
        template = "wallet/statement_rows.html"
    return render(request, template, {**page, "here": request.path})


def _with_sittings(member: Member, statement: Statement) -> dict[str, object]:
    """A statement, and which seat session stands behind each of its transfers."""
    transfers = [row.transfer_id for row in statement.rows]
    return {"statement": statement, "sittings": sittings.behind(member.pk, transfers)}


def _blocks(lines: Iterator[str], language: str) -> Iterator[str]:
    """Some lines at a time, each written in the language of the request that asked for them."""
    while True:
        with translation.override(language):
            block = "".join(line for line, _ in zip(lines, range(LINES_A_WRITE), strict=False))
        if not block:
            return
        yield block


async def _awaited(blocks: Iterator[str]) -> AsyncIterator[str]:
    def read() -> str:
        return next(blocks, "")

    while block := await sync_to_async(read)():
        yield block
