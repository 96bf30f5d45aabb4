"""Hands a second: our rules against the libraries of the field, in turn, in one run.

    SEED=1 python -m tests.bench.bench_rules [--seconds 1.5] [--games nlhe,stud]

Every engine plays full random hands, six players, with everything that it has of records and
legality checks on. The decisions come from two policies, the same for all: `quick` folds, calls or
raises any legal amount with equal chance, `long` calls nine times of ten, else raises the minimum,
and never folds. Then single and batched evaluations, and what an action costs early and late. Rates
are by CPU time, so one core each. Peers that are not installed are named loudly and their bounds
left out. Prints a table; the last line is a JSON object. Exit 0 if our bounds hold, else 1.
"""

from __future__ import annotations

import argparse
import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from config import report
from rules.cards import DECK, NAMES
from rules.games import FLHE, FLO8, GAMES, KR7, NLHE, PLO, RAZZ, STUD, STUD8
from rules.hand import Action, Hand, Player
from rules.odds import rank7
from rules.ranking import high
from rules.stakes import Stakes
from rules.variant import Variant

BLINDS = Stakes(small_blind=100, big_blind=200)
LIMIT = Stakes(small_blind=100, big_blind=200, small_bet=200, big_bet=400)
BRING_IN = Stakes(ante=20, bring_in=50, small_bet=200, big_bet=400)
SEED = Stakes(seed=100)
STACK = 20_000
SEATS = 6
ROUNDS = 3
LENGTH_ROUNDS = 30

#: What must hold: our hands a second at least this many times the peer's.
BOUNDS = {
    ("nlhe", "pokerkit"): 20.0,
    ("nlhe", "pokerfast"): 1.0,
    ("flhe", "pokerkit"): 10.0,
    ("stud", "pokerkit"): 10.0,
    ("razz", "pokerkit"): 10.0,
    ("stud8", "pokerkit"): 10.0,
}

BATCH = 50_000
BATCH_BOUND = 4.0
EVALUATION_BOUND = 0.8
COST_BOUND = 1.5

Play = Callable[[random.Random, bool], int]


def drawn(rng: random.Random, long: bool) -> str:
    """Return the next wish of a policy: fold, call or raise."""
    chance = rng.random()
    if long:
        return "raise" if chance < 0.1 else "call"
    return "fold" if chance < 1 / 3 else "call" if chance < 2 / 3 else "raise"


def size(rng: random.Random, least: int, most: int) -> int:
    """Return any amount between the two."""
    return least + int(rng.random() * (most - least + 1))


def ours(game: Variant, stakes: Stakes) -> Play:
    """Play one hand of ours; returns the number of actions."""
    players = tuple(Player(seat, STACK) for seat in range(SEATS))

    def play(rng: random.Random, long: bool) -> int:
        deck = list(DECK)
        rng.shuffle(deck)
        hand = Hand.start(game, stakes, players, rng.randrange(SEATS), deck)
        actions = 0
        while not hand.over:
            seat = hand.actors[0]
            if hand.choosing:
                hand.act(seat, hand.turn(seat), hand.default(seat))
                continue
            legal = hand.legal(seat)
            options = legal.options
            wish = drawn(rng, long)
            option = options[-1]
            if wish == "fold":
                option = options[1] if options[1].kind == "check" else options[0]
            elif wish == "call":
                option = options[1] if options[0].kind == "fold" else options[0]
            amount = option.min
            if wish == "raise" and not long:
                amount = size(rng, amount, option.max)
            hand.act(seat, legal.turn, Action(option.kind, amount))
            actions += 1
        return actions

    return play


def pokerkit(name: str, *amounts: Any) -> Play:
    """Play one hand of PokerKit's, with all its automations."""
    library = importlib.import_module("pokerkit")
    automations = tuple(library.Automation)
    game = getattr(library, name)

    def play(rng: random.Random, long: bool) -> int:
        random.seed(rng.random())
        state = game.create_state(automations, True, *amounts, STACK, SEATS)
        actions = 0
        while state.status:
            wish = drawn(rng, long)
            if wish == "fold" and state.can_fold():
                state.fold()
            elif state.can_post_bring_in():
                state.post_bring_in()
            elif wish == "raise" and state.can_complete_bet_or_raise_to():
                least = state.min_completion_betting_or_raising_to_amount
                most = state.max_completion_betting_or_raising_to_amount
                state.complete_bet_or_raise_to(least if long else size(rng, least, most))
            else:
                state.check_or_call()
            actions += 1
        return actions

    return play


def pokerfast() -> Play:
    """Play one hand of pokerfast's."""
    fast_hand = importlib.import_module("pokerfast.engine").FastHand

    def play(rng: random.Random, long: bool) -> int:
        hand = fast_hand(player_count=SEATS, min_stack=STACK, max_stack=STACK, rng=rng)
        actions = 0
        while not hand.done:
            space = hand.get_action_space()
            wish = drawn(rng, long)
            if wish == "fold" and "fold" in space:
                hand.fold()
            elif wish == "raise" and "min_bet" in space:
                least, most = space["min_bet"], space["max_bet"]
                hand.bet_or_raise(least if long else size(rng, least, most))
            elif "check" in space:
                hand.check()
            else:
                hand.call()
            actions += 1
        return actions

    return play


def texasholdem() -> Play:
    """Play one hand of texasholdem's."""
    library = importlib.import_module("texasholdem")
    kinds = library.ActionType

    def play(rng: random.Random, long: bool) -> int:
        random.seed(rng.random())
        game = library.TexasHoldEm(buyin=STACK, big_blind=200, small_blind=100, max_players=SEATS)
        game.start_hand()
        actions = 0
        while game.is_hand_running():
            wish = drawn(rng, long)
            moves = game.get_available_moves()
            player = game.current_player
            facing = game.chips_to_call(player)
            if wish == "fold" and facing:
                game.take_action(kinds.FOLD)
            elif wish == "raise" and kinds.RAISE in moves.action_types:
                least, most = moves.raise_range[0], moves.raise_range[-1]
                game.take_action(kinds.RAISE, total=least if long else size(rng, least, most))
            else:
                game.take_action(kinds.CALL if facing else kinds.CHECK)
            actions += 1
        return actions

    return play


def contestants() -> dict[str, dict[str, Callable[[], Play]]]:
    """List who plays each game; making a peer may fail where it is not installed."""
    limits = (200, 400)
    blinds = (0, (100, 200))
    antes = (20, 50, *limits)
    return {
        "nlhe": {
            "ours": lambda: ours(NLHE, BLINDS),
            "pokerkit": lambda: pokerkit("NoLimitTexasHoldem", *blinds, 200),
            "pokerfast": pokerfast,
            "texasholdem": texasholdem,
        },
        "flhe": {
            "ours": lambda: ours(FLHE, LIMIT),
            "pokerkit": lambda: pokerkit("FixedLimitTexasHoldem", *blinds, *limits),
        },
        "plo": {
            "ours": lambda: ours(PLO, BLINDS),
            "pokerkit": lambda: pokerkit("PotLimitOmahaHoldem", *blinds, 200),
        },
        "flo8": {"ours": lambda: ours(FLO8, LIMIT)},
        "stud": {
            "ours": lambda: ours(STUD, BRING_IN),
            "pokerkit": lambda: pokerkit("FixedLimitSevenCardStud", *antes),
        },
        "razz": {
            "ours": lambda: ours(RAZZ, BRING_IN),
            "pokerkit": lambda: pokerkit("FixedLimitRazz", *antes),
        },
        "stud8": {
            "ours": lambda: ours(STUD8, BRING_IN),
            "pokerkit": lambda: pokerkit(
                "FixedLimitSevenCardStudHighLowSplitEightOrBetter", *antes
            ),
        },
        "kr7": {"ours": lambda: ours(KR7, SEED)},
    }


def rate(play: Play, rng: random.Random, long: bool, seconds: float) -> tuple[float, float]:
    """Return hands a second of CPU time, and actions a hand."""
    hands = actions = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds or hands < 5:
        actions += play(rng, long)
        hands += 1
    return hands / spent, actions / hands


def hands_a_second(
    games: list[str], seconds: float, seed: int
) -> tuple[dict[str, float], list[str]]:
    """Measure all games, contestants in turn; returns rates by "game policy who"."""
    figures: dict[str, float] = {}
    absent = set()
    for game, makers in contestants().items():
        if game not in games:
            continue
        plays = {}
        for who, make in makers.items():
            try:
                plays[who] = make()
            except ImportError:
                absent.add(who)
        for policy in ("quick", "long"):
            rates: dict[str, list[float]] = {who: [] for who in plays}
            length: dict[str, float] = {}
            for turn in range(ROUNDS):
                for who, play in plays.items():
                    rng = random.Random(seed * 1000 + turn)
                    found, length[who] = rate(play, rng, policy == "long", seconds / ROUNDS)
                    rates[who].append(found)
            for who, found_rates in rates.items():
                figures[f"{game} {policy} {who}"] = value = round(statistics.median(found_rates))
                sys.stdout.write(
                    f"{game:6} {policy:6} {who:12} {value:>8,} hands/s"
                    f"  {length[who]:5.1f} actions a hand\n"
                )
    return figures, sorted(absent)


def evaluations(seconds: float, seed: int) -> dict[str, float]:
    """Measure one 7-card evaluation a call: ours, phevaluator's own, and its bare C function."""
    phevaluator = importlib.import_module("phevaluator")
    bare = importlib.import_module("phevaluator._pheval").evaluate_7cards
    rng = random.Random(seed)
    hands = [rng.sample(DECK, 7) for _ in range(1000)]

    def by_ours() -> None:
        for cards in hands:
            high(cards)

    def by_phevaluator() -> None:
        evaluate = phevaluator.evaluate_cards
        for cards in hands:
            evaluate(*cards)

    def by_bare() -> None:
        for cards in hands:
            bare(*cards)

    calls = {"ours": by_ours, "phevaluator": by_phevaluator, "phevaluator-c": by_bare}
    best = dict.fromkeys(calls, float("inf"))
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        for who, call in calls.items():
            began = time.process_time()
            call()
            best[who] = min(best[who], time.process_time() - began)
    return {f"evaluate7 {who}": round(len(hands) / spent) for who, spent in best.items()}


def batches(seconds: float, seed: int) -> tuple[dict[str, float], list[str]]:
    """Measure many 7-card hands at once, a second of CPU; every one gets what it reads quickest."""
    generator = np.random.default_rng(seed)
    rows = generator.permuted(np.tile(np.arange(52, dtype=np.uint8), (BATCH, 1)), axis=1)[:, :7]
    rows = np.ascontiguousarray(rows)
    calls: dict[str, Callable[[], object]] = {"ours": lambda: rank7(rows)}
    absent = []
    try:
        eval7 = importlib.import_module("eval7")
        cards = [eval7.Card(name) for name in NAMES[:52]]
        hands = [[cards[card] for card in row] for row in rows.tolist()]
        calls["eval7"] = lambda: list(map(eval7.evaluate, hands))
    except ImportError:
        absent.append("eval7")
    try:
        score = importlib.import_module("poker_equity").score_batch
        texts = ["".join([NAMES[card] for card in row]) for row in rows.tolist()]
        calls["poker-equity"] = lambda: score("high", texts)
    except ImportError:
        absent.append("poker-equity")
    best = dict.fromkeys(calls, float("inf"))
    until = time.perf_counter() + seconds
    rank7(rows)  # makes the tables, once a process
    turns = 0
    while turns < ROUNDS or time.perf_counter() < until:
        turns += 1
        for who, call in calls.items():
            began = time.process_time()
            call()
            best[who] = min(best[who], time.process_time() - began)
    return {f"batch7 {who}": round(BATCH / spent) for who, spent in best.items()}, absent


def length_cost(seed: int) -> dict[str, float]:
    """Measure an action early and late in a very long hand, in microseconds.

    Two deep players re-raise the least amount: the hundred actions after the first hundred of a
    fresh hand, in turn with hundreds after the 10,000th of another; the quickest of each.
    """
    deck = list(DECK)
    random.Random(seed).shuffle(deck)
    players = (Player(0, 10**12), Player(1, 10**12))

    def hundred(hand: Hand) -> float:
        began = time.process_time()
        for _ in range(100):
            seat = hand.actors[0]
            option = hand.legal(seat).options[-1]
            hand.act(seat, hand.turn(seat), Action(option.kind, option.min))
        return time.process_time() - began

    old = Hand.start(FLHE, LIMIT, players, 0, deck)
    for _ in range(100):
        hundred(old)
    early = late = float("inf")
    for _ in range(LENGTH_ROUNDS):
        fresh = Hand.start(FLHE, LIMIT, players, 0, deck)
        hundred(fresh)
        early = min(early, hundred(fresh))
        late = min(late, hundred(old))
    return {
        "action early in a hand us": round(early * 10_000, 2),
        "action late in a hand us": round(late * 10_000, 2),
    }


def session_cost(seed: int) -> dict[str, float]:
    """Measure an action among the first hands of a process and after 2,000 more, in microseconds.

    The same hands both times, the quickest of five turns.
    """
    play = ours(NLHE, BLINDS)
    spent: dict[str, float] = {}
    for name in ("first", "later"):
        best = float("inf")
        for _ in range(5):
            rng = random.Random(seed)
            began = time.process_time()
            actions = sum(play(rng, True) for _ in range(100))
            best = min(best, (time.process_time() - began) / actions)
        spent[f"action in {name} hands us"] = round(best * 1e6, 2)
        rng = random.Random(seed + 1)
        if name == "first":
            for _ in range(2000):
                play(rng, False)
    return spent


def judged(figures: dict[str, float]) -> dict[str, float]:
    """Return every ratio that a bound is about, and add those of the other measures."""
    ratios = {}
    for game, peer in BOUNDS:
        for policy in ("quick", "long"):
            theirs = figures.get(f"{game} {policy} {peer}")
            if theirs:
                ratio = figures[f"{game} {policy} ours"] / theirs
                ratios[f"{game} {policy} x {peer}"] = round(ratio, 2)
    ratios["evaluate7 x phevaluator"] = round(
        figures["evaluate7 ours"] / figures["evaluate7 phevaluator"], 2
    )
    batch = [value for name, value in figures.items() if name.startswith("batch7")]
    if batch[1:]:
        ratios["batch7 x best peer"] = round(batch[0] / max(batch[1:]), 2)
    early, late = figures["action early in a hand us"], figures["action late in a hand us"]
    ratios["action late / early in a hand"] = round(late / early, 2)
    first, later = figures["action in first hands us"], figures["action in later hands us"]
    ratios["action in later / first hands"] = round(later / first, 2)
    return ratios


def held(ratios: dict[str, float]) -> list[str]:
    """Name the bounds that do not hold."""
    least = {"evaluate7 x phevaluator": EVALUATION_BOUND, "batch7 x best peer": BATCH_BOUND}
    for (game, peer), bound in BOUNDS.items():
        least |= {f"{game} {policy} x {peer}": bound for policy in ("quick", "long")}
    most = {"action late / early in a hand", "action in later / first hands"}
    broken = [name for name, bound in least.items() if ratios.get(name, bound) < bound]
    return broken + sorted(name for name in most if ratios[name] > COST_BOUND)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU time a game, policy, peer")
    parser.add_argument("--games", default=",".join(contestants()), help="nlhe,stud,…")
    options = parser.parse_args()
    started, seed = time.monotonic(), report.seed()
    assert set(contestants()) <= set(GAMES)
    figures, absent = hands_a_second(options.games.split(","), options.seconds, seed)
    figures |= evaluations(options.seconds, seed)
    batched, more = batches(options.seconds, seed)
    absent = sorted({*absent, *more})
    figures |= batched | length_cost(seed) | session_cost(seed)
    ratios = judged(figures)
    broken = held(ratios)
    for name, value in figures.items():
        if " us" in name or "7 " in name:
            sys.stdout.write(f"{name:32} {value:>12,}\n")
    for name, ratio in ratios.items():
        word = "  BELOW ITS BOUND" if name in broken else ""
        sys.stdout.write(f"{name:32} {ratio:>12.2f}{word}\n")
    for who in absent:
        sys.stderr.write(f"NOT INSTALLED, NOT MEASURED: {who}\n")
    results = {**figures, "ratios": ratios, "absent": absent, "broken": broken}
    line = report.line("bench-rules", ok=not broken, started=started, figures=results)
    sys.stdout.write(line + "\n")
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main())
