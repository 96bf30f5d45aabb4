"""What to do next, and why: what is worth most where that is counted, else the written strategies.

Hints look only at what the member sees: own cards, board, the dealer's open card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from rules.cards import NAMES
from rules.errors import Illegal
from rules.hand import Action
from rules.house.casino_holdem import CasinoHoldem
from rules.house.holdem_advice import casino_choices, hangs_on_choice, uth_choices
from rules.house.paytables import UTH_BLIND
from rules.house.pricing import counted
from rules.house.round import SEAT, Round
from rules.house.russian import RussianPoker
from rules.house.russian_advice import (
    FOLD_VALUE,
    bet_value,
    buy_dealer_value,
    first_choices,
    insurance_value,
)
from rules.house.uth import LEAST_PAIR, Ultimate
from rules.house.uth_edge import RAISES
from rules.house.written import casino_call, kind_of_two, uth_flop, uth_river
from rules.ranking import high

_ACE: Final = 12
#: Chips that a hand must have left before the flop, in antes, to play it as it was counted.
_ENOUGH: Final = 2

Values = Mapping[tuple[str, int], float]


class Hint(Struct, frozen=True):
    """The best action; reason is a short code for a sentence.

    value: what it is worth in antes, if that is known exactly; others: the values of the other
    choices, as (action, value), the best first.
    """

    action: Action
    reason: str
    value: float | None = None
    others: tuple[tuple[Action, float], ...] = ()


def hint(table: Round) -> Hint:
    """Advice for the member's turn. Raises `Illegal("not_on_turn")` when there is none."""
    if table.over:
        raise Illegal("not_on_turn", seat=SEAT)
    if isinstance(table, Ultimate):
        return _uth(table)
    if isinstance(table, CasinoHoldem):
        return _casino_holdem(table)
    assert isinstance(table, RussianPoker)
    return _russian(table)


def _offered(table: Round, kind: str) -> Action:
    """An action of this kind at its largest amount, or the free one if it cannot be paid."""
    found = [option for option in table.legal(SEAT).options if option.kind == kind]
    if not found:
        return table.default(SEAT)
    best = max(found, key=lambda option: option.max)
    return Action(kind, best.max)


def _weighed(written: Action, reason: str, values: Values) -> Hint:
    """The best of these choices (kind, chips), and the written strategy's reason if it is that
    one; of equals the written one."""
    if not values:
        return Hint(written, reason)
    mine = (written.kind, written.amount)
    (best, value), *others = sorted(
        values.items(), key=lambda choice: (-choice[1], choice[0] != mine)
    )
    if best != mine:
        reason = "counted"
    return Hint(Action(*best), reason, value, tuple((Action(*c), v) for c, v in others))


# --- Ultimate Texas Hold'em and Casino Hold'em ------------------------------------------------


def _uth(table: Ultimate) -> Hint:
    if table.stage == "preflop":
        reason = "uth_raise" if kind_of_two(table.own) in RAISES else ""
    elif table.stage == "flop":
        reason = uth_flop(table.own, table.board)
    else:
        reason = uth_river(table.own, table.board)
    written = _offered(table, "play" if reason else _declined(table))
    if not reason:
        reason = "uth_too_many_outs" if table.stage == "river" else "wait"
    return _weighed(written, reason, _uth_values(table))


def _declined(table: Ultimate) -> str:
    return "fold" if table.stage == "river" else "check"


def _uth_values(table: Ultimate) -> Values:
    """The values of what is offered; none before the flop where they were counted for other
    rules, or for more chips than there are."""
    ante, settings = table.stakes["ante"], table.settings
    trips = table.stakes.get("trips", 0) / ante
    options = [(option.kind, option.min) for option in table.legal(SEAT).options]
    if table.stage == "preflop":
        is_other = (trips and hangs_on_choice(settings)) or not settings.blind.pays_as(UTH_BLIND)
        if is_other or table.stack_left < _ENOUGH * ante:
            return {}
        known = counted()["uth"]["kinds"][kind_of_two(table.own)]
        return {(k, chips): known[str(chips // ante) if chips else k] for k, chips in options}
    found = uth_choices(table.own, table.board, settings, trips)
    return {(kind, chips): found[kind] for kind, chips in options}


def _casino_holdem(table: CasinoHoldem) -> Hint:
    reason = casino_call(table.own, table.board)
    aa = table.stakes.get("aa", 0) / table.stakes["ante"]
    found = casino_choices(table.own, table.board, table.settings, aa)
    options = table.legal(SEAT).options
    return _weighed(
        _offered(table, "call" if reason else "fold"),
        reason or "casino_nothing",
        {(option.kind, option.min): found[option.kind] for option in options},
    )


# --- Russian Poker (E3) -----------------------------------------------------------------------


def _russian(table: RussianPoker) -> Hint:
    if table.stage == "dealer":
        return _russian_dealer(table)
    if table.stage == "insured":
        return Hint(_offered(table, "play"), "best_value")
    found = _russian_first(table) if table.stage == "deal" else _russian_last(table)
    found += _russian_insured(table, found)
    (action, value), *others = sorted(found, key=lambda choice: -choice[1])
    reason = "insurance_pays" if action.kind == "insure" else "best_value"
    return Hint(action, reason, value, tuple(others))


def _russian_dealer(table: RussianPoker) -> Hint:
    """Take the ante (one, with the Bet back), or what buying the dealer a card comes to."""
    ante = table.stakes["ante"]
    gain = buy_dealer_value(table.own, table.seen, table.dealer, table.settings, ante)
    worth = {"take": 1.0, "buy_dealer": 1.0 + gain}
    offered = [option.kind for option in table.legal(SEAT).options]
    found = sorted(((_offered(table, k), worth[k]) for k in offered), key=lambda c: -c[1])
    (action, value), *others = found
    reason = "buy_dealer_pays" if action.kind == "buy_dealer" else "take_pays"
    return Hint(action, reason, value, tuple(others))


def _russian_first(table: RussianPoker) -> list[tuple[Action, float]]:
    """The values of all first choices; an exchange of all five only where it could be right."""
    five = max(card >> 2 for card in table.own) < _ACE - 1 and high(table.own) < LEAST_PAIR
    kinds = [option.kind for option in table.legal(SEAT).options]
    ante, up = table.stakes["ante"], table.dealer[4]
    return [
        (Action(c.kind, _offered(table, c.kind).amount, tuple(NAMES[x] for x in c.cards)), c.value)
        for c in first_choices(table.own, up, table.settings, five=five, ante=ante)
        if c.kind in kinds
    ]


def _russian_last(table: RussianPoker) -> list[tuple[Action, float]]:
    up, ante = table.dealer[4], table.stakes["ante"]
    value = bet_value(table.own, table.seen, up, table.settings, ante)
    return [(_offered(table, "play"), value), (_offered(table, "fold"), FOLD_VALUE)]


def _russian_insured(
    table: RussianPoker, found: list[tuple[Action, float]]
) -> list[tuple[Action, float]]:
    """The largest insurance, where it gains: the hand is then played as it is."""
    if not any(option.kind == "insure" for option in table.legal(SEAT).options):
        return []
    gain = insurance_value(table.own, table.seen, table.dealer[4])
    if gain <= 0:
        return []
    insure = _offered(table, "insure")
    (play,) = [value for action, value in found if action.kind == "play"]
    return [(insure, play + gain * insure.amount / table.stakes["ante"])]
