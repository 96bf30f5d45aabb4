"""Tables, members and chips for the tests of the tables."""

from __future__ import annotations

import itertools

from django.db import transaction

from accounts.models import Member
from tables.bots import driver
from tables.dealer import seating
from tables.dealer.ticking import tick
from tables.models import Seat, Stakes, Table, TableState
from wallet import accounts as wallet_accounts
from wallet import posting, selectors
from wallet.accounts import MINT

_numbers = itertools.count(1)


def member(nickname: str = "", chips: int = 100_000) -> Member:
    """A member with a wallet that holds `chips` and nothing else."""
    number = next(_numbers)
    name = nickname or f"Player{number}"
    made = Member.objects.create_user(f"player{number}", nickname=name)
    wallet = wallet_accounts.open_for(made.pk)
    missing = chips - selectors.balance(made)
    if missing:
        legs = (posting.Leg(MINT, -missing), posting.Leg(wallet, missing))
        with transaction.atomic():
            posting.post([posting.Draft(f"test:{made.pk}", "staff", legs)])
    return made


def stakes(**changes: object) -> Stakes:
    """No-limit hold'em 50/100."""
    values = {
        "game": "nlhe",
        "label": f"50/100 {next(_numbers)}",
        "amounts": {"small_blind": 50, "big_blind": 100},
        "min_buy_in": 2_000,
        "max_buy_in": 10_000,
    } | changes
    return Stakes.objects.create(**values)


def table(*, seats: int = 6, bots: int = 0, entry: str = "free", **amounts: object) -> Table:
    """An open table that nobody sits at yet."""
    made = Table.objects.create(
        name=f"Table {next(_numbers)}",
        stakes=stakes(**amounts),
        seats=seats,
        bot_seats=bots,
        entry=entry,
    )
    TableState.objects.create(table=made)
    return made


def sit(at: Table, who: Member, seat: int, buy_in: int = 10_000) -> None:
    seating.sit(table_id=at.pk, member=who, seat=seat, buy_in=buy_in)


def member_at(at: Table, seat: int) -> Member:
    """Who sits there now."""
    return Seat.objects.get(table=at, number=seat, left_at=None).member


def run_clock(at: Table, most: int = 1000) -> int:
    """Let the clock do what is due at a table until nothing is; how many steps it took."""
    for step in range(most):
        outcome = tick(at.pk)
        if outcome is None:
            return step
        if isinstance(outcome, driver.Question):
            driver.answer(outcome)
    raise AssertionError("the clock never comes to rest")
