"""What every round against the house does: check bets, ask, move chips, settle.

A round has the shape of `rules.hand.Hand`, with one seat. It is fully determined by its settings,
bets, stack, deck and actions: the same give the same events.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Self

from msgspec import Struct

from rules.cards import NAMES
from rules.errors import Illegal, Malformed, Stale
from rules.events import Act, Board, Deal, End, Event, Post, Show, Street
from rules.hand import Action, Legal, Option
from rules.house.events import Settle, Verdict
from rules.ranking import Rank, best_high, describe_high, high

SEAT: Final = 1
DEALER: Final = 0
_MOST_CHIPS: Final = 10**15


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """What may be staked: antes are multiples of `unit`; 0 for `most` means no limit.

    The unit is even, so that 3:2 always pays whole chips.
    """

    unit: int = 2
    least: int = 2
    most: int = 0
    side_most: int = 0

    def check(self) -> None:
        """Raise `Illegal("limits", field=…)` for limits that no bet could keep."""
        for name in self.__struct_fields__:
            amount = getattr(self, name)
            if type(amount) is not int or not 0 <= amount <= _MOST_CHIPS:
                raise Illegal("limits", field=name)
        if self.unit < 2 or self.unit % 2:
            raise Illegal("limits", field="unit")
        if self.least < self.unit or self.least % self.unit:
            raise Illegal("limits", field="least")
        if self.most and self.most < self.least:
            raise Illegal("limits", field="most")


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What staff set for a table of any house game."""

    limits: Limits = Limits()

    def check(self) -> None:
        """Raise `Illegal` for settings that make no game."""
        self.limits.check()


class Outcome(Struct, frozen=True):
    """A settled round: result, hands, and net chips by bet (0 = pushed)."""

    result: str
    nets: dict[str, int]
    lines: dict[str, tuple[str, ...]]
    qualifies: bool | None = None
    player: int = 0
    dealer: int = 0

    @property
    def total(self) -> int:
        return sum(self.nets.values())


class RoundResult(Struct, frozen=True):
    """How a round ended: net chips by seat as in `Hand.result`, and by bet."""

    net: dict[int, int]
    stacks: dict[int, int]
    bets: dict[str, int]
    result: str


class Round:
    """A running round. Subclasses say what is dealt, asked and paid."""

    key: ClassVar[str]
    #: Bets that may be made before the deal beside the ante.
    sides: ClassVar[tuple[str, ...]]
    settings: Settings

    def __init__(self, settings: Settings, stack: int, deck: Sequence[int]) -> None:
        self.settings = settings
        self.deck = tuple(deck)
        self.start_stack = stack
        self.stack_left = stack
        self.stakes: dict[str, int] = {}
        self.next = 0
        self.own: tuple[int, ...] = ()
        self.dealer: tuple[int, ...] = ()
        self.dealer_at: tuple[int, ...] = ()
        self.board: tuple[int, ...] = ()
        self.stage = "deal"
        self.turns = 0
        self.outcome: Outcome | None = None
        self.opening: tuple[Event, ...] = ()

    # --- starting -----------------------------------------------------------------------------

    @classmethod
    def start(
        cls, settings: Settings, bets: Mapping[str, int], stack: int, deck: Sequence[int]
    ) -> Self:
        """Make the bets (`ante`, and side bets by name) from `stack` chips and deal.

        Raises `Malformed` for nonsense, `Illegal` with `limit`, `unit`, `bet` or `stack` for
        bets that this table does not take or that the stack cannot carry to the end.
        """
        settings.check()
        if len(deck) != 52 or set(deck) != set(range(52)):
            raise Malformed("deck")
        if type(stack) is not int or not 0 <= stack <= _MOST_CHIPS:
            raise Malformed("stack")
        self = cls(settings, stack, deck)
        wanted = self._bets(bets)
        needed = sum(wanted.values()) + self._least_more(wanted["ante"])
        if needed > stack:
            raise Illegal("stack", needed=needed)
        events: list[Event] = []
        for name, amount in wanted.items():
            self._stake(name, amount)
            events.append(Post(SEAT, name, amount, self.at_stake, self.stack_left))
        self._deal(events)
        self.turns = 1
        self.opening = tuple(events)
        return self

    def _bets(self, bets: Mapping[str, int]) -> dict[str, int]:
        if not isinstance(bets, Mapping) or any(
            type(amount) is not int or not 0 <= amount <= _MOST_CHIPS for amount in bets.values()
        ):
            raise Malformed("bets")
        if not set(bets) <= {"ante", *self._open_sides()}:
            raise Illegal("bet", open=("ante", *self._open_sides()))
        limits = self.settings.limits
        ante = bets.get("ante", 0)
        if ante < limits.least or (limits.most and ante > limits.most):
            raise Illegal("limit", bet="ante", least=limits.least, most=limits.most)
        if ante % limits.unit:
            raise Illegal("unit", unit=limits.unit)
        for name in self._open_sides():
            if limits.side_most and bets.get(name, 0) > limits.side_most:
                raise Illegal("limit", bet=name, least=0, most=limits.side_most)
        return self._placed(ante, {n: bets[n] for n in self._open_sides() if bets.get(n)})

    @classmethod
    def least_chips(cls, settings: Settings) -> int:
        """What the smallest round takes, from its first bets to its end."""
        ante, bare = settings.limits.least, cls(settings, 0, ())
        return sum(bare._placed(ante, {}).values()) + bare._least_more(ante)

    def _open_sides(self) -> tuple[str, ...]:
        return self.sides

    def _placed(self, ante: int, sides: dict[str, int]) -> dict[str, int]:
        """All bets before the deal, in the order of the felt."""
        return {"ante": ante, **sides}

    def _least_more(self, ante: int) -> int:
        """The chips that going on will cost at least: nobody is forced to fold for want of them."""
        raise NotImplementedError

    def _deal(self, events: list[Event]) -> None:
        raise NotImplementedError

    # --- reading ------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.outcome is not None

    @property
    def actors(self) -> tuple[int, ...]:
        return () if self.over else (SEAT,)

    @property
    def live(self) -> tuple[int, ...]:
        """The seats whose chips the round still holds."""
        return self.actors

    @property
    def at_stake(self) -> int:
        """Chips on the table."""
        return sum(self.stakes.values())

    def turn(self, seat: int) -> int:
        """The seat's turn counter; it grows with every decision."""
        _check_seat(seat)
        return self.turns

    def stack(self, seat: int) -> int:
        """Chips behind."""
        _check_seat(seat)
        return self.stack_left

    def holding(self, seat: int) -> tuple[int, ...]:
        """The member's own cards."""
        _check_seat(seat)
        return self.own

    def legal(self, seat: int) -> Legal:
        """What the member may do now; amounts are the chips to put in."""
        _check_seat(seat)
        options = () if self.over else tuple(self._options())
        return Legal(self.turns, options, self.at_stake)

    def _options(self) -> Iterable[Option]:
        raise NotImplementedError

    def default(self, seat: int) -> Action:
        """What happens when time is up: check where it is free, otherwise fold or take."""
        kinds = [option.kind for option in self.legal(seat).options]
        for kind in ("check", "take", "fold", "play"):
            if kind in kinds:
                return Action(kind)
        raise Illegal("not_on_turn", seat=seat)

    def result(self) -> RoundResult:
        """How the round ended. Raises `Illegal("not_over")` before."""
        if self.outcome is None:
            raise Illegal("not_over")
        return RoundResult(
            {SEAT: self.outcome.total},
            {SEAT: self.stack_left},
            dict(self.outcome.nets),
            self.outcome.result,
        )

    def problems(self) -> list[str]:
        """Every broken invariant (rule book G); an empty list for a sound round."""
        found = []
        shown = [*self.own, *self.dealer, *self.board]
        if len(set(shown)) != len(shown):
            found.append("a card is dealt twice")
        if self.stack_left < 0:
            found.append("the stack is below zero")
        if self.outcome is None:
            if self.stack_left + self.at_stake != self.start_stack:
                found.append("chips appeared or vanished")
        else:
            if self.stack_left - self.start_stack != self.outcome.total:
                found.append("the stack does not show the result")
            if set(self.outcome.nets) != set(self.stakes):
                found.append("a bet is not settled")
            if any(net < -self.stakes[bet] for bet, net in self.outcome.nets.items()):
                found.append("a bet lost more than its stake")
        return found

    # --- acting -------------------------------------------------------------------------------

    def act(self, seat: int, turn: int, action: Action) -> tuple[Event, ...]:
        """Decide, and get what happened. Raises `Malformed`, `Stale` or `Illegal` as `Hand` does;
        then nothing has changed."""
        if type(seat) is not int or type(turn) is not int or type(action) is not Action:
            raise Malformed("action")
        _check_seat(seat)
        if self.over:
            raise Stale("hand_over")
        if turn != self.turns:
            raise Stale("turn", turn=self.turns)
        option = self._chosen(action)
        events: list[Event] = []
        self._do(option.kind, action.amount or option.min, self._named(action), events)
        self.turns += 1
        return tuple(events)

    def _chosen(self, action: Action) -> Option:
        kind, amount = action.kind, action.amount
        if type(kind) is not str:
            raise Malformed("kind")
        if type(amount) is not int or not 0 <= amount <= _MOST_CHIPS:
            raise Malformed("amount")
        same = [option for option in self._options() if option.kind == kind]
        if not same:
            raise Illegal("not_offered", kind=kind[:20])
        fits = [option for option in same if option.min <= amount <= option.max]
        if fits:
            return fits[0]
        if not amount and same[0].min == same[0].max:
            return same[0]
        raise Illegal("amount", kind=kind, min=same[-1].min, max=same[0].max)

    def _named(self, action: Action) -> tuple[str, ...]:
        """The cards that an action names; only an exchange names any."""
        if action.cards:
            raise Malformed("cards")
        return ()

    def _do(self, kind: str, amount: int, cards: tuple[str, ...], events: list[Event]) -> None:
        raise NotImplementedError

    # --- what rounds are made of --------------------------------------------------------------

    def _stake(self, bet: str, amount: int) -> None:
        self.stakes[bet] = self.stakes.get(bet, 0) + amount
        self.stack_left -= amount

    def _acted(self, kind: str, bet: str, amount: int, events: list[Event]) -> None:
        """Tell a decision, and put its chips on the bet that it means."""
        if amount:
            self._stake(bet, amount)
        left = self.stack_left
        events.append(Act(SEAT, kind, amount, self.at_stake, left, not left))

    def _draw(self, count: int) -> tuple[int, ...]:
        """The next deck positions."""
        at = tuple(range(self.next, self.next + count))
        self.next += count
        return at

    def _cards(self, at: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.deck[position] for position in at)

    def _begin(self, street: int, name: str, events: list[Event]) -> None:
        self.stage = name
        events.append(Street(street, name))

    def _deal_own(self, count: int, events: list[Event]) -> None:
        at = self._draw(count)
        self.own += self._cards(at)
        events.append(Deal(SEAT, at, _names(self._cards(at)), False))

    def _deal_dealer(self, count: int, events: list[Event], *, up: bool = False) -> None:
        at = self._draw(count)
        self.dealer += self._cards(at)
        self.dealer_at += at
        events.append(Deal(DEALER, at, _names(self._cards(at)), up))

    def _deal_board(self, count: int, events: list[Event]) -> None:
        at = self._draw(count)
        self.board += self._cards(at)
        events.append(Board(at, _names(self._cards(at))))

    def _show_dealer(self, hidden: int, events: list[Event]) -> None:
        """Turn the dealer's first `hidden` cards up."""
        rank = describe_high(high([*self.dealer, *self.board]))
        cards = _names(self.dealer[:hidden])
        events.append(Show(DEALER, self.dealer_at[:hidden], cards, rank))

    def _finish(self, outcome: Outcome, events: list[Event]) -> None:
        """Tell the verdict, settle every bet and end."""
        self.outcome = outcome
        self.stage = "over"
        shown = outcome.dealer > 0
        complete = len(self.own) + len(self.board) >= 5
        events.append(
            Verdict(
                outcome.result,
                outcome.qualifies,
                _rank(outcome.player),
                _rank(outcome.dealer),
                _names(best_high([*self.own, *self.board])) if complete else (),
                _names(best_high([*self.dealer, *self.board])) if shown else (),
            )
        )
        for bet, stake in self.stakes.items():
            net = outcome.nets[bet]
            self.stack_left += stake + net
            events.append(Settle(bet, stake, net, outcome.lines.get(bet, ()), self.stack_left))
        events.append(End(((SEAT, outcome.total),), 0))


def won(net: int | None) -> int:
    """A bet that its pay table does not pay pushes."""
    return 0 if net is None else net


def _rank(strength: int) -> Rank | None:
    return describe_high(strength) if strength else None


def _names(cards: Sequence[int]) -> tuple[str, ...]:
    return tuple(NAMES[each] for each in cards)


def _check_seat(seat: Any) -> None:
    if seat != SEAT:
        raise Illegal("not_in_hand", seat=seat)
