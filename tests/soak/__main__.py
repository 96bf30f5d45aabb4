"""Random hands of every game, with the rule book's invariants after every action.

    HANDS=1000000 SEED=1 python -m tests.soak
    SEED=1 ONLY=4711 python -m tests.soak          one hand of a run once more

Every hand comes from the seed and its number alone. After each action `hand.problems()` and what
the events say are looked at; on a share of the hands the same start and actions are replayed and
must give the same events, every viewer's projection is searched for cards that are not theirs, and
actions that may not be done are tried. MINUTES runs for so long instead of HANDS. Then hands of
every game are played on the sockets of a site, 2,000 of each to a million (`tests.soak.live`). The
last line is a JSON object; exit 0 when nothing was found, else 1.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from config import report
from rules.errors import RulesError
from rules.hand import Action
from tests.soak import live, watch, world

PROCESSES = 2
BATCH = 500
BATCHES = 8  # handed out at once
MOST_ACTIONS = 3000
EXAMPLES = 10

#: One in so many hands is also replayed, searched for hidden cards, and given nonsense.
REPLAYED, SEARCHED, REFUSED = 5, 7, 11


def play(seed: int, number: int) -> tuple[str, int]:
    """Play one hand of a run; return its game and how many actions it had. Raises on a fault."""
    rng = random.Random(f"{seed}-{number}")
    hand = world.started(rng, number)
    seen = watch.Watch(hand)
    seen.take(hand.opening)
    folding = rng.choice([0.1, 0.5, 1.0])
    done: list[tuple[int, int, Action]] = []
    while not hand.over:
        if number % REFUSED == 0:
            watch.refuses(hand, rng)
        seat = rng.choice(hand.actors)
        action = world.wish(hand, seat, rng, folding)
        done.append((seat, hand.turn(seat), action))
        seen.take(hand.act(*done[-1]))
        if len(done) > MOST_ACTIONS:
            raise watch.Broken("the hand does not end")
    seen.end()
    if number % REPLAYED == 0:
        _replay(seed, number, seen, done)
    if number % SEARCHED == 0:
        watch.hidden(hand, seen.events)
    return hand.variant.key, len(done)


def _replay(seed: int, number: int, seen: watch.Watch, done: list[tuple[int, int, Action]]) -> None:
    hand = world.started(random.Random(f"{seed}-{number}"), number)
    events = list(hand.opening)
    for decision in done:
        events += hand.act(*decision)
    if events != seen.events or hand.result() != seen.hand.result():
        raise watch.Broken("the same deck and actions gave other events")


def batch(work: tuple[int, int, int]) -> tuple[Counter[str], int, list[str]]:
    """Play the hands from `first` on; return hands by game, actions, and what was found."""
    seed, first, count = work
    hands: Counter[str] = Counter()
    actions, faults = 0, []
    for number in range(first, first + count):
        try:
            game, length = play(seed, number)
        except (watch.Broken, RulesError, ArithmeticError, LookupError, TypeError, ValueError,
                AttributeError, AssertionError) as fault:  # fmt: skip
            faults.append(f"SEED={seed} ONLY={number}: {type(fault).__name__} {fault}"[:500])
        else:
            hands[game] += 1
            actions += length
    return hands, actions, faults


def batches(seed: int, hands: int, until: float) -> Iterator[tuple[int, int, int]]:
    """List what there is to do, until enough is done or the time is up."""
    first = 0
    while first < hands and time.monotonic() < until:
        count = min(BATCH, hands - first)
        yield seed, first, count
        first += count


def main() -> int:
    began = time.monotonic()
    seed = report.seed()
    if os.environ.get("ONLY"):
        sys.stdout.write(f"{play(seed, int(os.environ['ONLY']))}\n")
        return 0
    minutes = float(os.environ.get("MINUTES") or 0)
    wanted = sys.maxsize if minutes else int(os.environ.get("HANDS") or 1_000_000)
    until = began + minutes * 60 if minutes else float("inf")
    sys.stderr.write(f"seed {seed}\n")
    hands: Counter[str] = Counter()
    actions, faults, said = 0, [], began
    with multiprocessing.Pool(PROCESSES) as pool:
        work = batches(seed, wanted, until)
        while some_work := list(islice(work, BATCHES)):
            for some, more, found in pool.imap_unordered(batch, some_work):
                hands += some
                actions += more
                faults += found
            if time.monotonic() - said > 10:
                said = time.monotonic()
                rate = hands.total() / (said - began)
                sys.stderr.write(f"{hands.total():,} hands, {rate:,.0f} a second\n")
    for fault in faults[:EXAMPLES]:
        sys.stderr.write(fault + "\n")
    live_hands, looked, found = live.play(
        seed, max(1, hands.total() * live.HANDS_PER_MILLION // 10**6)
    )
    faults += found
    for fault in found[:EXAMPLES]:
        sys.stderr.write(fault + "\n")
    figures = {
        "hands": hands.total(),
        "actions": actions,
        "faults": len(faults),
        "by_game": dict(sorted(hands.items())),
        "live_hands": dict(sorted(live_hands.items())),
        "cards_seen_live": looked,
    }
    sys.stdout.write(report.line("soak", ok=not faults, started=began, figures=figures) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
