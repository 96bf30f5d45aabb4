"""Whom and where a failed log-in counts against."""

from __future__ import annotations

from collections.abc import Mapping

from allauth.account.adapter import get_adapter
from axes.attempts import get_cool_off_threshold
from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username
from axes.models import AccessAttempt
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import Sum
from django.http import HttpRequest

from accounts.models import Member


class Handler(AxesDatabaseHandler):  # type: ignore[misc]  # axes has no types
    """Three limits of wrong passwords, at the site's log-in and at the admin's alike.

    AXES_FAILURE_LIMIT is for one username from one address, so that a stranger's guesses do not
    lock out the owner elsewhere. LOGIN_LIMIT_ADDRESS is for one address and all usernames,
    LOGIN_LIMIT_USERNAME for one username from all addresses.
    """

    def is_locked(self, request: HttpRequest, credentials: dict[str, str] | None = None) -> bool:
        if super().is_locked(request, credentials):
            return True
        recent = AccessAttempt.objects.filter(attempt_time__gte=get_cool_off_threshold(request))
        limits = (
            ("ip_address", client_ip(request), settings.LOGIN_LIMIT_ADDRESS),
            ("username", get_client_username(request, credentials), settings.LOGIN_LIMIT_USERNAME),
        )
        for field, value, most in limits:
            found = recent.filter(**{field: value}).aggregate(n=Sum("failures_since_start"))
            if value and (found["n"] or 0) >= most:
                return True
        return False


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
