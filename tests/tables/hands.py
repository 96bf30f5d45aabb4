"""Whole hands played by the dealer's own services, for what is told of them afterwards."""

from __future__ import annotations

import random
import zlib

from rules.events import Event
from rules.games import GAMES
from rules.state import Legal
from tables import events as wire
from tables.dealer import playing, sheet
from tables.models import Hand, Table
from tests.tables import builders

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


def act(table: Table, kind: str, amount: int = 0, cards: tuple[str, ...] = ()) -> int:
    """The seat on turn acts; which one it was."""
    replica = sheet._replicas[table.pk]
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


def _offer(table: Table) -> Legal | None:
    hand = sheet._replicas[table.pk].running
    return hand.legal(hand.actors[0]) if hand is not None else None


def _choose(table: Table) -> None:
    hand = sheet._replicas[table.pk].running
    assert hand is not None
    act(table, "choose", 0, hand.default(hand.actors[0]).cards)
