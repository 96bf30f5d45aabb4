"""A finished hand as one viewer may see it: its stored events, projected, and their proofs."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from rules import shuffle
from rules.events import Act, Board, Burn, Deal, Discard, Event, Open, Show
from rules.shuffle import Proof
from tables import events as wire
from tables import fairness, games
from tables.models import Hand, HandSeat


class Sitter(Struct, frozen=True):
    """Who held a seat in a hand."""

    seat: int
    nick: str
    bot: bool
    stack: int
    net: int
    yours: bool


class Account(Struct, frozen=True):
    """A hand in the eyes of a viewer: `seat` is the one held in it, None for everybody else.

    is_named: False where nicknames, table and number of the hand are kept back.
    """

    hand: Hand
    seat: int | None
    sitters: dict[int, Sitter]
    events: tuple[Event, ...]
    is_named: bool = True

    @property
    def title(self) -> str:
        """The table and the number of the hand, or what takes their place."""
        if not self.is_named:
            return _("A shared hand")
        return games.hand(str(self.hand.table), self.hand.number)

    @property
    def stakes(self) -> str:
        """ "50 / 100" in the reader's figures."""
        return games.stakes(self.hand.stakes)

    @property
    def root(self) -> str:
        """The seal of the deck as the first event of the hand told it."""
        first = self.events[0]
        assert isinstance(first, wire.HandBegins | wire.RoundBegins)
        return first.root

    @property
    def begins(self) -> wire.HandBegins | None:
        """The first event of a poker hand: who sat where, the button, the blinds."""
        first = self.events[0] if self.events else None
        return first if isinstance(first, wire.HandBegins) else None


def account(hand_id: int, member_id: int | None) -> Account | None:
    """The hand for this member (None: a guest); None if there is no such hand or it still runs.

    A round against the house is nobody's but its member's.
    """
    hand = _finished(hand_id)
    if hand is None:
        return None
    sitters = _sitters(hand, member_id)
    own = _seat_of(sitters)
    if hand.is_round and own is None:
        return None
    return Account(hand, own, sitters, tuple(wire.project(_stored(hand), own)))


def shared(hand_id: int, member_id: int, *, with_cards: bool, with_names: bool) -> Account | None:
    """The hand as a member shows it to others: what a spectator saw of it, and by choice more.

    with_cards adds the member's own hidden cards, but never those of a winner whom nobody called:
    they are nobody else's business for ever (docs/fairness.md).
    """
    hand = _finished(hand_id)
    if hand is None:
        return None
    sitters = _sitters(hand, member_id)
    own, stored = _seat_of(sitters), _stored(hand)
    shown = own if with_cards and own is not None and not is_uncalled(stored, own) else None
    events = tuple(wire.project(stored, shown))
    if with_names:
        return Account(hand, own, sitters, events)
    places = enumerate(sitters.values(), start=1)
    masked = {
        sitter.seat: replace(sitter, nick=_("Player %(n)d") % {"n": number}, bot=False)
        for number, sitter in places
    }
    return Account(hand, own, masked, tuple(map(_unnamed, events)), is_named=False)


def is_uncalled(events: Iterable[Event], seat: int) -> bool:
    """Whether everybody else gave the hand up, so that this seat won with its cards unseen."""
    seats, folded = set(), set()
    for event in events:
        if isinstance(event, Deal):
            seats.add(event.seat)
        elif isinstance(event, Act) and event.kind == "fold":
            folded.add(event.seat)
    return seats - folded == {seat}


def visible(events: Iterable[Event]) -> dict[int, str]:
    """The cards that projected events show, by deck position."""
    cards: dict[int, str] = {}
    for event in events:
        if isinstance(event, Deal | Discard | Board | Show | Open) and event.cards is not None:
            cards.update(zip(event.positions, event.cards, strict=True))
    return cards


def dealt(events: Iterable[Event]) -> list[Event]:
    """Of projected events those that name deck positions: where every card went, seen or not."""
    return [
        each for each in events if isinstance(each, Deal | Burn | Board | Discard | Open | Show)
    ]


def proofs(seen: Account) -> list[Proof]:
    """The proofs of exactly the cards that the viewer may see, in deck order."""
    hand = seen.hand
    sealed = fairness.Sealed(hand.key_id, bytes(hand.sealed))
    seed = fairness.unseal(sealed, hand.pk)
    return [shuffle.proof(seed, position) for position in sorted(visible(seen.events))]


def _finished(hand_id: int) -> Hand | None:
    hand = Hand.objects.select_related("table__parent").filter(pk=hand_id).first()
    if hand is None or hand.status != Hand.Status.OVER or hand.events is None:
        return None
    return hand


def _stored(hand: Hand) -> Sequence[Event]:
    assert hand.events is not None
    return wire.decode(zlib.decompress(bytes(hand.events)))


def _sitters(hand: Hand, member_id: int | None) -> dict[int, Sitter]:
    rows = HandSeat.objects.filter(hand=hand).select_related("member").order_by("seat")
    return {
        row.seat: Sitter(
            row.seat,
            str(row.member),
            row.member.is_bot,
            row.stack,
            row.net,
            member_id is not None and row.member_id == member_id,
        )
        for row in rows
    }


def _seat_of(sitters: dict[int, Sitter]) -> int | None:
    return next((sitter.seat for sitter in sitters.values() if sitter.yours), None)


def _unnamed(event: Event) -> Event:
    """Without what would lead back to the hand: its id, number and seal."""
    if isinstance(event, wire.HandBegins | wire.RoundBegins):
        return replace(event, hand="", no=0, root="")
    return event
