"""Casino Hold'em (rule book E2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from rules.cards import parse
from rules.errors import Illegal
from rules.events import Event
from rules.hand import Option
from rules.house.paytables import CASINO_AA, CASINO_ANTE, PayTable
from rules.house.round import Outcome, Round, Settings, won
from rules.ranking import describe_high, high

#: The weakest hand with which the dealer qualifies: a pair of fours.
LEAST_FOURS: Final = high(parse("4c4d5h3s2c"))
#: The weakest hand that wins the AA bonus.
LEAST_ACES: Final = high(parse("AcAd4h3s2c"))


class CasinoHoldemSettings(Settings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """aa_on_fold: the AA bonus of a folded hand is lost (`lose`) or still settled (`settle`)."""

    ante: PayTable = CASINO_ANTE
    aa: PayTable | None = CASINO_AA
    aa_on_fold: str = "lose"

    def check(self) -> None:
        """Raise `Illegal` for settings that make no game."""
        super().check()
        self.ante.check()
        if self.aa is not None:
            self.aa.check()
        if self.aa_on_fold not in ("settle", "lose"):
            raise Illegal("settings", field="aa_on_fold")


def aa_hand(player: Sequence[int], flop: Sequence[int]) -> str | None:
    """The hand of two cards and the flop as the AA bonus names it; None below a pair of aces."""
    strength = high([*player, *flop])
    if strength < LEAST_ACES:
        return None
    category = describe_high(strength).category
    return "pair_of_aces" if category == "one_pair" else category


def settle(
    stakes: Mapping[str, int],
    player: Sequence[int],
    dealer: Sequence[int],
    board: Sequence[int],
    settings: CasinoHoldemSettings,
) -> Outcome:
    """Settle the bets `ante aa call` (absent = not made; no call = folded, the flop is enough)."""
    ante, call = stakes.get("ante", 0), stakes.get("call", 0)
    nets = dict.fromkeys(stakes, 0)
    lines: dict[str, tuple[str, ...]] = {}
    _settle_aa(stakes, player, board[:3], settings, nets, lines)
    if not call:
        nets["ante"] = -ante
        return Outcome("fold", nets, lines)
    mine, theirs = high([*player, *board]), high([*dealer, *board])
    category = describe_high(mine).category
    paid = won(settings.ante.win(category, ante))
    qualifies = theirs >= LEAST_FOURS
    if not qualifies:
        result = "no_qualify"
        nets["ante"] = paid
    elif mine > theirs:
        result = "win"
        nets |= {"ante": paid, "call": call}
    elif mine == theirs:
        result = "tie"
    else:
        result = "lose"
        nets |= {"ante": -ante, "call": -call}
    if paid and nets["ante"] == paid:
        lines["ante"] = (category,)
    return Outcome(result, nets, lines, qualifies, mine, theirs)


def _settle_aa(
    stakes: Mapping[str, int],
    player: Sequence[int],
    flop: Sequence[int],
    settings: CasinoHoldemSettings,
    nets: dict[str, int],
    lines: dict[str, tuple[str, ...]],
) -> None:
    stake = stakes.get("aa", 0)
    if not stake or settings.aa is None:
        return
    hand = aa_hand(player, flop)
    folded = not stakes.get("call", 0)
    paid = settings.aa.win(hand, stake) if hand else None
    if paid is None or (folded and settings.aa_on_fold == "lose"):
        nets["aa"] = -stake
    else:
        nets["aa"] = paid
        lines["aa"] = (hand or "",)


class CasinoHoldem(Round):
    """One round. Actions: `call` (two antes), `fold`."""

    key: ClassVar[str] = "casino_holdem"
    sides: ClassVar[tuple[str, ...]] = ("aa",)
    settings: CasinoHoldemSettings

    def _open_sides(self) -> tuple[str, ...]:
        return self.sides if self.settings.aa is not None else ()

    def _least_more(self, ante: int) -> int:
        return 2 * ante

    def _deal(self, events: list[Event]) -> None:
        self._begin(0, "preflop", events)
        self._deal_own(2, events)
        self._deal_dealer(2, events)
        self._begin(1, "flop", events)
        self._deal_board(3, events)

    def _options(self) -> Iterable[Option]:
        call = 2 * self.stakes["ante"]
        return Option("fold"), Option("call", call, call)

    def _do(self, kind: str, amount: int, cards: tuple[str, ...], events: list[Event]) -> None:
        self._acted(kind, "call", amount, events)
        if kind == "call":
            self._begin(2, "river", events)
            self._deal_board(2, events)
            self._show_dealer(2, events)
        self._finish(settle(self.stakes, self.own, self.dealer, self.board, self.settings), events)
