"""Values of many hands at once, and equities, with NumPy.

A value is a small number, and lower is better: `rank7` counts from 1 (royal flush)
to 7462 (7-5-4-3-2), the same numbers that phevaluator gives; `low7` from 1 (5-4-3-2-A)
to 6175 by ace to five, where 56 and below is an eight or better and 126 and below a
nine or better; `korean7` orders hands as Korean seven poker does, suits and all.

Nothing here is random by itself: whoever wants sampled odds brings the generator.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from rules import odds_tables as tables
from rules.errors import Malformed
from rules.korean import Korean
from rules.lowball import Low
from rules.odds_tables import KEYS, MASKS, NO_FLUSH, RANK_PART, SUIT_SHIFT, Ints, Order, Values
from rules.ranking import High
from rules.variant import Variant

Cards = NDArray[np.uint8]
Generator = random.Random | np.random.Generator

EIGHT_OR_BETTER = 56
NINE_OR_BETTER = 126
NO_LOW = np.uint16(np.iinfo(np.uint16).max)

# Rows worked on at a time, so that every step stays in the processor's cache.
_BLOCK = 1 << 13


def rank7(cards: NDArray[np.integer]) -> Values:
    """High value of every row of five, six or seven card ids (best five count), 1 is best.

    The cards of a row must differ; this is not checked.
    """
    return _by_rows(cards, "high")


def low7(cards: NDArray[np.integer]) -> Values:
    """Ace-to-five value of every row of five, six or seven card ids, 1 is best."""
    return _by_rows(cards, "low")


def korean7(cards: NDArray[np.integer]) -> Values:
    """Korean seven poker's order of every row (back straight second, suits break ties)."""
    rows = _checked(cards)
    masks = MASKS[rows[:, 0]]
    for column in range(1, rows.shape[1]):
        masks |= MASKS[rows[:, column]]
    return _with_suits(_by_rows(rows, "korean"), masks)


def rank_table(boards: NDArray[np.integer], hands: NDArray[np.integer]) -> Values:
    """High values of every hand (columns) on every board (rows), five to seven cards together.

    A cell whose hand and board share a card means nothing: who asks leaves it out.
    """
    size = boards.shape[1] + hands.shape[1]
    board, hand = (_Part(KEYS[c].sum(axis=1), MASKS[c].sum(axis=1)) for c in (boards, hands))
    values = np.empty((len(boards), len(hands)), dtype=np.uint16)
    step = max(1, _BLOCK // max(1, len(hands)))
    for start in range(0, len(boards), step):
        rows = slice(start, start + step)
        keys = (board.keys[rows, None] + hand.keys).ravel()
        masks = (board.masks[rows, None] + hand.masks).ravel()
        values[rows] = _Part(keys, masks).valued("high", size).reshape(-1, len(hands))
    return values


def _checked(cards: NDArray[np.integer]) -> NDArray[np.integer]:
    rows = np.asarray(cards)
    if rows.ndim != 2 or not 5 <= rows.shape[1] <= 7 or rows.dtype.kind not in "ui":
        raise Malformed("card")
    if rows.size and (int(rows.max()) > 51 or int(rows.min()) < 0):
        raise Malformed("card")
    return rows


def _by_rows(cards: NDArray[np.integer], order: Order) -> Values:
    rows = _checked(cards)
    size = rows.shape[1]
    values = np.empty(len(rows), dtype=np.uint16)
    for start in range(0, len(rows), _BLOCK):
        block = rows[start : start + _BLOCK]
        # "clip" spares the bounds check, which was made above.
        keys = KEYS.take(block[:, 0], mode="clip")
        for column in range(1, size):
            keys += KEYS.take(block[:, column], mode="clip")
        values[start : start + _BLOCK] = _valued(keys, order, size, _masks_of(block))
    return values


def _masks_of(block: NDArray[np.integer]) -> Callable[[Ints], Ints]:
    return lambda rows: np.asarray(MASKS[block[rows]].sum(axis=1), dtype=np.int64)


def _valued(keys: Ints, order: Order, size: int, masks: Callable[[Ints], Ints]) -> Values:
    """Values of summed keys; `masks` gives the card masks of the few rows with a flush."""
    values = tables.by_ranks(order, size).take(keys & RANK_PART, mode="clip")
    if order == "low":
        return values
    suits = tables.flush_suit(size).take(keys >> SUIT_SHIFT, mode="clip")
    rows = np.flatnonzero(suits != NO_FLUSH)
    if len(rows):
        held = (masks(rows) >> (13 * suits[rows].astype(np.int64))) & 0x1FFF
        values[rows] = tables.by_suit(order)[held]
    return values


# Spades are best, then diamonds, hearts, clubs (rule book D1), as suit ids.
_KOREAN_SUITS = (3, 1, 2, 0)
_BITS = 0x1FFF


def _with_suits(values: Values, masks: Ints) -> Values:
    decides = tables.deciding("korean")[values].astype(np.int64)
    flush = decides == tables.BY_FLUSH_SUIT
    rank = np.minimum(decides, 12)
    place = np.full(len(values), 3, dtype=np.uint16)
    for at in (2, 1, 0):
        held = (masks >> (13 * _KOREAN_SUITS[at])) & _BITS
        has = np.where(flush, np.bitwise_count(held) >= 5, (held >> rank) & 1 > 0)
        place[has] = at
    place[decides == tables.BY_NOTHING] = 0
    return values * np.uint16(4) + place


@dataclass(frozen=True, slots=True)
class Form:
    """How hands are made and the pot is split: all that odds need to know of a game."""

    hole: int
    board: int = 0
    two_from_hand: bool = False
    high: Order | None = "high"
    low: int = 0  # the worst low value that counts; 0 = no low


_ANY_LOW = 6175
_BOUNDS = {0: _ANY_LOW, 8: EIGHT_OR_BETTER, 9: NINE_OR_BETTER}
FORMS = {
    "holdem": Form(hole=2, board=5),
    "omaha": Form(hole=4, board=5, two_from_hand=True),
    "omaha8": Form(hole=4, board=5, two_from_hand=True, low=EIGHT_OR_BETTER),
    "stud": Form(hole=7),
    "razz": Form(hole=7, high=None, low=_ANY_LOW),
    "stud8": Form(hole=7, low=EIGHT_OR_BETTER),
    "stud9": Form(hole=7, low=NINE_OR_BETTER),
    "korean": Form(hole=7, high="korean"),
}


def form_of(variant: Variant) -> Form:
    """How hands of a declared game are made. Malformed("form") for parts that odds do not know."""
    hole = sum(s.down + s.up - (s.choice.discard if s.choice else 0) for s in variant.streets)
    board = sum(street.board for street in variant.streets)
    high: Order | None = None
    low = 0
    for part in variant.parts:
        if isinstance(part, High):
            high = "high"
        elif isinstance(part, Low) and part.qualifier in _BOUNDS:
            low = _BOUNDS[part.qualifier]
        elif part == Korean():
            high = "korean"
        else:
            raise Malformed("form", game=variant.key)
    two = any(getattr(part, "hole", 0) == 2 for part in variant.parts)
    return Form(hole, board, two, high, low)


@dataclass(frozen=True, slots=True)
class Share:
    """What one hand can expect, as fractions of the pot and of the deals (0 to 1).

    `win` = takes the whole pot alone, `tie` = takes a part of it, `error` = standard
    error of `equity`, 0 when every deal was counted.
    """

    equity: float
    win: float
    tie: float
    error: float


@dataclass(frozen=True, slots=True)
class Odds:
    shares: tuple[Share, ...]
    exact: bool
    deals: int


def equity(
    form: Form,
    hands: Sequence[Sequence[int]],
    *,
    board: Sequence[int] = (),
    dead: Sequence[int] = (),
    generator: Generator | None = None,
    samples: int = 20_000,
    limit: int = 2_000_000,
) -> Odds:
    """The share of the pot that each of 2 to 10 hands can expect.

    A hand names its known cards (ids); the rest of it and of the board are drawn from
    what nobody names. In stud a `board` card is the common one that replaces a seventh.
    At most `limit` deals are counted one by one; if there are more, `samples` are drawn
    with `generator`. Malformed: impossible cards, or too many deals and no generator.
    """
    needs = _needs(form, hands, board)
    named = [*board, *dead, *(card for hand in hands for card in hand)]
    if any(type(card) is not int or not 0 <= card < 52 for card in named):
        raise Malformed("card")
    if len(set(named)) != len(named):
        raise Malformed("card_repeated")
    deck = np.array([card for card in range(52) if card not in named], dtype=np.uint8)
    if sum(needs) > len(deck):
        raise Malformed("too_many_cards")
    exact = _ways(len(deck), needs) <= limit
    if exact:
        fills = _every(deck, needs)
    elif generator is None:
        raise Malformed("generator")
    else:
        fills = drawn(deck, sum(needs), _numpy(generator), samples)
    tally = _Tally(len(hands))
    for start in range(0, len(fills), _BLOCK):
        tally.add(_shares(form, hands, board, needs, fills[start : start + _BLOCK]))
    return tally.odds(exact)


def _needs(form: Form, hands: Sequence[Sequence[int]], board: Sequence[int]) -> list[int]:
    """Cards to come: for the board, then for each hand."""
    if not 2 <= len(hands) <= 10:
        raise Malformed("hands")
    common = form.board or min(len(board), 1)
    hole = form.hole if form.board else form.hole - common
    if len(board) > common or any(len(hand) > hole for hand in hands):
        raise Malformed("too_many_cards")
    return [common - len(board), *(hole - len(hand) for hand in hands)]


def _ways(left: int, needs: Sequence[int]) -> int:
    ways = 1
    for need in needs:
        ways *= comb(left, need)
        left -= need
    return ways


def _every(deck: Cards, needs: Sequence[int]) -> Cards:
    """Every way to deal, a row each."""
    rows = np.zeros((1, 0), dtype=np.uint8)
    rest = deck[None, :]
    groups = [need for need in needs if need]
    for place, need in enumerate(groups):
        left = rest.shape[1]
        chosen = choices(left, need)
        new = rest[:, chosen].reshape(-1, need)
        rows = np.concatenate([np.repeat(rows, len(chosen), axis=0), new], axis=1)
        if place + 1 < len(groups):
            free = np.ones((len(chosen), left), dtype=bool)
            free[np.arange(len(chosen))[:, None], chosen] = False
            others = np.nonzero(free)[1].reshape(len(chosen), left - need)
            rest = rest[:, others].reshape(-1, left - need)
    return rows


def choices(size: int, need: int) -> Cards:
    """All rising rows of `need` places out of `size`."""
    rows = np.arange(size, dtype=np.uint8)[:, None]
    for _ in range(need - 1):
        more = size - 1 - rows[:, -1].astype(np.int64)
        ends = np.cumsum(more)
        steps = np.arange(ends[-1]) - np.repeat(ends - more, more)
        rows = np.repeat(rows, more, axis=0)
        rows = np.concatenate([rows, (rows[:, -1] + 1 + steps)[:, None].astype(np.uint8)], axis=1)
    return rows


def _numpy(generator: Generator) -> np.random.Generator:
    if isinstance(generator, np.random.Generator):
        return generator
    return np.random.default_rng(generator.getrandbits(128))


def drawn(deck: Cards, need: int, generator: np.random.Generator, samples: int) -> Cards:
    """`samples` rows of `need` different cards: the first steps of a Fisher-Yates shuffle."""
    rows = np.tile(deck, (samples, 1))
    all_rows = np.arange(samples)
    for place in range(need):
        other = generator.integers(place, len(deck), size=samples)
        taken = rows[all_rows, other]
        rows[all_rows, other] = rows[:, place]
        rows[:, place] = taken
    return rows[:, :need]


@dataclass(frozen=True, slots=True)
class _Part:
    """Cards of many deals added up: keys and masks, one a deal."""

    keys: Ints
    masks: Ints

    def __add__(self, other: _Part) -> _Part:
        return _Part(self.keys + other.keys, self.masks + other.masks)

    def valued(self, order: Order, size: int) -> Values:
        values = _valued(self.keys, order, size, lambda rows: self.masks[rows])
        return _with_suits(values, self.masks) if order == "korean" else values


def _columns(known: Sequence[int], fill: Cards) -> list[_Part]:
    rows = len(fill)
    fixed = [np.full(rows, card) for card in known]
    return [_Part(KEYS[c], MASKS[c]) for c in (*fixed, *fill.T)]


def _total(parts: Sequence[_Part], rows: int) -> _Part:
    total = _Part(np.zeros(rows, dtype=np.int64), np.zeros(rows, dtype=np.int64))
    for part in parts:
        total = total + part
    return total


def _shares(
    form: Form,
    hands: Sequence[Sequence[int]],
    board: Sequence[int],
    needs: Sequence[int],
    fills: Cards,
) -> NDArray[np.float64]:
    """Shares of the pot, a row a hand and a column a deal."""
    ends = np.cumsum(needs)
    common = _columns(board, fills[:, : needs[0]])
    triples = [_total(t, len(fills)) for t in combinations(common, 3)] if form.two_from_hand else []
    shared = _total(common, len(fills))
    highs: list[Values] = []
    lows: list[Values] = []
    for hand, need, end in zip(hands, needs[1:], ends[1:], strict=True):
        own = _columns(hand, fills[:, end - need : end])
        for order, values in ((form.high, highs), ("low" if form.low else None, lows)):
            if order is None:
                continue
            if form.two_from_hand:
                values.append(_two_and_three(own, triples, order))
            else:
                values.append((shared + _total(own, len(fills))).valued(order, 7))
    return _split(highs, lows, form.low)


def _two_and_three(own: Sequence[_Part], triples: Sequence[_Part], order: Order) -> Values:
    """Omaha: exactly two of the hand and three of the board."""
    best = np.full(len(own[0].keys), NO_LOW)
    for one, two in combinations(own, 2):
        pair = one + two
        for triple in triples:
            np.minimum(best, (pair + triple).valued(order, 5), out=best)
    return best


def _split(highs: list[Values], lows: list[Values], bound: int) -> NDArray[np.float64]:
    if not lows:
        return _won(np.stack(highs))
    low = np.stack(lows)
    low[low > bound] = NO_LOW
    low_share = _won(low)
    if not highs:
        return low_share
    high_share = _won(np.stack(highs))
    made = low.min(axis=0) != NO_LOW
    return np.where(made, (high_share + low_share) / 2, high_share)


def _won(values: Values) -> NDArray[np.float64]:
    best = values == values.min(axis=0)
    return np.asarray(best / best.sum(axis=0), dtype=np.float64)


class _Tally:
    """Sums over deals, from which odds are made."""

    def __init__(self, hands: int) -> None:
        self._deals = 0
        self._sums = np.zeros((4, hands))

    def add(self, shares: NDArray[np.float64]) -> None:
        self._deals += shares.shape[1]
        part = (shares > 0) & (shares < 1)
        for row, figures in enumerate((shares, shares**2, shares == 1, part)):
            self._sums[row] += figures.sum(axis=1)

    def odds(self, exact: bool) -> Odds:
        mean, square, win, tie = self._sums / self._deals
        error = np.zeros_like(mean) if exact else np.sqrt((square - mean**2) / self._deals)
        columns = np.stack([mean, win, tie, error]).T
        return Odds(tuple(Share(*map(float, row)) for row in columns), exact, self._deals)
