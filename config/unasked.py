"""What browsers and crawlers ask every site for."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

ROBOTS = """\
User-agent: *
Disallow: /accounts/
Disallow: /admin/
Disallow: /charge/
Disallow: /me/
"""


@cache_control(public=True, max_age=3600)
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Crawlers may read everything but what is for members or staff."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@cache_control(public=True, max_age=3600)
@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """For who asks before reading the page, which names the icon itself."""
    return HttpResponseRedirect(static("img/favicon.svg"))
