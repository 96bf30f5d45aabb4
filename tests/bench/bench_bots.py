"""How much the bots win: self-play on `rules`, without a server.

    python -m tests.bench.bench_bots [--game razz] [--levels 1,2,3] [--decks 400] [--quick]

Every deck is played twice at a full table, bots and opponents changing seats in between, so that
the luck of the cards mostly cancels; the error is over decks. A bot must win at least 20 big
blinds (stud: big bets) per 100 hands from random play and from always calling, two standard errors
clear, and decide within 20 ms of processor time on average. A match ends before its last deck once
it is four errors clear. `--ladder` also plays the strengths against one another, for the record.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import NamedTuple

from config import report
from rules.cards import NAMES
from rules.games import GAMES
from rules.hand import Action, Hand, Legal, Player
from rules.stakes import Stakes
from rules.view import project
from tables.bots import decide
from tables.bots.seen import Seen

_BLINDS = Stakes(small_blind=50, big_blind=100)
_LIMITS = Stakes(small_blind=50, big_blind=100, small_bet=100, big_bet=200)
_STUD = Stakes(ante=10, bring_in=25, small_bet=100, big_bet=200)
_SEED = Stakes(seed=100, unit=100)

# Stakes, and the chips of the unit: the big blind; in stud the big bet; in Korean seven poker four
# seeds, so that six seeds make one unit and a half before the betting, as two blinds do.
STAKES = {
    "nlhe": (_BLINDS, 100),
    "plhe": (_BLINDS, 100),
    "flhe": (_LIMITS, 100),
    "plo": (_BLINDS, 100),
    "flo8": (_LIMITS, 100),
    "stud": (_STUD, 200),
    "razz": (_STUD, 200),
    "stud8": (_STUD, 200),
    "stud9": (_STUD, 200),
    "kr7": (_SEED, 400),
    "kr7_three": (_SEED, 400),
}
SEATS = 6
STACK = 100
WANTED = 20
FEWEST = 40  # decks, before a match may end early
STEP = 20
CLEAR = 4
MOST_MS = 20

Policy = Callable[[Seen, random.Random], Action]


@dataclass
class Clock:
    seconds: float = 0
    decisions: int = 0


@dataclass
class Table:
    """Six seats, a policy each, fresh stacks every hand."""

    game: str
    stakes: Stakes
    stack: int
    clock: Clock = field(default_factory=Clock)

    def play(
        self, policies: dict[int, Policy], button: int, deck: list[int], rng: random.Random
    ) -> dict[int, int]:
        """Play one hand; net chips by seat."""
        seats = tuple(Player(seat, self.stack) for seat in sorted(policies))
        hand = Hand.start(GAMES[self.game], self.stakes, seats, button, deck)
        stacks = {player.seat: player.stack for player in seats}
        views = {
            seat: Seen.start(
                me=seat, game=self.game, stakes=self.stakes, button=button, stacks=stacks
            )
            for seat in policies
        }
        news = hand.opening
        while True:
            for seat, view in views.items():
                view.see(project(event, seat) for event in news)
            if hand.over:
                return hand.result().net
            seat = hand.actors[0]
            views[seat].legal = hand.legal(seat)
            news = hand.act(seat, hand.turn(seat), policies[seat](views[seat], rng))

    def bot(self, level: int) -> Policy:
        def policy(view: Seen, rng: random.Random) -> Action:
            before = time.process_time()
            action = decide(view, level, rng)
            self.clock.seconds += time.process_time() - before
            self.clock.decisions += 1
            return action

        return policy


def at_random(view: Seen, rng: random.Random) -> Action:
    """Any option, any amount."""
    legal = _legal(view)
    option = rng.choice(legal.options)
    if option.kind == "choose":
        hidden = sorted(set(view.cards) - set(view.own.up))
        chosen = rng.sample(hidden, legal.discard + legal.open)
        return Action("choose", 0, tuple(NAMES[each] for each in chosen))
    return Action(option.kind, rng.randint(option.min, option.max))


def always_call(view: Seen, rng: random.Random) -> Action:
    """Check or call, whatever happens."""
    kinds = {option.kind: option for option in _legal(view).options}
    if "choose" in kinds:
        return at_random(view, rng)
    for kind in ("check", "call", "bring_in"):
        if kind in kinds:
            return Action(kind, kinds[kind].min)
    return Action("fold")


def _legal(view: Seen) -> Legal:
    assert view.legal is not None
    return view.legal


OPPONENTS: dict[str, Policy] = {"random": at_random, "call": always_call}


def match(
    table: Table, ours: Policy, theirs: Policy, decks: int, unit: int, seed: str
) -> tuple[float, float, int]:
    """Units won per 100 hands by one seat of ours, the standard error, and the decks played."""
    rng = random.Random(seed)
    won: list[float] = []
    while len(won) < decks:
        deck = rng.sample(range(52), 52)
        total = 0
        for side in (0, 1):
            policies = {seat: ours if seat % 2 == side else theirs for seat in range(SEATS)}
            net = table.play(policies, len(won) % SEATS, deck, rng)
            total += sum(chips for seat, chips in net.items() if seat % 2 == side)
        won.append(total / SEATS * 100 / unit)
        if len(won) >= FEWEST and len(won) % STEP == 0 and clear(won, CLEAR):
            break
    return statistics.fmean(won), _error(won), len(won)


def clear(won: list[float], errors: float) -> bool:
    """Whether the mean lies so many standard errors above what is wanted."""
    return statistics.fmean(won) - errors * _error(won) >= WANTED


def _error(won: list[float]) -> float:
    return statistics.stdev(won) / len(won) ** 0.5


class Job(NamedTuple):
    """One strength at one game, against every opponent."""

    game: str
    level: int
    decks: int
    seed: int
    ladder: bool


def play(job: Job) -> tuple[dict[str, dict[str, float]], bool]:
    """The figures of a job, and whether all is as wanted."""
    stakes, unit = STAKES[job.game]
    table = Table(job.game, stakes, STACK * unit)
    ours = table.bot(job.level)
    rivals = dict(OPPONENTS)
    if job.ladder:
        rivals |= {f"level {other}": table.bot(other) for other in range(1, job.level)}
    figures: dict[str, dict[str, float]] = {}
    title = f"{job.game} level {job.level}"
    ok = True
    for name, theirs in rivals.items():
        mean, error, decks = match(table, ours, theirs, job.decks, unit, f"{job.seed} {title}")
        figures[f"{title} against {name}"] = {
            "per_100": round(mean, 1),
            "standard_error": round(error, 1),
            "decks": decks,
        }
        if name in OPPONENTS:
            ok = ok and mean - 2 * error >= WANTED
        print(f"{title} against {name}: {mean:.1f} ± {error:.1f}", file=sys.stderr, flush=True)
    spent = 1000 * table.clock.seconds / table.clock.decisions
    figures[title] = {"ms_per_decision": round(spent, 2)}
    return figures, ok and spent <= MOST_MS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=400, help="at most, for each match")
    parser.add_argument("--seed", type=int, default=report.seed())
    parser.add_argument("--game", choices=sorted(STAKES), help="one game; else all")
    parser.add_argument("--levels", default="1,2,3")
    parser.add_argument("--quick", action="store_true", help="a look: errors stay large")
    parser.add_argument("--ladder", action="store_true", help="also strength against strength")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    started = time.monotonic()
    jobs = [
        Job(game, level, FEWEST if given.quick else given.decks, given.seed, given.ladder)
        for game in ([given.game] if given.game else STAKES)
        for level in map(int, given.levels.split(","))
    ]
    figures: dict[str, dict[str, float]] = {}
    ok = True
    with ProcessPoolExecutor(given.processes, get_context("spawn")) as pool:
        for found, fine in pool.map(play, jobs):
            figures |= found
            ok = ok and fine
    line = report.line("bench-bots", ok=ok, started=started, figures=figures, run_seed=given.seed)
    print(line)
    return 0 if ok else 1


if __name__ == "__main__":
    raise SystemExit(main())
