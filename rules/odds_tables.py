"""Tables behind `rules.odds`: what any set of five to seven ranks is worth.

Every card carries one integer key; keys of a hand are added. Bits 0-22 of the
sum tell the ranks held (the sums of any seven cards of the thirteen numbers in
`RANK_KEYS` are all different, which building a table proves), bits 23-31 tell
the suits: a sum of suit numbers names the one suit that is held five times or
more, if there is one. So a hand is worth one addition a card and one look-up,
and a part that hands share (a board) is added up once.

Tables are built when first asked for (some 20 ms each) and kept: 13-16 MB each.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Values = NDArray[np.uint16]

# "high" Western order; "korean" straights A-high, then A-5, then the rest;
# "low" ace to five without straights and flushes.
Order = Literal["high", "korean", "low"]

RANK_KEYS = np.array(
    (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181), dtype=np.int64
)
SUIT_KEYS = np.array((0, 1, 8, 57), dtype=np.int64)
SUIT_SHIFT = 23
RANK_PART = (1 << SUIT_SHIFT) - 1
NO_FLUSH = 255
WHEEL = 0b1000000001111

_IDS = np.arange(52)
KEYS: Ints = RANK_KEYS[_IDS >> 2] + (SUIT_KEYS[_IDS & 3] << SUIT_SHIFT)
# Thirteen bits a suit, the ranks held in it.
MASKS: Ints = np.int64(1) << (13 * (_IDS & 3) + (_IDS >> 2))

_HIGH_CARD, _PAIR, _TWO_PAIR, _TRIPS, _STRAIGHT, _FLUSH, _FULL, _QUADS, _STRAIGHT_FLUSH = range(9)
_PATTERNS = ((2, 1), (2, 2), (3, 1), (3, 2), (4, 1))
_HIGH_CLASS = (_PAIR, _TWO_PAIR, _TRIPS, _FULL, _QUADS)
_LOW_CLASS = (1, 2, 3, 4, 5)


@cache
def counts(size: int) -> NDArray[np.int8]:
    """All ways to hold `size` cards by rank: rows of thirteen counts, each 0 to 4."""
    rows = np.zeros((1, 0), dtype=np.int8)
    for _ in range(13):
        longer = [
            np.concatenate([rows, np.full((len(rows), 1), held, dtype=np.int8)], axis=1)
            for held in range(5)
        ]
        rows = np.concatenate(longer)
        rows = rows[rows.sum(axis=1) <= size]
    full: NDArray[np.int8] = rows[rows.sum(axis=1) == size]
    return full


@cache
def flush_suit(size: int) -> NDArray[np.uint8]:
    """Suit sum of `size` cards (a key >> SUIT_SHIFT) -> suit held five times, or NO_FLUSH."""
    table = np.full(512, NO_FLUSH, dtype=np.uint8)
    for suit in range(4):
        for own in range(5, size + 1):
            for rest in _multisets(size - own, suit):
                table[own * int(SUIT_KEYS[suit]) + rest] = suit
    return table


def _multisets(size: int, but: int) -> set[int]:
    sums = {0}
    for _ in range(size):
        sums = {s + int(SUIT_KEYS[suit]) for s in sums for suit in range(4) if suit != but}
    return sums


def _straight(bits: int, order: Order) -> int:
    """Strength of a straight that these ranks are, 0 if they are none."""
    if bits.bit_count() != 5:
        return 0
    if bits == WHEEL:
        # The Korean back straight is second to the ace-high one (rule book D6).
        return 12 if order == "korean" else 3
    top = bits.bit_length() - 1
    if bits != 0b11111 << (top - 4):
        return 0
    return 13 if top == 12 else top


def _packed(category: Ints, ranks: Ints) -> Ints:
    """Category, then up to five ranks, as one comparable number."""
    score = category
    for column in range(5):
        score = score * 16 + ranks[:, column]
    return score


def _five(order: Order) -> Ints:
    """A comparable score for each row of counts(5) without a flush: bigger is higher."""
    held = counts(5).astype(np.int64)
    if order == "low":
        held = np.roll(held, 1, axis=1)
    place = np.arange(13)
    ranked = np.argsort(-(held * 16 + place * (held > 0)), axis=1, kind="stable")[:, :5]
    shown = np.take_along_axis(held, ranked, axis=1)
    ranks = np.where(shown > 0, ranked + 1, 0)
    category = np.zeros(len(held), dtype=np.int64)
    classes = _LOW_CLASS if order == "low" else _HIGH_CLASS
    for pattern, name in zip(_PATTERNS, classes, strict=True):
        category[(shown[:, 0] == pattern[0]) & (shown[:, 1] == pattern[1])] = name
    if order != "low":
        bits = ((held > 0) << place).sum(axis=1)
        strength = np.array([_straight(int(b), order) for b in bits], dtype=np.int64)
        strength[category != _HIGH_CARD] = 0
        category[strength > 0] = _STRAIGHT
        ranks[strength > 0] = 0
        ranks[strength > 0, 0] = strength[strength > 0]
    return _packed(category, ranks)


def _suited(order: Order) -> dict[int, int]:
    """Score of every five ranks in one suit, by their bits."""
    scores = {}
    for held in combinations(range(12, -1, -1), 5):
        bits = sum(1 << rank for rank in held)
        strength = _straight(bits, order)
        ranks = [strength, 0, 0, 0, 0] if strength else [rank + 1 for rank in held]
        category = np.array([_STRAIGHT_FLUSH if strength else _FLUSH])
        scores[bits] = int(_packed(category, np.array([ranks]))[0])
    return scores


@cache
def _classes(order: Order) -> Ints:
    """All distinct scores, the best first; the value of a hand is its place, from 1."""
    scores = _five(order)
    if order == "low":
        return np.unique(scores)
    suited = np.array(list(_suited(order).values()))
    return np.unique(np.concatenate([scores, suited]))[::-1].copy()


def _values(scores: Ints, order: Order) -> Values:
    ladder = _classes(order)
    if order == "low":
        return (np.searchsorted(ladder, scores) + 1).astype(np.uint16)
    return (len(ladder) - np.searchsorted(ladder[::-1], scores)).astype(np.uint16)


@cache
def by_ranks(order: Order, size: int) -> Values:
    """Rank part of the key of `size` (5-7) cards -> value without a flush, 1 is best.

    Six and seven cards are the best of what is left when one is taken away.
    """
    held = counts(size)
    sums = held.astype(np.int64) @ RANK_KEYS
    if len(np.unique(sums)) != len(sums):
        raise AssertionError("two sets of ranks have the same key")
    table = np.zeros(int(sums.max()) + 1, dtype=np.uint16)
    if size == 5:
        table[sums] = _values(_five(order), order)
        return table
    smaller = by_ranks(order, size - 1)
    best = np.full(len(sums), np.iinfo(np.uint16).max, dtype=np.uint16)
    for rank in range(13):
        rows = held[:, rank] > 0
        best[rows] = np.minimum(best[rows], smaller[sums[rows] - RANK_KEYS[rank]])
    table[sums] = best
    return table


@cache
def by_suit(order: Order) -> Values:
    """Bits of the ranks held in one suit (five to seven of them) -> value of the flush."""
    table = np.zeros(1 << 13, dtype=np.uint16)
    scores = _suited(order)
    values = _values(np.array(list(scores.values())), order)
    for bits, value in zip(scores, values, strict=True):
        table[bits] = value
    for size in (6, 7):
        for held in combinations(range(13), size):
            bits = sum(1 << rank for rank in held)
            table[bits] = min(table[bits ^ (1 << rank)] for rank in held)
    return table


BY_FLUSH_SUIT = 13
BY_NOTHING = 14


@cache
def deciding(order: Order) -> NDArray[np.int8]:
    """Value -> the rank whose best suit breaks a tie, BY_FLUSH_SUIT, or BY_NOTHING (D6)."""
    ladder = _classes(order)
    category = ladder >> 20
    first = (ladder >> 16) & 15
    ranks = first - 1
    straight = category == _STRAIGHT
    # The back straight goes by its ace.
    ranks[straight] = np.minimum(first[straight], 12)
    ranks[np.isin(category, (_FLUSH, _STRAIGHT_FLUSH))] = BY_FLUSH_SUIT
    ranks[np.isin(category, (_TRIPS, _FULL, _QUADS))] = BY_NOTHING
    return np.concatenate([[BY_NOTHING], ranks]).astype(np.int8)


# C(n, k) for the suits that n cards of a rank can take.
_WAYS = {n: np.array([comb(n, k) for k in range(5)], dtype=np.int64) for n in (3, 4)}


@cache
def frequencies(order: Order, size: int) -> Ints:
    """Value -> how many of all hands of `size` (5-7) cards have it, without enumerating them.

    Every set of ranks is counted as often as suits can make it, those ways with five of a suit
    apart: the product over the ranks of (C(3, n) + C(3, n-1) y) counts them by the power of y,
    the cards in one given suit.
    """
    held = counts(size)
    ways = _WAYS[4][held].prod(axis=1)
    table = by_ranks(order, size)
    found = np.zeros(len(_classes(order)) + 1, dtype=np.int64)
    if order != "low":
        ways -= 4 * _suited_ways(held)
        for own in range(5, size + 1):
            others = comb(39, size - own)
            for ranks in combinations(range(13), own):
                value = by_suit(order)[sum(1 << rank for rank in ranks)]
                found[value] += 4 * others
    np.add.at(found, table[held.astype(np.int64) @ RANK_KEYS], ways)
    return found


def _suited_ways(held: NDArray[np.int8]) -> Ints:
    """For each row of counts the ways with five or more cards in one given suit."""
    powers = np.zeros((len(held), 8), dtype=np.int64)
    powers[:, 0] = 1
    for rank in range(13):
        number = held[:, rank].astype(np.int64)
        without = _WAYS[3][number][:, None]
        with_it = np.where(number > 0, _WAYS[3][number - 1], 0)[:, None]
        longer = powers * without
        longer[:, 1:] += powers[:, :-1] * with_it
        powers = longer
    return np.asarray(powers[:, 5:].sum(axis=1), dtype=np.int64)
