"""A table in mid-hand where nothing may happen, and those who will try."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.test import override_settings

from config.limits import Span
from tables.dealer.replica import Replica
from tables.models import (
    Change,
    ChatBlock,
    ChatLine,
    ChatReport,
    Hand,
    Incident,
    Seat,
    Table,
    TableState,
    Waiting,
)
from tests.fuzz.attack import Attacker
from tests.fuzz.frames import Scene
from tests.tables import builders, hands
from tests.tables.conftest import log_in
from wallet.models import Entry

PATIENCE_S = 300

_COUNTED: tuple[Any, ...] = (
    Change, Seat, Hand, Incident, Waiting, ChatLine, ChatBlock, ChatReport, Entry,
)  # fmt: skip


def set_up() -> tuple[Table, Scene, list[Attacker]]:
    """Two tables with three members each in their first hand; outsiders and guests beside."""
    wait_for(bots_sit, "the bots do not sit down")  # one by one, and later on a slow machine
    (table, replica), (_, elsewhere) = in_hand(), in_hand()
    hand = replica.running
    assert hand is not None
    seat = hand.actors[0]
    legal = hand.legal(seat)
    least = next(option.min for option in legal.options if option.kind == "raise")
    scene = Scene(
        hand=str(replica.hand_id),
        other_hand=str(elsewhere.hand_id),
        seat=None,
        on_turn=seat,
        turn=legal.turn,
        min_raise=least,
    )
    attackers = [Attacker(cookie(builders.member_at(table, n)), n) for n in range(3)]
    attackers += [Attacker(cookie(builders.member()), None) for _ in range(3)]
    return table, scene, [*attackers, Attacker("", None), Attacker("", None)]


def in_hand() -> tuple[Table, Replica]:
    """A table of three whose first hand the site's clock has dealt, to two of them or to all."""
    table = builders.table()
    with override_settings(HAND_GAP_MS=Span(0, 0)):
        for seat in range(3):
            builders.sit(table, builders.member(), seat)
    wait_for(lambda: hands.folded(table).running, "the clock does not deal")
    return table, hands.folded(table)


def bots_sit() -> bool:
    """Whether every table has the bots that it is set up with."""
    wanted = sum(Table.objects.filter(is_open=True).values_list("bot_seats", flat=True))
    return Seat.objects.filter(is_bot=True, left_at=None).count() >= wanted


def wait_for(condition: Callable[[], Any], problem: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(problem)
        time.sleep(0.05)


def cookie(member: Any) -> str:
    return f"{settings.SESSION_COOKIE_NAME}={log_in(member)}"


def state() -> dict[str, Any]:
    """Everything that a frame could change, by name."""
    heads = TableState.objects.values_list("table_id", "seq", "digest", "hand_id", "pause")
    found = {f"table {key}": tuple(map(str, head)) for key, *head in heads}
    return found | {model.__name__: model.objects.count() for model in _COUNTED}


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What is not as it was."""
    return [
        f"{name} was {before.get(name)}, is {after.get(name)}"
        for name in sorted({*before, *after})
        if before.get(name) != after.get(name)
    ]
