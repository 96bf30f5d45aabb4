"""The lobby."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """All open tables, and the seat that suits the reader's chips."""
    return render(request, "tables/lobby.html", {"tables": [], "poll_s": 5})


@require_safe
def lobby_tables(request: HttpRequest) -> HttpResponse:
    """The lobby's tables alone, for its poll."""
    return render(request, "tables/lobby_tables.html", {"tables": [], "poll_s": 5})
