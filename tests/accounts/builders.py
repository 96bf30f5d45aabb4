"""Members for tests, and what somebody types to become one."""

from __future__ import annotations

from typing import Any

from django.test import Client as Browser

from accounts.models import Member

PASSWORD = "calm-Courtyard-9"


def a_member(nickname: str = "달밤", **fields: Any) -> Member:
    """A member as sign-up would leave it, without the wallet."""
    username = fields.pop("username", None) or f"user-{Member.objects.count() + 1}"
    fields.setdefault("email", f"{username.lower()}@example.com")
    fields.setdefault("password", PASSWORD)
    return Member.objects.create_user(username, nickname=nickname, **fields)


def typed(**changes: str) -> dict[str, str]:
    """A filled-in sign-up form."""
    form = {
        "username": "lan",
        "email": "lan@example.com",
        "nickname": "Lan",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    return form | changes


def browser_of(member: Member) -> Browser:
    """Who is logged in."""
    browser = Browser()
    browser.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
    return browser
