"""Hands played by the dealer's own services, and what is found of them afterwards."""

from __future__ import annotations

import random
import zlib
from typing import Any

from rules.events import Event
from rules.games import GAMES
from rules.state import Legal
from tables import events as wire
from tables.dealer import playing, record, sheet
from tables.dealer.replica import Replica
from tables.models import Hand, Table
from tables.registry import check_hands, check_sessions, check_stacks
from tests.tables import builders
from wallet.audits import Fault, Scope

# What each game is played for here.
STAKES: dict[str, dict[str, int]] = {
    "nlhe": {"small_blind": 50, "big_blind": 100},
    "flhe": {"small_blind": 50, "big_blind": 100, "small_bet": 100, "big_bet": 200},
    "plo": {"small_blind": 50, "big_blind": 100},
    "flo8": {"small_blind": 50, "big_blind": 100, "small_bet": 100, "big_bet": 200},
    "stud": {"ante": 10, "bring_in": 25, "small_bet": 100, "big_bet": 200},
    "razz": {"ante": 10, "bring_in": 25, "small_bet": 100, "big_bet": 200},
    "stud8": {"ante": 10, "bring_in": 25, "small_bet": 100, "big_bet": 200},
    "kr7": {"seed": 100, "first_betting": 4},
}
QUIET = ("check", "call", "bring_in")


def stakes_of(game: str) -> dict[str, int]:
    """What a game is played for: its own entry, or that of a game with the same forced bets."""
    variant = GAMES[game]
    if "seed" in variant.forced:
        like = "kr7"
    elif "bring_in" in variant.forced:
        like = "stud"
    else:
        like = "flhe" if variant.betting.limits else "nlhe"
    return STAKES.get(game, STAKES[like])


def table_of(game: str, players: int = 3) -> Table:
    """A table of this game with members at its first seats, before their first hand."""
    table = builders.table(game=game, amounts=STAKES[game], seats=max(players, 6))
    for seat in range(players):
        builders.sit(table, builders.member(), seat)
    return table


def replica_of(table: Table) -> Replica:
    """What the dealer of this process holds of a table."""
    return sheet._replicas[table.pk]


def in_hand(players: int = 3, **options: Any) -> Table:
    """A table whose first hand has just begun."""
    table = builders.table(**options)
    for seat in range(players):
        builders.sit(table, builders.member(), seat)
    builders.run_clock(table)
    return table


def act(table: Table, kind: str, amount: int = 0, cards: tuple[str, ...] = ()) -> int:
    """The seat on turn acts; which one it was."""
    replica = replica_of(table)
    hand = replica.running
    assert hand is not None
    seat = hand.actors[0]
    playing.act(
        table_id=table.pk,
        member_id=replica.sitters[seat].member,
        hand_id=replica.hand_id,
        turn=hand.turn(seat),
        kind=kind,
        amount=amount,
        cards=cards,
    )
    return seat


def dealt_in(table: Table) -> set[int]:
    """The seats that the hand was dealt to."""
    return set(replica_of(table).sitters)


def fold_out(table: Table) -> None:
    """Everybody folds to the last one; the next hand begins."""
    number = replica_of(table).number
    while replica_of(table).number == number:
        while replica_of(table).running is not None and replica_of(table).number == number:
            act(table, "fold")
        builders.run_clock(table)


def play(table: Table, *acts: str) -> Hand:
    """Deal a hand and play it by words ("raise 300"), then quietly to its end."""
    builders.run_clock(table)
    script = list(acts)
    while (offer := _offer(table)) is not None:
        if offer.discard or offer.open:
            _choose(table)
        elif script:
            kind, _, amount = script.pop(0).partition(" ")
            act(table, kind, int(amount or 0))
        else:
            kinds = {option.kind: option for option in offer.options}
            kind = next(kind for kind in QUIET if kind in kinds)
            act(table, kind)
    return Hand.objects.filter(table=table).latest("pk")


def play_wildly(table: Table, rng: random.Random) -> Hand:
    """Deal a hand and play it by chance; some fold, some go all-in."""
    builders.run_clock(table)
    while (offer := _offer(table)) is not None:
        if offer.discard or offer.open:
            _choose(table)
            continue
        options = [
            option for option in offer.options if option.kind != "fold" or rng.random() < 0.3
        ]
        option = rng.choice(options or list(offer.options))
        sized = option.kind in ("bet", "raise", "complete")
        amount = rng.choice([option.min, option.max]) if sized else 0
        act(table, option.kind, amount)
    return Hand.objects.filter(table=table).latest("pk")


def stored(hand: Hand) -> tuple[Event, ...]:
    """Everything that happened, every card in it."""
    assert hand.events is not None
    return wire.decode(zlib.decompress(bytes(hand.events)))


def faults() -> list[Fault]:
    """What the audit of the tables finds."""
    checks = (check_stacks, check_sessions, check_hands)
    return [f for check in checks for f in check(Scope(0)) if isinstance(f, Fault)]


def value(replica: Replica) -> dict[str, Any]:
    """What counts of a replica."""
    hand = replica.running
    return {
        "seq": replica.seq,
        "digest": replica.digest,
        "roster": dict(replica.roster),
        "last": replica.last,
        "number": replica.number,
        "paused": replica.paused,
        "deadlines": dict(replica.deadlines),
        "banking": set(replica.banking),
        "wake": replica.wake,
        "events": list(replica.events),
        "hand": replica.hand_id,
        "chips": [(seat, hand.stack(seat), hand.total(seat)) for seat in replica.sitters]
        if hand
        else None,
        "actors": hand.actors if hand else None,
        "due": replica.due(500, 600_000),
    }


def folded(table: Table) -> Replica:
    """A replica folded from the log as another process would."""
    head = record.head(table.pk)
    assert head is not None
    return record.from_base(table.pk, head)[0]


def _offer(table: Table) -> Legal | None:
    hand = replica_of(table).running
    return hand.legal(hand.actors[0]) if hand is not None else None


def _choose(table: Table) -> None:
    hand = replica_of(table).running
    assert hand is not None
    act(table, "choose", 0, hand.default(hand.actors[0]).cards)
