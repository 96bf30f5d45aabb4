"""One sitting-down of a member at a table, and when that member was last seen there."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models.table import Table


class Seat(models.Model):
    """A seat session: from sitting down to leaving, one escrow account in the wallet.

    `session` is the name of the session in the ledger's keys. The stack is not kept here: it is
    the folded state of the table, and the balance of the escrow account.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="sittings")
    number = models.PositiveSmallIntegerField(_("seat"))
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="sittings")
    is_bot = models.BooleanField(_("bot"), default=False)
    session = models.CharField(max_length=40, unique=True)
    escrow_id = models.BigIntegerField(unique=True)
    sat_at = models.DateTimeField(_("sat down"))
    left_at = models.DateTimeField(_("left"), null=True, blank=True)
    left_with = models.BigIntegerField(_("left with"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat session")
        verbose_name_plural = _("seat sessions")
        constraints = [
            models.UniqueConstraint(
                fields=("table", "number"),
                name="tables_seat_one_sitter",
                condition=models.Q(left_at=None),
            ),
            models.UniqueConstraint(
                fields=("member", "table"),
                name="tables_seat_one_seat_a_member",
                condition=models.Q(left_at=None),
            ),
        ]
        indexes = [models.Index(fields=("member", "table", "-left_at"), name="tables_seat_back")]

    def __str__(self) -> str:
        return f"{self.member} · {self.table} · {self.number + 1}"


class Presence(models.Model):
    """When a socket of this seat was last open: a narrow row that the web processes touch."""

    seat = models.OneToOneField(
        Seat, models.CASCADE, primary_key=True, related_name="presence", db_index=False
    )
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"seat {self.seat_id} seen at {self.seen_at}"
