"""The end of a round and of a hand: returns, pots, who shows, who wins what (B6-B8, C7, C9)."""

from __future__ import annotations

from typing import Final

from rules.cards import NAMES
from rules.events import Award, Collect, End, Event, Muck, Refund, Show
from rules.pots import Pot, halves, layers, share
from rules.ranking import Rank
from rules.state import ALL_IN, FOLDED, State

WHOLE: Final[tuple[str, ...]] = ("whole",)
HALVES: Final[tuple[str, ...]] = ("high", "low")


def collect(s: State, events: list[Event]) -> None:
    """Return what nobody matched, then sweep all bets into the pots."""
    totals = s.totals
    top = max(totals)
    if totals.count(top) == 1:
        _refund(s, totals.index(top), events)
    status = s.status
    if s.alive == s.active or s.alive == 1:
        owners = tuple([i for i in range(s.count) if status[i] != FOLDED])
        s.pots = [Pot(sum(totals) + s.dead, owners)]
    else:
        gone = [i for i in range(s.count) if status[i] == FOLDED]
        s.pots = layers(dict(enumerate(totals)), gone, s.dead)
    s.bets = [0] * s.count
    seats = s.seats
    events.append(Collect(tuple([(p.amount, tuple([seats[i] for i in p.seats])) for p in s.pots])))


def _refund(s: State, i: int, events: list[Event]) -> None:
    if s.status[i] == FOLDED:
        return
    over = s.totals[i] - max([chips for j, chips in enumerate(s.totals) if j != i])
    s.totals[i] -= over
    s.stacks[i] += over
    s.bets[i] = max(0, s.bets[i] - over)
    if s.status[i] == ALL_IN:
        s.status[i] = 0
        s.active += 1
    events.append(Refund(s.seats[i], over, s.bets[i], s.stacks[i]))


def expose(s: State, events: list[Event]) -> None:
    """Turn all live hands up, because no more betting is possible (TDA 16)."""
    s.exposed = True
    for i in _from_button(s):
        _show(s, i, None, events)


def show_new(s: State, dealt: list[int], events: list[Event]) -> None:
    """Turn up the down cards that exposed hands received now; `dealt` = how many before."""
    for i, before in enumerate(dealt):
        at = s.down_at[i][before:]
        if at:
            cards = tuple([NAMES[c] for c in s.down[i][before:]])
            events.append(Show(s.seats[i], tuple(at), cards, None))


def uncontested(s: State, events: list[Event]) -> None:
    """Give everything to the only seat left, cards unseen (K5)."""
    collect(s, events)
    winner = s.pots[0].seats[0]
    rake = _rake(s)
    _award(s, 0, winner, s.pots[0].amount - rake[0], ("whole", 0, 0), events)
    _end(s, rake, events)


def showdown(s: State, events: list[Event]) -> None:
    """Compare the live hands, show or muck them, award every pot from the last to the main."""
    parts = s.variant.parts
    live = _from_button(s)
    board = s.board
    own = {i: s.down[i] + s.up[i] for i in live}
    scores = [{i: part.score(own[i], board) for i in live} for part in parts]
    _show_all(s, live, scores, events)
    rake = _rake(s)
    for number in range(len(s.pots) - 1, -1, -1):
        award_pot(s, number, s.pots[number].amount - rake[number], scores, events)
    _end(s, rake, events)


def _from_button(s: State) -> list[int]:
    first, count, status = s.first, s.count, s.status
    return [i for i in (*range(first, count), *range(first)) if status[i] != FOLDED]


def _show_all(s: State, live: list[int], scores: list[dict[int, int]], events: list[Event]) -> None:
    """Show in order (B8): the last aggressor, or who opened, then clockwise; the beaten muck."""
    start = s.aggressor if s.aggressor >= 0 else s.opened_by
    if start in live:
        at = live.index(start)
        live = live[at:] + live[:at]
    must = s.exposed or s.alive != s.active
    best = [0] * len(scores)
    for i in live:
        beaten = True
        for number, score in enumerate(scores):
            if score[i] and score[i] >= best[number]:
                best[number] = score[i]
                beaten = False
        if beaten and not must:
            events.append(Muck(s.seats[i]))
        else:
            _show(s, i, scores, events)


def _show(s: State, i: int, scores: list[dict[int, int]] | None, events: list[Event]) -> None:
    rank = None
    if scores is not None:
        s.shown.append(i)
        if scores[0][i]:
            rank = s.variant.parts[0].rank(scores[0][i])
    cards = tuple([NAMES[c] for c in s.down[i]])
    events.append(Show(s.seats[i], tuple(s.down_at[i]), cards, rank))


def reveal(s: State, i: int) -> Show:
    """Show by choice, after the end, a hand that did not have to be; named if others were shown."""
    rank = None
    if s.shown:
        part = s.variant.parts[0]
        score = part.score(s.down[i] + s.up[i], s.board)
        rank = part.rank(score) if score else None
    return Show(s.seats[i], tuple(s.down_at[i]), tuple([NAMES[c] for c in s.down[i]]), rank)


def award_pot(
    s: State, number: int, amount: int, scores: list[dict[int, int]], events: list[Event]
) -> None:
    """Split one pot among the best of each part; without a low hand the high takes it all."""
    seats = s.pots[number].seats
    won: list[list[int]] = []
    names = WHOLE
    for score in scores:
        best = max([score[i] for i in seats])
        won.append([i for i in seats if score[i] == best] if best or score is scores[0] else [])
    if len(won) == 2 and won[1]:
        names = HALVES
        if won[0] == won[1] and len(won[0]) > 1:
            # Identical both ways: the total is split as evenly as possible (C9).
            parts = _even_halves(s, amount, won[0], scores)
        else:
            high, low = halves(amount, s.stakes.unit)
            parts = [_shares(s, high, won[0], 0), _shares(s, low, won[1], 1)]
    else:
        parts = [_shares(s, amount, won[0], 0)]
    for part, (name, shares) in enumerate(zip(names, parts, strict=False)):
        for i, chips in shares.items():
            if chips:
                _award(s, number, i, chips, (name, part, scores[part][i]), events)


def _shares(s: State, amount: int, winners: list[int], part: int) -> dict[int, int]:
    if len(winners) == 1:
        return {winners[0]: amount}
    return share(amount, _odd_order(s, winners, part), s.stakes.unit)


def _even_halves(
    s: State, amount: int, winners: list[int], scores: list[dict[int, int]]
) -> list[dict[int, int]]:
    """Split the total evenly, then call the larger piece of each seat its high half."""
    total = share(amount, _odd_order(s, winners, 0), s.stakes.unit)
    low = {i: chips // 2 for i, chips in total.items()}
    return [{i: chips - low[i] for i, chips in total.items()}, low]


def _odd_order(s: State, winners: list[int], part: int) -> list[int]:
    """Put tied winners into the order in which odd chips go (B7, C7)."""
    order = [i for i in _from_button(s) if i in winners]
    if s.variant.odd == "button":
        return order
    if s.variant.odd == "boss":
        return sorted(order, key=lambda i: (i - s.lead) % s.count)
    scoring = s.variant.parts[part]
    keys = {i: scoring.suits(s.down[i] + s.up[i], s.board) for i in order}
    return sorted(order, key=keys.__getitem__, reverse=True)


def _award(
    s: State, pot: int, i: int, amount: int, claim: tuple[str, int, int], events: list[Event]
) -> None:
    """Pay one winner; `claim` = name of the half, number of its scoring, strength (0: unseen)."""
    half, part, strength = claim
    s.stacks[i] += amount
    rank: Rank | None = None
    best: tuple[str, ...] = ()
    if strength:
        scoring = s.variant.parts[part]
        rank = scoring.rank(strength)
        best = tuple([NAMES[c] for c in scoring.best(s.down[i] + s.up[i], s.board)])
    award = Award(pot, s.seats[i], amount, s.stacks[i], half, rank, best)
    s.awards.append(award)
    events.append(award)


def _rake(s: State) -> list[int]:
    """Return the rake of each pot: a percentage, capped over the hand (B13)."""
    stakes = s.stakes
    if s.rake_due is not None:
        return _given_rake(s, s.rake_due)
    if not stakes.rake_percent or (stakes.no_flop_no_drop and s.street == 0):
        return [0] * len(s.pots)
    left = stakes.rake_cap or sum(p.amount for p in s.pots)
    taken = []
    for pot in s.pots:
        rake = min(left, pot.amount * stakes.rake_percent // 10_000)
        left -= rake
        taken.append(rake)
    return taken


def _given_rake(s: State, due: int) -> list[int]:
    """Spread the rake that a recorded hand paid over its pots by their size."""
    whole = sum(pot.amount for pot in s.pots)
    taken = [due * pot.amount // whole for pot in s.pots]
    taken[0] += due - sum(taken)
    return taken


def _end(s: State, rake: list[int], events: list[Event]) -> None:
    s.rake = sum(rake)
    s.over = True
    s.actor = -1
    s.offer = None
    net = tuple([(s.seats[i], s.stacks[i] - s.starts[i]) for i in range(s.count)])
    events.append(End(net, s.rake))
