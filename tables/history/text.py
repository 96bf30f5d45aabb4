"""A finished hand told in sentences, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from rules.events import (
    Act,
    Award,
    Board,
    Deal,
    Event,
    Lead,
    Muck,
    Open,
    Post,
    Refund,
    Show,
    Street,
)
from tables.guide import naming
from tables.history.reading import Account
from wallet.amounts import chips

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def lines(seen: Account) -> list[str]:
    """What happened, a sentence a line; hidden cards are not mentioned."""
    return [line for event in seen.events for line in _tell(event, seen)]


def cards(names: tuple[str, ...]) -> str:
    """ "A♠ 10♦" """
    return " ".join(f"{naming.letter(name[0])}{SUITS[name[1]]}" for name in names)


def _nick(seen: Account, seat: int) -> str:
    sitter = seen.sitters.get(seat)
    return sitter.nick if sitter else _("Seat %(n)d") % {"n": seat + 1}


def _tell(event: Event, seen: Account) -> Iterator[str]:
    match event:
        case Street(name=name):
            yield _street(name)
        case Post():
            words = {"nick": _nick(seen, event.seat), "chips": chips(event.amount)}
            yield _post(event.kind) % words
        case Deal(cards=shown) if shown is not None:
            words = {"nick": _nick(seen, event.seat), "cards": cards(shown)}
            yield _("%(nick)s is dealt %(cards)s.") % words
        case Board():
            yield _("The board gets %(cards)s.") % {"cards": cards(event.cards)}
        case Lead():
            yield _("%(nick)s opens.") % {"nick": _nick(seen, event.seat)}
        case Act():
            yield _act(event, seen)
        case Refund():
            words = {"nick": _nick(seen, event.seat), "chips": chips(event.amount)}
            yield _("%(chips)s that nobody called go back to %(nick)s.") % words
        case Show() | Open():
            words = {"nick": _nick(seen, event.seat), "cards": cards(event.cards)}
            rank = event.rank if isinstance(event, Show) else None
            said = _("%(nick)s shows %(cards)s.") % words
            yield f"{said} {naming.full(rank)}." if rank else said
        case Muck():
            yield _("%(nick)s does not show.") % {"nick": _nick(seen, event.seat)}
        case Award():
            words = {"nick": _nick(seen, event.seat), "chips": chips(event.amount)}
            yield _("%(nick)s wins %(chips)s.") % words


def _street(name: str) -> str:
    names = {
        "preflop": _("Before the flop"),
        "flop": _("Flop"),
        "turn": _("Turn"),
        "river": _("River"),
        "third": _("Third street"),
        "fourth": _("Fourth street"),
        "fifth": _("Fifth street"),
        "sixth": _("Sixth street"),
        "seventh": _("Seventh street"),
    }
    return f"— {names.get(name, name)} —"


def _post(kind: str) -> str:
    return {
        "ante": _("%(nick)s pays the ante of %(chips)s."),
        "small_blind": _("%(nick)s posts the small blind of %(chips)s."),
        "big_blind": _("%(nick)s posts the big blind of %(chips)s."),
        "bring_in": _("%(nick)s brings it in for %(chips)s."),
    }.get(kind, _("%(nick)s posts %(chips)s."))


def _act(event: Act, seen: Account) -> str:
    sentence = {
        "fold": _("%(nick)s folds."),
        "check": _("%(nick)s checks."),
        "call": _("%(nick)s calls %(chips)s."),
        "bet": _("%(nick)s bets %(bet)s."),
        "raise": _("%(nick)s raises to %(bet)s."),
        "complete": _("%(nick)s completes to %(bet)s."),
        "bring_in": _("%(nick)s brings it in for %(chips)s."),
    }.get(event.kind, _("%(nick)s puts in %(chips)s."))
    words = {
        "nick": _nick(seen, event.seat),
        "chips": chips(event.amount),
        "bet": chips(event.bet),
    }
    said = [sentence % words]
    if event.all_in and event.amount:
        said.append(_("All-in."))
    return " ".join(said)
