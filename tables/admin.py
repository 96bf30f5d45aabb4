"""Tables for staff: stakes, tables, incidents. What happens at a table is nobody's to edit."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from rules.house import GAMES as HOUSE_GAMES
from tables import games, house_pages
from tables.chat_admin import ChatMuteAdmin, ChatReportAdmin
from tables.dealer import pausing
from tables.errors import Broken, Refused
from tables.models import Bot, Incident, Seat, Stakes, Table, TableState, Waiting
from tables.vault_admin import HandAdmin
from wallet.read_only import ReadOnly

__all__ = ["ChatMuteAdmin", "ChatReportAdmin", "HandAdmin"]  # registered where it is written


def let_go_on(request: HttpRequest, tables: QuerySet[Table]) -> None:
    """Let paused tables go on; says which do not, and why."""
    for table in tables:
        try:
            pausing.resume(table_id=table.pk)
        except (Refused, Broken) as error:
            text = gettext("%(table)s does not go on: %(why)s")
            messages.error(request, text % {"table": table, "why": error})


def undo_hands(request: HttpRequest, tables: QuerySet[Table]) -> None:
    """Undo the running hands of tables, which then go on."""
    for table in tables:
        try:
            pausing.void(table_id=table.pk, code="staff")
        except Refused:
            text = gettext("No hand is running at %(table)s.")
            messages.warning(request, text % {"table": table})


def _tables_of(incidents: QuerySet[Incident]) -> QuerySet[Table]:
    """The tables of incidents; boxes at house tables are reached from here alone."""
    return Table.objects.filter(incidents__in=incidents).select_related("parent").distinct()


@admin.register(Stakes)
class StakesAdmin(ModelAdmin):
    """A game against the house has a page of its own, which shows the edges before it saves."""

    list_display = ["label", "game", "min_buy_in", "max_buy_in"]
    list_filter = ["game"]
    exclude = ["settings"]
    change_list_template = "admin/tables/stakes.html"

    def get_urls(self) -> list[URLPattern]:
        add = self.admin_site.admin_view(self.add_house)
        return [
            path("house/<slug:game>/", add, name="tables_stakes_add_house"),
            *super().get_urls(),
        ]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        may_add = self.has_add_permission(request)
        names = {game: games.name(game) for game in HOUSE_GAMES} if may_add else {}
        return super().changelist_view(request, {**(extra_context or {}), "house_games": names})

    def add_house(self, request: HttpRequest, game: str) -> HttpResponse:
        if game not in HOUSE_GAMES:
            raise Http404
        if not self.has_add_permission(request):
            raise PermissionDenied
        return house_pages.edit(self, request, Stakes(game=game))

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        found = self.get_object(request, unquote(object_id))
        if found is None or not found.is_house:
            return super().change_view(request, object_id, form_url, extra_context)
        if not self.has_view_or_change_permission(request, found):
            raise PermissionDenied
        if request.method == "POST" and not self.has_change_permission(request, found):
            raise PermissionDenied
        return house_pages.edit(self, request, found)


@admin.register(Table)
class TableAdmin(ModelAdmin):
    list_display = ["name", "stakes", "seats", "bot_seats", "entry", "is_open", "pause"]
    list_filter = ["is_open", "stakes__game"]
    search_fields = ["name"]
    list_select_related = ["stakes", "state"]
    actions = ["resume", "void_hand"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Table]:
        return super().get_queryset(request).filter(parent=None)  # boxes are nobody's to edit

    def save_model(self, request: HttpRequest, obj: Table, form: Any, change: bool) -> None:
        with transaction.atomic():
            super().save_model(request, obj, form, change)
            # The clock looks at the table once, so that bots come and go as it now says.
            defaults = {"is_house": obj.is_house}
            TableState.objects.get_or_create(table=obj, defaults=defaults)
            idle = TableState.objects.filter(table=obj, hand_id=None, pause="")
            idle.update(due_at=obj.now())

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False  # its hands belong to the members' histories: close it instead

    @admin.display(description=_("paused"))
    def pause(self, table: Table) -> str:
        return table.state.pause if hasattr(table, "state") else ""

    @admin.action(description=_("Let paused tables go on"))
    def resume(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        let_go_on(request, tables)

    @admin.action(description=_("Undo the running hand, and go on"))
    def void_hand(self, request: HttpRequest, tables: QuerySet[Table]) -> None:
        undo_hands(request, tables)


@admin.register(Incident)
class IncidentAdmin(ReadOnly, ModelAdmin):
    list_display = ["table", "owner", "code", "made_at", "closed_at"]
    list_filter = ["code"]
    list_select_related = ["table__parent", "table__owner"]
    actions = ["resume", "void_hand"]

    def has_table_permission(self, request: HttpRequest) -> bool:
        """Who may edit tables may also let them go on."""
        return request.user.has_perm("tables.change_table")

    @admin.display(description=_("member"))
    def owner(self, incident: Incident) -> str:
        """Whose box it is, at a table against the house."""
        return str(incident.table.owner or "")

    @admin.action(description=_("Let paused tables go on"), permissions=["table"])
    def resume(self, request: HttpRequest, incidents: QuerySet[Incident]) -> None:
        let_go_on(request, _tables_of(incidents))

    @admin.action(description=_("Undo the running hand, and go on"), permissions=["table"])
    def void_hand(self, request: HttpRequest, incidents: QuerySet[Incident]) -> None:
        undo_hands(request, _tables_of(incidents))


@admin.register(Seat)
class SeatAdmin(ReadOnly, ModelAdmin):
    list_display = ["member", "table", "number", "is_bot", "sat_at", "left_at"]
    list_filter = ["is_bot"]
    list_select_related = ["member", "table"]


@admin.register(Waiting)
class WaitingAdmin(ReadOnly, ModelAdmin):
    list_display = ["member", "table", "since", "offer_until", "ended_at", "outcome"]
    list_filter = ["outcome"]
    list_select_related = ["member", "table"]


@admin.register(Bot)
class BotAdmin(ModelAdmin):
    list_display = ["member", "level"]
    list_filter = ["level"]
    list_select_related = ["member"]
    readonly_fields = ["member"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
