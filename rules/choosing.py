"""A choice of cards that all live seats make at once (D2): put some away, turn some up."""

from __future__ import annotations

from rules.cards import NAMES, card
from rules.errors import Illegal, Malformed
from rules.events import Chose, Discard, Event, Open
from rules.state import FOLDED, Legal, Option, State

_CHOOSE = Option("choose")


def begin(s: State) -> None:
    """Ask every live seat, all-in seats included."""
    s.choosing = {i for i in range(s.count) if s.status[i] != FOLDED}
    s.choices = {}
    for i in s.choosing:
        s.turns[i] += 1


def legal(s: State, i: int) -> Legal:
    """Return the one option of a seat that has still to choose."""
    choice = s.variant.streets[s.street].choice
    assert choice is not None
    pot = sum(s.totals) + s.dead
    return Legal(s.turns[i], (_CHOOSE,), pot, 0, choice.discard, choice.open)


def default(s: State, i: int) -> tuple[str, ...]:
    """Return the choice of a seat whose time is up: its lowest cards, to put away first (D2)."""
    choice = s.variant.streets[s.street].choice
    assert choice is not None
    return tuple([NAMES[c] for c in sorted(s.down[i])[: choice.discard + choice.open]])


def choose(s: State, i: int, kind: str, cards: tuple[str, ...], events: list[Event]) -> bool:
    """Take a seat's choice; True once all have chosen and the choices are laid open."""
    choice = s.variant.streets[s.street].choice
    assert choice is not None
    if type(kind) is not str or not isinstance(cards, (tuple, list)):
        raise Malformed("choice")
    if kind != "choose":
        raise Illegal("not_offered", kind=kind[:20])
    chosen = [card(each) for each in cards]
    wanted = choice.discard + choice.open
    if len(chosen) != wanted or len(set(chosen)) != wanted:
        raise Illegal("choice", discard=choice.discard, open=choice.open)
    if not set(chosen) <= set(s.down[i]):
        raise Illegal("not_your_card")
    s.choices[i] = (tuple(chosen[: choice.discard]), tuple(chosen[choice.discard :]))
    s.choosing.discard(i)
    events.append(Chose(s.seats[i]))
    if s.choosing:
        return False
    _reveal(s, events)
    return True


def _reveal(s: State, events: list[Event]) -> None:
    """Put away and turn up what all seats chose, together."""
    for i in sorted(s.choices):
        away, opened = s.choices[i]
        if away:
            at, names = _take(s, i, away)
            events.append(Discard(s.seats[i], at, names))
        if opened:
            at, names = _take(s, i, opened)
            s.up[i].extend(opened)
            s.up_at[i].extend(at)
            events.append(Open(s.seats[i], at, names))
    s.choices = {}


def _take(s: State, i: int, cards: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Take cards out of a seat's down cards; return their deck positions and names."""
    at = []
    for each in cards:
        place = s.down[i].index(each)
        del s.down[i][place]
        at.append(s.down_at[i].pop(place))
    return tuple(at), tuple([NAMES[c] for c in cards])
