"""Bets against the house, and who is taken to play how, in words."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

register = template.Library()

BETS: Final = {
    "ante": _("Ante"),
    "trips": _("Trips"),
    "aa": _("AA bonus"),
    "insurance": _("Insurance"),
    "bonus": _("Bonus"),
}
PLAYS: Final = {
    "any": _("the same however one plays"),
    "best": _("the best play there is"),
    "standard": _("the play that is best at the standard pay table"),
    "adapted": _("the play that is best at this pay table (sampled)"),
    "simple": _("the simple strategy of the guide"),
    "buying": _("the same, and buys the dealer a card where that gains"),
    "near_best": _("near the best play: estimated by what it gains at the standard table"),
    "called": _("calls with every hand that hits"),
    "folds": _("plays the main bet best, whatever the side bet loses by it"),
    "average": _("insures every hand that may be insured"),
}


@register.filter
def bet_name(bet: str) -> str:
    """The bet as the felt calls it."""
    return str(BETS[bet])


@register.filter
def play_name(play: str) -> str:
    """Who is taken to play how."""
    return str(PLAYS[play])


@register.filter
def edge(percent: float, places: int = 4) -> str:
    """`2.1850 %`, with the reader's decimal sign."""
    # number_format cuts what it is not told to round.
    return f"{number_format(Decimal(f'{percent:.{places}f}'), places)} %"


@register.filter
def antes(value: float) -> str:
    """`−0.7086`, with the reader's decimal sign."""
    number = number_format(Decimal(f"{abs(value):.4f}"), 4)
    return f"−{number}" if value < 0 else f"+{number}"
