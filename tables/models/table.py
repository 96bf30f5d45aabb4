"""What staff edit: stakes, and the tables that are played at them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import msgspec
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import connection, models
from django.utils.translation import gettext_lazy as _

from rules.errors import RulesError
from rules.games import GAMES
from rules.house import GAMES as HOUSE_GAMES
from rules.house import SEAT as HOUSE_SEAT
from rules.house import SETTINGS, Settings
from rules.stakes import Stakes as Amounts
from rules.variant import Variant

_KIND = _("A table stays among people or against the house; please make another one.")


class Stakes(models.Model):
    """The amounts that a game is played for, and what a seat at them costs.

    A game against the house has `settings` (limits, options, pay tables) in place of amounts.
    """

    game = models.CharField(_("game"), max_length=16)
    label = models.CharField(_("label"), max_length=40, help_text=_("As the lobby shows it: 1/2."))
    amounts = models.JSONField(
        _("amounts"),
        default=dict,
        blank=True,
        help_text=_("Chips of the forced bets and limits, by name."),
    )
    settings = models.JSONField(
        _("settings"),
        default=dict,
        blank=True,
        help_text=_("Games against the house: limits, options and pay tables."),
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
        """Refuse amounts or settings that the game cannot be played with."""
        if self.is_house:
            field, check = "settings", self._check_house
        elif self.game in GAMES:
            field, check = "amounts", self._check_amounts
        else:
            raise ValidationError({"game": _("There is no such game.")})
        if self.pk and self.tables.exclude(state__is_house=self.is_house).exists():
            raise ValidationError({"game": _KIND})
        try:
            check()
        except (msgspec.ValidationError, RulesError) as error:
            raise ValidationError({field: str(error)}) from error

    def _check_amounts(self) -> None:
        GAMES[self.game].check(self.chips)

    def _check_house(self) -> None:
        self.house.check()

    @property
    def is_house(self) -> bool:
        """Whether the game is played against the house."""
        return self.game in HOUSE_GAMES

    @property
    def chips(self) -> Amounts:
        """The amounts as `rules` takes them. Raises msgspec.ValidationError."""
        return msgspec.convert(self.amounts, Amounts)

    @property
    def house(self) -> Settings:
        """The settings of a house game. Raises msgspec.ValidationError."""
        return msgspec.convert(self.settings, SETTINGS[self.game])


class Table(models.Model):
    """A table as staff set it up. What happens at it stands in `TableState` and the changes.

    At a house table every member plays in a *box* of his own: a row with a `parent`, which is the
    house table, and an `owner`. Staff edit the house table; a box copies nothing but its stakes
    when it is opened, and `offer` is what counts.
    """

    class Entry(models.TextChoices):
        FREE = "free", _("newcomers are dealt in at the next hand")
        POST = "post", _("newcomers wait for the big blind or post one")

    class Chat(models.TextChoices):
        SEATED = "seated", _("who has a seat writes, everybody reads")
        MEMBERS = "members", _("every member writes, everybody reads")
        OFF = "off", _("no chat")

    name = models.CharField(_("name"), max_length=40)
    stakes = models.ForeignKey(
        Stakes, models.PROTECT, related_name="tables", verbose_name=_("stakes")
    )
    seats = models.PositiveSmallIntegerField(_("seats"), default=6)
    bot_seats = models.PositiveSmallIntegerField(
        _("bots"), default=0, help_text=_("Bots that sit here while there is room; 0 = none ever.")
    )
    entry = models.CharField(_("entry"), max_length=8, choices=Entry, default=Entry.FREE)
    chat = models.CharField(_("chat"), max_length=8, choices=Chat, default=Chat.SEATED)
    may_show = models.BooleanField(
        _("voluntary show"),
        default=False,
        help_text=_("Who wins uncontested, or is beaten, may show the hand by a click of his own."),
    )
    is_open = models.BooleanField(_("open"), default=True)
    position = models.PositiveSmallIntegerField(_("place in the lobby"), default=100)
    parent = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, editable=False, related_name="boxes"
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="boxes",
        db_index=False,
    )

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ("position", "id")
        constraints = [
            models.UniqueConstraint(
                fields=("name",), name="tables_table_name", condition=models.Q(parent=None)
            ),
            models.UniqueConstraint(fields=("owner", "parent"), name="tables_table_one_box"),
            models.CheckConstraint(
                name="tables_table_box_has_owner",
                condition=models.Q(parent=None, owner=None)
                | models.Q(parent__isnull=False, owner__isnull=False),
            ),
            models.CheckConstraint(
                name="tables_table_seats", condition=models.Q(seats__gte=1, seats__lte=9)
            ),
            models.CheckConstraint(
                name="tables_table_room_for_a_member",
                condition=models.Q(bot_seats__lt=models.F("seats")),
            ),
        ]

    def __str__(self) -> str:
        return self.offer.name

    def get_absolute_url(self) -> str:
        return f"/tables/{self.parent_id or self.pk}/"

    @property
    def offer(self) -> Table:
        """What staff edit: the house table of a box, else the table itself."""
        return self.parent or self

    @staticmethod
    def now() -> datetime:
        """The site's time."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT site_now()")
            (moment,) = cursor.fetchone()
        return moment

    def clean(self) -> None:
        """Refuse more seats than the game has cards for."""
        if not self.stakes_id:
            return
        if hasattr(self, "state") and self.state.is_house != self.stakes.is_house:
            raise ValidationError({"stakes": _KIND})
        if self.stakes.is_house:
            if self.seats != 1 or self.bot_seats:
                raise ValidationError({"seats": _("A house table has one seat, and no bots.")})
        elif self.seats > self.variant.max_seats:
            raise ValidationError({"seats": _("The game does not have cards for so many seats.")})

    @property
    def game(self) -> str:
        """The key of the game, in `rules.games.GAMES` or `rules.house.GAMES`."""
        return self.offer.stakes.game

    @property
    def is_house(self) -> bool:
        """Whether it is a table against the house, or a box at one."""
        return self.offer.stakes.is_house

    @property
    def places(self) -> Collection[int]:
        """The numbers of its seats; at a house table seat 0 is the dealer's."""
        return (HOUSE_SEAT,) if self.is_house else range(self.seats)

    @property
    def variant(self) -> Variant:
        return GAMES[self.stakes.game]
