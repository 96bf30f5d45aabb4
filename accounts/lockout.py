"""Whom and where a failed log-in counts against."""

from __future__ import annotations

from collections.abc import Mapping

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import Member


def username(request: HttpRequest | None, credentials: Mapping[str, str] | None) -> str:
    """The name somebody tried to log in with, in the one spelling that counts.

    The site's form calls the field `login`, the admin's `username`; allauth passes `email`.
    """
    found = credentials or {}
    posted = request.POST if request is not None else {}
    name = (
        found.get("username")
        or found.get("email")
        or posted.get("login")
        or posted.get("username")
        or ""
    )
    return Member.normalize_username(name)[:255]


def client_ip(request: HttpRequest) -> str | None:
    """The address that both rate limits see: allauth's, which knows how many proxies to trust.

    None for a request that came over no network, as management commands make them.
    """
    try:
        return str(get_adapter(request).get_client_ip(request))
    except PermissionDenied:
        return None
