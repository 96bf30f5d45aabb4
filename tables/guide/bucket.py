"""How often one reader may ask for what costs the machine something."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest


def spend(request: HttpRequest, what: str, *, limit: int, window_s: int) -> bool:
    """Count one use; False once the reader (member, else address) has used up the window."""
    known = request.user.is_authenticated
    who = request.user.pk if known else get_adapter(request).get_client_ip(request)
    key = f"guide-bucket-{what}-{who}"
    if cache.add(key, 1, window_s):
        return True
    try:
        return cache.incr(key) <= limit
    except ValueError:  # the window closed between the two calls
        cache.set(key, 1, window_s)
        return True
