"""`{% waiting_news %}`: where the reader waits for a seat; nothing for who does not."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.models import Member
from tables import selectors

register = template.Library()


@register.inclusion_tag("tables/waiting_news.html", takes_context=True)
def waiting_news(context: dict[str, Any], at: int = 0) -> dict[str, Any]:
    """The lists of the reader but that of table `at`, whose own page tells him."""
    request = context.get("request")
    user = getattr(request, "user", None)
    lists = selectors.lists_of(user.pk) if isinstance(user, Member) else []
    return {"lists": lists, "at": at, "request": request, "csrf_token": context.get("csrf_token")}
