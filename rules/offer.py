"""What the seat on turn may do, worked out once a turn; the same value validates its action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.errors import Illegal, Malformed, RulesError
from rules.state import FOLDED, MOST_CHIPS, Legal, Option, State

if TYPE_CHECKING:
    from rules.hand import Action

_FOLD: Final = Option("fold")
_CHECK: Final = Option("check")
_FOLD_OR_CHECK: Final = (_FOLD, _CHECK)


def offer(s: State) -> Legal:
    """Return all options of the seat on turn and keep them in the state until it has acted."""
    i = s.actor
    bets, stacks, level = s.bets, s.stacks, s.level
    bet = bets[i]
    # A call costs no more than some other live seat has in or can still put in (B5).
    reach = 0
    for j, status in enumerate(s.status):
        if status != FOLDED and j != i:
            can = bets[j] + stacks[j]
            if can > reach:
                reach = can
                if can > level:
                    break
    betting = s.variant.betting
    price = (level if reach > level else reach) - bet
    if price > 0:
        if price > stacks[i]:
            price = stacks[i]
        options: tuple[Option, ...] = (_FOLD, Option("call", price, price))
    else:
        price = 0
        if s.bring:
            options = _bring_in(s, i)
        else:
            options = _FOLD_OR_CHECK if betting.may_check(s, i) else (_FOLD,)
    if reach > level:
        options += betting.bets(s, i)
    s.offer = found = Legal(s.turns[i], options, sum(s.totals) + s.dead, price)
    return found


def _bring_in(s: State, i: int) -> tuple[Option, ...]:
    """Return the bring-in, which only a seat that does not owe it may fold instead (C3)."""
    amount = min(s.stakes.bring_in, s.stacks[i])
    option = Option("bring_in", amount, amount)
    return (option,) if i == s.lead else (_FOLD, option)


def chosen(s: State, action: Action) -> Option:
    """Return the offered option that an action means. Raises `Malformed` or `Illegal`."""
    kind, amount = action.kind, action.amount
    if type(amount) is int and not action.cards:
        for option in (s.offer or offer(s)).options:
            if option.kind == kind:
                least = option.min
                if least <= amount <= option.max or (not amount and least == option.max):
                    return option
    raise _refusal(s, action)


def _refusal(s: State, action: Action) -> RulesError:
    """Say why an action is none of the options."""
    kind, amount = action.kind, action.amount
    if type(kind) is not str:
        return Malformed("kind")
    if type(amount) is not int or not 0 <= amount <= MOST_CHIPS:
        return Malformed("amount")
    if action.cards:
        return Malformed("cards")
    for option in (s.offer or offer(s)).options:
        if option.kind == kind:
            return Illegal("amount", kind=kind, min=option.min, max=option.max)
    return Illegal("not_offered", kind=kind[:20])
