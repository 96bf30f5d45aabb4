"""Who plays: members, and bots, which are members without log-in or wallet."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.translation import gettext_lazy as _


class Member(AbstractUser):
    """A member of the site; `nickname` is what others see at a table."""

    class Kind(models.TextChoices):
        HUMAN = "human", _("member")
        BOT = "bot", _("bot")

    nickname = models.CharField(_("nickname"), max_length=12)
    nickname_key = models.CharField(max_length=48, unique=True, editable=False)
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.HUMAN)
    language = models.CharField(max_length=8, blank=True, default="")

    def __str__(self) -> str:
        return self.nickname or self.username


class Session(AbstractBaseSession):
    """A log-in session. `session_key` holds the SHA-256 of the key that the browser has."""

    member_id = models.BigIntegerField(null=True, db_index=True)
