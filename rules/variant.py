"""The declaration of a game: a frozen value that `Hand` runs.

A new game is a new value of `Variant`; nothing in the engine knows a game by its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from rules.betting import Betting
from rules.errors import Illegal, Malformed
from rules.ranking import Rank
from rules.stakes import Stakes
from rules.state import MOST_CHIPS


class Scoring(Protocol):
    """How hands are compared for one part of the pot, see `rules.ranking`."""

    def score(self, own: Sequence[int], board: Sequence[int]) -> int: ...
    def rank(self, strength: int) -> Rank: ...
    def best(self, own: Sequence[int], board: Sequence[int]) -> tuple[int, ...]: ...
    def suits(self, own: Sequence[int], board: Sequence[int]) -> tuple[int, ...]: ...


class Choice(Struct, frozen=True):
    """All live seats choose at once: put `discard` down cards away, turn `open` of the rest up."""

    discard: int = 0
    open: int = 0


class Street(Struct, frozen=True):
    """One street: cards to every live seat, to the board, then a choice or a betting round.

    opener names who acts first (`rules.opening.OPENERS`). big: fixed-limit games bet the big bet.
    open_pair: a pair on some live board lets everybody bet big (C5). number: the card number that
    `Stakes.first_betting` counts, 0 if the street does not take part in that rule.
    """

    name: str
    down: int = 0
    up: int = 0
    board: int = 0
    burn: bool = False
    opener: str = "button"
    big: bool = False
    open_pair: bool = False
    choice: Choice | None = None
    number: int = 0
    betting: bool = True


class Variant(Struct, frozen=True):
    """A poker game.

    forced: what is put in before the cards, of `ante`, `blinds`, `bring_in`, `seed`.
    parts: the scoring of the whole pot, or of its high and its low half.
    odd: who gets odd chips: by `button` (first winner left of it, B7), by `suit` (C7) or from the
    `boss` (D6). board_tie: equal boards open by `suit` or by `seat` (C5). bring_in_all_in: who is
    first when the low card is all-in for the ante, the seat to its `left` or the `next` card in
    order with chips (C3). first_card: the deal starts `left` of the button or at the `button`
    itself; with lead_first, later streets start at the seat whose board leads (D1).
    """

    key: str
    streets: tuple[Street, ...]
    forced: tuple[str, ...]
    betting: Betting
    parts: tuple[Scoring, ...]
    max_seats: int = 9
    odd: str = "button"
    board_tie: str = "suit"
    first_card: str = "left"
    lead_first: bool = False
    bring_in_all_in: str = "left"

    def check(self, stakes: Stakes) -> None:
        """Raise `Malformed` or `Illegal` ("stakes", field=…) unless the stakes fit this game."""
        if type(stakes) is not Stakes:
            raise Malformed("stakes")
        for name in stakes.__struct_fields__:
            amount = getattr(stakes, name)
            if name == "no_flop_no_drop":
                fits = type(amount) is bool
            else:
                fits = type(amount) is int and 0 <= amount <= MOST_CHIPS
            if not fits:
                raise Malformed("stakes", field=name)
        wrong = self._misfit(stakes)
        if wrong:
            raise Illegal("stakes", field=wrong)

    def _misfit(self, stakes: Stakes) -> str:
        """Name the first amount that breaks a rule of this game, or nothing."""
        forced = self.forced
        checks = [
            ("unit", stakes.unit >= 1),
            ("rake_percent", stakes.rake_percent <= 10_000),
            ("big_blind", "blinds" not in forced or stakes.big_blind > 0),
            ("small_blind", stakes.small_blind <= stakes.big_blind),
            ("bring_in", "bring_in" not in forced or 0 < stakes.bring_in < stakes.small_bet),
            ("ante", "bring_in" not in forced or stakes.ante < stakes.small_bet),
            ("seed", "seed" not in forced or stakes.seed > 0),
            ("first_betting", "seed" not in forced or 4 <= stakes.first_betting <= 6),
        ]
        if self.betting.limits:
            checks += [
                ("small_bet", stakes.small_bet > 0),
                ("big_bet", stakes.big_bet == 2 * stakes.small_bet),
                ("big_blind", "blinds" not in forced or stakes.big_blind == stakes.small_bet),
            ]
        return next((name for name, fits in checks if not fits), "")
