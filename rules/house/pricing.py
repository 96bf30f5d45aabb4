"""The edge of a table as staff set it up, at once: from what the long runs counted.

How often each line of a pay table is hit does not hang on what it pays, as long as the play stays
the same. So `counted.json` (written by `manage.py edges --keep`, all deals of the hold'em games and
20 M of Russian Poker) gives the edge of any other table under the play that is best at the
standard one. A player who adapts can only do better: `adapted` samples by how much.
"""

from __future__ import annotations

import json
from functools import cache
from math import comb, sqrt
from pathlib import Path
from typing import Any, Final

import numpy as np
from msgspec import Struct

from rules.house import casino_holdem_edge, uth_edge
from rules.house.casino_holdem import CasinoHoldemSettings
from rules.house.edges import aa_edge, bonus_edge, category_ways, flop_kinds, trips_edge
from rules.house.paytables import CASINO_ANTE, UTH_BLIND, PayTable
from rules.house.round import Settings
from rules.house.russian import RussianSettings
from rules.house.russian_tally import Tally
from rules.house.uth import UthSettings

#: What the best known play of Russian Poker gains on the simple strategy, percent of the ante:
#: the rule book's 7.01 and 5.25, and the standard error of the second (E3).
NEAR_OPTIMAL_GAIN: Final = 1.76
NEAR_OPTIMAL_ERROR: Final = 0.19
#: What an insurance loses on average, percent of it, with all hands that may take it (E3).
INSURANCE: Final = 13.8


class Price(Struct, frozen=True):
    """The edge of one bet in percent of it; above 0 the house wins.

    play: what the player is taken to do, a code: `any` (nothing he does matters), `best`,
    `standard` (the best at the standard pay table), `adapted` (the best at this one), `simple`
    (the book's simple strategy), `near_best`, `called` (calls every hit), `folds` (plays the main
    bet best, whatever a side bet loses by it), `average`.
    exact: counted, without a standard error.
    """

    bet: str
    play: str
    edge_percent: float
    standard_error: float = 0.0
    exact: bool = True

    @property
    def least(self) -> float:
        """The edge, less what chance may have added to it."""
        return self.edge_percent - 2 * self.standard_error


@cache
def counted() -> dict[str, Any]:
    """What the long runs counted, by game."""
    found: dict[str, Any] = json.loads(Path(__file__).with_name("counted.json").read_text())
    return found


@cache
def russian_deals() -> Tally:
    """The deals of Russian Poker that prices are taken from."""
    return Tally.of(counted()["russian_poker"])


def prices(settings: Settings) -> tuple[Price, ...]:
    """The edge of every bet that a table with these settings offers."""
    if isinstance(settings, UthSettings):
        return tuple(_uth(settings))
    if isinstance(settings, CasinoHoldemSettings):
        return tuple(_casino_holdem(settings))
    assert isinstance(settings, RussianSettings)
    return tuple(_russian(settings))


def below_zero(found: tuple[Price, ...]) -> tuple[Price, ...]:
    """The bets that the house would lose on, as far as these prices can tell."""
    return tuple(price for price in found if price.least < 0)


def _counted(game: str, bet: str, play: str, edge: float) -> Price:
    """A price from the counted shares; exact unless a part of the deals stood for the rest."""
    error: float = counted()[game].get("error_percent", 0.0)
    return Price(bet, play, edge, error, not error)


def _shares(game: str, prefix: str) -> dict[str, float]:
    return {
        name.removeprefix(prefix): share
        for name, share in counted()[game].items()
        if name.startswith(prefix)
    }


def _paid(table: PayTable, shares: dict[str, float]) -> float:
    """Mean multiple that the table pays when its lines are hit so often."""
    return sum(shares.get(line.category, 0) * line.pays / line.per for line in table.lines)


def _uth(settings: UthSettings) -> list[Price]:
    wins = _shares("uth", "win_")
    more = _paid(settings.blind, wins) - _paid(UTH_BLIND, wins)
    play = "best" if settings.blind.pays_as(UTH_BLIND) else "standard"
    edge = counted()["uth"]["edge_percent"]
    if play == "best":
        found = [Price("ante", play, edge)]
    else:
        found = [_counted("uth", "ante", play, edge - 100 * more)]
    if settings.trips is not None:
        found.append(_trips(settings, settings.trips, wins))
    return found


def _trips(settings: UthSettings, table: PayTable, wins: dict[str, float]) -> Price:
    folds = _shares("uth", "fold_")
    every = {name: count / comb(52, 7) for name, count in category_ways(7).items()}
    hits = {line.category for line in table.lines}
    if settings.trips_win_only:
        # Hits that do not win push, those that are folded too unless they are lost.
        edge = 1 - sum(every[name] for name in hits) - _paid(table, wins)
        if settings.trips_on_fold == "lose":
            edge += sum(folds[name] for name in hits)
        return _counted("uth", "trips", "folds", 100 * edge)
    edge = trips_edge(table)
    if settings.trips_on_fold == "settle":
        return Price("trips", "any", edge)
    lost = _paid(table, folds) + sum(folds[name] for name in hits)
    return _counted("uth", "trips", "folds", edge + 100 * lost)


def _casino_holdem(settings: CasinoHoldemSettings) -> list[Price]:
    paid = _shares("casino_holdem", "paid_")
    more = _paid(settings.ante, paid) - _paid(CASINO_ANTE, paid)
    play = "best" if settings.ante.pays_as(CASINO_ANTE) else "standard"
    main = counted()["casino_holdem"]["edge_percent"]
    if play == "best":
        found = [Price("ante", play, main)]
    else:
        found = [_counted("casino_holdem", "ante", play, main - 100 * more)]
    if settings.aa is not None:
        edge = aa_edge(settings.aa)
        found.append(Price("aa", "any" if settings.aa_on_fold == "settle" else "called", edge))
        if settings.aa_on_fold == "lose":
            missed = _shares("casino_holdem", "missed_")
            hits = sum(missed.get(line.category, 0) for line in settings.aa.lines)
            lost = 100 * (hits + _paid(settings.aa, missed))
            found.append(_counted("casino_holdem", "aa", "folds", edge + lost))
    return found


def _russian(settings: RussianSettings) -> list[Price]:
    tally = russian_deals()
    lost, error = tally.edge(settings)
    gain, gain_error = tally.buying(settings)
    found = [Price("ante", "simple", 100 * lost, 100 * error, False)]
    both = 100 * sqrt(error**2 + gain_error**2)
    if settings.buy_dealer:
        found.append(Price("ante", "buying", 100 * (lost - gain), both, False))
    best = 100 * (lost - gain) - NEAR_OPTIMAL_GAIN
    found.append(Price("ante", "near_best", best, sqrt(both**2 + NEAR_OPTIMAL_ERROR**2), False))
    if settings.insurance:
        found.append(Price("insurance", "average", INSURANCE, 0.0, False))
    if settings.bonus is not None:
        found.append(Price("bonus", "any", bonus_edge(settings.bonus)))
    return found


# --- other play at another table --------------------------------------------------------------


def adapted(settings: Settings, generator: np.random.Generator, size: int = 12) -> Price | None:
    """The main bet of a hold'em game under the play that is best at this pay table.

    size: flops to look at; on each the gain over the standard play is exact. None for the standard
    table, and for Russian Poker, whose strategy does not look at what is paid. The raises of
    Ultimate before the flop stay those of the book.
    """
    found = prices(settings)[0]
    if found.play != "standard":
        return None
    mean = variance = 0.0
    for share, flops, weights in flop_kinds():
        count = max(2, round(size * share))
        picked = generator.choice(len(flops), size=count, p=weights)
        gains = np.array([_gain(settings, flops[int(n)]) for n in picked])
        mean += share * float(gains.mean())
        variance += share**2 * float(gains.var(ddof=1)) / count
    edge = found.edge_percent - 100 * mean
    return Price("ante", "adapted", edge, 100 * sqrt(variance), False)


def _gain(settings: Settings, flop: tuple[int, ...]) -> float:
    """Antes that the best play wins on this flop over the play that is best at the standard
    table, both at this one."""
    if isinstance(settings, UthSettings):
        new, standard = uth_edge.partials(flop, settings.blind, UTH_BLIND)
        same = uth_edge.sampled(standard) + uth_edge.more(standard, settings.blind, UTH_BLIND)
        return uth_edge.sampled(new) - same
    assert isinstance(settings, CasinoHoldemSettings)
    new, standard = casino_holdem_edge.partials(flop, settings.ante, CASINO_ANTE)
    more = casino_holdem_edge.more(standard, settings.ante, CASINO_ANTE)
    return casino_holdem_edge.sampled(new) - casino_holdem_edge.sampled(standard) - more
