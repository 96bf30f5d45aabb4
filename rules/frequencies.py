"""Exact counts of every hand category (rule book A2-A4 and D6), against the book's tables.

    python -m rules.frequencies

Hands of 5, 6 and 7 cards are enumerated by what decides their value: sets of ranks in the flush
suit, and multisets of ranks without a flush, each weighed with its number of suit arrangements.
Every value comes from the rules' own scoring.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from rules.korean import ORDER, Korean
from rules.lowball import Low
from rules.ranking import CATEGORIES, describe_high, high

#: Rule book A2, weakest first, 5, 6 and 7 cards.
HIGH_COUNTS = {
    5: (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4),
    6: (6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1656, 188),
    7: (
        23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260, 4324,
    ),
}  # fmt: skip
#: Rule book A2, distinct values of each category, weakest first, and of all.
DISTINCT_IN = {
    5: (1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1),
    6: (770, 2135, 846, 715, 10, 1277, 156, 156, 9, 1),
    7: (407, 1470, 763, 575, 10, 1277, 156, 156, 9, 1),
}
DISTINCT = {5: 7462, 6: 6075, 7: 4824}
WHEELS = {5: 1020, 6: 35760, 7: 603560}
BROADWAYS = {5: 1020, 6: 39780, 7: 747980}

#: Rule book A3: best low of seven cards by its highest card, then pair, two pair, full house.
LOW_COUNTS = {
    "5": 781824, "6": 3151360, "7": 7426560, "8": 13171200, "9": 19174400, "T": 23675904,
    "J": 24837120, "Q": 21457920, "K": 13939200,
    "low_one_pair": 5948800, "low_two_pair": 219648, "low_full_house": 624,
}  # fmt: skip
LOW_DISTINCT = {5: 6175, 6: 6019, 7: 5083}
#: Rule book A4: qualifying hands of five and seven cards, and their classes.
QUALIFIERS = {8: (57344, 24530944, 56), 9: (None, 43705344, 126)}

#: Rule book D6, weakest first, 5 and 7 cards.
KOREAN_COUNTS = {
    5: (1302540, 1098240, 123552, 54912, 8160, 1020, 1020, 5108, 3744, 624, 32, 4, 4),
    7: (
        23294460, 58627800, 31433400, 6461620, 4684060, 747980, 747980, 4047644, 3473184,
        224848, 32936, 4324, 4324,
    ),
}  # fmt: skip


def hands(size: int) -> Iterator[tuple[list[int], int]]:
    """List (cards, how many hands have this value) for all hands of 5, 6 or 7 cards.

    With a flush the cards are the suited ones alone: nothing else can count then.
    """
    for suited in range(5, size + 1):
        ways = 4 * comb(39, size - suited)
        for ranks in combinations(range(13), suited):
            yield [rank * 4 for rank in ranks], ways
    for ranks in combinations_with_replacement(range(13), size):
        counts = Counter(ranks)
        if max(counts.values()) <= 4:
            ways = prod(comb(4, count) for count in counts.values()) - _flushes(counts)
            yield _rainbow(ranks), ways


def _flushes(counts: Counter[int]) -> int:
    """Count the suit arrangements of a multiset of ranks that hold five or more of a suit."""
    by_suited = [1]
    for count in counts.values():
        without, with_it = comb(3, count), comb(3, count - 1)
        longer = [*by_suited, 0]
        for suited in range(len(longer)):
            longer[suited] *= without
            if suited:
                longer[suited] += by_suited[suited - 1] * with_it
        by_suited = longer
    return 4 * sum(by_suited[5:])


def _rainbow(ranks: tuple[int, ...]) -> list[int]:
    """Return cards of these ranks with no five of a suit; equal ranks stand together."""
    return [rank * 4 + place % 4 for place, rank in enumerate(ranks)]


def high_frequencies(size: int) -> tuple[Counter[str], Counter[str], int, int]:
    """Return hands and distinct values by category, and how many wheels and broadways."""
    found: Counter[str] = Counter()
    values: dict[int, str] = {}
    tops: Counter[str] = Counter()
    for cards, ways in hands(size):
        if ways:
            strength = high(cards)
            rank = describe_high(strength)
            found[rank.category] += ways
            values[strength] = rank.category
            if rank.category == "straight":
                tops[rank.ranks[0]] += ways
    return found, Counter(values.values()), tops["5"], tops["A"]


def korean_frequencies(size: int) -> Counter[str]:
    """Return counts by Korean category."""
    scoring = Korean()
    found: Counter[str] = Counter()
    for cards, ways in hands(size):
        if ways:
            found[scoring.rank(scoring.score(cards, ())).category] += ways
    return found


def low_frequencies(size: int) -> tuple[Counter[str], int, dict[int, tuple[int, int]]]:
    """Return counts by highest card or class, distinct values, and (hands, classes) qualifying."""
    found: Counter[str] = Counter()
    values: set[int] = set()
    good = {qualifier: [0, 0] for qualifier in QUALIFIERS}
    for ranks in combinations_with_replacement(range(13), size):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        cards = _rainbow(ranks)
        ways = prod(comb(4, count) for count in counts.values())
        strength = Low().score(cards, ())
        rank = Low().rank(strength)
        found[rank.ranks[0] if rank.category == "low" else rank.category] += ways
        for qualifier, sums in good.items():
            if Low(qualifier).score(cards, ()):
                sums[0] += ways
                sums[1] += strength not in values
        values.add(strength)
    return found, len(values), {qualifier: (a, b) for qualifier, (a, b) in good.items()}


def faults() -> list[str]:
    """Recompute and print every table; return what differs from the book."""
    return [*_high_faults(), *_korean_faults(), *_low_faults()]


def _high_faults() -> list[str]:
    wrong = []
    for size, expected in HIGH_COUNTS.items():
        counts, distinct, wheels, broadways = high_frequencies(size)
        _print(f"High, {size} cards", {name: counts[name] for name in reversed(CATEGORIES)})
        if tuple(counts[name] for name in CATEGORIES) != expected:
            wrong.append(f"high categories of {size} cards")
        by_category = tuple(distinct[name] for name in CATEGORIES)
        if by_category != DISTINCT_IN[size] or sum(by_category) != DISTINCT[size]:
            wrong.append(f"high values of {size} cards")
        if (wheels, broadways) != (WHEELS[size], BROADWAYS[size]):
            wrong.append(f"wheels and broadways of {size} cards")
    return wrong


def _korean_faults() -> list[str]:
    wrong = []
    for size, expected in KOREAN_COUNTS.items():
        counts = korean_frequencies(size)
        _print(f"Korean, {size} cards", {name: counts[name] for name in reversed(ORDER)})
        if tuple(counts[name] for name in ORDER) != expected:
            wrong.append(f"Korean categories of {size} cards")
    return wrong


def _low_faults() -> list[str]:
    wrong = []
    for size, distinct in LOW_DISTINCT.items():
        counts, found, good = low_frequencies(size)
        if found != distinct:
            wrong.append(f"low values of {size} cards")
        if size == 7:
            _print("Best low of 7 cards", {name: counts[name] for name in LOW_COUNTS})
        if size == 7 and dict(counts) != LOW_COUNTS:
            wrong.append("lows of 7 cards")
        for qualifier, (five, seven, classes) in QUALIFIERS.items():
            expected = {5: five, 7: seven}.get(size)
            if expected is not None and good[qualifier] != (expected, classes):
                wrong.append(f"{qualifier}-or-better of {size} cards")
    return wrong


def _print(title: str, counts: dict[str, int]) -> None:
    total = sum(counts.values())
    sys.stdout.write(f"{title} ({total:,})\n")
    for name, count in counts.items():
        sys.stdout.write(f"  {name:22}{count:>14,}{100 * count / total:>12.6f} %\n")


def main() -> int:
    """Print all tables; 0 if they are those of the rule book, else 1 and what differs."""
    wrong = faults()
    for what in wrong:
        sys.stdout.write(f"NOT AS IN THE BOOK: {what}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
