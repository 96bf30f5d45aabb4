"""One hand of any declared game: from the forced bets to the last award.

    hand = Hand.start(NLHE, Stakes(small_blind=50, big_blind=100),
                      (Player(1, 10_000), Player(4, 8_000)), button=1, deck=deck(seed))
    hand.legal(hand.actors[0])
    events = hand.act(1, hand.turn(1), Action("raise", 300))

A hand is fully determined by its start and its actions; the same give the same events. Seats are
named by number everywhere outside, by place (index clockwise) in the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from rules import choosing, dealing, forced, invariants, showdown, starting
from rules.errors import Illegal, Malformed, Stale
from rules.events import Act, Award, Event, Lead, Show, Street
from rules.offer import chosen, offer
from rules.opening import OPENERS
from rules.pots import Pot
from rules.stakes import Stakes
from rules.starting import BY_BUTTON
from rules.state import ACTIVE, ALL_IN, FOLDED, Legal, Option, Player, State
from rules.variant import Street as StreetRule
from rules.variant import Variant

__all__ = ["Action", "Hand", "Legal", "Option", "Player", "Result"]

_TOTALS: Final = frozenset({"bet", "raise", "complete"})


class Action(Struct, frozen=True, gc=False):
    """A decision. amount as `Option` says, 0 where there is but one; cards for a choice of cards.

    A choice names the cards to put away first, then those to turn up.
    """

    kind: str
    amount: int = 0
    cards: tuple[str, ...] = ()


class Result(Struct, frozen=True):
    """How a hand ended: net and stacks by seat, rake, pots before rake, awards, who showed."""

    net: dict[int, int]
    stacks: dict[int, int]
    rake: int
    pots: tuple[Pot, ...]
    awards: tuple[Award, ...]
    shown: tuple[int, ...]


class Hand(State):
    """A running hand. Every change goes through `act`; a refused one leaves all as it was."""

    __slots__ = ()

    @classmethod
    def start(
        cls,
        variant: Variant,
        stakes: Stakes,
        seats: Sequence[Player],
        button: int,
        deck: Sequence[int],
        *,
        small_blind: int | None = BY_BUTTON,
        big_blind: int | None = BY_BUTTON,
    ) -> Hand:
        """Start a hand: post what is owed, deal, find who opens. `opening` holds the events.

        seats: those dealt in, ascending by number. button: a seat number that may be empty (in
        games without a button the dealer's). small_blind, big_blind: the seats that post them
        where the button does not decide; None = nobody (dead small blind). deck: the 52 cards.
        Raises `Malformed` or `Illegal` for seats, deck or stakes that make no hand.
        """
        starting.check(variant, stakes, seats, button, deck)
        s = cls()
        starting.fill(s, variant, stakes, seats, button, deck)
        starting.place_blinds(s, small_blind, big_blind)
        events: list[Event] = []
        s._open(seats, events)
        s.opening = tuple(events)
        return s

    # ------------------------------------------------------------------ reading

    @property
    def actors(self) -> tuple[int, ...]:
        """Seats that may act now; several only in a choice of cards, none when over."""
        if self.actor >= 0:
            return (self.seats[self.actor],)
        return tuple([self.seats[i] for i in sorted(self.choosing)])

    @property
    def live(self) -> tuple[int, ...]:
        """Seats that have not folded, ascending."""
        return tuple(
            [seat for seat, at in zip(self.seats, self.status, strict=True) if at != FOLDED]
        )

    @property
    def pot(self) -> int:
        """All chips in the middle, the bets of this street included; 0 when over."""
        return 0 if self.over else sum(self.totals) + self.dead

    def turn(self, seat: int) -> int:
        """Return the seat's turn counter: it grows when the seat gets a new decision."""
        return self.turns[self._at(seat)]

    def stack(self, seat: int) -> int:
        """Return the chips behind."""
        return self.stacks[self._at(seat)]

    def bet(self, seat: int) -> int:
        """Return the chips bet on this street."""
        return self.bets[self._at(seat)]

    def total(self, seat: int) -> int:
        """Return the chips put in over the whole hand, less returns, without dead chips."""
        return self.totals[self._at(seat)]

    def holding(self, seat: int) -> tuple[int, ...]:
        """Return the seat's own cards, hidden ones first. Not for the eyes of others."""
        i = self._at(seat)
        return (*self.down[i], *self.up[i])

    def upcards(self, seat: int) -> tuple[int, ...]:
        """Return the seat's open cards."""
        return tuple(self.up[self._at(seat)])

    def legal(self, seat: int) -> Legal:
        """Return what the seat may do now: the server checks with it, the browser draws it."""
        actor = self.actor
        if actor >= 0 and self.seats[actor] == seat:
            return self.offer or offer(self)
        i = self._at(seat)
        if i in self.choosing:
            return choosing.legal(self, i)
        return Legal(self.turns[i], (), self.pot)

    def default(self, seat: int) -> Action:
        """Return what a seat does when its time is up.

        The bring-in is posted, a choice takes the default cards, else check if free, else fold.
        """
        i = self._at(seat)
        if i in self.choosing:
            return Action("choose", 0, choosing.default(self, i))
        kinds = [option.kind for option in self.legal(seat).options]
        for kind in ("check", "fold", "bring_in"):
            if kind in kinds:
                return Action(kind)
        raise Illegal("not_on_turn", seat=seat)

    def result(self) -> Result:
        """Return how the hand ended. Raises `Illegal("not_over")` before."""
        if not self.over:
            raise Illegal("not_over")
        seats = self.seats
        pots = [Pot(pot.amount, tuple([seats[i] for i in pot.seats])) for pot in self.pots]
        return Result(
            {seat: self.stacks[i] - self.starts[i] for i, seat in enumerate(seats)},
            dict(zip(seats, self.stacks, strict=True)),
            self.rake,
            tuple(pots),
            tuple(self.awards),
            tuple([seats[i] for i in self.shown]),
        )

    def reveal(self, seat: int) -> Show:
        """Return what shows a live seat's hidden cards after the end. Raises `Illegal`."""
        i = self._at(seat)
        if not self.over or self.status[i] == FOLDED:
            raise Illegal("not_offered", seat=seat)
        return showdown.reveal(self, i)

    def problems(self) -> list[str]:
        """Return every broken invariant (rule book G); an empty list for a sound hand."""
        return invariants.problems(self)

    # ------------------------------------------------------------------ acting

    def act(self, seat: int, turn: int, action: Action) -> tuple[Event, ...]:
        """Let a seat act and return what happened.

        Raises `Malformed` for nonsense, `Stale` for another turn than the seat's present one,
        `Illegal` for what is not offered; then nothing has changed.
        """
        i = self.actor
        if (
            i < 0
            or seat != self.seats[i]
            or turn != self.turns[i]
            or not (type(seat) is type(turn) is int and type(action) is Action)
        ):
            return self._other(seat, turn, action)
        option = chosen(self, action)
        kind = option.kind
        self.acted[i] = True
        self.need -= 1
        if kind == "fold" or kind == "check":
            if kind == "fold":
                self.status[i] = FOLDED
                self.alive -= 1
                self.active -= 1
            elif self.closed:
                self.closed[i] = True
            event = Act(seat, kind, 0, self.bets[i], self.stacks[i], False)
        else:
            event = self._put_in(i, kind, action.amount or option.min)
        if self.need > 0 and self.active > 1:
            self._next_turn(i)
            return (event,)
        events: list[Event] = [event]
        self._advance(i, events)
        return tuple(events)

    def _put_in(self, i: int, kind: str, amount: int) -> Act:
        """Move the chips of a call, bet or raise and tell the betting structure."""
        bet = self.bets[i]
        if kind in _TOTALS:
            amount -= bet
        bet += amount
        stack = self.stacks[i] - amount
        self.bets[i] = bet
        self.stacks[i] = stack
        self.totals[i] += amount
        if not stack:
            self.status[i] = ALL_IN
            self.active -= 1
        if kind == "call":
            if self.closed:
                self.closed[i] = True
        else:
            self.variant.betting.took(self, i, bet, kind)
            self.aggressor = i
            self.need = self.active - (stack > 0)
        return Act(self.seats[i], kind, amount, bet, stack, not stack)

    def _other(self, seat: int, turn: int, action: Action) -> tuple[Event, ...]:
        """Take a choice of cards, or say why this seat may not act."""
        i = self._check(seat, turn, action)
        events: list[Event] = []
        done = choosing.choose(self, i, action.kind, action.cards, events)
        if done and not self._open_round(events):
            self._go_on(events)
        return tuple(events)

    def _check(self, seat: int, turn: int, action: Action) -> int:
        """Return the place of a seat that may act now."""
        if type(seat) is not int or type(turn) is not int or type(action) is not Action:
            raise Malformed("action")
        i = self.index.get(seat, -1)
        if i < 0:
            raise Illegal("not_in_hand", seat=seat)
        if self.over:
            raise Stale("hand_over")
        if turn != self.turns[i]:
            raise Stale("turn", turn=self.turns[i])
        if i not in self.choosing:
            raise Illegal("not_on_turn", seat=seat)
        return i

    # ------------------------------------------------------------------ going on

    def _advance(self, i: int, events: list[Event]) -> None:
        """Find who is next after place i, or close the round, street or hand."""
        if self.alive == 1:
            self.actor = -1
            showdown.uncontested(self, events)
        elif self.need > 0 and self._give_turn(i + 1):
            return
        else:
            self._close(events)

    def _give_turn(self, start: int) -> bool:
        """Give the turn to the first active place from `start`; False if nobody has to be asked."""
        if self.active == 1 and self._nothing_to_ask():
            return False
        self._next_turn(start - 1)
        return True

    def _next_turn(self, i: int) -> None:
        """Give the turn to the first active place after place i."""
        count, status = self.count, self.status
        i += 1
        while i >= count or status[i]:
            i = i + 1 if i < count else 0
        self.actor = i
        self.turns[i] += 1
        self.offer = None

    def _nothing_to_ask(self) -> bool:
        """Say whether the only seat with chips has in as much as any other live seat (B5)."""
        i = self.status.index(ACTIVE)
        bet = self.bets[i]
        return all(
            self.bets[j] <= bet for j in range(self.count) if j != i and self.status[j] == ALL_IN
        )

    def _close(self, events: list[Event]) -> None:
        """End the betting round: sweep the bets and go to the next street."""
        self.actor = -1
        self.offer = None
        showdown.collect(self, events)
        self._go_on(events)

    def _go_on(self, events: list[Event]) -> None:
        """Begin streets until somebody has a decision or the hand is over."""
        streets = self.variant.streets
        while self.street + 1 < len(streets):
            if self.active <= 1 and not self.exposed and not self._choices_ahead():
                showdown.expose(self, events)
            self.street += 1
            if self._begin_street(events):
                return
        self._finish(events)

    def _choices_ahead(self) -> bool:
        return any(street.choice for street in self.variant.streets[self.street + 1 :])

    def _begin_street(self, events: list[Event]) -> bool:
        """Deal a street and open its round; True if somebody has a decision."""
        street = self.variant.streets[self.street]
        events.append(Street(self.street, street.name))
        self.bring = False
        self.level = 0
        self.phantom = 0
        if self.exposed and street.down:
            before = [len(cards) for cards in self.down]
            self._deal(street, events)
            showdown.show_new(self, before, events)
        else:
            self._deal(street, events)
        if street.choice:
            choosing.begin(self)
            return True
        return self._open_round(events)

    def _open_round(self, events: list[Event]) -> bool:
        """Open the betting round of a street whose cards are dealt."""
        street = self.variant.streets[self.street]
        self.aggressor = -1
        if self.active <= 1 and street.opener == "button":
            return False
        self.acted = [False] * self.count
        self.variant.betting.begin(self)
        return self._first_turn(street.opener, events)

    def _first_turn(self, opener: str, events: list[Event]) -> bool:
        street = self.variant.streets[self.street]
        lead = self._opener(opener)
        if opener not in ("blinds", "button"):
            self.lead = lead
            events.append(Lead(self.seats[lead]))
        self.need = self.active
        if not street.betting or 0 < street.number < self.stakes.first_betting:
            return False
        if self.active == 0 or not self._give_turn(lead):
            return False
        self.opened_by = self.actor
        return True

    # A recorded hand takes cards, openers and mucks from its file by overriding these.

    def _deal(self, street: StreetRule, events: list[Event]) -> None:
        dealing.deal(self, street, events)

    def _opener(self, opener: str) -> int:
        return OPENERS[opener](self)

    def _finish(self, events: list[Event]) -> None:
        showdown.showdown(self, events)

    def _open(self, players: Sequence[Player], events: list[Event]) -> None:
        """Begin the first street: forced bets, cards, then whoever decides first."""
        street = self.variant.streets[0]
        events.append(Street(0, street.name))
        forced.antes(self, events)
        forced.blinds(self, players, events)
        self._deal(street, events)
        if street.choice:
            choosing.begin(self)
        elif not self._open_round(events):
            self._close(events)

    def _at(self, seat: int) -> int:
        """Return the place of a seat in the hand."""
        i = self.index.get(seat, -1) if type(seat) is int else -1
        if i < 0:
            raise Illegal("not_in_hand", seat=seat)
        return i
