"""The ledger for staff: read at every level, written only by what the services do."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline
from unfold.widgets import UnfoldAdminTextInputWidget

from wallet import acts, selectors, staff
from wallet.amounts import chips
from wallet.campaign_admin import CampaignAdmin
from wallet.confirming import actor, confirm
from wallet.models import (
    Account,
    AuditRun,
    Batch,
    Entry,
    Grant,
    Policy,
    StaffAct,
    Transfer,
)

__all__ = ["CampaignAdmin"]  # registered where it is written


class ReadOnly:
    """Rows that nobody adds, changes or deletes by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class EntryInline(ReadOnly, TabularInline):
    """The legs of a transfer."""

    model = Entry
    fields = ["leg", "account", "amount", "balance_after"]
    ordering = ["leg"]
    extra = 0
    per_page = 50  # the night's refill has a thousand
    show_change_link = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        entries: QuerySet[Entry] = super().get_queryset(request)
        return entries.select_related("account__member")


@admin.register(Account)
class AccountAdmin(ReadOnly, ModelAdmin):
    list_display = ["id", "kind", "member", "name", "status", "held", "moved_at"]
    list_filter = ["kind", "status"]
    search_fields = ["=id", "=name", "member__nickname", "member__username"]
    list_select_related = ["member"]
    show_full_result_count = False
    ordering = ["-id"]
    actions = ["grant", "freeze", "unfreeze"]

    @admin.display(description=_("balance"))
    def held(self, account: Account) -> str:
        if account.balance is None:
            return chips(selectors.house_balance(account.pk))
        return chips(account.balance)

    def has_grant_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("wallet.grant_chips")

    def has_freeze_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("wallet.freeze_wallets")

    @admin.action(description=_("Grant chips to members"), permissions=["grant"])
    def grant(self, request: HttpRequest, queryset: QuerySet[Account]) -> HttpResponse | None:
        return confirm(self, request, queryset, acts.grant(actor(request)))

    @admin.action(
        description=_("Freeze: no chips leave the wallet, chips still come in"),
        permissions=["freeze"],
    )
    def freeze(self, request: HttpRequest, queryset: QuerySet[Account]) -> HttpResponse | None:
        return confirm(self, request, queryset, acts.freeze(actor(request)))

    @admin.action(description=_("Open again"), permissions=["freeze"])
    def unfreeze(self, request: HttpRequest, queryset: QuerySet[Account]) -> HttpResponse | None:
        return confirm(self, request, queryset, acts.unfreeze(actor(request)))


@admin.register(Transfer)
class TransferAdmin(ReadOnly, ModelAdmin):
    list_display = ["id", "created_at", "reason", "legs", "link_kind", "link_id", "actor"]
    list_filter = ["reason"]
    search_fields = ["=id", "=key"]
    list_select_related = ["actor"]
    show_full_result_count = False
    ordering = ["-id"]
    exclude = ["fingerprint"]
    inlines = [EntryInline]
    actions = ["reverse"]

    def has_correct_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("wallet.correct_transfers")

    @admin.action(description=_("Reverse"), permissions=["correct"])
    def reverse(self, request: HttpRequest, queryset: QuerySet[Transfer]) -> HttpResponse | None:
        return confirm(self, request, queryset, acts.reverse(actor(request)))


@admin.register(Grant)
class GrantAdmin(ReadOnly, ModelAdmin):
    list_display = ["id", "policy", "period", "member", "amount", "transfer"]
    list_filter = ["policy"]
    search_fields = ["member__nickname", "=period"]
    list_select_related = ["policy", "member", "transfer"]
    show_full_result_count = False
    ordering = ["-id"]
    actions = ["take_back"]

    def has_correct_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("wallet.correct_transfers")

    @admin.action(description=_("Take back"), permissions=["correct"])
    def take_back(self, request: HttpRequest, queryset: QuerySet[Grant]) -> HttpResponse | None:
        return confirm(self, request, queryset, acts.take_back(actor(request)))


class PolicyForm(forms.ModelForm[Policy]):
    """A policy; every change of it has its reason."""

    change_reason = forms.CharField(
        label=_("Reason"), max_length=300, widget=UnfoldAdminTextInputWidget
    )


@admin.register(Policy)
class PolicyAdmin(ModelAdmin):
    """Policies are edited and switched off; every change stands in the log of staff."""

    form = PolicyForm
    list_display = ["slug", "kind", "active", "amount", "floor", "threshold", "per_day"]
    readonly_fields = ["slug", "kind"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # grants name it: switch it off instead

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        fields = list(super().get_fields(request, obj))
        writes = self.has_change_permission(request, obj)
        return fields if writes else [name for name in fields if name != "change_reason"]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        reason = form.cleaned_data["change_reason"]
        staff.save(row=obj, actor_id=actor(request), reason=reason)


@admin.register(StaffAct)
class StaffActAdmin(ReadOnly, ModelAdmin):
    list_display = ["made_at", "actor", "act", "kind", "object_text", "reason"]
    list_filter = ["act", "kind"]
    search_fields = ["=object_id", "actor__nickname", "reason", "object_text"]
    list_select_related = ["actor"]
    ordering = ["-id"]


@admin.register(AuditRun)
class AuditRunAdmin(ReadOnly, ModelAdmin):
    list_display = ["started_at", "ok", "entries", "seconds", "since", "border"]
    list_filter = ["ok"]
    ordering = ["-id"]


@admin.register(Batch)
class BatchAdmin(ReadOnly, ModelAdmin):
    list_display = ["job", "period", "paid", "chips", "upto", "last", "started_at", "finished_at"]
    ordering = ["-id"]
