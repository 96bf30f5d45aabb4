"""Starting hands of hold'em: the order of the 169, and which of them people play.

The order is our own: the mean of the equity against one and against four random hands (sampled
with `rules.odds`), with something on top for pairs and suited connected cards, which win more
later than the bare equity says.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from rules.cards import RANKS
from tables.bots.seen import Deed, Player, Seen

Weights = NDArray[np.float64]

_ORDER = (
    "AA KK QQ JJ TT AKs AQs 99 KQs KJs 88 AJs 77 QJs AKo ATs QTs AQo JTs KTs 66 A9s KQo AJo A8s "
    "K9s A5s A7s KJo T9s 55 J9s A4s ATo Q9s A6s KTo A3s QJo K8s A2s K7s 44 T8s QTo Q8s 98s K6s "
    "A9o JTo J8s A8o K5s 33 K9o K4s Q7s Q9o Q6s 97s 87s K3s J7s A7o K2s J9o Q5s T7s A5o T9o Q4s "
    "22 K8o 76s A6o A4o Q3s 86s J6s J5s T6s J8o Q8o Q2s A3o K7o 65s J4s T8o 96s A2o 75s J3s K6o "
    "54s 98o T5s J2s T4s K5o 95s 64s T7o 85s K4o Q7o T3s 97o T2s K3o Q6o 94s 87o J7o 74s Q5o 84s "
    "93s K2o 92s 96o 53s Q4o 86o 73s 76o 63s 83s J6o 43s Q3o J5o T6o 82s Q2o 52s J4o 65o 85o 75o "
    "42s 62s 72s J3o T5o 32s 54o J2o 95o T4o 64o 74o T3o 53o T2o 94o 84o 63o 93o 43o 52o 92o 42o "
    "83o 73o 82o 32o 62o 72o"
)
ORDER = tuple(_ORDER.split())

#: Games that start with these two cards.
GAMES = ("nlhe", "plhe", "flhe")

#: All 1,326 starting hands as pairs of card ids.
PAIRS: NDArray[np.uint8] = np.array([(a, b) for a in range(52) for b in range(a)], dtype=np.uint8)


def name(a: int, b: int) -> str:
    """The class of two cards: `AKs`, `T9o`, `77`."""
    high, low = max(a, b), min(a, b)
    if high // 4 == low // 4:
        return RANKS[high // 4] * 2
    return RANKS[high // 4] + RANKS[low // 4] + ("s" if high % 4 == low % 4 else "o")


@cache
def places() -> Weights:
    """For every pair the share of all starting hands that are better, 0 (aces) to below 1."""
    names = [name(int(a), int(b)) for a, b in PAIRS]
    sizes = [names.count(each) for each in ORDER]
    before = dict(zip(ORDER, np.cumsum([0, *sizes[:-1]]) / len(PAIRS), strict=True))
    return np.array([before[each] for each in names])


@cache
def _by_class() -> dict[str, float]:
    return {name(int(a), int(b)): float(at) for (a, b), at in zip(PAIRS, places(), strict=True)}


def place(cards: tuple[int, ...]) -> float:
    """Where two cards stand in the order, 0 (aces) to below 1."""
    return _by_class()[name(cards[0], cards[1])]


def band(best: float, worst: float, soft: float = 0.05) -> Weights:
    """Weights of a range: the hands between two places, with soft edges."""
    at = places()
    weights: Weights = 1 / (1 + np.exp((at - worst) / soft))
    if best > 0:
        weights /= 1 + np.exp((best - at) / soft)
    return weights


#: How much of all hands opens a pot, by the number of players still to act behind.
OPENS = (0.0, 0.50, 0.46, 0.30, 0.22, 0.18, 0.16, 0.14, 0.12, 0.11)
HEADS_UP_OPEN = 0.80


def open_share(behind: int, players: int) -> float:
    """The share of hands worth a first raise with `behind` players still to act."""
    if players == 2:
        return HEADS_UP_OPEN
    return OPENS[min(behind, len(OPENS) - 1)]


def all_in_share(big_blinds: float) -> float:
    """The share of hands that people put `big_blinds` in with before the flop."""
    return min(0.6, max(0.045, 1.6 / (big_blinds + 1)))


def _after(deed: Deed, raises: int, players: int, big_blind: int) -> Weights | None:
    """The hands that make such a decision; `raises` counts those before it."""
    depth = deed.bet / big_blind
    if deed.raises:
        worst = (min(0.5, open_share(deed.live - 1, players) * 1.3), 0.11, 0.05, 0.04)
        share = worst[min(raises, 3)]
        if deed.all_in or depth > 12:
            share = min(max(share, 0.04), all_in_share(depth)) if raises else all_in_share(depth)
        return band(0, share)
    if deed.kind == "call":
        if deed.all_in or depth > 15:
            return band(0, max(0.06, all_in_share(depth) * 0.8))
        return (band(0.08, 0.65), band(0.03, 0.35), band(0.01, 0.12))[min(raises, 2)]
    return None


def dealt_range(seen: Seen, player: Player) -> Weights:
    """What an opponent's decisions before the flop leave of the 1,326 hands."""
    weights = np.ones(len(PAIRS))
    big_blind = max(1, seen.stakes.big_blind)
    for deed in player.deeds:
        if deed.street != 0:
            break
        raises = _raises_before(seen, deed, big_blind)
        kept = _after(deed, raises, len(seen.players), big_blind)
        if kept is not None:
            weights = weights * np.maximum(kept, 0.02)
        elif deed.kind == "check":
            weights = weights * np.maximum(1 - band(0, 0.08), 0.15)
    return weights


def _raises_before(seen: Seen, deed: Deed, big_blind: int) -> int:
    """How many raises the level of a decision stands for."""
    levels = {d.bet for p in seen.players.values() for d in p.deeds if d.street == 0 and d.raises}
    return sum(big_blind < level <= deed.level for level in levels)
