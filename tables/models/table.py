"""What staff edit: stakes, and the tables that are played at them."""

from __future__ import annotations

from datetime import datetime

import msgspec
from django.core.exceptions import ValidationError
from django.db import connection, models
from django.utils.translation import gettext_lazy as _

from rules.errors import RulesError
from rules.games import GAMES
from rules.stakes import Stakes as Amounts
from rules.variant import Variant


class Stakes(models.Model):
    """The amounts that a game is played for, and what a seat at them costs."""

    game = models.CharField(_("game"), max_length=16)
    label = models.CharField(_("label"), max_length=40, help_text=_("As the lobby shows it: 1/2."))
    amounts = models.JSONField(
        _("amounts"), help_text=_("Chips of the forced bets and limits, by name.")
    )
    min_buy_in = models.BigIntegerField(_("smallest buy-in"))
    max_buy_in = models.BigIntegerField(_("largest buy-in"))

    class Meta:
        verbose_name = _("stakes")
        verbose_name_plural = _("stakes")
        ordering = ("game", "min_buy_in")
        constraints = [
            models.UniqueConstraint(fields=("game", "label"), name="tables_stakes_game_label"),
            models.CheckConstraint(
                name="tables_stakes_buy_ins",
                condition=models.Q(min_buy_in__gt=0, max_buy_in__gte=models.F("min_buy_in")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.label}"

    def clean(self) -> None:
        """Refuse amounts that the game cannot be played for."""
        if self.game not in GAMES:
            raise ValidationError({"game": _("There is no such game.")})
        try:
            GAMES[self.game].check(self.chips)
        except (msgspec.ValidationError, RulesError) as error:
            raise ValidationError({"amounts": str(error)}) from error

    @property
    def chips(self) -> Amounts:
        """The amounts as `rules` takes them. Raises msgspec.ValidationError."""
        return msgspec.convert(self.amounts, Amounts)


class Table(models.Model):
    """A table as staff set it up. What happens at it stands in `TableState` and the changes."""

    class Entry(models.TextChoices):
        FREE = "free", _("newcomers are dealt in at the next hand")
        POST = "post", _("newcomers wait for the big blind or post one")

    name = models.CharField(_("name"), max_length=40, unique=True)
    stakes = models.ForeignKey(
        Stakes, models.PROTECT, related_name="tables", verbose_name=_("stakes")
    )
    seats = models.PositiveSmallIntegerField(_("seats"), default=6)
    bot_seats = models.PositiveSmallIntegerField(
        _("bots"), default=0, help_text=_("Bots that sit here while there is room; 0 = none ever.")
    )
    entry = models.CharField(_("entry"), max_length=8, choices=Entry, default=Entry.FREE)
    may_show = models.BooleanField(
        _("voluntary show"),
        default=False,
        help_text=_("Who wins uncontested, or is beaten, may show the hand by a click of his own."),
    )
    is_open = models.BooleanField(_("open"), default=True)
    position = models.PositiveSmallIntegerField(_("place in the lobby"), default=100)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ("position", "id")
        constraints = [
            models.CheckConstraint(
                name="tables_table_seats", condition=models.Q(seats__gte=1, seats__lte=9)
            ),
            models.CheckConstraint(
                name="tables_table_room_for_a_member",
                condition=models.Q(bot_seats__lt=models.F("seats")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return f"/tables/{self.pk}/"

    @staticmethod
    def now() -> datetime:
        """The site's time."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT site_now()")
            (moment,) = cursor.fetchone()
        return moment

    def clean(self) -> None:
        """Refuse more seats than the game has cards for."""
        if self.stakes_id and self.seats > self.variant.max_seats:
            raise ValidationError({"seats": _("The game does not have cards for so many seats.")})

    @property
    def game(self) -> str:
        """The key of the game in `rules.games.GAMES`."""
        return self.stakes.game

    @property
    def variant(self) -> Variant:
        return GAMES[self.stakes.game]
