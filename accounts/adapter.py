"""What we do otherwise than django-allauth."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import Member


class Adapter(DefaultAccountAdapter):
    """Fills in what is ours of a new member, and keeps bots out."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": _("This username is taken."),
        "username_password_mismatch": _("This username and password do not belong together."),
        "email_password_mismatch": _("This email address and password do not belong together."),
        "email_taken": _("A member with this email address exists already."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        return super().clean_username(Member.normalize_username(username), shallow)

    def save_user(
        self, request: HttpRequest, user: Member, form: BaseForm, commit: bool = True
    ) -> Member:
        user.nickname = form.cleaned_data["nickname"]
        user.language = get_language() or ""
        super().save_user(request, user, form, commit)
        return user

    def pre_login(self, request: HttpRequest, user: Member, **kwargs: Any) -> HttpResponse | None:
        if user.is_bot:
            return self.respond_user_inactive(request, user)
        return super().pre_login(request, user, **kwargs)
