"""A link by which a member shows a finished hand to others."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models.hand import Hand


class HandShare(models.Model):
    """One link: what it shows besides what a spectator saw, and whether it still works.

    The address holds the row's key under a signature, so nobody can count through the links. What
    it shows is projected when it is opened: `tables.history.reading.shared`.
    """

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="shares", verbose_name=_("hand"))
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="hand_shares", db_index=False
    )
    with_cards = models.BooleanField()
    with_names = models.BooleanField()
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("shared hand")
        verbose_name_plural = _("shared hands")
        constraints = [
            models.UniqueConstraint(
                fields=("member", "hand", "with_cards", "with_names"),
                name="tables_handshare_one_of_a_kind",
                condition=models.Q(ended_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member} shares hand {self.hand_id}"
