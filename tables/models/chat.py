"""What people say to each other at a table, and what keeps that bearable.

None of it is part of a table's state: lines have no number among the changes, and need no lock of
the table.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models.table import Table


class ChatLine(models.Model):
    """A line of the chat, or (`removes`) the news that staff have taken one away.

    Lines of a table are committed in the order of `id`, so that who has read up to one has missed
    none before it. Text is deleted after a while, and with the member who wrote it.
    """

    MAX_LENGTH = 200

    table = models.ForeignKey(Table, models.CASCADE, related_name="chat_lines", db_index=False)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        related_name="chat_lines",
        verbose_name=_("member"),
        db_index=False,
    )
    name = models.CharField(max_length=36)  # the client's id of the command
    text = models.CharField(_("text"), max_length=MAX_LENGTH, blank=True)
    phrase = models.CharField(_("phrase"), max_length=16, blank=True)
    removes = models.BigIntegerField(null=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("chat line")
        verbose_name_plural = _("chat lines")
        ordering = ("id",)
        constraints = [
            models.CheckConstraint(
                name="tables_chatline_said_or_removed",
                condition=models.Q(member__isnull=False, removes=None)
                | models.Q(member=None, removes__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=("table", "id"), name="tables_chatline_table"),
            models.Index(fields=("member", "at"), name="tables_chatline_member"),
            models.Index(fields=("at",), name="tables_chatline_at"),
        ]

    def __str__(self) -> str:
        return self.text or self.phrase


class ChatBlock(models.Model):
    """A member reads nothing of another one any more; without another: no chat at all."""

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="chat_blocks", db_index=False
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="chat_blocked_by"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=("member", "other"), name="tables_chatblock_once", nulls_distinct=False
            )
        ]

    def __str__(self) -> str:
        return f"{self.member_id}: {self.other_id or '*'}"


class ChatMute(models.Model):
    """Staff do not let a member write in chats for a while; the member is told the reason."""

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="chat_mutes",
        verbose_name=_("member"),
        db_index=False,
    )
    until = models.DateTimeField(_("until"))
    reason = models.CharField(_("reason"), max_length=200)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", db_index=False
    )

    class Meta:
        verbose_name = _("chat mute")
        verbose_name_plural = _("chat mutes")
        indexes = [models.Index(fields=("member", "until"), name="tables_chatmute_member")]

    def __str__(self) -> str:
        return f"#{self.pk}"


class ChatReport(models.Model):
    """A member asks staff to look at a line. The lines around it are kept until they have."""

    class Reason(models.TextChoices):
        ABUSE = "abuse", _("insults or threats")
        SPAM = "spam", _("spam or advertising")
        CHEATING = "cheating", _("playing together or telling cards")
        OTHER = "other", _("something else")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        MUTED = "muted", _("member muted")
        REMOVED = "removed", _("line deleted")
        DISMISSED = "dismissed", _("dismissed")

    line = models.ForeignKey(
        ChatLine, models.SET_NULL, null=True, related_name="reports", verbose_name=_("chat line")
    )
    table = models.ForeignKey(
        Table, models.CASCADE, related_name="chat_reports", verbose_name=_("table"), db_index=False
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="chat_reported",
        verbose_name=_("written by"),
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="chat_reports",
        verbose_name=_("reported by"),
        db_index=False,
    )
    reason = models.CharField(_("reason"), max_length=8, choices=Reason)
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.OPEN)
    at = models.DateTimeField(_("at"))
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=_("closed by"),
        db_index=False,
    )

    class Meta:
        verbose_name = _("chat report")
        verbose_name_plural = _("chat reports")
        ordering = ("-id",)
        constraints = [
            models.UniqueConstraint(fields=("line", "by"), name="tables_chatreport_once")
        ]
        indexes = [
            models.Index(fields=("by", "at"), name="tables_chatreport_by"),
            models.Index(
                fields=("table", "line"),
                name="tables_chatreport_open",
                condition=models.Q(state="open"),
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.reason}"
