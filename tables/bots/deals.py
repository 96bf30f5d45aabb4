"""Many ways in which the unseen cards may lie, and what every hand makes of them.

One method for all games: the hidden cards of opponents are drawn some dozen times, for each of
these the cards to come some times more, and every hand is ranked at its end. How good a hidden hand
is as things stand is its mean over the cards to come, measured against a stranger's.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.errors import Malformed
from rules.games import GAMES
from rules.odds import Form, form_of, korean7, low7, rank7
from tables.bots.seen import Player, Seen

Cards = NDArray[np.uint8]
Values = NDArray[np.uint16]
Shares = NDArray[np.float64]

#: Opponents that are dealt in; who has bet most comes first.
MOST = 3
#: Opponents in the mind of a player who looks at a starting hand.
STRANGERS = 3
#: Hands drawn for opponents, and runs of the cards to come for each, with and without such cards.
RUNS = (96, 6)
LAST = (300, 1)
#: Omaha looks at sixty fives a hand.
RUNS_OMAHA = (64, 5)
LAST_OMAHA = (120, 1)

_RANKED = {"high": rank7, "low": low7, "korean": korean7}
_NO_LOW = np.uint16(np.iinfo(np.uint16).max)


@cache
def form(game: str) -> Form | None:
    """How hands of a game are made; None for a game whose hands nobody here can rank."""
    try:
        found = form_of(GAMES[game])
    except (KeyError, Malformed):
        return None
    if found.two_from_hand:
        return found if found.hole >= 2 and found.board >= 3 else None
    return found if 5 <= found.hole + found.board <= 7 else None


class Holding(NamedTuple):
    """A hand as far as it is known: cards, hidden ones it holds now, those it still gets."""

    known: tuple[int, ...]
    hidden: int
    future: int


class Made(NamedTuple):
    """What a hand makes in every deal, 1 is best; None for a half that the game does not have."""

    high: Values | None
    low: Values | None


class Deals:
    """The hands of a seat and its opponents in many deals that fit what the seat has seen."""

    def __init__(
        self,
        seen: Seen,
        game: Form,
        rng: random.Random,
        *,
        strangers: int = 0,
        off: float = 0.0,
    ) -> None:
        """strangers: unknown hands added until so many opponents are dealt in. off: how much better
        or worse than it is the seat takes its own hand to be."""
        self._form = game
        self._off = off
        self.players = sorted(seen.others, key=_by_deeds)[:MOST]
        size = game.hole - (0 if game.board else len(seen.board))
        self._random = np.random.default_rng(rng.getrandbits(64))
        known = {*seen.cards, *seen.away, *seen.board}
        known.update(*(player.up for player in seen.players.values()))
        deck = np.array([card for card in range(52) if card not in known], dtype=np.uint8)
        own = Holding(seen.cards, 0, size - len(seen.cards))
        now = len(seen.cards)
        holdings = [own, *(_of(player, size) for player in self.players)]
        holdings += [Holding((), now, size - now)] * (strangers - len(self.players))
        to_come = max(0, game.board - len(seen.board))
        while to_come + sum(h.hidden + h.future for h in holdings) > len(deck):
            holdings.pop()
        self.last = to_come == own.future == 0
        if game.two_from_hand:
            self.shape = LAST_OMAHA if self.last else RUNS_OMAHA
        else:
            self.shape = LAST if self.last else RUNS
        self._values = self._dealt(deck, holdings, seen.board, to_come)
        self._stranger = self._dealt(deck, [Holding((), now, size - now)], seen.board, to_come)[0]

    def _dealt(
        self, deck: Cards, holdings: Sequence[Holding], board: Sequence[int], to_come: int
    ) -> list[Made]:
        draws, runs = self.shape
        now = sum(holding.hidden for holding in holdings)
        rows = self._random.permuted(np.tile(deck, (draws, 1)), axis=1)
        hidden = np.repeat(rows[:, :now], runs, axis=0)
        later = np.repeat(rows[:, now:], runs, axis=0)
        if runs > 1:
            later = self._random.permuted(later, axis=1)
        table = np.concatenate([_fixed(board, len(later)), later[:, :to_come]], axis=1)
        values = []
        at, after = 0, to_come
        for known, down, future in holdings:
            parts = (
                _fixed(known, len(later)),
                hidden[:, at : at + down],
                later[:, after : after + future],
            )
            values.append(_valued(self._form, np.concatenate(parts, axis=1), table))
            at, after = at + down, after + future
        return values

    def equity(self, weights: Sequence[Shares] | None = None) -> float:
        """The share of the pot, about 0 to 1, against all who are dealt in.

        weights: for each of `players` how likely each of its hands is; then nobody else counts.
        """
        count = len(self._values) if weights is None else 1 + len(weights)
        share = _split(self._values[:count]).reshape(self.shape).mean(axis=1)
        together = np.ones(len(share))
        for each in weights or ():
            together *= each
        return float((share * together).sum() / max(together.sum(), 1e-12)) + self._off

    def strength(self, player: int) -> Shares:
        """How good each hand drawn for one of `players` is now: 0 worst, 1 best of strangers'."""
        mine, reference = self._mean(self._values[1 + player]), np.sort(self._mean(self._stranger))
        return np.asarray(np.searchsorted(reference, mine) / len(reference), dtype=np.float64)

    def _mean(self, values: Made) -> Shares:
        halves = []
        for found, stranger in zip(values, self._stranger, strict=True):
            if found is not None and stranger is not None:
                below = np.searchsorted(np.sort(stranger), found, side="right")
                halves.append((1 - below / len(stranger)).reshape(self.shape).mean(axis=1))
        return np.asarray(sum(halves) / len(halves), dtype=np.float64)


def alone(
    seen: Seen, game: Form, kept: tuple[int, ...], away: tuple[int, ...], rng: random.Random
) -> float:
    """The equity of these cards against strangers, the others put away; the same by the same rng.

    The cards to come are the same ones for hands that the same `rng` is brought for, as far as
    they can be, so that two ways to keep compare well.
    """
    what = replace(seen, cards=kept, away=seen.away + away, players={seen.me: seen.own})
    return Deals(what, game, rng, strangers=STRANGERS).equity()


def _by_deeds(player: Player) -> int:
    return -sum(deed.raises for deed in player.deeds)


def _of(player: Player, size: int) -> Holding:
    return Holding(player.up, player.down, max(0, size - len(player.up) - player.down))


def _fixed(cards: Sequence[int], rows: int) -> Cards:
    return np.tile(np.array(cards, dtype=np.uint8), (rows, 1))


def _valued(game: Form, cards: Cards, board: Cards) -> Made:
    orders = (game.high, "low" if game.low else None)
    if game.two_from_hand:
        fives = _fives(cards, board)
        high, low = (
            None if order is None else _RANKED[order](fives).reshape(len(cards), -1).min(axis=1)
            for order in orders
        )
    else:
        seven = np.concatenate([cards, board], axis=1)
        high, low = (None if order is None else _RANKED[order](seven) for order in orders)
    if low is not None:
        low = np.where(low > game.low, _NO_LOW, low)
    return Made(high, low)


def _fives(cards: Cards, board: Cards) -> Cards:
    """Two own cards and three of the board in every way, all deals below one another."""
    pairs = np.array(list(combinations(range(cards.shape[1]), 2)))
    threes = np.array(list(combinations(range(board.shape[1]), 3)))
    own = np.repeat(cards[:, pairs], len(threes), axis=1)
    shared = np.tile(board[:, threes], (1, len(pairs), 1))
    return np.concatenate([own, shared], axis=2).reshape(-1, 5)


def _split(hands: Sequence[Made]) -> Shares:
    """The first hand's share of the pot in every deal."""
    highs = [hand.high for hand in hands if hand.high is not None]
    lows = [hand.low for hand in hands if hand.low is not None]
    if not lows:
        return _won(np.stack(highs))
    low = np.stack(lows)
    if not highs:
        return _won(low)
    high_share = _won(np.stack(highs))
    made = low.min(axis=0) != _NO_LOW
    return np.asarray(np.where(made, (high_share + _won(low)) / 2, high_share), dtype=np.float64)


def _won(values: Values) -> Shares:
    best = values == values.min(axis=0)
    return np.asarray(best[0] / best.sum(axis=0), dtype=np.float64)
