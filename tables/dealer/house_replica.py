"""A box at a house table folded from its changes: one seat, and rounds in the place of hands.

Seats, chips, pauses and undoing are those of every table. What differs: a round begins when its
member bets and never by itself, it keeps its time while its member leaves or is gone, and the deck
of the next one is sealed ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, ClassVar

import msgspec

from rules.events import Event
from rules.house import GAMES, SEAT, SETTINGS
from tables import events as wire
from tables.dealer import commands
from tables.dealer.commands import Command
from tables.dealer.replica import Decks, Replica


def rules_name(settings: dict[str, Any]) -> str:
    """The name of a house game's settings (as JSON), by which a bet says which ones it means."""
    return sha256(msgspec.json.encode(settings, order="sorted")).hexdigest()[:12]


class HouseReplica(Replica):
    """State of one box. `ready` is the deck that is sealed for its next round."""

    is_house = True

    def is_leaving(self, seat: int) -> bool:
        """Nobody waits for a round: who leaves still has the time of every decision."""
        return False

    def skip_hand(self, command: Command) -> None:
        """Fold what a command did to the seat, and nothing of the round."""
        if isinstance(command, commands.Round):
            self._begin(command)
        else:
            super().skip_hand(command)

    def _begin(self, command: commands.Round) -> None:
        self._take_over(command)
        self.hand_id = command.hand
        self.sitters = {SEAT: self.roster[SEAT]}

    def _take_over(self, command: commands.Whole) -> None:
        super()._take_over(command)
        assert not isinstance(command, commands.Deal)
        self.ready = command.ready

    def _wake_for_next_hand(self, command: Command) -> None:
        self.wake = 0  # the next round begins with a bet

    def _charge_time(self, command: commands.Act) -> list[Event]:
        return []  # there is no time bank, and nobody to be sat out for

    def _sealed(self) -> list[Event]:
        ready = self.ready
        return [wire.Sealed(str(ready.hand), ready.number, ready.root)] if ready else []

    def _round(self, command: commands.Round, decks: Decks) -> list[Event]:
        (plate,) = command.roster
        game = GAMES[command.game]
        settings = msgspec.convert(command.settings, SETTINGS[command.game])
        # Before anything changes: this refuses bets that the table does not take.
        hand = game.start(settings, command.bets, plate.stack, decks(command.hand))
        self._begin(command)
        self.hand = hand
        self.paused = ""
        begins = wire.RoundBegins(
            str(command.hand),
            command.number,
            command.root,
            command.game,
            command.settings,
            rules_name(command.settings),
            command.bets,
            ((SEAT, plate.stack),),
        )
        self.events = [begins, *hand.opening]
        return [begins, *self._sealed(), *hand.opening, *self._next(command)]

    def _base(self, command: commands.Base, decks: Decks) -> list[Event]:
        return super()._base(command, decks) + self._sealed()

    def _void(self, command: commands.Void, decks: Decks) -> list[Event]:
        return super()._void(command, decks) + self._sealed()

    def _sit(self, command: commands.Sit, decks: Decks) -> list[Event]:
        self.ready = command.ready
        return super()._sit(command, decks) + self._sealed()

    folds: ClassVar[dict[type[Command], Callable[..., list[Event]]]] = {
        **Replica.folds,
        commands.Base: _base,
        commands.Round: _round,
        commands.Void: _void,
        commands.Sit: _sit,
    }
