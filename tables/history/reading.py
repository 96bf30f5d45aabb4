"""A finished hand as one viewer may see it: its stored events, projected, and their proofs."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from msgspec import Struct

from rules import shuffle
from rules.events import Board, Deal, Discard, Event, Open, Show
from rules.shuffle import Proof
from tables import events as wire
from tables import fairness
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
    """A hand in the eyes of a viewer: `seat` is the one held in it, None for everybody else."""

    hand: Hand
    seat: int | None
    sitters: dict[int, Sitter]
    events: tuple[Event, ...]


def account(hand_id: int, member_id: int | None) -> Account | None:
    """The hand for this member (None: a guest); None if there is no such hand or it still runs."""
    hand = Hand.objects.select_related("table").filter(pk=hand_id).first()
    if hand is None or hand.status != Hand.Status.OVER or hand.events is None:
        return None
    seats = HandSeat.objects.filter(hand=hand).select_related("member").order_by("seat")
    sitters = {
        row.seat: Sitter(
            row.seat,
            str(row.member),
            row.member.is_bot,
            row.stack,
            row.net,
            row.member_id == member_id,
        )
        for row in seats
    }
    own = next((sitter.seat for sitter in sitters.values() if sitter.yours), None)
    whole = wire.decode(zlib.decompress(bytes(hand.events)))
    return Account(hand, own, sitters, tuple(wire.project(whole, own)))


def visible(events: Iterable[Event]) -> dict[int, str]:
    """The cards that projected events show, by deck position."""
    cards: dict[int, str] = {}
    for event in events:
        if isinstance(event, Deal | Discard | Board | Show | Open) and event.cards is not None:
            cards.update(zip(event.positions, event.cards, strict=True))
    return cards


def proofs(seen: Account) -> list[Proof]:
    """The proofs of exactly the cards that the viewer may see, in deck order."""
    hand = seen.hand
    sealed = fairness.Sealed(hand.key_id, bytes(hand.sealed))
    seed = fairness.unseal(sealed, hand.pk)
    return [shuffle.proof(seed, position) for position in sorted(visible(seen.events))]
