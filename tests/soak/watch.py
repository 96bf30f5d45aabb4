"""What must hold in every hand (rule book G), looked at from outside, event by event."""

from __future__ import annotations

import random
from collections.abc import Iterable

from rules.errors import RulesError
from rules.events import (
    Act,
    Award,
    Board,
    Burn,
    Chose,
    Collect,
    Deal,
    Discard,
    End,
    Event,
    Open,
    Post,
    Refund,
    Show,
    Street,
)
from rules.hand import Action, Hand
from rules.korean import Korean
from rules.state import ACTIVE, State
from rules.view import project
from tests.soak.world import NONSENSE

_SETTLED = (Award, End)
_QUIET = frozenset({"fold", "check", "call"})


class Broken(Exception):
    """An invariant does not hold; the text says which."""


class Watch:
    """Follows one hand; `take` raises `Broken` at the first thing that cannot be."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.stacks = dict(zip(hand.seats, hand.starts, strict=True))
        self.acted: set[int] = set()
        self.awarded = False
        self.events: list[Event] = []

    def take(self, events: Iterable[Event]) -> None:
        """Look at what an action brought, then at the hand as it stands."""
        for event in events:
            self.events.append(event)
            self._one(event)
        hand = self.hand
        wrong = hand.problems()
        for seat, stack in self.stacks.items():
            if stack != hand.stack(seat):
                wrong.append(f"the events leave seat {seat} with {stack}")
        for seat in hand.actors:
            if hand.choosing:
                break
            if hand.status[hand.index[seat]] != ACTIVE or not hand.stack(seat):
                wrong.append(f"seat {seat} is on turn and cannot act")
            if seat in self.acted:
                wrong.append(f"seat {seat} acts twice without a bet between")
        if wrong:
            raise Broken("; ".join(wrong))

    def _one(self, event: Event) -> None:
        if isinstance(event, (Post, Act, Refund, Award)):
            sign = -1 if isinstance(event, (Post, Act)) else 1
            self.stacks[event.seat] += sign * event.amount
            if self.stacks[event.seat] != event.stack:
                raise Broken(f"stack after {event}")
        if isinstance(event, Street):
            self.acted = set()
        elif isinstance(event, Act):
            if event.kind not in _QUIET:
                self.acted = set()
            self.acted.add(event.seat)
        elif isinstance(event, _SETTLED):
            self.awarded = True
        elif self.awarded or (isinstance(event, Collect) and not event.pots):
            raise Broken(f"{type(event).__name__} after the first award")

    def end(self) -> None:
        """Look at the whole hand once it is over."""
        hand, result = self.hand, self.hand.result()
        if sum(result.net.values()) != -result.rake or min(result.stacks.values()) < 0:
            raise Broken("the result does not add up")
        for number, pot in enumerate(result.pots):
            winners = {award.seat for award in result.awards if award.pot == number}
            if not winners <= set(pot.seats):
                raise Broken("a pot went to a seat that was not in it")
            suited = [part.suits_rule == "on" for part in _korean(hand)]
            if suited and all(suited) and len(winners) > 1:
                raise Broken("a Korean pot was split")
        _positions(hand, self.events)
        _bring_in(hand, self.events)


def _korean(hand: Hand) -> list[Korean]:
    return [part for part in hand.variant.parts if isinstance(part, Korean)]


def _positions(hand: Hand, events: list[Event]) -> None:
    """Every position up to the last one used was named, dealt or burned, in order."""
    fresh = [
        at
        for event in events
        if isinstance(event, (Deal, Burn, Board))
        for at in ((event.position,) if isinstance(event, Burn) else event.positions)
    ]
    # Where the stub runs short the last card follows the burned ones and may not be needed (C6).
    if set(range(hand.next)) - set(fresh) - ({51} if hand.next == 52 else set()):
        raise Broken("a deck position was skipped")


def _bring_in(hand: Hand, events: list[Event]) -> None:
    """G5: somebody brings it in unless nobody could, or all who could have folded."""
    if "bring_in" not in hand.variant.forced:
        return
    third = events[: next((at for at, e in enumerate(events) if _is_fourth(e)), len(events))]
    acts = [event for event in third if isinstance(event, Act)]
    brought = [event for event in acts if event.kind in ("bring_in", "complete")]
    opens = [event for event in acts if event.kind == "bring_in"]
    if len(opens) > 1 or (acts and not brought and any(e.kind != "fold" for e in acts)):
        raise Broken("the bring-in")


def _is_fourth(event: Event) -> bool:
    return isinstance(event, Street) and event.street == 1


def hidden(hand: Hand, events: list[Event]) -> None:
    """Search what each viewer gets, event by event, for a card that was not yet theirs to see."""
    for viewer in (None, *hand.seats):
        seen: set[str] = set()
        for event in events:
            if isinstance(event, (Show, Board, Open)) or (isinstance(event, Deal) and event.up):
                seen.update(event.cards or ())
            if isinstance(event, (Deal, Discard)) and event.seat == viewer:
                seen.update(event.cards or ())
            shown = project(event, viewer)
            if type(shown) is not type(event):
                raise Broken("a projected event is of another kind")
            named = {*(getattr(shown, "cards", None) or ()), *getattr(shown, "best", ())}
            if not named <= seen:
                raise Broken(f"viewer {viewer} sees {sorted(named - seen)} in {shown}")
            if isinstance(shown, Chose) and len(shown.__struct_fields__) > 1:
                raise Broken("a choice tells too much")


def refuses(hand: Hand, rng: random.Random) -> None:
    """Try what may not be done: the typed error, and the hand as it was."""
    for seat in hand.actors[:1]:
        hand.legal(seat)
    before = _picture(hand)
    seat = hand.actors[0]
    turn = hand.turn(seat)
    other = rng.choice(hand.seats)
    tries: list[tuple[int, int, object]] = [(seat, turn, each) for each in NONSENSE]
    tries += [(seat, turn - 1, Action("fold")), (seat, turn + 1, Action("fold"))]
    tries += [(99, turn, Action("fold")), (-1, 0, Action("fold"))]
    if other not in hand.actors:
        tries.append((other, hand.turn(other), Action("fold")))
    kinds = {option.kind for option in hand.legal(seat).options}
    tries += [(seat, turn, Action(kind, 10)) for kind in ("bet", "raise") if kind not in kinds]
    tries += [
        (seat, turn, Action(option.kind, option.max + 1)) for option in hand.legal(seat).options
    ]
    for who, when, action in tries:
        try:
            hand.act(who, when, action)  # type: ignore[arg-type]
        except RulesError:
            continue
        raise Broken(f"seat {who} was allowed {action}")
    if _picture(hand) != before:
        raise Broken("a refused action left a trace")


def _picture(hand: Hand) -> str:
    slots = [name for name in State.__slots__ if name not in ("opening", "deck")]
    return repr([getattr(hand, name) for name in slots])
