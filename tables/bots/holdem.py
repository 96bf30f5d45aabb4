"""No-limit hold'em: starting hands by position, then equity against what opponents show."""

from __future__ import annotations

import random

import numpy as np

from rules.hand import Action
from tables.bots.intents import CALL, PASS, Intent, fulfilled
from tables.bots.preflop import (
    Weights,
    all_in_share,
    dealt_range,
    open_share,
    place,
)
from tables.bots.profile import PROFILES, Profile
from tables.bots.seen import Deed, Seen
from tables.bots.versus import Versus, free, strengths

BOARD_SIZES = (0, 3, 4, 5)
SHORT_STACK = 12

#: What a bet needs against the hands that call it, by the number of opponents.
VALUE = {1: 0.53, 2: 0.42}
VALUE_MANY = 0.35
VALUE_RAISE = 0.58


def decide(view: Seen, level: int, rng: random.Random) -> Action:
    """A legal action for the seat on turn, from its own view alone. level: 1 to 3."""
    profile = PROFILES[level]
    intent = (_later if view.board else _before_flop)(view, profile, rng)
    return fulfilled(view, intent)


# --- before the flop --------------------------------------------------------------------------


def _before_flop(seen: Seen, profile: Profile, rng: random.Random) -> Intent:
    at = place(seen.cards) + rng.gauss(0, profile.noise)
    depth = (seen.effective + seen.own.bet) / seen.stakes.big_blind
    if seen.raises == 0:
        return _unraised(seen, profile, at, depth)
    return _raised(seen, profile, at, rng)


def _unraised(seen: Seen, profile: Profile, at: float, depth: float) -> Intent:
    big_blind = seen.stakes.big_blind
    limpers = sum(any(d.kind == "call" for d in p.deeds) for p in seen.others)
    share = open_share(seen.behind, len(seen.players)) * profile.loose
    if limpers:
        share *= 0.6
    if depth <= SHORT_STACK:
        share = min(share * 1.2, all_in_share(depth) * (1.6 if seen.behind <= 2 else 1))
        return (
            Intent("raise", seen.own.bet + seen.own.stack)
            if at < share
            else _limp(seen, at, profile.limp / 3)
        )
    if at < share and at < profile.first_raise:
        return Intent("raise", (2.5 + limpers + 0.5 * (not seen.last_to_act)) * big_blind)
    return _limp(seen, at, profile.limp if limpers or profile.first_raise < 1 else share)


def _limp(seen: Seen, at: float, share: float) -> Intent:
    half_price = seen.price < seen.stakes.big_blind
    return CALL if at < share * (1.4 if half_price else 1) else PASS


def _raised(seen: Seen, profile: Profile, at: float, rng: random.Random) -> Intent:
    engaged = [p for p in seen.others if any(d.street == 0 for d in p.deeds)]
    ranges = [dealt_range(seen, p) * free(seen.cards) for p in engaged]
    equity = Versus(seen.cards, (), rng).equity(ranges)
    depth = seen.level / seen.stakes.big_blind
    value = profile.three_bet if seen.raises == 1 else 0.022
    if depth > 20:
        value = min(value, 0.015)
    heads_up = len(seen.players) == 2
    if at < value * (2 if heads_up else 1) and equity > 0.5:
        return Intent("raise", _three_bet(seen))
    steal = seen.raises == 1 and len(engaged) == 1 and depth < 5 and 0.12 < at < 0.3
    if steal and rng.random() < profile.bluff:
        return Intent("raise", _three_bet(seen))
    required = seen.price / (seen.pot + seen.price)
    if _is_big(seen):
        return CALL if _sound(equity, required) else PASS
    # With cards to come not all of the equity is realised, less so out of position.
    realised = equity * (0.95 if seen.last_to_act else 0.82)
    waiting = 0.02 * max(0, seen.behind - 1)
    return CALL if realised > required + waiting + profile.margin else PASS


def _three_bet(seen: Seen) -> float:
    return seen.level * (3 if seen.last_to_act else 3.6)


def _is_big(seen: Seen) -> bool:
    """Whether a call would put a good part of the stack in."""
    return seen.price > 0.3 * seen.own.stack and seen.price > 5 * seen.stakes.big_blind


def _sound(equity: float, required: float) -> bool:
    """A stack goes in only with a hand, whatever the price."""
    return equity > max(required + 0.02, 0.3)


# --- flop, turn, river ------------------------------------------------------------------------


def _later(seen: Seen, profile: Profile, rng: random.Random) -> Intent:
    now = strengths(seen.board, seen.cards, rng)
    ranges = _ranges(seen, profile, now, rng)
    versus = Versus(seen.cards, seen.board, rng, off=rng.gauss(0, profile.misjudged))
    equity = versus.equity(ranges)
    if seen.price == 0:
        return _unbet(seen, profile, versus, ranges, now, equity, rng)
    return _bet_into(seen, profile, versus, ranges, now, equity, rng)


def _ranges(seen: Seen, profile: Profile, now: Weights, rng: random.Random) -> list[Weights]:
    """What every live opponent may hold, after all that they have done."""
    blank = free([*seen.cards, *seen.board])
    judged = {len(seen.board): now}
    ranges = []
    for player in seen.others:
        weights = dealt_range(seen, player) * blank
        if profile.reads:
            for deed in player.deeds:
                size = BOARD_SIZES[deed.street]
                if size == 0:
                    continue
                if size not in judged:
                    judged[size] = strengths(seen.board[:size], seen.cards, rng)
                weights = weights * _kept(deed, judged[size]) ** profile.reads
        ranges.append(weights)
    return ranges


def _above(strength: Weights, bound: float) -> Weights:
    return np.asarray(1 / (1 + np.exp((bound - strength) / 0.06)), dtype=np.float64)


def _kept(deed: Deed, strength: Weights) -> Weights:
    """How likely each hand is to make this decision after the flop."""
    if deed.raises:
        size = (deed.bet - deed.level) / max(1, deed.pot + deed.price)
        if deed.level:
            return 0.1 + 0.9 * _above(strength, 0.82)
        return 0.2 + 0.8 * _above(strength, 0.6 + 0.1 * min(size, 1.5))
    if deed.kind == "call":
        return _calls(strength, deed.price / max(1, deed.pot))
    return 1 - 0.4 * _above(strength, 0.8)


def _calls(strength: Weights, price: float) -> Weights:
    """Which hands call a bet that is this share of the pot, the bet included."""
    return 0.08 + 0.92 * _above(strength, 0.35 + 0.5 * min(price, 1.0))


def _unbet(
    seen: Seen,
    profile: Profile,
    versus: Versus,
    ranges: list[Weights],
    now: Weights,
    equity: float,
    rng: random.Random,
) -> Intent:
    part = _part(equity, rng)
    bet = Intent("raise", part * seen.pot)
    calling = _calls(now, part / (1 + part))
    called = versus.equity([weights * calling for weights in ranges])
    if called > VALUE.get(len(ranges), VALUE_MANY):
        return bet
    if len(ranges) > 2 or not any(p.acting for p in seen.others):
        return PASS
    return bet if rng.random() < _bluffs(seen, profile, equity) / len(ranges) else PASS


def _part(equity: float, rng: random.Random) -> float:
    """The size of a bet as a part of the pot: larger with better hands, not readably so."""
    usual = (0.5, 0.66, 0.75) if equity > 0.75 else (0.33, 0.5, 0.66)
    return rng.choice(usual)


def _bluffs(seen: Seen, profile: Profile, equity: float) -> float:
    """How often to bet a hand that is not good enough to be called."""
    led = any(d.raises and d.street == 0 for d in seen.own.deeds)
    if len(seen.board) == 3 and led:
        return profile.cbet
    chance = profile.bluff * (1.5 if seen.last_to_act else 1)
    if len(seen.board) == 5:
        return chance if equity < 0.3 else 0
    return chance * 2.5 if 0.25 < equity < 0.55 else chance


def _bet_into(
    seen: Seen,
    profile: Profile,
    versus: Versus,
    ranges: list[Weights],
    now: Weights,
    equity: float,
    rng: random.Random,
) -> Intent:
    required = seen.price / (seen.pot + seen.price)
    calling = _above(now, 0.72 if profile.reads else 0.5)
    called = versus.equity([weights * (0.05 + 0.95 * calling) for weights in ranges])
    if called > VALUE_RAISE and equity > 0.6:
        return Intent("raise", _raise_to(seen))
    if _is_big(seen):
        return CALL if _sound(equity, required) else PASS
    drawing = len(seen.board) < 5 and 0.2 < equity < 0.5
    if drawing and seen.raises == 1 and rng.random() < profile.bluff * 0.6:
        return Intent("raise", _raise_to(seen))
    hope = 0.03 if drawing and seen.effective > 4 * seen.price else 0
    return CALL if equity + hope > required + profile.margin else PASS


def _raise_to(seen: Seen) -> float:
    """About two thirds of the pot on top of the call."""
    return seen.level + 0.66 * (seen.pot + seen.price)
