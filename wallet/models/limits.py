"""What members have bound themselves to."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class Limits(models.Model):
    """A member's own limits; None is no limit. Looked at by the database at every buy-in.

    A looser value waits in `next_…` until `…_from`. `break_until` and `excluded_until` only ever
    grow. After an exclusion play opens at `reopens_at`, once the member has asked for it.
    """

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="limits"
    )
    daily_loss = models.BigIntegerField(null=True)
    next_daily_loss = models.BigIntegerField(null=True)
    daily_loss_from = models.DateTimeField(null=True)
    daily_minutes = models.IntegerField(null=True)
    next_daily_minutes = models.IntegerField(null=True)
    daily_minutes_from = models.DateTimeField(null=True)
    break_until = models.DateTimeField(null=True)
    excluded_until = models.DateTimeField(null=True)
    reopens_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="wallet_limits_positive",
                condition=(Q(daily_loss__isnull=True) | Q(daily_loss__gte=0))
                & (Q(daily_minutes__isnull=True) | Q(daily_minutes__gte=0))
                & (Q(next_daily_loss__isnull=True) | Q(next_daily_loss__gte=0))
                & (Q(next_daily_minutes__isnull=True) | Q(next_daily_minutes__gte=0)),
            )
        ]

    def __str__(self) -> str:
        return f"limits of {self.member_id}"
