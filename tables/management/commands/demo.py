"""`manage.py demo`: stakes, tables and bots to begin with. Repeating it changes nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from django.core.management.base import BaseCommand
from django.db import transaction

from rules.games import GAMES
from rules.house import SETTINGS, Limits
from tables import demo_events, figures
from tables.bots import driver
from tables.models import Bot, Stakes, Table, TableState


class Felt(NamedTuple):
    """A table of the demo world.

    amounts: small and big blind, small and big bet, or the seed; buy-ins are in the larger one.
    """

    name: str
    amounts: tuple[int, ...]
    seats: int
    bots: int
    entry: str = Table.Entry.FREE
    buy_ins: tuple[int, int] = (20, 100)
    game: str = "nlhe"


FIFTH_CARD_UP_TO = 1_000  # the two lowest seeds bet from the fifth card on (D2)

FELTS = (
    Felt("Maple", (50, 100), 6, 5),
    Felt("Lotus", (50, 100), 9, 6),
    Felt("Bamboo", (500, 1_000), 6, 5),
    Felt("Crane", (500, 1_000), 9, 6),
    Felt("Two Pines", (500, 1_000), 2, 1),
    Felt("Moonlight", (5_000, 10_000), 6, 4),
    Felt("Old Well", (5_000, 10_000), 2, 1, buy_ins=(40, 250)),
    Felt("Courtyard", (500, 1_000), 6, 0, Table.Entry.POST),
    Felt("Stone Bridge", (50, 100), 6, 4, game="plhe"),
    Felt("Willow", (50, 100), 6, 5, game="flhe"),
    Felt("Lantern", (500, 1_000), 6, 4, game="flhe"),
    Felt("Four Seasons", (50, 100), 6, 5, game="plo"),
    Felt("Waterfall", (500, 1_000), 6, 4, game="plo"),
    Felt("Magpie", (50, 100), 6, 4, game="flo8"),
    Felt("Persimmon", (100, 200), 8, 5, game="stud"),
    Felt("Pagoda", (1_000, 2_000), 7, 4, game="stud"),
    Felt("Low Tide", (100, 200), 7, 4, game="razz"),
    Felt("Yin and Yang", (100, 200), 7, 4, game="stud8"),
    Felt("Hanok", (100,), 5, 4, buy_ins=(50, 500), game="kr7"),
    Felt("Azalea", (1_000,), 5, 4, buy_ins=(50, 500), game="kr7"),
    Felt("White Tiger", (10_000,), 5, 3, buy_ins=(50, 500), game="kr7"),
)
SPARE_BOTS = 4


class HouseFelt(NamedTuple):
    """A house table of the demo world, its side bets and options as the book marks them.

    antes: the smallest, which is also the step, and the largest; buy-ins are in the smallest.
    """

    name: str
    game: str
    antes: tuple[int, int]
    buy_ins: tuple[int, int] = (20, 500)


HOUSE_FELTS = (
    HouseFelt("Tide Mill", "uth", (100, 1_000)),
    HouseFelt("Sea Gate", "uth", (1_000, 20_000)),
    HouseFelt("Paper Kite", "casino_holdem", (100, 1_000)),
    HouseFelt("Night Market", "casino_holdem", (1_000, 20_000)),
    HouseFelt("Samovar", "russian_poker", (100, 1_000)),
    HouseFelt("Winter Palace", "russian_poker", (1_000, 20_000)),
)


class Command(BaseCommand):
    help = "Fills the site with stakes, tables and bots; safe to repeat."
    requires_system_checks = []  # `migrate` has done them

    def handle(self, *args: Any, **options: Any) -> None:
        made = 0
        for position, felt in enumerate(FELTS, 1):
            with transaction.atomic():
                made += _set_up(felt, position)
        for position, house in enumerate(HOUSE_FELTS, len(FELTS) + 1):
            with transaction.atomic():
                made += _set_up_house(house, position)
        wanted = sum(felt.bots for felt in FELTS) + SPARE_BOTS
        while Bot.objects.count() < wanted:
            driver.create()
        figures.refresh()
        events = demo_events.set_up()
        bots = Bot.objects.count()
        self.stderr.write(f"{made} tables set up, {bots} bots, {events} events begun.")


def _set_up(felt: Felt, position: int) -> bool:
    """Make a table unless one of this name is there; the clock then lets the bots in."""
    big = felt.amounts[-1]
    least, most = felt.buy_ins
    stakes, _ = Stakes.objects.get_or_create(
        game=felt.game,
        label=_label(felt),
        defaults={
            "amounts": _amounts(felt),
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


def _set_up_house(felt: HouseFelt, position: int) -> bool:
    """Make a house table unless one of this name is there."""
    least, most = felt.antes
    limits = Limits(unit=least, least=least, most=most, side_most=most)
    settings = SETTINGS[felt.game](limits=limits)
    fewest, greatest = felt.buy_ins
    stakes, _ = Stakes.objects.get_or_create(
        game=felt.game,
        label=f"{least:,}–{most:,}",
        defaults={
            "settings": msgspec.to_builtins(settings),
            "min_buy_in": fewest * least,
            "max_buy_in": greatest * least,
        },
    )
    stakes.full_clean(validate_unique=False)
    table, is_new = Table.objects.get_or_create(
        name=felt.name,
        parent=None,
        defaults={"stakes": stakes, "seats": 1, "position": position * 10},
    )
    if is_new:
        TableState.objects.create(table=table, is_house=True)
    return is_new


def _amounts(felt: Felt) -> dict[str, int]:
    """The forced bets and limits, by the game's own kinds; antes and bring-ins as in C1."""
    game = GAMES[felt.game]
    small, big = felt.amounts[0], felt.amounts[-1]
    if "seed" in game.forced:
        first = 5 if small <= FIFTH_CARD_UP_TO else 4
        return {"seed": small, "first_betting": first, "unit": min(small, 100)}
    if "bring_in" in game.forced:
        limits = {"small_bet": small, "big_bet": big}
        return {"ante": small // 10, "bring_in": small // 4, **limits}
    if game.betting.limits:
        # A fixed-limit table is known by its bets; the big blind is the small bet.
        limits = {"small_bet": small, "big_bet": big}
        return {"small_blind": small // 2, "big_blind": small, **limits}
    return {"small_blind": small, "big_blind": big}


def _label(felt: Felt) -> str:
    deep = " deep" if felt.game == "nlhe" and felt.buy_ins[1] > 100 else ""
    return "/".join(f"{amount:,}" for amount in felt.amounts) + deep
