"""Russian Poker (rule book E3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from rules.cards import NAMES, card, parse
from rules.errors import Illegal, Malformed
from rules.events import Deal, Discard, Event
from rules.hand import Action, Option
from rules.house.combinations import Combination, paid
from rules.house.paytables import RUSSIAN_BET, PayTable
from rules.house.round import DEALER, SEAT, Outcome, Round, Settings
from rules.ranking import describe_high, high

#: The weakest hand with which the dealer qualifies: ace-king high.
ACE_KING: Final = high(parse("AcKd4h3s2c"))
LEAST_TRIPS: Final = high(parse("2c2d2h4s3c"))


class RussianSettings(Settings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of E3.

    doubles: two combinations are paid. ante_on_win: the ante is paid 1:1 on a win (a gift of a
    fifth of every ante: never with the default table). max_payout: most chips that the Bet wins,
    0 = no limit. insurance: offered or not; insurance_part: its most, as a part of the possible
    Bet payout, `half` or `full`. buy_dealer: whether a dealer who does not qualify can be bought
    another card. single_again: after an exchange of one card further ones for 2, 3 … antes.
    bonus: the pay table of the side bet on the dealt five cards, none = not offered.
    """

    bet: PayTable = RUSSIAN_BET
    doubles: bool = True
    ante_on_win: bool = False
    max_payout: int = 0
    insurance: bool = True
    insurance_part: str = "half"
    buy_dealer: bool = True
    single_again: bool = False
    bonus: PayTable | None = None

    def check(self) -> None:
        """Raise `Illegal` for settings that make no game."""
        super().check()
        self.bet.check()
        if self.bonus is not None:
            self.bonus.check()
        if self.insurance_part not in ("half", "full"):
            raise Illegal("settings", field="insurance_part")
        if type(self.max_payout) is not int or self.max_payout < 0:
            raise Illegal("settings", field="max_payout")


def counted(
    player: Sequence[int], settings: RussianSettings
) -> tuple[Combination | None, Combination | None]:
    """The combinations of a hand that these settings pay for."""
    first, second = paid(player)
    return first, second if settings.doubles else None


def bet_win(player: Sequence[int], bet: int, settings: RussianSettings) -> int:
    """What the Bet of a winning hand wins, all combinations together, under the house maximum."""
    wins = [settings.bet.win(c.category, bet) for c in counted(player, settings) if c]
    total = sum(win for win in wins if win)
    return min(total, settings.max_payout) if settings.max_payout else total


def exchanged_dealer(dealer: Sequence[int], drawn: Sequence[int]) -> tuple[int, ...]:
    """The dealer's cards after the highest was replaced by the first drawn one of another rank."""
    highest = max(dealer, key=lambda each: each >> 2)
    rest = [each for each in dealer if each != highest]
    new = next((each for each in drawn if each >> 2 != highest >> 2), None)
    return (*rest, new) if new is not None else tuple(dealer)


def settle(
    stakes: Mapping[str, int],
    player: Sequence[int],
    dealer: Sequence[int],
    settings: RussianSettings,
    *,
    dealt: Sequence[int] = (),
    drawn: Sequence[int] = (),
) -> Outcome:
    """Settle the bets `ante bonus fee bet insurance buy` (absent = not made; no bet = folded).

    player: the final five or six cards. dealt: the first five, for the bonus. drawn: the cards
    that replaced the dealer's highest, if a card was bought for the dealer (`buy`).
    """
    nets = dict.fromkeys(stakes, 0)
    lines: dict[str, tuple[str, ...]] = {}
    for gone in ("fee", "buy"):
        if gone in stakes:
            nets[gone] = -stakes[gone]
    _settle_bonus(stakes, dealt, settings, nets, lines)
    mine = high(player)
    if not stakes.get("bet"):
        nets["ante"] = -stakes.get("ante", 0)
        return Outcome("fold", nets, lines, player=mine)
    qualified = high(dealer) >= ACE_KING
    final = exchanged_dealer(dealer, drawn)
    theirs = high(final)
    qualifies = theirs >= ACE_KING
    result = _compared(mine, theirs) if qualifies else "no_qualify"
    _settle_main(result, stakes, player, settings, nets, lines)
    _settle_insurance(qualified, mine > high(dealer), stakes, nets)
    return Outcome(result, nets, lines, qualifies, mine, theirs)


def _compared(mine: int, theirs: int) -> str:
    if mine == theirs:
        return "tie"
    return "win" if mine > theirs else "lose"


def _settle_main(
    result: str,
    stakes: Mapping[str, int],
    player: Sequence[int],
    settings: RussianSettings,
    nets: dict[str, int],
    lines: dict[str, tuple[str, ...]],
) -> None:
    ante, bet = stakes.get("ante", 0), stakes["bet"]
    if result == "no_qualify":
        # Who bought the dealer a card gave the win of the ante for it.
        nets["ante"] = 0 if "buy" in stakes else ante
    elif result == "win":
        nets["bet"] = bet_win(player, bet, settings)
        nets["ante"] = ante if settings.ante_on_win else 0
        lines["bet"] = tuple(c.category for c in counted(player, settings) if c)
    elif result == "lose":
        nets |= {"ante": -ante, "bet": -bet}


def _settle_insurance(
    qualified: bool, ahead: bool, stakes: Mapping[str, int], nets: dict[str, int]
) -> None:
    """1:1 if the dealer did not qualify as dealt, lost behind a beaten dealer, else returned."""
    stake = stakes.get("insurance", 0)
    if stake:
        nets["insurance"] = stake if not qualified else -stake if ahead else 0


def _settle_bonus(
    stakes: Mapping[str, int],
    dealt: Sequence[int],
    settings: RussianSettings,
    nets: dict[str, int],
    lines: dict[str, tuple[str, ...]],
) -> None:
    stake = stakes.get("bonus", 0)
    if not stake or settings.bonus is None:
        return
    category = describe_high(high(dealt)).category
    win = settings.bonus.win(category, stake)
    nets["bonus"] = -stake if win is None else win
    if win is not None:
        lines["bonus"] = (category,)


class RussianPoker(Round):
    """One round.

    Actions: first `fold`, `play` (two antes), `buy_card` (a sixth card), `exchange` (1 to 5 cards,
    named), then `fold` or `play`; before it, with trips or better, `insure` (any amount in its
    bounds; the hand is then played); and if the dealer does not qualify `take` or `buy_dealer`.
    """

    key: ClassVar[str] = "russian_poker"
    sides: ClassVar[tuple[str, ...]] = ("bonus",)
    settings: RussianSettings

    def _open_sides(self) -> tuple[str, ...]:
        return self.sides if self.settings.bonus is not None else ()

    def _least_more(self, ante: int) -> int:
        return 2 * ante

    def _deal(self, events: list[Event]) -> None:
        self._begin(0, "deal", events)
        self._deal_own(5, events)
        self.own_at = tuple(range(5))
        self.dealt = self.seen = self.own
        self._deal_dealer(4, events)
        self._deal_dealer(1, events, up=True)
        self._singles = 0
        self._drawn: tuple[int, ...] = ()

    def _options(self) -> Iterable[Option]:
        ante, left = self.stakes["ante"], self.stack_left
        if self.stage == "dealer":
            yield Option("take")
            if ante <= left:
                yield Option("buy_dealer", ante, ante)
            return
        if self.stage != "insured":
            yield Option("fold")
        yield Option("play", 2 * ante, 2 * ante)
        # The Bet must stay affordable after anything else.
        spare = left - 2 * ante
        if self.stage == "insured":
            return
        fee = ante * (self._singles + 1)
        if self.stage == "deal" and fee <= spare:
            yield Option("buy_card", fee, fee)
        if self.stage in ("deal", "again") and fee <= spare:
            yield Option("exchange", fee, fee)
        most = min(self._most_insurance(), spare)
        if most >= ante:
            yield Option("insure", ante, most)

    def _most_insurance(self) -> int:
        if not self.settings.insurance or high(self.own) < LEAST_TRIPS:
            return 0
        possible = bet_win(self.own, 2 * self.stakes["ante"], self.settings)
        return possible // 2 if self.settings.insurance_part == "half" else possible

    def _named(self, action: Action) -> tuple[str, ...]:
        """The cards to put away: one to five different ones of the hand, one in a repeat."""
        if action.kind != "exchange":
            return super()._named(action)
        wanted = action.cards
        if type(wanted) is not tuple or not 1 <= len(wanted) <= (1 if self._singles else 5):
            raise Malformed("cards")
        if len(set(wanted)) != len(wanted) or any(card(name) not in self.own for name in wanted):
            raise Malformed("cards")
        return wanted

    def _do(self, kind: str, amount: int, cards: tuple[str, ...], events: list[Event]) -> None:
        bets = {"buy_card": "fee", "exchange": "fee", "insure": "insurance", "buy_dealer": "buy"}
        self._acted(kind, bets.get(kind, "bet"), amount, events)
        if kind == "buy_card":
            self.own_at += (self.next,)
            self._deal_own(1, events)
            self.seen += self.own[-1:]
            self.stage = "bet"
        elif kind == "exchange":
            self._exchange([card(name) for name in cards], events)
        elif kind == "insure":
            self.stage = "insured"
        elif kind == "play":
            self._show_dealer(4, events)
            if high(self.dealer) < ACE_KING and self.settings.buy_dealer:
                self.stage = "dealer"
            else:
                self._settled(events)
        else:
            if kind == "buy_dealer":
                self._draw_dealer(events)
            self._settled(events)

    def _exchange(self, gone: Sequence[int], events: list[Event]) -> None:
        places = [place for place, each in enumerate(self.own) if each in gone]
        at = tuple(self.own_at[place] for place in places)
        events.append(Discard(SEAT, at, tuple(NAMES[self.own[place]] for place in places)))
        self.own = tuple(each for each in self.own if each not in gone)
        self.own_at = tuple(each for each in self.own_at if each not in at)
        self.own_at += tuple(range(self.next, self.next + len(gone)))
        self._deal_own(len(gone), events)
        self.seen += self.own[-len(gone) :]
        repeats = self.settings.single_again and len(gone) == 1
        self.stage = "again" if repeats else "bet"
        self._singles += repeats

    def _draw_dealer(self, events: list[Event]) -> None:
        """Draw open cards until one has another rank than the dealer's highest."""
        highest = max(each >> 2 for each in self.dealer)
        while True:
            at = self._draw(1)
            self._drawn += self._cards(at)
            events.append(Deal(DEALER, at, (NAMES[self._drawn[-1]],), True))
            if self._drawn[-1] >> 2 != highest:
                return

    def _settled(self, events: list[Event]) -> None:
        outcome = settle(
            self.stakes,
            self.own,
            self.dealer,
            self.settings,
            dealt=self.dealt,
            drawn=self._drawn,
        )
        self.dealer = exchanged_dealer(self.dealer, self._drawn) if self._drawn else self.dealer
        self._finish(outcome, events)
