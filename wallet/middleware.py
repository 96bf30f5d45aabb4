"""Notes a member's first request of a day."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import Member
from wallet import offers

KEY = "visited_on"


class VisitMiddleware:
    """Gives today's refill on the first request of the day; the session remembers the day."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # The cookie is looked for first, so that a guest's request costs no session.
        member = request.user if request.session.session_key else None
        if isinstance(member, Member):
            today = timezone.localdate().isoformat()
            if request.session.get(KEY) != today:
                offers.visit(member)
                request.session[KEY] = today
        return self.get_response(request)
