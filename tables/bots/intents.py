"""From what a player would like to do to what is open to it, whatever the game calls it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.hand import Action, Option
from tables.bots.seen import Seen
from tables.bots.sizing import fitted

_TOTALS = ("bet", "raise", "complete")
_CALM = ("fold", "check", "call", "bring_in", "choose")


@dataclass(frozen=True, slots=True)
class Intent:
    """What the player would like: `pass` (check or fold), `call`, `raise` to a total of the street.

    Where amounts are fixed the nearest one that is offered counts.
    """

    kind: str
    to: float = 0


PASS = Intent("pass")
CALL = Intent("call")


def fulfilled(seen: Seen, intent: Intent) -> Action:
    """The open action that comes nearest. What is free is never folded."""
    assert seen.legal is not None, "nobody asks a seat that is not on turn"
    options = {option.kind: option for option in seen.legal.options}
    bigger = [option for option in seen.legal.options if option.kind not in _CALM]
    if intent.kind == "raise" and bigger:
        return _raised(seen, bigger, intent.to)
    if "check" in options:
        return Action("check")
    for kind in ("call", "bring_in") if intent.kind != "pass" else ():
        if kind in options:
            return Action(kind, options[kind].min)
    if "fold" in options:
        return Action("fold")
    cheapest = min(seen.legal.options, key=lambda option: option.min)
    return Action(cheapest.kind, cheapest.min)


def _raised(seen: Seen, options: list[Option], to: float) -> Action:
    stakes = seen.stakes

    def total(option: Option) -> int:
        return option.min if option.kind in _TOTALS else seen.own.bet + option.min

    if len(options) == 1 and options[0].min < options[0].max:
        option = options[0]
        return Action(option.kind, fitted(to, option, stakes.small_blind, stakes.big_blind))
    nearest = min(options, key=lambda option: abs(total(option) - to))
    return Action(nearest.kind, nearest.min)
