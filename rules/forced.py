"""Antes, blinds, posts and dead chips: what is put in before the first decision (B1, B5, B10)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.events import Event, Post
from rules.showdown import collect
from rules.state import ALL_IN, Player, State


def antes(s: State, events: list[Event]) -> None:
    """Every seat pays the ante (or seed); a short stack may be all-in for it alone."""
    forced = s.variant.forced
    amount = s.stakes.seed if "seed" in forced else s.stakes.ante
    if amount:
        for i in range(s.count):
            _put(s, i, amount, "ante", events)
        s.bets = [0] * s.count
        collect(s, events)


def blinds(s: State, players: Sequence[Player], events: list[Event]) -> None:
    """Post small and big blind, then what returning seats owe, then the big blind's ante."""
    stakes = s.stakes
    small = (s.small_at, stakes.small_blind, "small_blind")
    big = (s.big_at, stakes.big_blind, "big_blind")
    for i, amount, kind in (small, big) if s.big_at >= 0 else ():
        if amount and i >= 0:
            s.phantom -= _put(s, i, amount, kind, events)
        s.phantom += amount
    for i, player in enumerate(players):
        if player.post and i not in (s.small_at, s.big_at):
            _put(s, i, player.post, "post", events)
        if player.dead:
            _dead(s, i, player.dead, "dead", events)
    if stakes.big_blind_ante and s.big_at >= 0:
        _dead(s, s.big_at, stakes.big_blind_ante, "ante", events)


def _put(s: State, i: int, amount: int, kind: str, events: list[Event]) -> int:
    """Move chips into the seat's bet; return how many, 0 for a seat that is all-in already."""
    stack = s.stacks[i]
    if amount >= stack:
        if not stack:
            return 0
        amount = stack
        s.status[i] = ALL_IN
        s.active -= 1
    s.stacks[i] = stack - amount
    s.bets[i] += amount
    s.totals[i] += amount
    shown = 0 if kind == "ante" else s.bets[i]
    events.append(Post(s.seats[i], kind, amount, shown, stack - amount))
    return amount


def _dead(s: State, i: int, amount: int, kind: str, events: list[Event]) -> None:
    """Move chips straight into the pot: they make no level and never come back (B6)."""
    bet, total = s.bets[i], s.totals[i]
    paid = _put(s, i, amount, kind, events)
    s.bets[i], s.totals[i] = bet, total
    s.dead += paid
    if paid:
        events[-1] = Post(s.seats[i], kind, paid, bet, s.stacks[i])
