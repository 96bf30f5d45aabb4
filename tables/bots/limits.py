"""Play of all games but no-limit hold'em: sampled equity against what opponents show and do.

The first street goes by the place of the starting hand among all of the game (`starting`), later
ones by the pot's price. Open cards count by themselves: hands are drawn to fit them.
"""

from __future__ import annotations

import random

import numpy as np

from rules.hand import Action
from rules.odds import Form
from tables.bots import starting
from tables.bots.choice import choose
from tables.bots.deals import STRANGERS, Deals, Shares, form
from tables.bots.intents import CALL, PASS, Intent, fulfilled
from tables.bots.preflop import open_share
from tables.bots.profile import PROFILES, Profile
from tables.bots.seen import Deed, Seen

#: What a bet needs against the hands that call it, by the number of opponents.
VALUE = {1: 0.53, 2: 0.40, 3: 0.32}
VALUE_MANY = 0.28
#: The same for a raise; every further raise asks for more.
RAISE = {1: 0.62, 2: 0.48, 3: 0.40}
RAISE_MANY = 0.34
AGAIN = 0.07
#: Without odds for a game a call may cost this part of the pot, and of the stack.
SMALL = (0.2, 0.05)


def decide(view: Seen, level: int, rng: random.Random) -> Action:
    """A legal action for the seat on turn, from its own view alone. level: 1 to 3."""
    assert view.legal is not None, "nobody asks a seat that is not on turn"
    if any(option.kind == "choose" for option in view.legal.options):
        return choose(view, level, rng)
    return fulfilled(view, _intent(view, PROFILES[level], rng))


def _intent(seen: Seen, profile: Profile, rng: random.Random) -> Intent:
    game = form(seen.game)
    if game is None:
        return _carefully(seen)
    if seen.street == 0:
        return _first(seen, game, profile, rng)
    deals = Deals(seen, game, rng, off=rng.gauss(0, profile.misjudged))
    ranges = _ranges(seen, deals, profile)
    if seen.price == 0:
        return _unbet(seen, deals, ranges, profile, rng)
    return _bet_into(seen, deals, ranges, profile, rng)


def _carefully(seen: Seen) -> Intent:
    of_pot, of_stack = SMALL
    small = seen.price <= of_pot * seen.pot and seen.price <= of_stack * seen.own.stack
    return CALL if small else PASS


# --- the first street ---------------------------------------------------------------------------


def _first(seen: Seen, game: Form, profile: Profile, rng: random.Random) -> Intent:
    deals = Deals(seen, game, rng, strangers=STRANGERS)
    at = starting.place(seen, deals) + rng.gauss(0, profile.noise)
    if seen.raises:
        return _raised(seen, game, deals, at, profile)
    callers = sum(any(d.kind == "call" for d in p.deeds) for p in seen.others)
    share = open_share(seen.behind, len(seen.players)) * profile.loose
    if callers:
        share *= 0.7
    if at < share and at < profile.first_raise:
        return Intent("raise", (2.5 + callers) * _unit(seen))
    if seen.price > 0.8 * _unit(seen):
        limp = profile.limp if callers or profile.first_raise < 1 else share
    else:
        limp = 1.4 * profile.limp
    return CALL if at < limp else PASS


def _raised(seen: Seen, game: Form, deals: Deals, at: float, profile: Profile) -> Intent:
    ranges = _ranges(seen, deals, profile)
    equity = deals.equity(ranges)
    fair = 1 / (1 + len(ranges))
    value = 2 * profile.three_bet / max(1, seen.raises - 1) * (2 if len(ranges) == 1 else 1)
    if at < value and equity > 1.1 * fair:
        return Intent("raise", seen.level + seen.pot + seen.price)
    required = seen.price / (seen.pot + seen.price)
    if _is_big(seen):
        return CALL if _sound(equity, required) else PASS
    realised = equity * (0.95 if game.board and seen.last_to_act else 0.88)
    waiting = 0.02 * max(0, seen.behind - 1)
    worst = 0.6 if profile.first_raise < 1 else 0.4
    good = realised > required + waiting + profile.margin
    return CALL if good and at < worst else PASS


def _unit(seen: Seen) -> int:
    return seen.stakes.big_blind or seen.stakes.small_bet or seen.stakes.seed


def _is_big(seen: Seen) -> bool:
    """Whether a call would put a good part of the stack in."""
    return seen.price > 0.3 * seen.own.stack and seen.price > 5 * _unit(seen)


def _sound(equity: float, required: float) -> bool:
    """A stack goes in only with a hand, whatever the price."""
    return equity > max(required + 0.02, 0.3)


# --- what opponents hold ------------------------------------------------------------------------


def _ranges(seen: Seen, deals: Deals, profile: Profile) -> list[Shares]:
    """How likely each hand drawn for an opponent is, after all that it has done."""
    reads = 0.25 + 0.4 * profile.reads
    ranges = []
    for number, player in enumerate(deals.players):
        strength = deals.strength(number)
        weights = strength * 0 + 1
        for deed in player.deeds:
            care = reads * (1 if deed.street == seen.street else 0.6)
            weights = weights * _kept(deed, strength) ** care
        ranges.append(weights)
    return ranges


def _kept(deed: Deed, strength: Shares) -> Shares:
    """How likely a hand of each strength is to make such a decision."""
    if deed.raises:
        size = min(1.0, (deed.bet - deed.level) / max(1, deed.pot + deed.price))
        if deed.level:
            return 0.1 + 0.9 * _above(strength, 0.72 + 0.1 * size)
        return 0.2 + 0.8 * _above(strength, 0.55 + 0.1 * size)
    if deed.kind == "call":
        return _calls(strength, deed.price / max(1, deed.pot))
    if deed.kind == "check":
        return 1 - 0.4 * _above(strength, 0.8)
    return strength * 0 + 1


def _calls(strength: Shares, price: float) -> Shares:
    """Which hands call a bet that is this share of the pot, the bet included."""
    return 0.1 + 0.9 * _above(strength, 0.3 + 0.5 * min(price, 1.0))


def _above(strength: Shares, bound: float) -> Shares:
    return np.asarray(1 / (1 + np.exp((bound - strength) / 0.08)), dtype=np.float64)


# --- later streets ------------------------------------------------------------------------------


def _unbet(
    seen: Seen, deals: Deals, ranges: list[Shares], profile: Profile, rng: random.Random
) -> Intent:
    bet = Intent("raise", seen.own.bet + rng.choice((0.5, 0.75, 1.0)) * seen.pot)
    cost = fulfilled(seen, bet).amount - seen.own.bet
    calling = [
        weights * _calls(deals.strength(number), cost / (seen.pot + cost))
        for number, weights in enumerate(ranges)
    ]
    if deals.equity(calling) > VALUE.get(len(ranges), VALUE_MANY) + _shy(profile):
        return bet
    if len(ranges) > 2 or not any(player.acting for player in seen.others):
        return PASS
    growing = not deals.last and 0.3 < deals.equity(ranges) < 0.55
    chance = profile.bluff * (2 if growing else 1) / len(ranges)
    return bet if rng.random() < chance else PASS


def _bet_into(
    seen: Seen, deals: Deals, ranges: list[Shares], profile: Profile, rng: random.Random
) -> Intent:
    equity = deals.equity(ranges)
    required = seen.price / (seen.pot + seen.price)
    higher = Intent("raise", seen.level + rng.choice((0.5, 1.0)) * (seen.pot + seen.price))
    needed = RAISE.get(len(ranges), RAISE_MANY) + AGAIN * max(0, seen.raises - 1)
    if equity > min(0.93, needed) + _shy(profile):
        return higher
    if _is_big(seen):
        return CALL if _sound(equity, required) else PASS
    drawing = not deals.last and len(ranges) == 1 and 0.35 < equity < 0.5
    if drawing and seen.raises == 1 and rng.random() < profile.bluff:
        return higher
    hope = 0.02 if not deals.last and seen.effective > 4 * seen.price else 0
    return CALL if equity + hope > required + profile.margin else PASS


def _shy(profile: Profile) -> float:
    """What the weak player asks on top before betting: those who open with a call are shy."""
    return 0.05 if profile.first_raise < 1 else 0
