"""Campaigns in the admin: the form with its details, the rule in words, the dry run, progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import translation
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.admin import ModelAdmin

from accounts.models import Member
from wallet import acts, campaign_form, campaigns, conditions, staff
from wallet.amounts import chips
from wallet.campaigns import Due, Plan
from wallet.confirming import actor, confirm
from wallet.errors import WalletError
from wallet.models import Campaign

SHOWN = 200  # members that a dry run names

WORDS = ["slug", "title", "title_ko", "title_vi"]
DESCRIPTIONS = ["description", "description_ko", "description_vi"]
RULE = ["condition", "needed", "min_humans"]
REWARD = ["reward", "cap", "budget"]


@dataclass(frozen=True, slots=True)
class Line:
    """What a dry run would pay a member."""

    member: str
    times: int
    chips: int


@dataclass(frozen=True, slots=True)
class DryRun:
    """A dry run as its page shows it; `problem` says why there is none."""

    campaign: Campaign
    summary: str = ""
    rule: str = ""
    lines: tuple[Line, ...] = ()
    more: int = 0
    short: str = ""
    problem: str = ""


@admin.register(Campaign)
class CampaignAdmin(ModelAdmin):
    """Drafts are edited and tried; what runs is read, and ended."""

    list_display = ["title", "status", "condition_label", "progress", "starts_at", "ends_at"]
    list_filter = ["status"]
    readonly_fields = ["condition_label", "rule_words", "progress"]
    ordering = ["-id"]
    actions = ["dry_run", "start", "finish"]

    @property
    def conditional_fields(self) -> dict[str, str]:
        """Details are shown for the conditions that know them."""
        return campaign_form.shown_when()

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> type[ModelForm[Any]]:
        if self.has_change_permission(request, obj) if obj else True:
            kwargs["form"] = campaign_form.form()
        made: type[ModelForm[Any]] = super().get_form(request, obj, change, **kwargs)
        return made

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        writes = self.has_change_permission(request, obj) if obj else True
        condition = RULE if writes else ["condition_label", *RULE[1:]]
        rule = [*condition, *(list(conditions.details()) if writes else [])]
        return [
            (_("In words"), {"fields": WORDS + DESCRIPTIONS}),
            (_("Rule"), {"fields": [*rule, *(["rule_words"] if obj else [])]}),
            (_("Reward"), {"fields": [*REWARD, *(["progress"] if obj else [])]}),
            (_("Dates"), {"fields": ["starts_at", "ends_at"]}),
            *([(_("Reason"), {"fields": ["change_reason"]})] if writes else []),
        ]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        reason = form.cleaned_data["change_reason"]
        staff.save(row=obj, actor_id=actor(request), reason=reason)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        running = obj is not None and obj.status != Campaign.Status.DRAFT
        return not running and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_run_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("wallet.run_campaigns")

    # -- what it says of itself ------------------------------------------------------------------

    @admin.display(description=gettext_lazy("condition"), ordering="condition")
    def condition_label(self, campaign: Campaign) -> str:
        condition = conditions.get(campaign.condition)
        return str(condition.label) if condition else campaign.condition

    @admin.display(description=gettext_lazy("as members read it"))
    def rule_words(self, campaign: Campaign) -> str:
        """Title, description and rule in every language of the site."""
        told = []
        for code, language in settings.LANGUAGES:
            with translation.override(code):
                words = [campaign.told("title"), campaign.told("description"), _rule(campaign)]
            told.append((language, " — ".join(part for part in words if part)))
        return format_html_join("", "<p><b>{}</b>: {}</p>", told)

    @admin.display(description=gettext_lazy("paid so far"))
    def progress(self, campaign: Campaign) -> str:
        given, left = campaigns.paid(campaign), campaigns.left(campaign)
        text = ngettext(
            "%(count)s reward, %(left)s of %(budget)s chips left",
            "%(count)s rewards, %(left)s of %(budget)s chips left",
            given,
        )
        return text % {"count": given, "left": chips(left), "budget": chips(campaign.budget)}

    # -- acts ------------------------------------------------------------------------------------

    @admin.action(description=gettext_lazy("Dry run: whom would it pay now?"))
    def dry_run(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": _("Dry run"),
            "opts": self.opts,
            "runs": [_tried(campaign) for campaign in queryset.order_by("pk")],
        }
        return TemplateResponse(request, "admin/wallet/dry_run.html", context)

    @admin.action(description=gettext_lazy("Start: put the budget in"), permissions=["run"])
    def start(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> HttpResponse | None:
        return confirm(self, request, queryset, acts.start(actor(request)))

    @admin.action(description=gettext_lazy("End: give back what is left"), permissions=["run"])
    def finish(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> HttpResponse | None:
        return confirm(self, request, queryset, acts.finish(actor(request)))


def _rule(campaign: Campaign) -> str:
    try:
        return campaigns.in_words(campaign)
    except WalletError as refusal:
        return refusal.text


def _tried(campaign: Campaign) -> DryRun:
    """What paying the campaign now would do, in words."""
    try:
        plan = campaigns.plan(campaign)
    except WalletError as refusal:
        return DryRun(campaign, problem=refusal.text)
    lines = _lines(plan.paid, campaign.reward)
    return DryRun(
        campaign,
        _summary(campaign, plan),
        _rule(campaign),
        lines[:SHOWN],
        max(0, len(lines) - SHOWN),
        _short(campaign, plan),
    )


def _summary(campaign: Campaign, plan: Plan) -> str:
    text = ngettext(
        "%(title)s: %(count)s reward, %(cost)s of %(left)s chips",
        "%(title)s: %(count)s rewards, %(cost)s of %(left)s chips",
        len(plan.paid),
    )
    return text % {
        "title": campaign.title,
        "count": len(plan.paid),
        "cost": chips(len(plan.paid) * campaign.reward),
        "left": chips(plan.left),
    }


def _short(campaign: Campaign, plan: Plan) -> str:
    """What the budget is not enough for; empty if it is."""
    unpaid = len(plan.dues) - len(plan.paid)
    text = ngettext(
        "The budget is too small for %(count)s more reward that is earned: %(missing)s chips are"
        " missing.",
        "The budget is too small for %(count)s more rewards that are earned: %(missing)s chips are"
        " missing.",
        unpaid,
    )
    missing = plan.cost - plan.left
    return text % {"count": unpaid, "missing": chips(missing)} if unpaid else ""


def _lines(paid: tuple[Due, ...], reward: int) -> tuple[Line, ...]:
    """Who gets how much, whoever gets most first."""
    times: dict[int, int] = {}
    for due in paid:
        times[due.member_id] = times.get(due.member_id, 0) + 1
    ordered = sorted(times.items(), key=lambda item: (-item[1], item[0]))
    names = {pk: str(member) for pk, member in Member.objects.in_bulk(list(times)).items()}
    return tuple(Line(names[pk], count, count * reward) for pk, count in ordered)
