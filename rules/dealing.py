"""Cards from the deck to seats and board, one at a time round the table (B1, C2, C6, D2)."""

from __future__ import annotations

from rules.cards import NAMES
from rules.events import Board, Burn, Deal, Event
from rules.opening import OPENERS
from rules.state import FOLDED, State
from rules.variant import Street


def deal(s: State, street: Street, events: list[Event]) -> None:
    """Burn and deal what the street asks for. Fresh deck positions are used in order."""
    own = street.down + street.up
    if own * s.alive + street.board + street.burn > 52 - s.next:
        _deal_short(s, street, events)
        return
    if street.burn:
        _burn(s, events)
    if own:
        order = dealing_order(s, street)
        if street.down:
            _round(s, order, street.down, False, events)
        if street.up:
            _round(s, order, street.up, True, events)
    if street.board:
        _turn_board(s, street.board, events)


def dealing_order(s: State, street: Street) -> list[int]:
    """List the live places in the order in which they receive cards."""
    start = s.first
    if s.variant.lead_first and s.up[0]:
        start = OPENERS[street.opener](s)
    count = s.count
    status = s.status
    return [i for i in (*range(start, count), *range(start)) if status[i] != FOLDED]


def _burn(s: State, events: list[Event]) -> None:
    s.burned.append(s.next)
    events.append(Burn(s.next))
    s.next += 1


def _round(s: State, order: list[int], each: int, up: bool, events: list[Event]) -> None:
    """Deal `each` cards to every place of the order, one at a time."""
    base = s.next
    size = len(order)
    end = base + each * size
    deck = s.deck
    cards, places = (s.up, s.up_at) if up else (s.down, s.down_at)
    for i in order:
        dealt = deck[base:end:size]
        at = range(base, end, size)
        cards[i].extend(dealt)
        places[i].extend(at)
        events.append(Deal(s.seats[i], tuple(at), tuple([NAMES[c] for c in dealt]), up))
        base += 1
    s.next = end


def _turn_board(s: State, count: int, events: list[Event]) -> None:
    at = range(s.next, s.next + count)
    dealt = s.deck[s.next : s.next + count]
    s.board.extend(dealt)
    s.board_at.extend(at)
    s.next += count
    events.append(Board(tuple(at), tuple([NAMES[c] for c in dealt])))


def _deal_short(s: State, street: Street, events: list[Event]) -> None:
    """Deal a last down card when the stub is too short (C6, rules 2-4)."""
    live, left, burned = s.alive, 52 - s.next, len(s.burned)
    if left == live:
        _round(s, dealing_order(s, street), 1, False, events)
    elif left + burned < live:
        if left >= 2:
            _burn(s, events)
        _turn_board(s, 1, events)
    else:
        # Nobody has seen the burned cards: they and the last stub card follow in deck order.
        at = [*range(s.next, 51), *s.burned, 51]
        if left + burned > live:
            spare = at.pop(left - 1)
            events.append(Burn(spare))
        s.next = 52
        for i, position in zip(dealing_order(s, street), at, strict=False):
            card = s.deck[position]
            s.down[i].append(card)
            s.down_at[i].append(position)
            events.append(Deal(s.seats[i], (position,), (NAMES[card],), False))
        used = set(at[:live])
        s.burned = [position for position in s.burned if position not in used]
