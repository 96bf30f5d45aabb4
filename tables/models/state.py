"""What the dealer locks, and the small tables that are written beside it."""

from __future__ import annotations

from django.db import models

from tables.models.table import Table


class TableState(models.Model):
    """Where a table stands: the number and digest of its last change.

    The row is updated with every command, so it has no index but its key: PostgreSQL then updates
    it in place (HOT). What staff edit is in `Table`, because the admin saves all columns of a row.
    """

    table = models.OneToOneField(
        Table, models.CASCADE, primary_key=True, related_name="state", db_index=False
    )
    is_house = models.BooleanField(default=False)  # rounds against the house are played here
    seq = models.BigIntegerField(default=0)
    base_seq = models.BigIntegerField(default=0)  # the newest change that folding may begin with
    digest = models.BinaryField(default=b"")
    hand_id = models.BigIntegerField(null=True)  # the hand that is running
    due_at = models.DateTimeField(null=True)  # when the clock has something to do here
    pause = models.CharField(max_length=40, default="", blank=True)  # why nobody may act

    class Meta:
        verbose_name = "table state"

    def __str__(self) -> str:
        return f"table {self.table_id} at {self.seq}"


class TableFigures(models.Model):
    """What the lobby shows of a table. The clock refreshes it, so that the lobby counts nothing."""

    table = models.OneToOneField(
        Table, models.CASCADE, primary_key=True, related_name="figures", db_index=False
    )
    seq = models.BigIntegerField(default=-1)  # the state that the figures were taken from
    members = models.PositiveSmallIntegerField(default=0)
    bots = models.PositiveSmallIntegerField(default=0)
    average_pot = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"figures of table {self.table_id}"


class Watch(models.Model):
    """When somebody last had this table open: practice tables play only for an audience."""

    table = models.OneToOneField(
        Table, models.CASCADE, primary_key=True, related_name="+", db_index=False
    )
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"table {self.table_id} watched at {self.seen_at}"
