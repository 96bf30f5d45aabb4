"""Pay tables and variants of the games against the house, as the guide's pages show them.

Every figure comes from `rules.house`: the tables that rounds are settled with, and the edges that
`rules.house.pricing` gives for them. What only the rule book measured stands here with its section.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from rules.house import (
    CasinoHoldemSettings,
    RussianSettings,
    Settings,
    UthSettings,
    paytables,
    pricing,
)
from rules.house.paytables import PayTable
from tables.guide import naming


@dataclass(frozen=True, slots=True)
class Variant:
    """A rule and the edge that it makes, percent of the bet; below 0 the player wins.

    error: the standard error, 0 for an exact edge. is_standard: what a table here has unless its
    page says otherwise. places: decimals that are known.
    """

    name: str | Promise
    edge: float
    error: float = 0.0
    is_standard: bool = False
    places: int = 4


@dataclass(frozen=True, slots=True)
class Section:
    """Variants of one bet."""

    key: str
    title: str | Promise
    variants: list[Variant]


@dataclass(frozen=True, slots=True)
class PayLine:
    """A line of pay tables side by side: what each pays, empty where it pays nothing."""

    key: str
    name: str | Promise
    pays: list[str]


def pay_lines(*tables: PayTable) -> list[PayLine]:
    """The lines of some tables, the best hand first."""
    categories = [
        each for each in reversed(paytables.LADDER) if any(table.line(each) for table in tables)
    ]
    write = _pays if len(tables) == 1 else _short
    return [
        PayLine(each, naming.PAID[each], [write(table, each) for table in tables])
        for each in categories
    ]


def _pays(table: PayTable, category: str) -> str:
    line = table.line(category)
    return f"{line.pays} : {line.per}" if line else ""


def _short(table: PayTable, category: str) -> str:
    """`50` for `50 : 1`, where several stand in a row."""
    return _pays(table, category).removesuffix(" : 1")


#: The pay tables of each page, by name; the first of several is the standard one.
TABLES: Final = {
    "blind": (paytables.UTH_BLIND,),
    "trips": paytables.UTH_TRIPS_TABLES,
    "ante": (paytables.CASINO_ANTE,),
    "aa": paytables.CASINO_AA_TABLES,
    "bet": (paytables.RUSSIAN_BET,),
    "bonus": (paytables.RUSSIAN_BONUS,),
}


def _paying(table: PayTable, **pays: int) -> PayTable:
    """A table with some lines changed."""
    return replace(
        table,
        name="variant",
        lines=tuple(replace(each, pays=pays.get(each.category, each.pays)) for each in table.lines),
    )


def _variant(
    name: str | Promise, settings: Settings, bet: str, *plays: str, is_standard: bool = False
) -> Variant:
    """The edge of a bet under these settings, with the first of these plays that has a price."""
    prices = {price.play: price for price in pricing.prices(settings) if price.bet == bet}
    price = next(prices[play] for play in plays if play in prices)
    places = 4 if price.exact else 2
    return Variant(name, price.edge_percent, price.standard_error, is_standard, places)


def _uth() -> list[Section]:
    best = ("best", "standard")
    return [
        Section(
            "main",
            _("Ante and Blind, percent of the ante"),
            [
                _variant(
                    _("Standard: 4 × or 3 × before the flop"),
                    UthSettings(),
                    "ante",
                    *best,
                    is_standard=True,
                ),
                _variant(
                    _("4 × only: 3 × is never better"), UthSettings(three=False), "ante", *best
                ),
                # Rule book E1: six readings of the written strategy, counted exactly.
                Variant(_("Standard, played by the written strategy"), 2.4027),
            ],
        ),
        Section(
            "trips",
            _("Trips, percent of the bet"),
            [
                _variant(
                    _("Standard table; after a fold Trips is still settled"),
                    UthSettings(),
                    "trips",
                    "any",
                    is_standard=True,
                ),
                _variant(
                    _("Trips is lost with a fold"),
                    UthSettings(trips_on_fold="lose"),
                    "trips",
                    "folds",
                ),
                _variant(
                    _("Trips pays only when the dealer is beaten, else it comes back"),
                    UthSettings(trips_win_only=True),
                    "trips",
                    "folds",
                ),
            ],
        ),
    ]


def _casino_holdem() -> list[Section]:
    ante = paytables.CASINO_ANTE
    tables: list[tuple[str | Promise, PayTable]] = [
        (_("Royal flush pays 50"), _paying(ante, royal_flush=50)),
        (_("Royal flush pays 20"), _paying(ante, royal_flush=20)),
    ]
    standard = CasinoHoldemSettings()
    return [
        Section(
            "main",
            _("Ante and Call, percent of the ante"),
            [
                _variant(_("Standard table"), standard, "ante", "best", is_standard=True),
                *(
                    _variant(name, CasinoHoldemSettings(ante=table), "ante", "standard")
                    for name, table in tables
                ),
                # Rule book E2 and E2b, counted exactly; at the first two another play is best.
                Variant(_("Full house pays 4: never offered"), -0.052361),
                Variant(_("The ante always pays 1 : 1"), 11.134788),
                Variant(_("Standard, played by the written strategy"), 2.9857),
                Variant(_("Standard, always calling"), 7.8996),
            ],
        ),
        Section(
            "aa",
            _("AA bonus, percent of the bet"),
            [
                _variant(
                    _("Lost with a fold, for who calls with every hit"),
                    standard,
                    "aa",
                    "called",
                    is_standard=True,
                ),
                _variant(
                    _("Lost with a fold, for who folds as the ante alone would have it"),
                    standard,
                    "aa",
                    "folds",
                ),
                _variant(
                    _("Settled after a fold too"),
                    CasinoHoldemSettings(aa_on_fold="settle"),
                    "aa",
                    "any",
                ),
            ],
        ),
    ]


def _near_the_best() -> Section:
    """What the rule book measured on 500,000 deals (E3)."""
    return Section(
        "best",
        _("Near the best play, percent of the ante"),
        [
            Variant(_("Standard, no card bought for the dealer"), 5.25, 0.19, True, 2),
            Variant(
                _("Standard, a card bought for the dealer where it gains"), 3.04, 0.21, places=2
            ),
            Variant(_("Only one combination is paid"), 12.05, 0.18, places=2),
            Variant(_("The ante is paid on a win: never offered"), -19.85, 0.23, places=2),
        ],
    )


def _at_most(antes: int) -> Variant:
    """Under a house maximum of so many antes for what the Bet wins."""
    limited = RussianSettings(buy_dealer=False, max_payout=antes)
    lost, error = pricing.russian_deals().edge(limited, ante=1)
    name = _("The Bet wins at most %(antes)d antes, both combinations together") % {"antes": antes}
    return Variant(name, 100 * lost, 100 * error, places=2)


def _russian_poker() -> list[Section]:
    plain = RussianSettings(buy_dealer=False)
    return [
        Section(
            "simple",
            _("By the simple strategy, percent of the ante"),
            [
                # Rule book E3, on 600 M deals; the rows below on 20 M.
                Variant(_("Standard, no card bought for the dealer"), 7.01, 0.012, True, 2),
                _variant(
                    _("Standard, a card bought for the dealer where it gains"),
                    RussianSettings(),
                    "ante",
                    "buying",
                ),
                _variant(
                    _("Only one combination is paid"),
                    replace(plain, doubles=False),
                    "ante",
                    "simple",
                ),
                _at_most(20),
                _variant(
                    _("The ante is paid on a win: never offered"),
                    replace(plain, ante_on_win=True),
                    "ante",
                    "simple",
                ),
            ],
        ),
        _near_the_best(),
        Section(
            "sides",
            _("Other bets, percent of the bet"),
            [
                # Rule book E3: 11,263 hands of three of a kind or better.
                Variant(
                    _("Insurance up to half of the payout, or all of it"),
                    pricing.INSURANCE,
                    places=1,
                ),
                _variant(
                    _("Bonus on the five cards dealt"),
                    RussianSettings(bonus=paytables.RUSSIAN_BONUS),
                    "bonus",
                    "any",
                ),
            ],
        ),
    ]


_SECTIONS: Final[dict[str, Callable[[], list[Section]]]] = {
    "uth": _uth,
    "casino_holdem": _casino_holdem,
    "russian_poker": _russian_poker,
}


@cache
def sections(game: str) -> list[Section]:
    """The options of a game, with the edges that they make."""
    return _SECTIONS[game]()


@cache
def table_edges(name: str) -> list[float]:
    """The exact edge of each listed table of a side bet, percent of the bet."""
    prices = {
        "trips": lambda table: UthSettings(trips=table),
        "aa": lambda table: CasinoHoldemSettings(aa=table, aa_on_fold="settle"),
        "bonus": lambda table: RussianSettings(bonus=table),
    }
    found = []
    for table in TABLES[name]:
        priced = pricing.prices(prices[name](table))
        found.append(next(each.edge_percent for each in priced if each.bet == name))
    return found
