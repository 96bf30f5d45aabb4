"""How commands beside the game are folded: wishes, the waiting list, showing a finished hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rules.events import Event, Show
from rules.hand import Hand
from tables import events as wire
from tables.dealer import commands
from tables.errors import Broken

if TYPE_CHECKING:
    from tables.dealer.replica import Decks, Replica


def line_event(replica: Replica) -> wire.LineMoved:
    """What everybody sees of the waiting list."""
    line = replica.line
    held = tuple((offer.seat, offer.until) for offer in line.offers)
    return wire.LineMoved(len(line.members), held)


def line_told(replica: Replica) -> list[Event]:
    """The waiting list as a new base tells it: nothing while nobody waits."""
    return [line_event(replica)] if replica.line.members else []


def wish(replica: Replica, command: commands.Wish, decks: Decks) -> list[Event]:
    plate = replica.roster[command.seat]
    replica.roster[command.seat] = replace(plate, wishes=command.wishes)
    return []


def wait(replica: Replica, command: commands.Wait, decks: Decks) -> list[Event]:
    replica.line = replica.line.joined(command.who, command.seats)
    replica.look_again(command)  # a bot may have to make room
    return [line_event(replica)]


def unwait(replica: Replica, command: commands.Unwait, decks: Decks) -> list[Event]:
    replica.line = replica.line.without(command.who)
    replica.look_again(command)
    return [line_event(replica)]


def offered(replica: Replica, command: commands.Offered, decks: Decks) -> list[Event]:
    replica.line = replica.line.offered(command.offer)
    return [line_event(replica)]


def seated(replica: Replica, member: int) -> list[Event]:
    """A member who sits down does not wait any more."""
    if not replica.line.place(member):
        return []
    replica.line = replica.line.without(member)
    return [line_event(replica)]


def may_show(replica: Replica, command: commands.Command) -> list[Event]:
    """After a hand at a table where hands may be shown: whose is neither folded nor seen."""
    hand, dealt = replica.hand, replica.dealt
    if not isinstance(hand, Hand) or dealt is None or not dealt.may_show:
        return []
    seen = {event.seat for event in replica.events if isinstance(event, Show)}
    seats = tuple(
        seat
        for seat in hand.live
        if seat not in seen and replica.owns_hand(seat) and not replica.roster[seat].bot
    )
    replica.showing = set(seats)
    if not seats:
        return []
    until = 0
    if any(replica.roster[seat].wishes.asks for seat in seats):
        until = command.at + dealt.show_ms
        replica.wake = max(replica.wake, until)
    return [wire.MayShow(seats, until)]


def reveal(replica: Replica, command: commands.Reveal, decks: Decks) -> list[Event]:
    hand = replica.hand
    if (
        not isinstance(hand, Hand)
        or command.hand != replica.hand_id
        or command.seat not in replica.showing
    ):
        raise Broken("shown without its hand")
    replica.showing.discard(command.seat)
    event: Event = wire.Kept(command.seat)
    if command.show:
        event = hand.reveal(command.seat)
        replica.events.append(event)
    asked = any(
        replica.roster[seat].wishes.asks for seat in replica.showing if replica.owns_hand(seat)
    )
    if not asked:  # everybody has said it: nothing is waited for but the usual gap
        replica.wake = min(replica.wake, max(command.at, replica.rested))
    return [event]
