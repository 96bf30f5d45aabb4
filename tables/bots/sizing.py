"""Amounts as people bet them: round, and never so large that the rest of the stack is left over."""

from __future__ import annotations

from rules.hand import Option

#: From this share of what a player has, the bet is all of it.
COMMITTED = 0.6


def rounded(amount: float, small_blind: int, big_blind: int) -> int:
    """The nearest amount in small blinds, from ten big blinds on in whole ones, then in fives."""
    if amount < 10 * big_blind:
        unit = small_blind or big_blind
    elif amount < 100 * big_blind:
        unit = big_blind
    else:
        unit = 5 * big_blind
    unit = max(1, unit)
    return max(unit, int(amount / unit + 0.5) * unit)


def fitted(amount: float, option: Option, small_blind: int, big_blind: int) -> int:
    """A legal round amount near `amount` for a bet or raise whose maximum is all-in."""
    if amount >= COMMITTED * option.max:
        return option.max
    return max(option.min, min(option.max, rounded(amount, small_blind, big_blind)))
