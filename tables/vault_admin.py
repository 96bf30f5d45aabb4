"""Hands in the admin, and the page on which an auditor opens the deck of a finished one."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from unfold.admin import ModelAdmin

from rules.house import DEALER
from tables import vault
from tables.errors import Broken, Refused, refusal, sentence
from tables.models import Hand, HandSeat
from wallet.confirming import ReasonForm, actor
from wallet.errors import WalletError
from wallet.read_only import ReadOnly

PERMISSION = "tables.open_vault"


@admin.register(Hand)
class HandAdmin(ReadOnly, ModelAdmin):
    """Read only. Neither the seed nor the events are shown here: they hold every card."""

    list_display = ["id", "table", "number", "game", "status", "started_at", "ended_at", "vault"]
    list_filter = ["status", "game"]
    search_fields = ["=id"]
    list_select_related = ["table"]
    ordering = ["-id"]
    show_full_result_count = False
    fields = [
        "table",
        "number",
        "game",
        "stakes",
        "status",
        "root",
        "key_id",
        "started_at",
        "ended_at",
        "pot",
        "rake",
    ]

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm(PERMISSION) or super().has_view_permission(request, obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm(PERMISSION) or super().has_module_permission(request)

    @admin.display(description=gettext_lazy("vault"))
    def vault(self, hand: Hand) -> str:
        if hand.status not in vault.FINISHED:
            return ""
        address = reverse("admin:tables_hand_vault", args=[hand.pk])
        return format_html('<a href="{}">{}</a>', address, _("Open the deck"))

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(never_cache(self.open_vault))
        own = path("<row:hand_id>/vault/", page, name="tables_hand_vault")
        return [own, *super().get_urls()]

    def open_vault(self, request: HttpRequest, hand_id: int) -> HttpResponse:
        """Ask why; then show the deck once. Nothing of it is kept on the page or in the session."""
        if not request.user.has_perm(PERMISSION):
            raise PermissionDenied
        hand = Hand.objects.select_related("table").filter(pk=hand_id).first()
        if hand is None:
            raise Http404
        form = ReasonForm(request.POST if request.method == "POST" else None)
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "title": _("The deck of %(hand)s") % {"hand": hand},
            "opts": self.model._meta,
            "hand": hand,
            "is_finished": hand.status in vault.FINISHED,
            "form": form,
        }
        if form.is_bound and form.is_valid():
            try:
                opened = vault.look(
                    hand_id=hand_id, actor_id=actor(request), reason=form.cleaned_data["reason"]
                )
            except (Refused, WalletError) as error:
                no = refusal(error)
                context["problem"] = sentence(no.code, no.data, get_language() or "en")
            except Broken:
                context["problem"] = _(
                    "The key of this hand is missing, so nothing can be proven now."
                )
            else:
                context["opened"] = opened
                names = _names(hand)
                context["places"] = [(place, _went(place, names)) for place in opened.places]
        return TemplateResponse(request, "admin/tables/vault.html", context)


def _names(hand: Hand) -> dict[int, str]:
    """Who sat where."""
    rows = HandSeat.objects.filter(hand=hand).select_related("member")
    names = {row.seat: str(row.member) for row in rows}
    return names | {DEALER: _("Dealer")} if hand.is_round else names


def _went(place: vault.Place, names: dict[int, str]) -> str:
    """What became of a card, in words."""
    if place.seat is not None:
        return names.get(place.seat) or _("Seat %(n)d") % {"n": place.seat + 1}
    return {"board": _("Board"), "burn": _("Burned")}.get(place.went) or _("Not dealt")
