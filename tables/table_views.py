"""The page of a table. What happens at it comes through the socket."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Member
from rules.games import GAMES
from tables import chat_words, facts, games, house_views, shape
from wallet import selectors as wallet


@never_cache
@require_safe
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """The felt; guests may watch. 404 if there is no such table."""
    known = facts.of(table_id)
    if known is None or known.id != table_id:  # a box has no address of its own
        raise Http404
    member = request.user if isinstance(request.user, Member) else None
    scheme = "wss" if request.is_secure() else "ws"
    context = {
        "table": known.told(),
        "game": games.name(known.game),
        "me": {
            "member_id": member.pk if member else None,
            "nick": str(member) if member else "",
            "wallet": wallet.balance(member) if member else 0,
            "lang": get_language(),
            "amounts": "plain" if member and member.plain_amounts else "myriad",
        },
        "ws_url": f"{scheme}://{request.get_host()}/ws/tables/{table_id}/",
    }
    if isinstance(known, facts.HouseFacts):
        return render(request, "tables/house.html", context | house_views.context(known))
    return render(request, "tables/table.html", context | _poker(known.game))


def _poker(game: str) -> dict[str, object]:
    """What only the page of a poker table needs."""
    phrases = [[code, str(text)] for code, text in chat_words.PHRASES.items()]
    return {"shape": shape.of(GAMES[game]), "phrases": phrases}
