"""The games in the reader's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from wallet.amounts import chips

NAMES = {
    "nlhe": _("No-limit hold'em"),
    "plhe": _("Pot-limit hold'em"),
    "flhe": _("Limit hold'em"),
    "plo": _("Pot-limit Omaha"),
    "flo8": _("Omaha hi-lo"),
    "stud": _("Seven card stud"),
    "razz": _("Razz"),
    "stud8": _("Stud hi-lo"),
    "kr7": _("Korean seven poker"),
    "uth": _("Ultimate Texas Hold'em"),
    "casino_holdem": _("Casino Hold'em"),
    "russian_poker": _("Russian Poker"),
}


# What the lobby sorts its tables by: key and name of each family, in the order of the page.
FAMILIES = {
    "holdem": _("Hold'em"),
    "omaha": _("Omaha"),
    "stud": _("Stud"),
    "korean": _("Korean seven"),
    "house": _("Against the house"),
}
_FAMILY_OF = {
    **dict.fromkeys(("nlhe", "plhe", "flhe"), "holdem"),
    **dict.fromkeys(("plo", "flo8"), "omaha"),
    **dict.fromkeys(("stud", "razz", "stud8"), "stud"),
    "kr7": "korean",
}


def family(game: str) -> str:
    """The key of a game's family in `FAMILIES`."""
    return _FAMILY_OF.get(game, "house")


def name(game: str) -> str:
    """The name of a game; its key if it has none."""
    return str(NAMES.get(game, game))


# The tables of the demo world by the names in which they are kept.
TABLES = (
    pgettext_lazy("table", "Maple"),
    pgettext_lazy("table", "Lotus"),
    pgettext_lazy("table", "Bamboo"),
    pgettext_lazy("table", "Crane"),
    pgettext_lazy("table", "Two Pines"),
    pgettext_lazy("table", "Moonlight"),
    pgettext_lazy("table", "Old Well"),
    pgettext_lazy("table", "Courtyard"),
    pgettext_lazy("table", "Stone Bridge"),
    pgettext_lazy("table", "Willow"),
    pgettext_lazy("table", "Lantern"),
    pgettext_lazy("table", "Four Seasons"),
    pgettext_lazy("table", "Waterfall"),
    pgettext_lazy("table", "Magpie"),
    pgettext_lazy("table", "Persimmon"),
    pgettext_lazy("table", "Pagoda"),
    pgettext_lazy("table", "Low Tide"),
    pgettext_lazy("table", "Yin and Yang"),
    pgettext_lazy("table", "Hanok"),
    pgettext_lazy("table", "Azalea"),
    pgettext_lazy("table", "White Tiger"),
    pgettext_lazy("table", "Tide Mill"),
    pgettext_lazy("table", "Sea Gate"),
    pgettext_lazy("table", "Paper Kite"),
    pgettext_lazy("table", "Night Market"),
    pgettext_lazy("table", "Samovar"),
    pgettext_lazy("table", "Winter Palace"),
)


def table(name: str) -> str:
    """The name of a table, translated where the house has named it."""
    return pgettext("table", name)


def hand(table_name: str, number: int) -> str:
    """What a hand is called: its table and its number there."""
    return f"{table(table_name)} #{number}"


# The two amounts that a game is known by; Korean seven has but its seed.
_PAIRS = (("small_bet", "big_bet"), ("small_blind", "big_blind"))


def stakes(amounts: Mapping[str, Any]) -> str:
    """ "50 / 100" in the reader's figures; empty where a game is known by neither pair nor seed."""
    for pair in _PAIRS:
        if all(amounts.get(name) for name in pair):
            return " / ".join(chips(amounts[name]) for name in pair)
    return chips(amounts["seed"]) if amounts.get("seed") else ""


def unit(amounts: Mapping[str, Any]) -> int:
    """The amount that a game's results are counted in: big bet, big blind or seed; at least 1."""
    return amounts.get("big_bet") or amounts.get("big_blind") or amounts.get("seed") or 1
