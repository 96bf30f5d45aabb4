"""Members for staff: found, banned and let in again, never deleted."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from accounts.forms import NicknameField
from accounts.models import Member


class MemberChangeForm(UserChangeForm):
    nickname = NicknameField()

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        if field := self.fields.get("nickname"):
            field.owner = self.instance


class MemberCreationForm(UserCreationForm):
    nickname = NicknameField()


@admin.register(Member)
class MemberAdmin(UserAdmin, ModelAdmin):
    form = MemberChangeForm
    add_form = MemberCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ["nickname", "username", "kind", "language", "is_active", "date_joined"]
    list_filter = ["kind", "is_active", "is_staff", "language"]
    search_fields = ["nickname", "username", "email"]
    readonly_fields = ["kind", "last_login", "date_joined"]
    actions = ["ban", "unban"]
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        (_("Member"), {"fields": ["nickname", "email", "kind", "language", "plain_amounts"]}),
        (
            _("Rights"),
            {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]},
        ),
        (_("Dates"), {"fields": ["last_login", "date_joined"]}),
    ]
    add_fieldsets = [
        (None, {"fields": ["username", "nickname", "email", "usable_password"]}),
        (_("Password"), {"fields": ["password1", "password2"]}),
    ]

    def has_delete_permission(self, request: HttpRequest, obj: Member | None = None) -> bool:
        return False

    @admin.action(description=_("Ban: log out everywhere and let in no more"))
    def ban(self, request: HttpRequest, queryset: QuerySet[Member]) -> None:
        self._let_in(request, queryset, False)

    @admin.action(description=_("Let in again"))
    def unban(self, request: HttpRequest, queryset: QuerySet[Member]) -> None:
        self._let_in(request, queryset, True)

    def _let_in(self, request: HttpRequest, members: QuerySet[Member], let_in: bool) -> None:
        for member in members.filter(kind=Member.Kind.HUMAN).exclude(
            username=request.user.get_username()
        ):
            member.is_active = let_in
            member.save(update_fields=["is_active"])
            self.log_change(request, member, "ban lifted" if let_in else "banned")
