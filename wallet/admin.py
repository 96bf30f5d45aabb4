"""The ledger for staff: read at every level, written only by what the services do."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline
from unfold.widgets import UnfoldAdminTextInputWidget

from wallet import acts, dashboard, explorer, selectors, staff
from wallet.amounts import chips, signed
from wallet.campaign_admin import CampaignAdmin
from wallet.confirming import actor, confirm
from wallet.links import Link
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
from wallet.read_only import ReadOnly
from wallet.schedule_admin import TaskAdmin

__all__ = ["CampaignAdmin", "TaskAdmin"]  # registered where they are written


class EntryInline(ReadOnly, TabularInline):
    """The legs of a transfer."""

    model = Entry
    verbose_name_plural = _("entries")
    fields = ["whose", "moved", "after"]
    readonly_fields = ["whose", "moved", "after"]
    ordering = ["leg"]
    extra = 0
    per_page = 50  # the night's refill has a thousand
    hide_title = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        entries: QuerySet[Entry] = super().get_queryset(request)
        return entries.select_related("account__member")

    @admin.display(description=_("account"))
    def whose(self, entry: Entry) -> str:
        page = reverse("admin:wallet_account_change", args=[entry.account_id])
        return explorer.link(Link(explorer.account_name(entry.account), page))

    @admin.display(description=_("amount"))
    def moved(self, entry: Entry) -> str:
        return signed(entry.amount)

    @admin.display(description=_("balance after"))
    def after(self, entry: Entry) -> str:
        return explorer.EMPTY if entry.balance_after is None else chips(entry.balance_after)


@admin.register(Account)
class AccountAdmin(ReadOnly, ModelAdmin):
    list_display = ["id", "kind", "whose", "status", "held", "purpose", "moved_at"]
    list_filter = ["kind", "status"]
    search_fields = ["=id", "=name", "member__nickname", "member__username"]
    list_select_related = ["member"]
    show_full_result_count = False
    ordering = ["-id"]
    fields = ["whose", "kind", "status", "held", "purpose", "opened_at", "moved_at", "closed_at"]
    readonly_fields = ["whose", "held", "purpose"]
    actions = ["grant", "freeze", "unfreeze"]
    change_form_after_template = "admin/wallet/account_sheet.html"

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The account with its statement; a page of it by `before`."""
        account = self.get_object(request, object_id)
        if account is not None:
            sheet = explorer.sheet(account, request.GET.get("before"))
            extra_context = {**(extra_context or {}), "sheet": sheet}
        page: HttpResponse = super().change_view(request, object_id, form_url, extra_context)
        return page

    @admin.display(description=_("whose"))
    def whose(self, account: Account) -> str:
        return explorer.account_name(account)

    @admin.display(description=_("what for"))
    def purpose(self, account: Account) -> str:
        return explorer.purpose(account)

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
    list_display = ["id", "created_at", "reason", "entries", "purpose", "actor"]
    list_filter = ["reason"]
    search_fields = ["=id", "=key"]
    list_select_related = ["actor"]
    show_full_result_count = False
    ordering = ["-id"]
    fields = ["created_at", "reason", "purpose", "actor", "corrections", "name", "entries"]
    readonly_fields = ["purpose", "corrections", "name", "entries"]
    inlines = [EntryInline]
    actions = ["reverse"]

    @admin.display(description=_("entries"), ordering="legs")
    def entries(self, transfer: Transfer) -> int:
        return transfer.legs

    @admin.display(description=_("what for"))
    def purpose(self, transfer: Transfer) -> str:
        return explorer.purpose(transfer)

    @admin.display(description=_("corrections"))
    def corrections(self, transfer: Transfer) -> str:
        return explorer.corrections(transfer)

    @admin.display(description=_("key, which makes it happen once"))
    def name(self, transfer: Transfer) -> str:
        return transfer.key

    def has_correct_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("wallet.correct_transfers")

    @admin.action(description=_("Reverse"), permissions=["correct"])
    def reverse(self, request: HttpRequest, queryset: QuerySet[Transfer]) -> HttpResponse | None:
        return confirm(self, request, queryset, acts.reverse(actor(request)))


@admin.register(Grant)
class GrantAdmin(ReadOnly, ModelAdmin):
    list_display = ["id", "kind", "period", "whose", "given", "paid_by"]
    list_filter = [("policy", admin.RelatedOnlyFieldListFilter)]
    search_fields = ["member__nickname", "=period"]
    list_select_related = ["policy", "member", "transfer"]
    show_full_result_count = False
    ordering = ["-id"]
    fields = ["kind", "period", "whose", "given", "paid_by"]
    readonly_fields = ["kind", "whose", "given", "paid_by"]
    actions = ["take_back"]

    @admin.display(description=_("policy"), ordering="policy")
    def kind(self, grant: Grant) -> str:
        return str(grant.policy.get_kind_display())

    @admin.display(description=_("member"), ordering="member")
    def whose(self, grant: Grant) -> str:
        return str(grant.member)

    @admin.display(description=_("amount"), ordering="amount")
    def given(self, grant: Grant) -> str:
        return chips(grant.amount)

    @admin.display(description=_("transfer"), ordering="transfer")
    def paid_by(self, grant: Grant) -> str:
        page = explorer.transfer_page(grant.transfer_id)
        return explorer.link(Link(f"#{grant.transfer_id}", page))

    def has_correct_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("wallet.correct_transfers")

    @admin.action(description=_("Take back"), permissions=["correct"])
    def take_back(self, request: HttpRequest, queryset: QuerySet[Grant]) -> HttpResponse | None:
        return confirm(self, request, queryset, acts.take_back(actor(request)))


MOST_GIFT = 10**12  # chips that a policy gives at once: a million of them fit into the ledger
MOST = {"amount": MOST_GIFT, "floor": MOST_GIFT, "threshold": MOST_GIFT, "per_day": 100,
        "seen_days": 366}  # fmt: skip


class PolicyForm(forms.ModelForm[Policy]):
    """A policy; every change of it has its reason."""

    change_reason = forms.CharField(
        label=_("Reason"), max_length=300, widget=UnfoldAdminTextInputWidget
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, most in MOST.items():
            if name in self.fields:
                self.fields[name].validators += [MinValueValidator(0), MaxValueValidator(most)]

    def clean_ladder(self) -> list[int]:
        """Every rung gives something, and none more than a policy may."""
        ladder: list[int] = self.cleaned_data["ladder"] or []
        if any(not 1 <= rung <= MOST_GIFT for rung in ladder):
            text = gettext("Each step gives between 1 and %(most)s chips.")
            raise forms.ValidationError(text % {"most": chips(MOST_GIFT)})
        return ladder


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
    list_display = ["made_at", "actor", "act", "sort", "object_text", "reason"]
    list_filter = ["act"]
    search_fields = ["=object_id", "actor__nickname", "reason", "object_text"]
    list_select_related = ["actor"]
    ordering = ["-id"]
    fields = ["made_at", "actor", "act", "sort", "object_id", "object_text", "reason", "changes"]
    readonly_fields = ["sort", "changes"]

    @admin.display(description=_("kind"), ordering="kind")
    def sort(self, act: StaffAct) -> str:
        return explorer.kind_name(act.kind)

    @admin.display(description=_("change"))
    def changes(self, act: StaffAct) -> str:
        """Each value before and after, a line each."""
        lines = [
            (explorer.field_name(act.kind, f), old, new) for f, (old, new) in act.change.items()
        ]
        return format_html_join("", "<p>{}: {} → {}</p>", lines) or explorer.EMPTY


@admin.register(AuditRun)
class AuditRunAdmin(ReadOnly, ModelAdmin):
    list_display = ["started_at", "ok", "scope", "entries", "took", "faulty"]
    list_filter = ["ok"]
    ordering = ["-id"]
    fields = ["started_at", "ok", "scope", "entries", "took"]
    readonly_fields = ["scope", "took"]
    change_form_after_template = "admin/wallet/audit_checks.html"

    @admin.display(description=_("looked at"), ordering="since")
    def scope(self, run: AuditRun) -> str:
        if not run.since:
            return gettext("All entries")
        words = {"since": run.since, "border": run.border}
        return gettext("Entries after %(since)s, to %(border)s") % words

    @admin.display(description=_("seconds"), ordering="seconds")
    def took(self, run: AuditRun) -> str:
        return number_format(round(run.seconds, 1))

    @admin.display(description=_("faults"))
    def faulty(self, run: AuditRun) -> str:
        return dashboard.faulty(run) or explorer.EMPTY


@admin.register(Batch)
class BatchAdmin(ReadOnly, ModelAdmin):
    list_display = ["work", "period", "paid", "given", "upto", "started_at", "finished_at"]
    ordering = ["-id"]
    fields = list_display
    readonly_fields = ["work", "given"]

    @admin.display(description=_("job"), ordering="job")
    def work(self, batch: Batch) -> str:
        return selectors.reason_label(batch.job)

    @admin.display(description=_("chips"), ordering="chips")
    def given(self, batch: Batch) -> str:
        return chips(batch.chips)
