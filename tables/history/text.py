"""A finished hand told in sentences, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct

from rules.betting import KoreanBetting
from rules.events import (
    Act,
    Award,
    Board,
    Deal,
    Discard,
    Event,
    Lead,
    Muck,
    Open,
    Post,
    Refund,
    Show,
    Street,
)
from rules.games import GAMES
from rules.house import DEALER, SEAT
from rules.house.events import Settle, Verdict
from tables import games
from tables.guide import naming
from tables.history import rounds
from tables.history.reading import Account
from wallet.amounts import chips, signed

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class Line(Struct, frozen=True):
    """A sentence, the place of its event in the hand, and whether a street begins with it."""

    at: int
    text: str
    is_head: bool


def lines(seen: Account) -> list[Line]:
    """What happened, a sentence a line; hidden cards are not mentioned."""
    return [
        Line(at, line, isinstance(event, Street))
        for at, event in enumerate(seen.events)
        for line in _tell(event, seen)
    ]


def document(seen: Account) -> str:
    """The whole hand as a plain text: where and when, who sat there, what happened."""
    head = [f"Madang · {seen.title} · {games.name(seen.hand.game)}", seen.stakes]
    if seen.hand.ended_at:
        head.append(timezone.localtime(seen.hand.ended_at).strftime("%Y-%m-%d %H:%M %Z"))
    seats = [
        _("Seat %(n)d: %(nick)s, %(chips)s chips")
        % {"n": sitter.seat + 1, "nick": sitter.nick, "chips": chips(sitter.stack)}
        for sitter in seen.sitters.values()
    ]
    story = [f"— {line.text} —" if line.is_head else line.text for line in lines(seen)]
    results = [f"{sitter.nick}: {signed(sitter.net)}" for sitter in seen.sitters.values()]
    if seen.hand.rake:
        results.append(_("Rake: %(chips)s") % {"chips": chips(seen.hand.rake)})
    parts = [head, seats, story, [_("Result"), *results]]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def cards(names: tuple[str, ...]) -> str:
    """ "A♠ 10♦" """
    return " ".join(f"{naming.letter(name[0])}{SUITS[name[1]]}" for name in names)


def _nick(seen: Account, seat: int) -> str:
    if seen.hand.is_round and seat == DEALER:
        return _("The dealer")
    sitter = seen.sitters.get(seat)
    return sitter.nick if sitter else _("Seat %(n)d") % {"n": seat + 1}


def _tell(event: Event, seen: Account) -> Iterator[str]:
    match event:
        case Verdict() | Settle():
            yield from rounds.tell(event, _nick(seen, SEAT))
        case Post() | Act() if seen.hand.is_round:
            yield from rounds.tell(event, _nick(seen, event.seat))
        case Street(name=name):
            yield _street(name)
        case Post():
            yield _post(event.kind) % _words(event, seen)
        case Deal(cards=shown) if shown is not None:
            words = {"nick": _nick(seen, event.seat), "cards": cards(shown)}
            yield _("%(nick)s is dealt %(cards)s.") % words
        case Board():
            yield _("The board gets %(cards)s.") % {"cards": cards(event.cards)}
        case Lead():
            yield _("%(nick)s opens.") % {"nick": _nick(seen, event.seat)}
        case Act():
            yield _act(event, seen)
        case Discard(cards=away) if away is not None:
            words = {"nick": _nick(seen, event.seat), "cards": cards(away)}
            yield _("%(nick)s throws away %(cards)s.") % words
        case Open():
            words = {"nick": _nick(seen, event.seat), "cards": cards(event.cards)}
            yield _("%(nick)s turns up %(cards)s.") % words
        case Refund():
            yield _("%(chips)s that nobody called go back to %(nick)s.") % _words(event, seen)
        case Show():
            words = {"nick": _nick(seen, event.seat), "cards": cards(event.cards)}
            said = _("%(nick)s shows %(cards)s.") % words
            yield f"{said} {naming.full(event.rank)}." if event.rank else said
        case Muck():
            yield _("%(nick)s does not show.") % {"nick": _nick(seen, event.seat)}
        case Award():
            yield _award(event.half) % _words(event, seen)


def _words(event: Act | Post | Refund | Award, seen: Account) -> dict[str, str]:
    return {"nick": _nick(seen, event.seat), "chips": chips(event.amount)}


def _street(name: str) -> str:
    return {
        "preflop": _("Before the flop"),
        "flop": _("Flop"),
        "turn": _("Turn"),
        "deal": _("Deal"),
        "river": _("River"),
        "choice": _("Choice of cards"),
        "third": _("Third street"),
        "fourth": _("Fourth street"),
        "fifth": _("Fifth street"),
        "sixth": _("Sixth street"),
        "seventh": _("Seventh street"),
    }.get(name, name)


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
        "bbing": _("%(nick)s: bbing, %(chips)s."),
        "ddadang": _("%(nick)s: ddadang, %(chips)s."),
        "quarter": _("%(nick)s: quarter, %(chips)s."),
        "half": _("%(nick)s: half, %(chips)s."),
        "full": _("%(nick)s: full, %(chips)s."),
    }.get(event.kind, _("%(nick)s puts in %(chips)s."))
    if event.kind == "fold" and isinstance(GAMES[seen.hand.game].betting, KoreanBetting):
        sentence = _("%(nick)s dies.")
    said = [sentence % (_words(event, seen) | {"bet": chips(event.bet)})]
    if event.all_in and event.amount:
        said.append(_("All-in."))
    return " ".join(said)


def _award(half: str) -> str:
    return {
        "high": _("%(nick)s wins the high half, %(chips)s."),
        "low": _("%(nick)s wins the low half, %(chips)s."),
    }.get(half, _("%(nick)s wins %(chips)s."))
