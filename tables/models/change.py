"""The log of a table: the inputs that its state is folded from."""

from __future__ import annotations

from django.db import models

from tables.models.table import Table


class Change(models.Model):
    """One command that was accepted, as the dealer read it (JSON, `tables.dealer.commands`).

    It holds no card: what was dealt follows from the sealed seed of the hand. `digest` is
    SHA-256(digest of the former change, seq, command); seq has no holes.
    """

    pk = models.CompositePrimaryKey("table_id", "seq")
    table = models.ForeignKey(Table, models.PROTECT, related_name="changes", db_index=False)
    seq = models.BigIntegerField()
    hand_id = models.BigIntegerField(null=True)
    is_base = models.BooleanField(default=False)  # carries the whole table: folding may begin here
    command = models.TextField()
    digest = models.BinaryField()

    def __str__(self) -> str:
        return f"table {self.table_id} #{self.seq}"
