"""What house bets pay. A line says `pays` chips won for `per` staked; the stake comes back too.

Categories are those of `rules.ranking`, and two that only house games know: `ace_king` and
`pair_of_aces`. Where each table comes from stands with it.
"""

from __future__ import annotations

from msgspec import Struct

from rules.errors import Illegal

LADDER = (
    "high_card",
    "ace_king",
    "pair_of_aces",
    "one_pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)
#: The most chips that a line may pay for one.
MOST = 10_000


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One hit: 3:2 is pays=3, per=2; what is left below a whole chip is not paid."""

    category: str
    pays: int
    per: int = 1


class PayTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Lines from the best hand down, and where they come from."""

    name: str
    source: str
    lines: tuple[Line, ...]

    def line(self, category: str) -> Line | None:
        """The line that a category hits, if the table pays it."""
        return next((line for line in self.lines if line.category == category), None)

    def win(self, category: str, stake: int) -> int | None:
        """Chips won by a stake; None if the table does not pay the category."""
        line = self.line(category)
        return None if line is None else stake * line.pays // line.per

    def pays_as(self, other: PayTable) -> bool:
        """Whether two tables pay the same, whatever they are called."""
        return all(
            self.win(line.category, MOST) == other.win(line.category, MOST)
            for line in (*self.lines, *other.lines)
        )

    def check(self) -> None:
        """Raise `Illegal("pay_table")` for lines out of order, repeated or without sense."""
        known = [line.category for line in self.lines]
        fits = (
            known == sorted(known, key=LADDER.index, reverse=True)
            if set(known) <= set(LADDER)
            else False
        )
        sane = all(
            type(line.pays) is int
            and type(line.per) is int
            and 0 < line.pays <= MOST
            and 0 < line.per <= MOST
            for line in self.lines
        )
        if not known or not fits or not sane or len(set(known)) != len(known):
            raise Illegal("pay_table", name=self.name)


def table(name: str, source: str, pays: str) -> PayTable:
    """A table written as `royal_flush 500, flush 3:2`."""
    lines = []
    for entry in pays.split(","):
        category, odds = entry.split()
        won, _, per = odds.partition(":")
        lines.append(Line(category, int(won), int(per or 1)))
    return PayTable(name, source, tuple(lines))


def _trips(name: str, source: str, *pays: int) -> PayTable:
    hits = (
        "royal_flush",
        "straight_flush",
        "four_of_a_kind",
        "full_house",
        "flush",
        "straight",
        "three_of_a_kind",
    )
    lines = tuple(Line(hit, won) for hit, won in zip(hits, pays, strict=True))
    return PayTable(name, source, lines)


# --- Ultimate Texas Hold'em (rule book E1) ----------------------------------------------------

UTH_BLIND = table(
    "standard",
    "Wizard of Odds, Ultimate Texas Hold 'Em; Rivers Casino Philadelphia",
    "royal_flush 500, straight_flush 50, four_of_a_kind 10, full_house 3, flush 3:2, straight 1",
)

_LISTED = "Wizard of Odds, Ultimate Texas Hold 'Em, Trips tables"
UTH_TRIPS = _trips("50-40-30-8-7-4-3", _LISTED, 50, 40, 30, 8, 7, 4, 3)
UTH_TRIPS_TABLES = (
    UTH_TRIPS,
    _trips("50-40-30-9-7-4-3", _LISTED, 50, 40, 30, 9, 7, 4, 3),
    _trips("50-40-30-8-6-5-3", _LISTED, 50, 40, 30, 8, 6, 5, 3),
    _trips("50-40-30-7-6-5-3", _LISTED, 50, 40, 30, 7, 6, 5, 3),
    _trips("50-40-20-7-6-5-3", _LISTED, 50, 40, 20, 7, 6, 5, 3),
)

# --- Casino Hold'em (E2) ----------------------------------------------------------------------

_NETENT = "NetEnt and BetMGM game help; LV BET; Wikipedia, Casino hold 'em"
CASINO_ANTE = table(
    "standard",
    _NETENT,
    "royal_flush 100, straight_flush 20, four_of_a_kind 10, full_house 3, flush 2, straight 1, "
    "three_of_a_kind 1, two_pair 1, one_pair 1, high_card 1",
)
CASINO_AA = table(
    "7-to-1",
    _NETENT,
    "royal_flush 100, straight_flush 50, four_of_a_kind 40, full_house 30, flush 20, straight 7, "
    "three_of_a_kind 7, two_pair 7, pair_of_aces 7",
)
CASINO_AA_TABLES = (
    CASINO_AA,
    table(
        "10-8-7",
        "Casino Hold'em help pages with a graded bonus",
        "royal_flush 100, straight_flush 50, four_of_a_kind 40, full_house 30, flush 20, "
        "straight 10, three_of_a_kind 8, two_pair 7, pair_of_aces 7",
    ),
    table(
        "flush-25",
        "Casino Hold'em help pages with a flush at 25",
        "royal_flush 100, straight_flush 50, four_of_a_kind 40, full_house 30, flush 25, "
        "straight 7, three_of_a_kind 7, two_pair 7, pair_of_aces 7",
    ),
)

# --- Russian Poker (E3) -----------------------------------------------------------------------

RUSSIAN_BET = table(
    "standard",
    "Casino Campione d'Italia; Senator, Yerevan; Casino Aragon, Minsk",
    "royal_flush 100, straight_flush 50, four_of_a_kind 20, full_house 7, flush 5, straight 4, "
    "three_of_a_kind 3, two_pair 2, one_pair 1, ace_king 1",
)
RUSSIAN_BONUS = table(
    "aragon",
    "Casino Aragon, Minsk",
    "royal_flush 1000, straight_flush 500, four_of_a_kind 200, full_house 70, flush 50, "
    "straight 40",
)
