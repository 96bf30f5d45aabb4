"""The auditor's vault: the whole deck of a finished hand, opened from its sealed seed.

The only place where cards that nobody showed come out. Every look is written into the log of staff
(`wallet.staff`), which nobody can change, in the transaction that opens the seal.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable

from django.db import transaction
from msgspec import Struct

from rules import shuffle
from rules.cards import NAMES
from rules.events import Board, Burn, Deal, Event
from tables import events as wire
from tables import fairness
from tables.errors import Refused
from tables.history.reading import visible
from tables.models import Hand
from wallet import staff

FINISHED = (Hand.Status.OVER, Hand.Status.VOID)


class Place(Struct, frozen=True):
    """A place of the deck. went: `seat`, `board`, `burn`; empty if the card was not dealt."""

    position: int
    card: str
    went: str
    seat: int | None


class Opened(Struct, frozen=True):
    """What the seed gives, beside what was published and dealt.

    is_sealed: the root of this deck is the one that the hand began with. wrong: deck positions at
    which the hand dealt another card than the seed gives.
    """

    seed: str
    root: str
    is_sealed: bool
    wrong: tuple[int, ...]
    places: tuple[Place, ...]

    @property
    def is_right(self) -> bool:
        """Whether everything follows from the seed."""
        return self.is_sealed and not self.wrong


@transaction.atomic
def look(*, hand_id: int, actor_id: int, reason: str) -> Opened:
    """Open the deck of a finished hand, and log who looked and why. Locks nothing.

    Raises Refused `no_such_hand` or `hand_running`, WalletError `no_reason`, and Broken if no key
    of ours opens the seed; then nothing was seen and nothing is logged.
    """
    hand = Hand.objects.select_related("table").filter(pk=hand_id).first()
    if hand is None:
        raise Refused("no_such_hand")
    if hand.status not in FINISHED:
        raise Refused("hand_running")
    staff.record(actor_id=actor_id, act=staff.Act.LOOK, of=hand, reason=reason)
    seed = fairness.unseal(fairness.Sealed(hand.key_id, bytes(hand.sealed)), hand.pk)
    deck = [NAMES[card] for card in shuffle.deck(seed)]
    events = wire.decode(zlib.decompress(bytes(hand.events))) if hand.events else ()
    dealt = visible(events)
    went = _went(events)
    root = shuffle.root(seed)
    return Opened(
        seed.hex(),
        root,
        root == hand.root,
        tuple(at for at, card in sorted(dealt.items()) if deck[at] != card),
        tuple(Place(at, card, *went.get(at, ("", None))) for at, card in enumerate(deck)),
    )


def _went(events: Iterable[Event]) -> dict[int, tuple[str, int | None]]:
    """What became of each position that the hand used."""
    went: dict[int, tuple[str, int | None]] = {}
    for event in events:
        if isinstance(event, Deal):
            went.update((at, ("seat", event.seat)) for at in event.positions)
        elif isinstance(event, Board):
            went.update((at, ("board", None)) for at in event.positions)
        elif isinstance(event, Burn):
            went[event.position] = ("burn", None)
    return went
