"""Side pots: random all-ins; what goes back, and which pots are played for by whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from rules.pots import Pot, layers, uncalled
from tables.guide.exercises import generator

NAMES: Final = "ABCDE"


@dataclass(frozen=True, slots=True)
class Step:
    """One level: from `below` to `level`, so many players put in `chips` together."""

    below: int
    level: int
    players: int
    chips: int
    owners: str


@dataclass(frozen=True, slots=True)
class Question:
    """put: chips by player over the whole hand; folded: who is out; all in or matched otherwise."""

    put: dict[str, int]
    folded: frozenset[str]
    back: tuple[str, int] | None
    pots: tuple[tuple[int, str], ...]
    steps: tuple[Step, ...]

    @property
    def fields(self) -> int:
        """As many fields for pots as there could be pots."""
        return len(self.put) - len(self.folded)

    @property
    def returned(self) -> int:
        return self.back[1] if self.back else 0

    @property
    def total(self) -> int:
        return sum(self.put.values())


def make(seed: str) -> Question:
    """The question of a seed: three to five players, at least two of them in to the end."""
    rng = generator("side pots", seed)
    while True:
        question = _solved(*_drawn(rng))
        if len(question.pots) > 1 or question.back:
            return question


def _drawn(rng: Random) -> tuple[dict[int, int], frozenset[int]]:
    count = rng.randint(3, len(NAMES))
    step = rng.choice((5, 50, 100))
    levels = sorted(rng.sample(range(2, 30), rng.randint(2, 3)))
    put = {seat: rng.choice(levels) * step for seat in range(count)}
    folded = frozenset(seat for seat in range(count - 2) if rng.random() < 0.3)
    for seat in folded:
        put[seat] = rng.randint(1, levels[-1]) * step
    return put, folded


def _solved(put: Mapping[int, int], folded: frozenset[int]) -> Question:
    back = uncalled(put, folded)
    matched = dict(put)
    if back:
        matched[back[0]] -= back[1]
    pots = layers(matched, folded)
    return Question(
        put={NAMES[seat]: chips for seat, chips in put.items()},
        folded=frozenset(NAMES[seat] for seat in folded),
        back=(NAMES[back[0]], back[1]) if back else None,
        pots=tuple((pot.amount, _owners(pot)) for pot in pots),
        steps=_steps(matched, folded),
    )


def _owners(pot: Pot) -> str:
    return "".join(NAMES[seat] for seat in pot.seats)


def _steps(put: Mapping[int, int], folded: frozenset[int]) -> tuple[Step, ...]:
    """Level by level, as one counts it at a table."""
    found = []
    below = 0
    for level in sorted(set(put.values())):
        parts = [min(chips, level) - min(chips, below) for chips in put.values()]
        owners = "".join(NAMES[s] for s in put if s not in folded and put[s] >= level)
        found.append(Step(below, level, sum(1 for part in parts if part), sum(parts), owners))
        below = level
    return tuple(found)
