"""The language of each request."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from accounts import reader


class LanguageMiddleware:
    """Speak the member's language; a guest's is the one chosen (cookie) or the browser's own.

    Stands after AuthenticationMiddleware, because the member decides first.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        member = request.user if request.user.is_authenticated else None
        language = member.language if member else ""
        if language not in dict(settings.LANGUAGES):
            language = translation.get_language_from_request(request)
        translation.activate(language)
        request.LANGUAGE_CODE = language
        reader.set_plain_amounts(bool(member and member.plain_amounts))
        response = self.get_response(request)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        response.headers.setdefault("Content-Language", language)
        return response
