"""The bots of the house: members that play at practice tables."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Bot(models.Model):
    """How strongly a bot plays. The member itself is of kind bot and cannot log in."""

    class Level(models.IntegerChoices):
        EASY = 1, _("easy")
        MEDIUM = 2, _("medium")
        STRONG = 3, _("strong")

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        primary_key=True,
        related_name="bot",
        limit_choices_to={"kind": "bot"},
    )
    level = models.PositiveSmallIntegerField(_("strength"), choices=Level, default=Level.MEDIUM)

    class Meta:
        verbose_name = _("bot")
        verbose_name_plural = _("bots")

    def __str__(self) -> str:
        return str(self.member)
