"""The processes that run the tables, and what went wrong in them."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models.table import Table


class Heartbeat(models.Model):
    """A web or clock process that is alive. `name` is its kind, host and process id."""

    name = models.CharField(max_length=80, primary_key=True)
    kind = models.CharField(max_length=8)
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Incident(models.Model):
    """A table was paused because its code failed; staff look, mend, and let it go on."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="incidents")
    seq = models.BigIntegerField()
    hand_id = models.BigIntegerField(null=True)
    code = models.CharField(_("code"), max_length=40)
    detail = models.TextField(_("detail"), blank=True)
    made_at = models.DateTimeField(_("time"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.table}: {self.code}"
