"""What one seat has seen of a hand: projected events folded into the facts that a bot asks for.

Nothing else reaches a strategy, so a bot cannot know more than a member in its seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules import events
from rules.cards import card
from rules.hand import Legal
from rules.stakes import Stakes


@dataclass(frozen=True, slots=True)
class Deed:
    """One decision of a player, with what it was made on (all before it, but `bet`).

    price: chips that a call cost. level: highest bet of the street. live: players not folded.
    """

    street: int
    kind: str
    amount: int
    bet: int
    pot: int
    level: int
    price: int
    live: int
    all_in: bool

    @property
    def raises(self) -> bool:
        return self.bet > self.level and self.kind != "bring_in"


@dataclass(slots=True)
class Player:
    """A seat as everybody sees it: its open cards, and how many it holds face down."""

    seat: int
    stack: int
    bet: int = 0
    live: bool = True
    up: tuple[int, ...] = ()
    down: int = 0
    deeds: list[Deed] = field(default_factory=list)

    @property
    def acting(self) -> bool:
        """In the hand and with chips left to decide about."""
        return self.live and self.stack > 0


@dataclass(slots=True)
class Seen:
    """A hand as the seat `me` knows it. `button` may be an empty seat.

    pot counts every chip in the middle, bets included; level is the highest bet of the street;
    raises counts bets and raises on it. away holds the cards that this seat has put away. legal is
    set by whoever asks for a decision.
    """

    me: int
    game: str
    stakes: Stakes
    button: int
    players: dict[int, Player]
    cards: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    board: tuple[int, ...] = ()
    street: int = -1
    pot: int = 0
    level: int = 0
    raises: int = 0
    legal: Legal | None = None

    @classmethod
    def start(
        cls, *, me: int, game: str, stakes: Stakes, button: int, stacks: Mapping[int, int]
    ) -> Seen:
        """The table as the hand begins: stacks before any forced bet, by seat."""
        players = {seat: Player(seat, stacks[seat]) for seat in sorted(stacks)}
        return cls(me=me, game=game, stakes=stakes, button=button, players=players)

    def see(self, news: Iterable[object]) -> Seen:
        """Take in events projected for this seat, in order; what is not of the hand is passed."""
        for event in news:
            fold = _FOLDS.get(type(event))
            if fold is not None:
                fold(self, event)
        return self

    @property
    def own(self) -> Player:
        return self.players[self.me]

    @property
    def others(self) -> list[Player]:
        """Opponents who have not folded, clockwise from this seat."""
        return [p for p in self._clockwise(self.me)[:-1] if p.live]

    @property
    def price(self) -> int:
        """Chips that a call costs now."""
        return self.legal.to_call if self.legal else 0

    @property
    def behind(self) -> int:
        """Opponents with chips who have not acted on this street."""
        return sum(
            p.acting and not any(d.street == self.street for d in p.deeds) for p in self.others
        )

    @property
    def last_to_act(self) -> bool:
        """Whether every live opponent acts before this seat on the streets with a board."""
        order = [p.seat for p in self._clockwise(self.button) if p.live]
        return order[-1] == self.me

    @property
    def effective(self) -> int:
        """The most chips that this seat can still lose to one opponent."""
        reach = max((p.stack + p.bet for p in self.others), default=0)
        return max(0, min(self.own.stack, reach - self.own.bet))

    def _clockwise(self, seat: int) -> list[Player]:
        after = [p for p in self.players.values() if p.seat > seat]
        return after + [p for p in self.players.values() if p.seat <= seat]

    def _put(self, seat: int, amount: int, bet: int, stack: int) -> None:
        player = self.players[seat]
        player.bet, player.stack = bet, stack
        self.pot += amount
        self.level = max(self.level, bet)

    def _post(self, event: events.Post) -> None:
        self._put(event.seat, event.amount, event.bet, event.stack)
        if event.kind == "big_blind":
            # A short blind leaves the price to the others as it is.
            self.level = max(self.level, self.stakes.big_blind)

    def _street(self, event: events.Street) -> None:
        if event.street != self.street and self.street >= 0:
            self.level = 0
            for player in self.players.values():
                player.bet = 0
        self.street = event.street
        self.raises = 0

    def _deal(self, event: events.Deal) -> None:
        cards = tuple(card(name) for name in event.cards or ())
        if event.seat == self.me:
            self.cards += cards
        player = self.players[event.seat]
        if event.up:
            player.up += cards
        else:
            player.down += len(event.positions)

    def _discard(self, event: events.Discard) -> None:
        self.players[event.seat].down -= len(event.positions)
        if event.seat == self.me:
            self.away += tuple(card(name) for name in event.cards or ())
            self.cards = tuple(each for each in self.cards if each not in self.away)

    def _open(self, event: events.Open) -> None:
        player = self.players[event.seat]
        player.down -= len(event.positions)
        player.up += tuple(card(name) for name in event.cards)

    def _board(self, event: events.Board) -> None:
        self.board += tuple(card(name) for name in event.cards)

    def _act(self, event: events.Act) -> None:
        player = self.players[event.seat]
        deed = Deed(
            street=self.street,
            kind=event.kind,
            amount=event.amount,
            bet=event.bet,
            pot=self.pot,
            level=self.level,
            price=max(0, min(self.level - player.bet, player.stack)),
            live=1 + sum(p.live for p in self.players.values() if p is not player),
            all_in=event.all_in,
        )
        player.deeds.append(deed)
        if event.kind == "fold":
            player.live = False
        if deed.raises:
            self.raises += 1
        self._put(event.seat, event.amount, event.bet, event.stack)

    def _refund(self, event: events.Refund) -> None:
        self._put(event.seat, -event.amount, event.bet, event.stack)


_FOLDS: dict[type, Callable[[Seen, Any], None]] = {
    events.Post: Seen._post,
    events.Street: Seen._street,
    events.Deal: Seen._deal,
    events.Discard: Seen._discard,
    events.Open: Seen._open,
    events.Board: Seen._board,
    events.Act: Seen._act,
    events.Refund: Seen._refund,
}
