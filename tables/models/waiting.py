"""Who waits for a seat at a full table, and who looks on."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models.table import Table


class Waiting(models.Model):
    """One member's place on the waiting list of a table, from joining it until it ended.

    The order of the list is that of `id`. The table's own state holds the same list (it decides
    under its lock); these rows are what pages read, and they keep why a place was lost.
    """

    class Outcome(models.TextChoices):
        SEATED = "seated", _("took the seat")
        LEFT = "left", _("left the list")
        TIMED_OUT = "timed_out", _("let the offer pass")
        AWAY = "away", _("was not on the site")
        BARRED = "barred", _("may not play now")
        BROKE = "broke", _("had too few chips")
        CLOSED = "closed", _("the table closed")

    table = models.ForeignKey(Table, models.CASCADE, related_name="waiting", db_index=False)
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="waiting", db_index=False
    )
    since = models.DateTimeField(_("since"))
    seen_at = models.DateTimeField(_("seen"))  # when the member last had a page of the site open
    offer_seat = models.PositiveSmallIntegerField(_("seat offered"), null=True, blank=True)
    offer_until = models.DateTimeField(_("offered until"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=12, choices=Outcome, blank=True)
    is_told = models.BooleanField(default=False)  # the member has read how it ended

    class Meta:
        verbose_name = _("place on a waiting list")
        verbose_name_plural = _("waiting lists")
        ordering = ("id",)
        constraints = [
            models.UniqueConstraint(
                fields=("table", "member"),
                name="tables_waiting_once",
                condition=models.Q(ended_at=None),
            ),
            models.CheckConstraint(
                name="tables_waiting_offer",
                condition=models.Q(offer_seat=None, offer_until=None)
                | models.Q(offer_seat__isnull=False, offer_until__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=("member",),
                name="tables_waiting_news",
                condition=models.Q(is_told=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} · {self.table}"


class Audience(models.Model):
    """How many watched a table through one web process when it last wrote."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    process = models.CharField(max_length=80)
    watchers = models.PositiveIntegerField()
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=("table", "process"), name="tables_audience_once"),
        ]

    def __str__(self) -> str:
        return f"{self.watchers} at table {self.table_id} by {self.process}"
