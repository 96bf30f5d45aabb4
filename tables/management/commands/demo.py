"""`manage.py demo`: stakes, tables and bots to begin with. Repeating it changes nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.core.management.base import BaseCommand
from django.db import transaction

from tables import figures
from tables.bots import driver
from tables.models import Bot, Stakes, Table, TableState


class Felt(NamedTuple):
    """A table of the demo world. blinds: small and big; buy-ins are in big blinds."""

    name: str
    blinds: tuple[int, int]
    seats: int
    bots: int
    entry: str = Table.Entry.FREE
    buy_ins: tuple[int, int] = (20, 100)


FELTS = (
    Felt("Maple", (50, 100), 6, 5),
    Felt("Lotus", (50, 100), 9, 6),
    Felt("Bamboo", (500, 1_000), 6, 5),
    Felt("Crane", (500, 1_000), 9, 6),
    Felt("Two Pines", (500, 1_000), 2, 1),
    Felt("Moonlight", (5_000, 10_000), 6, 4),
    Felt("Old Well", (5_000, 10_000), 2, 1, buy_ins=(40, 250)),
    Felt("Courtyard", (500, 1_000), 6, 0, Table.Entry.POST),
)
SPARE_BOTS = 4


class Command(BaseCommand):
    help = "Fills the site with stakes, tables and bots; safe to repeat."

    def handle(self, *args: Any, **options: Any) -> None:
        made = 0
        for position, felt in enumerate(FELTS, 1):
            with transaction.atomic():
                made += _set_up(felt, position)
        wanted = sum(felt.bots for felt in FELTS) + SPARE_BOTS
        while Bot.objects.count() < wanted:
            driver.create()
        figures.refresh()
        self.stderr.write(f"{made} tables set up, {Bot.objects.count()} bots.")


def _set_up(felt: Felt, position: int) -> bool:
    """Make a table unless one of this name is there; the clock then lets the bots in."""
    small, big = felt.blinds
    least, most = felt.buy_ins
    stakes, _ = Stakes.objects.get_or_create(
        game="nlhe",
        label=_label(felt),
        defaults={
            "amounts": {"small_blind": small, "big_blind": big},
            "min_buy_in": least * big,
            "max_buy_in": most * big,
        },
    )
    stakes.full_clean(validate_unique=False)
    table, is_new = Table.objects.get_or_create(
        name=felt.name,
        defaults={
            "stakes": stakes,
            "seats": felt.seats,
            "bot_seats": felt.bots,
            "entry": felt.entry,
            "position": position * 10,
        },
    )
    if is_new:
        TableState.objects.create(table=table, due_at=Table.now() if felt.bots else None)
    return is_new


def _label(felt: Felt) -> str:
    small, big = felt.blinds
    deep = " deep" if felt.buy_ins[1] > 100 else ""
    return f"{small:,}/{big:,}{deep}"
