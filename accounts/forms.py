"""Forms of signing up and of one's own profile."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from accounts import nicknames
from accounts.models import Member
from accounts.signals import member_joined


class NicknameField(forms.CharField):
    """A nickname that nobody but `owner` has; its value is the one to store."""

    owner: Member | None = None

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Nickname"))
        kwargs.setdefault("help_text", _("2 to 12 letters or digits. Others see it at the tables."))
        super().__init__(**kwargs)
        self.widget.attrs.update(autocomplete="nickname", maxlength=str(nicknames.MAX_LENGTH))

    def clean(self, value: Any) -> str:
        nickname = nicknames.clean(super().clean(value))
        taken = Member.objects.filter(nickname_key=nicknames.key(nickname))
        if self.owner is not None:
            taken = taken.exclude(pk=self.owner.pk)
        if taken.exists():
            raise ValidationError(_("This nickname is taken."), code="taken")
        return nickname


class SignupForm(AllauthSignupForm):
    """Username, email, nickname and password: one transaction makes the member, or nothing does."""

    nickname = NicknameField()
    field_order = ["username", "email", "nickname", "password1", "password2"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        longest = Member._meta.get_field("email").max_length
        self.fields["email"].validators.append(MaxLengthValidator(longest))
        self.fields["username"].help_text = _("Only for logging in. Nobody else sees it.")
        self.fields["email"].help_text = _("Only for a new password, should you forget yours.")
        self.fields["password1"].help_text = _("At least 8 characters, not only digits.")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def try_save(self, request: HttpRequest) -> tuple[Member | None, HttpResponseBase | None]:
        """Save; who loses a race for a name sees the form again, with the field that is taken."""
        try:
            return super().try_save(request)
        except IntegrityError:
            self.full_clean()
            if self.is_valid():
                raise
            return None, render(request, "account/signup.html", {"form": self})

    def save(self, request: HttpRequest) -> Member:
        with transaction.atomic():
            member = super().save(request)
            member_joined.send(sender=Member, member=member)
        return member


class ProfileForm(forms.ModelForm[Member]):
    """What members change about themselves."""

    nickname = NicknameField()
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    class Meta:
        model = Member
        fields = ["nickname", "language", "plain_amounts"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["nickname"].owner = self.instance  # type: ignore[attr-defined]


class LeaveForm(forms.Form):
    """The password once more, before an account is emptied for good."""

    password = forms.CharField(
        label=_("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, member: Member, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.member = member

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.member.check_password(password):
            raise ValidationError(_("Incorrect password."), code="password")
        return password
