"""Ultimate Texas Hold'em (rule book E1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from rules.cards import parse
from rules.errors import Illegal
from rules.events import Event
from rules.hand import Option
from rules.house.paytables import UTH_BLIND, UTH_TRIPS, PayTable
from rules.house.round import Outcome, Round, Settings, won
from rules.ranking import describe_high, high

#: The weakest hand with which the dealer qualifies: any pair.
LEAST_PAIR: Final = high(parse("2c2d5h4s3c"))


class UthSettings(Settings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """trips_on_fold: `settle` or `lose` (E1 options). trips_win_only: the Trips bet is paid only
    when the dealer is beaten, and pushes otherwise. three: whether 3 × may be played too."""

    blind: PayTable = UTH_BLIND
    trips: PayTable | None = UTH_TRIPS
    trips_on_fold: str = "settle"
    trips_win_only: bool = False
    three: bool = True

    def check(self) -> None:
        """Raise `Illegal` for settings that make no game."""
        super().check()
        self.blind.check()
        if self.trips is not None:
            self.trips.check()
        if self.trips_on_fold not in ("settle", "lose"):
            raise Illegal("settings", field="trips_on_fold")


def settle(
    stakes: Mapping[str, int],
    player: Sequence[int],
    dealer: Sequence[int],
    board: Sequence[int],
    settings: UthSettings,
) -> Outcome:
    """Settle the bets `ante blind trips play` (absent = not made; no play = folded)."""
    mine, theirs = high([*player, *board]), high([*dealer, *board])
    qualifies = theirs >= LEAST_PAIR
    category = describe_high(mine).category
    ante, blind, play = (stakes.get(bet, 0) for bet in ("ante", "blind", "play"))
    nets = dict.fromkeys(stakes, 0)
    lines: dict[str, tuple[str, ...]] = {}
    if not play:
        result = "fold"
        nets |= {"ante": -ante, "blind": -blind}
    elif mine > theirs:
        result = "win"
        paid = settings.blind.win(category, blind)
        nets |= {"ante": ante if qualifies else 0, "blind": won(paid), "play": play}
        if paid is not None:
            lines["blind"] = (category,)
    elif mine == theirs:
        result = "tie"
    else:
        result = "lose"
        nets |= {"ante": -ante if qualifies else 0, "blind": -blind, "play": -play}
    trips = stakes.get("trips", 0)
    if trips and settings.trips is not None:
        nets["trips"], hit = _trips(trips, category, result, settings, settings.trips)
        if hit:
            lines["trips"] = (category,)
    return Outcome(result, nets, lines, qualifies, mine, theirs)


def _trips(
    stake: int, category: str, result: str, settings: UthSettings, table: PayTable
) -> tuple[int, bool]:
    """Net of the Trips bet, and whether it hit."""
    if result == "fold" and settings.trips_on_fold == "lose":
        return -stake, False
    paid = table.win(category, stake)
    if paid is None:
        return -stake, False
    if settings.trips_win_only and result != "win":
        return 0, False
    return paid, True


class Ultimate(Round):
    """One round. Actions: `check`, `play` (the chips of 4, 3, 2 or 1 antes), `fold`."""

    key: ClassVar[str] = "uth"
    sides: ClassVar[tuple[str, ...]] = ("trips",)
    settings: UthSettings

    def _open_sides(self) -> tuple[str, ...]:
        return self.sides if self.settings.trips is not None else ()

    def _placed(self, ante: int, sides: dict[str, int]) -> dict[str, int]:
        return {"ante": ante, "blind": ante, **sides}

    def _least_more(self, ante: int) -> int:
        return ante

    def _deal(self, events: list[Event]) -> None:
        self._begin(0, "preflop", events)
        self._deal_own(2, events)
        self._deal_dealer(2, events)

    def _options(self) -> Iterable[Option]:
        multiples = {"preflop": (4, 3) if self.settings.three else (4,), "flop": (2,)}
        yield Option("fold") if self.stage == "river" else Option("check")
        for multiple in multiples.get(self.stage, (1,)):
            chips = multiple * self.stakes["ante"]
            if chips <= self.stack_left:
                yield Option("play", chips, chips)

    def _do(self, kind: str, amount: int, cards: tuple[str, ...], events: list[Event]) -> None:
        self._acted(kind, "play", amount, events)
        if kind == "check":
            self._next_board(events)
            return
        while len(self.board) < 5:
            self._next_board(events)
        self._show_dealer(2, events)
        self._finish(settle(self.stakes, self.own, self.dealer, self.board, self.settings), events)

    def _next_board(self, events: list[Event]) -> None:
        if not self.board:
            self._begin(1, "flop", events)
            self._deal_board(3, events)
        else:
            self._begin(2, "river", events)
            self._deal_board(2, events)
