"""Whom a failed log-in counts against."""

from __future__ import annotations

from collections.abc import Mapping

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
