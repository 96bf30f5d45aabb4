"""The guide's pages. Prose is one template a language and topic; the tools answer from `rules`."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tables.guide.tools import TOOLS
from tables.guide.topics import GAMES, GROUPS, TOPICS

_LANGUAGES = ("ko", "vi", "en")


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All topics, in groups."""
    return render(request, "guide/index.html", {"groups": GROUPS})


@require_safe
def topic(request: HttpRequest, slug: str) -> HttpResponse:
    """One topic or tool; the key of a game leads to the page about it."""
    if slug in GAMES and slug not in TOPICS:
        return redirect("guide_topic", GAMES[slug])
    found = TOPICS.get(slug)
    if found is None:
        raise Http404
    context = {"groups": GROUPS, "topic": found}
    if found.is_tool:
        return TOOLS[slug](request, context)
    language = (get_language() or "en").split("-")[0]
    if language not in _LANGUAGES:
        language = "en"
    prose = f"guide/{language}/{slug}.html"
    return render(request, "guide/topic.html", context | {"prose": prose})
