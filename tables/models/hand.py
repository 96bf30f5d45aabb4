"""The hands that were dealt, and what each of them did to whom."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from rules.house import GAMES as HOUSE_GAMES
from tables.models.table import Table


class Hand(models.Model):
    """One hand: its sealed seed and commitment, and once it is over everything that happened.

    `sealed` is nonce and ciphertext of the 32-byte seed (AES-256-GCM, hand id as associated data);
    `events` are the unprojected events of the finished hand, zlib-packed JSON: they hold every
    card, and leave this row only through `rules.view.project`. A round against the house is a hand
    too; its deck is *sealed* while the bets are still open, and its `stakes` are the settings.
    """

    class Status(models.TextChoices):
        SEALED = "sealed", _("sealed")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        VOID = "void", _("void")

    table = models.ForeignKey(Table, models.PROTECT, related_name="hands", db_index=False)
    number = models.BigIntegerField()
    game = models.CharField(max_length=16)
    stakes = models.JSONField()
    root = models.CharField(max_length=64)
    sealed = models.BinaryField()
    key_id = models.CharField(max_length=16)
    status = models.CharField(max_length=8, choices=Status, default=Status.RUNNING)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    pot = models.BigIntegerField(default=0)
    rake = models.BigIntegerField(default=0)
    events = models.BinaryField(null=True)

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        permissions = [("open_vault", "Can open the deck of a finished hand")]
        constraints = [
            models.UniqueConstraint(fields=("table", "number"), name="tables_hand_number"),
        ]

    def __str__(self) -> str:
        return f"{self.table} #{self.number}"

    def get_absolute_url(self) -> str:
        return f"/hands/{self.pk}/"

    @property
    def is_round(self) -> bool:
        """Whether it was played against the house."""
        return self.game in HOUSE_GAMES


class HandSeat(models.Model):
    """What a finished hand did to one member: written once, when the hand ends.

    `ended_at` and `game` are the hand's, so that what a member did in a period is read from one
    index. `humans`: human opponents that were dealt in. `won`: chips out of the pots, after rake.
    `showdown`: still in it when hands were compared. `rank`: place in `rules.korean.ORDER`, the
    finest order of high hands, of the hand turned up there; None: mucked, folded or a low game.
    `unit`: what results of these stakes are counted in, `games.unit`. `entered` to `calls`: how the
    hand was played, `tables.dealer.tally.Tally`.
    """

    hand = models.ForeignKey(Hand, models.CASCADE, related_name="seats")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="hand_seats")
    seat = models.PositiveSmallIntegerField()
    session = models.CharField(max_length=40)
    stack = models.BigIntegerField()  # when the hand began
    net = models.BigIntegerField()
    ended_at = models.DateTimeField()
    game = models.CharField(max_length=16)
    humans = models.PositiveSmallIntegerField(db_default=0)
    won = models.BigIntegerField(db_default=0)
    showdown = models.BooleanField(db_default=False)
    rank = models.PositiveSmallIntegerField(null=True)
    unit = models.BigIntegerField(db_default=1)
    entered = models.BooleanField(db_default=False)
    raised = models.BooleanField(db_default=False)
    saw = models.BooleanField(db_default=False)
    bets = models.PositiveSmallIntegerField(db_default=0)
    calls = models.PositiveSmallIntegerField(db_default=0)

    class Meta:
        indexes = [
            models.Index(fields=("member", "-hand"), name="tables_handseat_member"),
            models.Index(
                fields=("member", "ended_at"),
                include=("game", "humans", "won", "showdown", "rank"),
                name="tables_handseat_period",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=("hand", "seat"), name="tables_handseat_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.member} in hand {self.hand_id}"
