"""The Content-Security-Policy of each page."""

from __future__ import annotations

from csp.constants import UNSAFE_EVAL, UNSAFE_INLINE
from csp.middleware import CSPMiddleware, PolicyParts
from django.http import HttpRequest, HttpResponseBase


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
