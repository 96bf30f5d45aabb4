"""Runs of the audit."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditRun(models.Model):
    """One run of the audit, for the staff; an incremental one starts where a clean one ended.

    `checks` holds for each check its name, its first faults, how many there were, its figures.
    """

    started_at = models.DateTimeField(_("started"))
    seconds = models.FloatField(_("seconds"))
    since = models.BigIntegerField()
    border = models.BigIntegerField()
    entries = models.BigIntegerField(_("entries"))
    ok = models.BooleanField(_("without faults"))
    checks = models.JSONField(_("checks"), default=list)

    class Meta:
        verbose_name = _("audit")
        verbose_name_plural = _("audits")

    def __str__(self) -> str:
        return f"{self.started_at:%Y-%m-%d %H:%M} {self.since}–{self.border}"
