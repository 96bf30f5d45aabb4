"""What must hold after every action of every hand (rule book G)."""

from __future__ import annotations

from rules.cards import UNKNOWN
from rules.state import ACTIVE, ALL_IN, FOLDED, State


def problems(s: State) -> list[str]:
    """Name every broken invariant; an empty list for a sound hand."""
    return [*_chips(s), *_counters(s), *_cards(s), *_turn(s)]


def _chips(s: State) -> list[str]:
    found = []
    if min(s.stacks) < 0 or min(s.bets) < 0 or min(s.totals) < 0 or s.dead < 0 or s.rake < 0:
        found.append("negative chips")
    middle = s.rake if s.over else sum(s.totals) + s.dead
    if sum(s.stacks) + middle != sum(s.starts):
        found.append("chips appeared or vanished")
    if any(bet > total for bet, total in zip(s.bets, s.totals, strict=True)):
        found.append("a bet is more than its seat put in")
    if s.over and sum(award.amount for award in s.awards) + s.rake != sum(s.totals) + s.dead:
        found.append("awards and rake are not the pots")
    if s.over and sum(pot.amount for pot in s.pots) != sum(s.totals) + s.dead:
        found.append("pots are not what was put in")
    return found


def _counters(s: State) -> list[str]:
    found = []
    if s.alive != sum(at != FOLDED for at in s.status) or s.alive < 1:
        found.append("wrong count of live seats")
    if s.active != sum(at == ACTIVE for at in s.status):
        found.append("wrong count of seats with chips")
    for i, at in enumerate(s.status):
        if not s.over and (at == ALL_IN) != (s.stacks[i] == 0 and at != FOLDED):
            found.append(f"seat {s.seats[i]} is all-in exactly when it has no chips")
    return found


def _cards(s: State) -> list[str]:
    at = [*s.board_at, *s.burned]
    seen = list(s.board)
    for i in range(s.count):
        at += s.down_at[i] + s.up_at[i]
        seen += s.down[i] + s.up[i]
        if len(s.down[i]) != len(s.down_at[i]) or len(s.up[i]) != len(s.up_at[i]):
            return ["cards and positions do not match"]
    known = [each for each in seen if each != UNKNOWN]
    if len(set(known)) != len(known) or len(set(at)) != len(at):
        return ["a card is dealt twice"]
    if at and max(at) >= s.next:
        return ["a card was dealt ahead of its turn"]
    return []


def _turn(s: State) -> list[str]:
    if s.over:
        return ["a seat is on turn after the end"] if s.actor >= 0 or s.choosing else []
    if s.actor < 0:
        return [] if s.choosing else ["nobody is on turn"]
    found = []
    if s.status[s.actor] != ACTIVE:
        found.append("a seat without chips or cards is on turn")
    if s.need < 1:
        found.append("the round should have ended")
    kinds = [option.kind for option in (s.offer.options if s.offer else ())]
    if len(kinds) and "fold" not in kinds and "bring_in" not in kinds:
        found.append("folding is not offered")
    return found
