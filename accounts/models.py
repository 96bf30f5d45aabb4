"""Who plays: members, and bots, which are members without log-in or wallet."""

from __future__ import annotations

import unicodedata
from typing import Any, ClassVar

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.validators import RegexValidator
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import nicknames

username_validator = RegexValidator(
    r"\A[\w.+-]+\Z", _("Letters, digits and the signs . + - _ only."), code="username"
)
USERNAME_VALIDATORS = [username_validator]
LEFT = "left:"  # begins the username of who has left for good; nobody can type it into a form


class NicknameKeyField(models.CharField[str, str]):
    """The key of `nickname`, worked out on every write, so that no writer can forget it."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        value = nicknames.key(model_instance.nickname)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, value)
        return value


class MemberManager(UserManager["Member"]):
    """Makes members and bots, and finds them by username whatever its case."""

    def get_by_natural_key(self, username: str | None) -> Member:
        return self.get(username=self.model.normalize_username(username or ""))

    async def aget_by_natural_key(self, username: str | None) -> Member:
        return await self.aget(username=self.model.normalize_username(username or ""))

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        return (email or "").strip().lower()

    def create_superuser(
        self,
        username: str,
        email: str | None = None,
        password: str | None = None,
        **extra_fields: Any,
    ) -> Member:
        """A superuser; without a nickname it gets one made of its username."""
        extra_fields.setdefault("nickname", self.free_nickname(username))
        return super().create_superuser(username, email, password, **extra_fields)

    def create_bot(self, nickname: str, **extra_fields: Any) -> Member:
        """A bot with this nickname. It has no password, no address, and can never log in."""
        return self.create_user(
            f"bot:{nicknames.key(nickname)}",
            nickname=nickname,
            kind=Member.Kind.BOT,
            **extra_fields,
        )

    def free_nickname(self, wish: str) -> str:
        """A nickname that nobody has, close to `wish`."""
        stem = "".join(char for char in wish if char.isalnum())[: nicknames.MAX_LENGTH] or "member"
        tries = [stem] if len(stem) >= nicknames.MIN_LENGTH else []
        tries += [f"{stem[: nicknames.MAX_LENGTH - len(str(n))]}{n}" for n in range(2, 1000)]
        for nickname in tries:
            if not self.filter(nickname_key=nicknames.key(nickname)).exists():
                return nickname
        raise ValueError(f"no free nickname near {wish!r}")


class Member(AbstractUser):
    """A member of the site; `nickname` is what others see at a table."""

    class Kind(models.TextChoices):
        HUMAN = "human", _("member")
        BOT = "bot", _("bot")

    username = models.CharField(
        _("username"),
        max_length=64,
        unique=True,
        validators=[username_validator],
        error_messages={"unique": _("This username is taken.")},
    )
    email = models.EmailField(_("email address"), blank=True)
    nickname = models.CharField(_("nickname"), max_length=nicknames.MAX_LENGTH)
    nickname_key = NicknameKeyField(
        max_length=nicknames.KEY_LENGTH, unique=True, editable=False, default=""
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.HUMAN)
    language = models.CharField(_("language"), max_length=8, blank=True, default="")
    plain_amounts = models.BooleanField(
        _("plain amounts"),
        default=False,
        help_text=_("Write 125,000,000 instead of 1억 2,500만 on Korean pages."),
    )
    # The site calls members by nickname and asks nobody for a real name.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    objects: ClassVar[MemberManager] = MemberManager()  # type: ignore[assignment]

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="accounts_member_email_unique",
                condition=~models.Q(email=""),
                violation_error_message=_("A member with this email address exists already."),
            ),
            models.CheckConstraint(
                name="accounts_member_bot_never_logs_in",
                condition=~models.Q(kind="bot")
                | models.Q(
                    password__startswith=UNUSABLE_PASSWORD_PREFIX,
                    email="",
                    is_staff=False,
                    is_superuser=False,
                ),
                violation_error_message=_("A bot has no password, address or staff rights."),
            ),
        ]

    def __str__(self) -> str:
        if self.has_left:
            return gettext("Former member %(number)s") % {"number": self.pk}
        return self.nickname or self.username

    @property
    def has_left(self) -> bool:
        """Whether this is the empty row of who left for good (`accounts.leaving`)."""
        return self.username.startswith(LEFT)

    @property
    def is_bot(self) -> bool:
        return self.kind == self.Kind.BOT

    @classmethod
    def normalize_username(cls, username: str) -> str:
        return unicodedata.normalize("NFKC", username).strip().lower()

    def clean(self) -> None:
        super().clean()
        self.email = type(self).objects.normalize_email(self.email)

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; a new password or a ban ends the log-in sessions, and with them the sockets."""
        ends_sessions = getattr(self, "_password", None) is not None or not self.is_active
        with transaction.atomic():
            super().save(*args, **kwargs)
            if ends_sessions:
                Session.objects.filter(member_id=self.pk).delete()


class Session(AbstractBaseSession):
    """A log-in session. `session_key` holds the SHA-256 of the key that the browser has."""

    session_key = models.CharField(max_length=64, primary_key=True)
    member_id = models.BigIntegerField(null=True, db_index=True)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")

    @classmethod
    def get_session_store_class(cls) -> type:
        from accounts.session_store import SessionStore

        return SessionStore
