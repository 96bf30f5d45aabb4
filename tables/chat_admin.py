"""What members report from the chat, for staff: the line with its surroundings, and what to do."""

from __future__ import annotations

from typing import Any

from asgiref.sync import async_to_sync
from django import forms
from django.contrib import admin
from django.db import models, transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextInputWidget

from tables import chat, chat_selectors
from tables.live import hints
from tables.models import ChatMute, ChatReport
from wallet import staff
from wallet.confirming import Confirmed, ReasonForm, actor, confirm
from wallet.models import StaffAct
from wallet.read_only import ReadOnly

LONGEST_H = 24 * 365


class MuteForm(ReasonForm):
    """How long somebody may not write, and why: he is told the reason."""

    hours = forms.IntegerField(
        label=_("Hours"), min_value=1, max_value=LONGEST_H, widget=UnfoldAdminIntegerFieldWidget
    )
    reason = forms.CharField(
        label=_("Reason; the member reads it"), max_length=200, widget=UnfoldAdminTextInputWidget
    )
    field_order = ["hours", "reason"]


class Moderated(ReadOnly, ModelAdmin):
    """Rows that only the chat's service writes; who may change them may run the actions."""

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Who may act on what was reported."""
        return request.user.has_perm("tables.change_chatreport")


@admin.register(ChatReport)
class ChatReportAdmin(Moderated):
    list_display = ["id", "said", "author", "table", "reason", "by", "at", "state"]
    list_filter = ["state", "reason"]
    list_select_related = ["line", "author", "table__parent", "by"]
    search_fields = ["=author__nickname", "=by__nickname"]
    fields = ["said", "around", "author", "table", "reason", "by", "at", "state", "closed_by"]
    readonly_fields = ["said", "around"]
    actions = ["mute", "remove", "dismiss"]

    @admin.display(description=_("chat line"))
    def said(self, report: ChatReport) -> str:
        return str(report.line) if report.line else gettext("This line is gone.")

    @admin.display(description=_("lines around it"))
    def around(self, report: ChatReport) -> SafeString:
        rows = [
            (
                "font-semibold" if line.pk == report.line_id else "",
                date_format(timezone.localtime(line.at), "TIME_FORMAT"),
                str(line.member),
                str(line),
            )
            for line in chat_selectors.around(report)
        ]
        lines = format_html_join("", '<li class="{}">{} {}: {}</li>', rows)
        return format_html("<ol>{}</ol>", lines)

    @admin.action(
        description=_("Mute who wrote it, and close the reports"), permissions=["moderate"]
    )
    def mute(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> HttpResponse | None:
        by_id = actor(request)

        @transaction.atomic
        def act(report: ChatReport, values: dict[str, Any]) -> bool:
            hours, reason = values["hours"], values["reason"]
            chat.mute(member_id=report.author_id, hours=hours, reason=reason, by_id=by_id)
            return _record(by_id, report, reason, {"mute_hours": hours})

        what = Confirmed("mute", _("Mute"), _line, act, MuteForm)
        return confirm(self, request, queryset.select_related("line", "author"), what)

    @admin.action(description=_("Delete the line, and close the reports"), permissions=["moderate"])
    def remove(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> HttpResponse | None:
        by_id = actor(request)

        @transaction.atomic
        def act(report: ChatReport, values: dict[str, Any]) -> bool:
            news = report.line_id and chat.remove(line_id=report.line_id, by_id=by_id)
            if not news:
                return False
            publish = async_to_sync(hints.publish_chat)
            transaction.on_commit(lambda: publish(lines=[news]))
            return _record(by_id, report, values["reason"], {"line": "deleted"})

        what = Confirmed("remove", _("Delete the line"), _line, act)
        return confirm(self, request, queryset.select_related("line", "author"), what)

    @admin.action(description=_("Dismiss: nothing is wrong"), permissions=["moderate"])
    def dismiss(self, request: HttpRequest, queryset: QuerySet[ChatReport]) -> HttpResponse | None:
        by_id = actor(request)

        @transaction.atomic
        def act(report: ChatReport, values: dict[str, Any]) -> bool:
            if not chat.dismiss(report_id=report.pk, by_id=by_id):
                return False
            return _record(by_id, report, values["reason"], {"state": "dismissed"})

        what = Confirmed("dismiss", _("Dismiss"), _line, act)
        return confirm(self, request, queryset.select_related("line", "author"), what)


@admin.register(ChatMute)
class ChatMuteAdmin(Moderated):
    list_display = ["member", "until", "reason", "by"]
    list_select_related = ["member", "by"]
    search_fields = ["=member__nickname"]
    ordering = ["-until"]
    actions = ["lift"]

    @admin.action(description=_("Let the member write again"), permissions=["moderate"])
    def lift(self, request: HttpRequest, queryset: QuerySet[ChatMute]) -> HttpResponse | None:
        by_id = actor(request)

        @transaction.atomic
        def act(mute: ChatMute, values: dict[str, Any]) -> bool:
            if not chat.unmute(member_id=mute.member_id):
                return False
            return _record(by_id, mute, values["reason"], {"mute_hours": 0})

        what = Confirmed("lift", _("Let the member write again"), _muted, act)
        return confirm(self, request, queryset.select_related("member"), what)


def _line(report: ChatReport, _known: dict[str, Any]) -> str:
    """A report on the page that asks why."""
    return f"{report.author}: {report.line or gettext('This line is gone.')}"


def _muted(mute: ChatMute, _known: dict[str, Any]) -> str:
    """A mute on the page that asks why."""
    return f"{mute.member}: {mute.reason}"


def _record(by_id: int, row: models.Model, reason: str, change: dict[str, Any]) -> bool:
    """Write the act into the log of staff, which holds no word of the chat."""
    staff.record(actor_id=by_id, act=StaffAct.Act.CHANGE, of=row, reason=reason, change=change)
    return True
