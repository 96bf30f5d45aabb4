"""The house edge of every bet: exactly where that can be counted, else from random deals.

Side bets follow from the frequencies of hands at once. Ultimate Texas Hold'em and Casino Hold'em
are counted a flop at a time (`Count`), Russian Poker is played by the simple strategy of the rule
book on random deals, a block at a time (`Play`): a run of some minutes can be stopped and taken up
again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from math import comb, sqrt
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from rules.house import casino_holdem_edge, uth_edge
from rules.house.casino_holdem import CasinoHoldemSettings
from rules.house.classes import CATEGORY, KINDS
from rules.house.duels import flops
from rules.house.paytables import (
    CASINO_AA_TABLES,
    RUSSIAN_BONUS,
    UTH_TRIPS_TABLES,
    PayTable,
)
from rules.house.round import Settings
from rules.house.russian import RussianSettings
from rules.house.russian_edge import played
from rules.house.russian_tally import Tally
from rules.house.uth import UthSettings
from rules.odds_tables import Ints, frequencies
from rules.ranking import BEST_HIGH, CATEGORIES, describe_high

#: Deals of Russian Poker: standard error 0.066 % with the first, 0.3 % with the second.
RUSSIAN_DEALS: Final = 20_000_000
RUSSIAN_QUICK: Final = 1_000_000
_RUSSIAN_BLOCK: Final = 100_000
QUICK_FLOPS: Final = 60


class Edge(Struct, frozen=True):
    """The edge of a bet in percent of it (above 0: the house wins), with its standard error, 0
    for an exact one. details: other figures of the same run by name."""

    game: str
    bet: str
    edge_percent: float
    standard_error: float
    exact: bool
    details: dict[str, float] = {}


# --- side bets --------------------------------------------------------------------------------


def _edge_of_side(table: PayTable, ways: Mapping[str, int], total: int) -> float:
    """Percent of a bet that pays its line and loses with every other hand."""
    back = sum(
        ways[line.category] * (line.pays / line.per + 1)
        for line in table.lines
        if line.category in ways
    )
    return 100 * (1 - back / total)


@cache
def category_ways(size: int) -> dict[str, int]:
    """How many hands of so many cards have each category for their best five."""
    found = frequencies("high", size)
    ways = np.bincount(CATEGORY, weights=found, minlength=len(CATEGORIES))
    return {name: int(count) for name, count in zip(CATEGORIES, ways, strict=True)}


@cache
def _aa_ways() -> dict[str, int]:
    """Five-card hands by category, and the pairs of aces apart."""
    aces = 0
    found = frequencies("high", 5)
    for value, count in enumerate(found):
        if count:
            rank = describe_high(BEST_HIGH + 1 - value)
            if rank.category == "one_pair" and rank.ranks[0] == "A":
                aces += int(count)
    return category_ways(5) | {"pair_of_aces": aces}


def trips_edge(table: PayTable) -> float:
    """Percent lost on the Trips bet, won or lost with the player's own seven cards."""
    return _edge_of_side(table, category_ways(7), comb(52, 7))


def aa_edge(table: PayTable) -> float:
    """Percent lost on the AA bonus by who always calls, or where a fold does not touch it."""
    return _edge_of_side(table, _aa_ways(), comb(52, 5))


def bonus_edge(table: PayTable) -> float:
    """Percent lost on the Russian bonus on the dealt five cards."""
    return _edge_of_side(table, category_ways(5), comb(52, 5))


def sides(game: str) -> Iterator[Edge]:
    """The exact edges of all side bets that the book lists for a game."""
    lists: dict[str, tuple[str, tuple[PayTable, ...], Callable[[PayTable], float]]] = {
        "uth": ("trips", UTH_TRIPS_TABLES, trips_edge),
        "casino_holdem": ("aa", CASINO_AA_TABLES, aa_edge),
        "russian_poker": ("bonus", (RUSSIAN_BONUS,), bonus_edge),
    }
    bet, tables, edge = lists[game]
    for table in tables:
        yield Edge(game, f"{bet} {table.name}", edge(table), 0, True)


# --- main bets, counted -----------------------------------------------------------------------


class Count:
    """The exact count of a hold'em house game, flop after flop: `step` until `done`, then `edge`.

    `saved` gives plain data from which a later `Count` goes on.
    """

    def __init__(
        self,
        game: str,
        settings: Settings | None = None,
        saved: Mapping[str, Any] | None = None,
    ) -> None:
        shape = {"uth": (uth_edge.ROWS, KINDS), "casino_holdem": (casino_holdem_edge.ROWS,)}[game]
        self.game = game
        self.settings = settings
        self.next = 0
        self._sums = np.zeros(shape, dtype=np.int64)
        if saved is not None:
            sums = np.array(saved["sums"], dtype=np.int64)
            if saved["game"] != game or sums.shape != shape:
                raise ValueError("saved by another count")
            self.next, self._sums = int(saved["next"]), sums

    @property
    def done(self) -> bool:
        return self.next >= len(flops())

    @property
    def progress(self) -> str:
        return f"{self.next} of {len(flops())} flops"

    @property
    def saved(self) -> dict[str, Any]:
        """How far the count is, as plain data."""
        return {"game": self.game, "next": self.next, "sums": self._sums.tolist()}

    def step(self) -> None:
        """Count the next flop."""
        flop, weight = flops()[self.next]
        self._sums += _partial(self.game, self.settings, flop) * weight
        self.next += 1

    @property
    def kept(self) -> dict[str, Any]:
        """What prices and values are taken from later, once all flops are counted."""
        found = self.edge()
        kept: dict[str, Any] = {"edge_percent": found.edge_percent, **found.details}
        if self.game == "uth":
            kept["kinds"] = uth_edge.total(self._sums).kinds
        return kept

    def edge(self) -> Edge:
        """The edge, once all flops are counted."""
        if not self.done:
            raise ValueError("flops are still to count")
        if self.game == "uth":
            uth = uth_edge.total(self._sums)
            details = {
                "element_of_risk_percent": 100 * uth.element_of_risk,
                "average_wager": uth.wager,
                "raised_percent": 100 * uth.raised,
                "kinds_as_in_the_book": float(KINDS - len(uth.raises ^ uth_edge.RAISES)),
                "three_is_better": float(uth.three_is_better),
                **{f"win_{name}": share for name, share in uth.wins.items()},
                **{f"fold_{name}": share for name, share in uth.folds.items()},
            }
            return Edge("uth", "ante", -100 * uth.ev, 0, True, details)
        casino = casino_holdem_edge.total(self._sums)
        details = {
            "element_of_risk_percent": 100 * casino.element_of_risk,
            "call_percent": 100 * casino.called,
            **{f"paid_{name}": share for name, share in casino.paid.items()},
            **{f"missed_{name}": share for name, share in casino.missed.items()},
        }
        return Edge("casino_holdem", "ante", -100 * casino.ev, 0, True, details)


def _partial(game: str, settings: Settings | None, flop: tuple[int, ...]) -> Ints:
    if game == "uth":
        table = settings if isinstance(settings, UthSettings) else UthSettings()
        return uth_edge.partial(flop, table.blind)
    casino = settings if isinstance(settings, CasinoHoldemSettings) else CasinoHoldemSettings()
    return casino_holdem_edge.partial(flop, casino.ante)


# --- main bets, sampled -----------------------------------------------------------------------


def quick(
    game: str, generator: np.random.Generator, settings: Settings | None = None, size: int = 0
) -> Edge:
    """The edge of the main bet from a sample: flops by their kind, or deals in Russian Poker.

    size: flops or deals; 0 is enough for a look.
    """
    if game == "russian_poker":
        table = settings if isinstance(settings, RussianSettings) else RussianSettings()
        return russian(generator, table, size or RUSSIAN_QUICK)
    return _quick_flops(game, generator, settings, size or QUICK_FLOPS)


def _quick_flops(
    game: str, generator: np.random.Generator, settings: Settings | None, size: int
) -> Edge:
    """Flops of each kind by its share, two at least, so that rare kinds do no harm."""
    sampled = uth_edge.sampled if game == "uth" else casino_holdem_edge.sampled
    mean = variance = 0.0
    for share, same, weights in flop_kinds():
        count = max(2, round(size * share))
        picked = generator.choice(len(same), size=count, p=weights)
        values = np.array([sampled(_partial(game, settings, same[int(n)])) for n in picked])
        mean += share * float(values.mean())
        variance += share**2 * float(values.var(ddof=1)) / count
    return Edge(game, "ante", -100 * mean, 100 * sqrt(variance), False)


@cache
def flop_kinds() -> list[tuple[float, list[tuple[int, ...]], NDArray[np.float64]]]:
    """Flops by how many ranks and suits they have: share of all, the flops, their weights."""
    kinds: dict[tuple[int, int], list[tuple[tuple[int, ...], int]]] = {}
    for flop, weight in flops():
        kind = (len({card >> 2 for card in flop}), len({card & 3 for card in flop}))
        kinds.setdefault(kind, []).append((flop, weight))
    found = []
    for same in kinds.values():
        weights = np.array([weight for _, weight in same])
        share = float(weights.sum() / comb(52, 3))
        found.append((share, [flop for flop, _ in same], weights / weights.sum()))
    return found


def russian(
    generator: np.random.Generator, settings: RussianSettings, deals: int = RUSSIAN_DEALS
) -> Edge:
    """Russian Poker by the simple strategy, without insurance and without buying the dealer a
    card."""
    tally = Tally()
    while tally.deals < deals:
        tally.add(played(min(_RUSSIAN_BLOCK, deals - tally.deals), generator))
    return russian_edge(tally, settings)


class Play:
    """A long run of Russian Poker in the shape of `Count`: every step deals a block.

    A block hangs on the seed and its number alone, so a run that goes on where another was
    stopped deals what that one would have dealt.
    """

    game: Final = "russian_poker"

    def __init__(
        self, seed: int, deals: int = RUSSIAN_DEALS, saved: Mapping[str, Any] | None = None
    ) -> None:
        self.seed = seed
        self.deals = deals
        self.tally = Tally()
        if saved is not None:
            self.seed, self.deals = int(saved["seed"]), int(saved["deals"])
            self.tally = Tally.of(saved["tally"])

    @property
    def done(self) -> bool:
        return self.tally.deals >= self.deals

    @property
    def progress(self) -> str:
        return f"{self.tally.deals / 1e6:.1f} of {self.deals / 1e6:.1f} M deals"

    @property
    def saved(self) -> dict[str, Any]:
        """How far the run is, as plain data."""
        return {"seed": self.seed, "deals": self.deals, "tally": self.tally.kept}

    def step(self) -> None:
        """Deal the next block."""
        done = self.tally.deals
        generator = np.random.default_rng([self.seed, done // _RUSSIAN_BLOCK])
        self.tally.add(played(min(_RUSSIAN_BLOCK, self.deals - done), generator))

    @property
    def kept(self) -> dict[str, Any]:
        """What prices are taken from later."""
        return self.tally.kept

    def edge(self) -> Edge:
        """What the deals so far lose at the standard table."""
        return russian_edge(self.tally, RussianSettings())


def russian_edge(tally: Tally, settings: RussianSettings) -> Edge:
    """What these deals lose at a table with such settings."""
    lost, error = tally.edge(settings)
    details = {"deals": float(tally.deals), "buying_gains_percent": 100 * tally.buying(settings)[0]}
    return Edge("russian_poker", "ante", 100 * lost, 100 * error, False, details)
