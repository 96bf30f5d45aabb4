"""The ledger for staff: read at every level, written only by what the services do."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline

from wallet import accounts, campaigns, selectors
from wallet.amounts import chips
from wallet.errors import WalletError
from wallet.models import Account, AuditRun, Batch, Campaign, Entry, Grant, Policy, Transfer


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
    actions = ["freeze", "unfreeze"]

    @admin.display(description=_("balance"))
    def held(self, account: Account) -> str:
        if account.balance is None:
            return chips(selectors.house_balance(account.pk))
        return chips(account.balance)

    @admin.action(description=_("Freeze: no chips leave the wallet, chips still come in"))
    def freeze(self, request: HttpRequest, queryset: QuerySet[Account]) -> None:
        self._set(request, queryset, frozen=True)

    @admin.action(description=_("Open again"))
    def unfreeze(self, request: HttpRequest, queryset: QuerySet[Account]) -> None:
        self._set(request, queryset, frozen=False)

    @transaction.atomic
    def _set(self, request: HttpRequest, queryset: QuerySet[Account], *, frozen: bool) -> None:
        for account in queryset.filter(kind=Account.Kind.MEMBER).order_by("pk"):
            (accounts.freeze if frozen else accounts.unfreeze)(account.pk)
            self.log_change(request, account, "frozen" if frozen else "opened")


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


@admin.register(Grant)
class GrantAdmin(ReadOnly, ModelAdmin):
    list_display = ["id", "policy", "period", "member", "amount", "transfer"]
    list_filter = ["policy"]
    search_fields = ["member__nickname", "=period"]
    list_select_related = ["policy", "member", "transfer"]
    show_full_result_count = False
    ordering = ["-id"]


@admin.register(Policy)
class PolicyAdmin(ModelAdmin):
    list_display = ["slug", "kind", "active", "amount", "floor", "threshold", "per_day"]
    readonly_fields = ["slug", "kind"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # grants name it: switch it off instead


@admin.register(Campaign)
class CampaignAdmin(ModelAdmin):
    list_display = [
        "title",
        "status",
        "condition",
        "reward",
        "cap",
        "budget",
        "starts_at",
        "ends_at",
    ]
    list_filter = ["status"]
    readonly_fields = ["status"]
    actions = ["dry_run", "start", "finish"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        running = obj is not None and obj.status != Campaign.Status.DRAFT
        return not running and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description=_("Dry run: whom would it pay now?"))
    def dry_run(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> None:
        for campaign in queryset:
            try:
                plan = campaigns.plan(campaign)
            except WalletError as refusal:
                self.message_user(request, refusal.text, messages.ERROR)
                continue
            text = ngettext(
                "%(title)s: %(count)s reward, %(cost)s of %(left)s chips",
                "%(title)s: %(count)s rewards, %(cost)s of %(left)s chips",
                len(plan.dues),
            )
            values = {
                "title": campaign.title,
                "count": len(plan.dues),
                "cost": chips(plan.cost),
                "left": chips(plan.left),
            }
            self.message_user(request, text % values)

    @admin.action(description=_("Start: put the budget in"))
    def start(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> None:
        self._each(request, queryset, "started")

    @admin.action(description=_("End: give back what is left"))
    def finish(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> None:
        self._each(request, queryset, "ended")

    def _each(self, request: HttpRequest, queryset: QuerySet[Campaign], what: str) -> None:
        act = campaigns.start if what == "started" else campaigns.finish
        for campaign in queryset:
            try:
                with transaction.atomic():
                    act(campaign=campaign, actor_id=request.user.pk)
                    self.log_change(request, campaign, what)
            except WalletError as refusal:
                text = gettext("%(title)s: %(problem)s")
                values = {"title": campaign.title, "problem": refusal.text}
                self.message_user(request, text % values, messages.ERROR)


@admin.register(AuditRun)
class AuditRunAdmin(ReadOnly, ModelAdmin):
    list_display = ["started_at", "ok", "entries", "seconds", "since", "border"]
    list_filter = ["ok"]
    ordering = ["-id"]


@admin.register(Batch)
class BatchAdmin(ReadOnly, ModelAdmin):
    list_display = ["job", "period", "paid", "chips", "upto", "last", "started_at", "finished_at"]
    ordering = ["-id"]
