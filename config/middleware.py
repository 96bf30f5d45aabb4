"""The Content-Security-Policy of each page, and what no cache may keep."""

from __future__ import annotations

from collections.abc import Callable

from csp.constants import UNSAFE_EVAL, UNSAFE_INLINE
from csp.middleware import CSPMiddleware, PolicyParts
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_cache_control


class PolicyMiddleware(CSPMiddleware):
    """Let the admin's front end build functions from text and style elements inline.

    It can do neither without; no other page may.
    """

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if request.path.startswith("/admin/"):
            relaxed = {"script-src": [UNSAFE_EVAL], "style-src": [UNSAFE_INLINE]}
            parts.update = {**(parts.update or {}), **relaxed}
        return parts


class PrivateMiddleware:
    """Nothing that a member gets stays in a cache: not with a proxy, not after logging out.

    Stands after AuthenticationMiddleware. An answer that says itself how to be kept is left alone;
    static files never come so far.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        before = request.user.is_authenticated
        response = self.get_response(request)
        member = before or request.user.is_authenticated  # logging out and in are personal too
        if member and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_store=True)
        return response
