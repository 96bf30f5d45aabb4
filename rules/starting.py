"""The start of a hand: what makes one, every slot filled, who posts the blinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.cards import DECK
from rules.errors import Illegal, Malformed
from rules.stakes import Stakes
from rules.state import ACTIVE, MOST_CHIPS, Player, State
from rules.variant import Variant

#: Pass as `small_blind` or `big_blind` to let the button decide.
BY_BUTTON: Final = -1

_DECK: Final = frozenset(DECK)


#: The pair that fitted last: tables deal hand after hand with the same two values.
_fitting: tuple[object, object] = (None, None)


def _check_stakes(variant: Variant, stakes: Stakes) -> None:
    global _fitting
    last = _fitting
    if last[0] is not variant or last[1] is not stakes:
        variant.check(stakes)
        _fitting = (variant, stakes)


def check(
    variant: Variant,
    stakes: Stakes,
    players: Sequence[Player],
    button: int,
    deck: Sequence[int],
) -> None:
    """Refuse stakes, seats, a button or a deck that make no hand."""
    _check_stakes(variant, stakes)
    if not 2 <= len(players) <= variant.max_seats:
        raise Illegal("seats", count=len(players), most=variant.max_seats)
    if type(button) is not int:
        raise Malformed("button")
    before = -1
    for player in players:
        if type(player) is not Player:
            raise Malformed("player")
        seat, stack, post, dead = player.seat, player.stack, player.post, player.dead
        if not (type(seat) is type(stack) is type(post) is type(dead) is int):
            raise Malformed("player")
        if seat <= before:
            raise Malformed("seat_order", seat=seat)
        if not 0 < stack <= MOST_CHIPS or post < 0 or dead < 0:
            raise Illegal("stack", seat=seat)
        if post > stakes.big_blind:
            raise Illegal("post", seat=seat)
        before = seat
    if set(deck) != _DECK or len(deck) != 52:
        raise Malformed("deck")


def fill(
    s: State,
    variant: Variant,
    stakes: Stakes,
    players: Sequence[Player],
    button: int,
    deck: Sequence[int],
) -> None:
    """Set every slot to how it stands before the first chip moves."""
    count = len(players)
    s.variant, s.stakes, s.button = variant, stakes, button
    s.seats = seats = tuple([player.seat for player in players])
    s.index = {seat: i for i, seat in enumerate(seats)}
    s.count = s.alive = s.active = count
    after = button - (variant.first_card == "button")
    s.first = next((i for i, seat in enumerate(seats) if seat > after), 0)
    s.deck = deck if type(deck) is tuple else tuple(deck)
    s.stacks = [player.stack for player in players]
    s.starts = s.stacks.copy()
    s.bets, s.totals, s.turns = [0] * count, [0] * count, [0] * count
    s.status = [ACTIVE] * count
    s.down, s.down_at = [[] for _ in seats], [[] for _ in seats]
    s.up, s.up_at = [[] for _ in seats], [[] for _ in seats]
    s.board, s.board_at, s.burned = [], [], []
    s.pots, s.awards, s.shown = [], [], []
    s.closed, s.raised_by, s.acted = [], [], []
    s.choosing, s.choices = set(), {}
    s.actor = s.aggressor = s.opened_by = s.lead = -1
    s.dead = s.rake = s.next = s.street = s.need = s.phantom = 0
    s.level = s.step = s.base = s.target = s.raises = 0
    s.exposed = s.capped = s.opened = s.big_made = False
    s.pair_shown = s.bring = s.over = False
    s.offer = None
    s.rake_due = None


def place_blinds(s: State, small: int | None, big: int | None) -> None:
    """Find who posts: heads-up the button is the small blind (K4)."""
    s.small_at = s.big_at = -1
    if "blinds" not in s.variant.forced:
        return
    first, count = s.first, s.count
    if small == BY_BUTTON:
        s.small_at = first if count > 2 else (first + 1) % count
    elif small is not None:
        s.small_at = _blind_seat(s, small)
    if big is not None and big != BY_BUTTON:
        s.big_at = _blind_seat(s, big)
    else:
        s.big_at = first if count == 2 or s.small_at < 0 else (first + 1) % count
    if s.small_at == s.big_at:
        raise Illegal("blind_seat", seat=s.seats[s.big_at])


def _blind_seat(s: State, seat: int) -> int:
    if seat not in s.index:
        raise Illegal("blind_seat", seat=seat)
    return s.index[seat]
