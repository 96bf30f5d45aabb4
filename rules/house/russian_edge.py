"""The edge of Russian Poker under the simple strategy of the rule book (E3), on random deals.

1 full house or better and two pair play; flush and straight buy the sixth card; trips exchange
two. 2 four to a flush or an open-ended straight buy the sixth card. 3 other pairs play if the
dealer's card is not higher, or from nines up against at most a queen; else they exchange three.
4 ace-king exchanges three. 5 ace or king high exchanges three, keeping the two highest, against a
ten or lower that is not of the rank of the second kept card. Everything else folds. 6 then every
pair is bet, and ace-king only with another card of the rank of the dealer's queen or lower.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.house.classes import CATEGORY
from rules.house.russian_batch import (
    FLUSH,
    FULL,
    LAST_PAIR,
    NOTHING,
    PAIR,
    QUALIFIES,
    STRAIGHT,
    TRIPS,
    TWO_PAIR,
    Hits,
    Longs,
    hits,
)
from rules.odds import Cards, drawn, rank7

Flags = NDArray[np.bool_]

FOLD, PLAY, SIXTH, KEEP_TWO, KEEP_THREE = range(5)
_NINE, _TEN, _QUEEN, _KING, _ACE = 7, 8, 10, 11, 12
_DECK: Final = np.arange(52, dtype=np.uint8)

#: Sets of ranks, as bits, with four in a row that both ends complete.
OPEN_ENDED: Final[Flags] = np.array(
    [any((bits >> low) & 15 == 15 for low in range(9)) for bits in range(1 << 13)]
)


def first_choice(cards: Cards, up: Longs) -> NDArray[np.int64]:
    """What to do with five cards, ordered as `ordered` does, against the rank of the up card."""
    values = rank7(cards)
    category = CATEGORY[values].astype(np.int64)
    ranks = (cards >> 2).astype(np.int64)
    draw = _four_to_a_flush(cards) | OPEN_ENDED[np.bitwise_or.reduce(1 << ranks, axis=1)]
    top, second = ranks[:, 0], ranks[:, 1]
    pair_plays = (up <= top) | ((top >= _NINE) & (up <= _QUEEN))
    high_goes_on = ((top == _ACE) & (second == _KING)) | (
        (top >= _KING) & (up <= _TEN) & (up != second)
    )
    return np.select(
        [
            (category >= FULL) | (category == TWO_PAIR),
            (category == FLUSH) | (category == STRAIGHT),
            category == TRIPS,
            draw,
            category == PAIR,
        ],
        [PLAY, SIXTH, KEEP_THREE, SIXTH, np.where(pair_plays, PLAY, KEEP_TWO)],
        default=np.where(high_goes_on, KEEP_TWO, FOLD),
    )


def bets(cards: Cards, values: NDArray[np.uint16], up: Longs) -> Flags:
    """Whether a final hand is bet."""
    ranks = (cards >> 2).astype(np.int64)
    ace_king = (ranks == _ACE).any(axis=1) & (ranks == _KING).any(axis=1)
    blocks = (ranks == up[:, None]).any(axis=1) & (up <= _QUEEN)
    return np.asarray((values <= LAST_PAIR) | (ace_king & blocks))


def ordered(cards: Cards) -> Cards:
    """Every row with the multiples first, then from the top."""
    ranks = cards >> 2
    held = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2).astype(np.int64)
    return np.take_along_axis(cards, (-(held * 16 + ranks)).argsort(axis=1), axis=1)


def _four_to_a_flush(cards: Cards) -> Flags:
    suits = cards & 3
    fours = [(suits == suit).sum(axis=1) == 4 for suit in range(4)]
    return np.asarray(np.any(fours, axis=0))


class Deals(NamedTuple):
    """Random deals played by the strategy, an entry a deal; nothing in them hangs on a pay table.

    base: antes won apart from what a winning hand is paid. first, second: its combinations (places
    in `LINES`), `NOTHING` unless the dealer is beaten. Then an entry for every hand that is bet
    and meets a dealer who does not qualify, about buying the dealer a card. unqualified: its two
    combinations; bought: 1 if the dealer then is beaten, -1 if the dealer wins, 0 if neither.
    """

    base: Longs
    first: Longs
    second: Longs
    unqualified: Hits
    bought: Longs


def played(deals: int, generator: np.random.Generator) -> Deals:
    """So many random deals."""
    dealt = drawn(_DECK, 17, generator, deals)
    own, dealer, fresh = ordered(dealt[:, :5]), dealt[:, 5:10], dealt[:, 10:13]
    up = (dealer[:, 4] >> 2).astype(np.int64)
    theirs = rank7(dealer).astype(np.int64)
    choice = first_choice(own, up)
    base = np.full(deals, -1, dtype=np.int64)
    first, second = (np.full(deals, NOTHING, dtype=np.int64) for _ in range(2))
    bought: list[tuple[Hits, Longs]] = []
    hands = {
        PLAY: own,
        SIXTH: np.concatenate([own, fresh[:, :1]], axis=1),
        KEEP_TWO: np.concatenate([own[:, :2], fresh], axis=1),
        KEEP_THREE: np.concatenate([own[:, :3], fresh[:, :2]], axis=1),
    }
    for chosen, all_cards in hands.items():
        rows = np.flatnonzero(choice == chosen)
        cards = all_cards[rows]
        values = rank7(cards)
        mine, other = values.astype(np.int64), theirs[rows]
        bet = bets(cards, values, up[rows])
        found = hits(cards, values)
        qualifies = other <= QUALIFIES
        compared = np.where(mine <= other, 0, -3)
        base[rows] = np.where(bet, np.where(qualifies, compared, 1), -1) - (chosen != PLAY)
        wins = bet & qualifies & (mine < other)
        first[rows] = np.where(wins, found.first, NOTHING)
        second[rows] = np.where(wins, found.second, NOTHING)
        open_ = bet & ~qualifies
        after = _bought(dealer[rows][open_], dealt[rows, 13:][open_])
        result = np.where(after > QUALIFIES, 0, np.sign(after - mine[open_]))
        bought.append((Hits(found.first[open_], found.second[open_]), result))
    unqualified = Hits(
        *(np.concatenate(each) for each in zip(*(h for h, _ in bought), strict=True))
    )
    return Deals(base, first, second, unqualified, np.concatenate([r for _, r in bought]))


def _bought(dealer: Cards, fresh: Cards) -> Longs:
    """Values of the dealers after the first fresh card of another rank took the highest's place."""
    highest = dealer[np.arange(len(dealer)), (dealer >> 2).argmax(axis=1)]
    others = (fresh >> 2) != (highest >> 2)[:, None]
    new = fresh[np.arange(len(fresh)), others.argmax(axis=1)]
    changed = np.where(dealer == highest[:, None], new[:, None], dealer)
    return rank7(changed).astype(np.int64)
