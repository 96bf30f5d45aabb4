"""What hands can expect of a pot: `rules.odds` with bounded work, and cached."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from threading import BoundedSemaphore
from typing import Final

from django.core.cache import cache
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.odds import FORMS, Odds, equity
from tables.guide.reading import written


@dataclass(frozen=True, slots=True)
class Game:
    """fewest, most: cards of a hand. board: cards of a full board. cost: of a deal and hand."""

    key: str
    form: str
    name: str | Promise
    fewest: int
    most: int
    board: int
    cost: int


GAMES: Final = {
    game.key: game
    for game in (
        Game("holdem", "holdem", _("Texas hold'em"), 2, 2, 5, 1),
        Game("omaha", "omaha", _("Omaha"), 4, 4, 5, 60),
        Game("omaha8", "omaha8", _("Omaha hi-lo"), 4, 4, 5, 120),
        Game("stud", "stud", _("Seven-card stud"), 1, 7, 0, 2),
        Game("razz", "razz", _("Razz"), 1, 7, 0, 2),
        Game("stud8", "stud8", _("Stud hi-lo"), 1, 7, 0, 4),
        Game("korean", "korean", _("Korean seven poker"), 1, 7, 0, 8),
    )
}

# Hands evaluated for one question: about a third of a second of one core.
_MOST_WORK: Final = 3_500_000
_MOST_SAMPLES: Final = 100_000
_MOST_EXACT: Final = 1_800_000
_KEPT_S: Final = 600
_WAIT_S: Final = 3

# One question at a time in a process: the tables are played on the same cores.
_one = BoundedSemaphore(1)


class Busy(Exception):
    """Others are asking; nothing was computed."""


@dataclass(frozen=True, slots=True)
class Question:
    """Cards as ids; `dead` are cards known to be out of play."""

    game: Game
    hands: tuple[tuple[int, ...], ...]
    board: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The question in one line, the same for the same cards."""
        hands = "-".join(map(written, self.hands))
        return f"{self.game.key}-{hands}-b{written(self.board)}-d{written(self.dead)}"


def answer(question: Question) -> Odds:
    """Exact where the deals can be counted within the bound, else sampled.

    Samples come from a generator seeded with the question, so a shared link shows the same
    figures. Raises `Busy`, and `Malformed` if there are not enough cards.
    """
    key = f"guide-odds-{question.text}"
    known = cache.get(key)
    if known is not None:
        return known
    work = len(question.hands) * question.game.cost
    with alone():
        found = equity(
            FORMS[question.game.form],
            question.hands,
            board=question.board,
            dead=question.dead,
            generator=Random(question.text),
            samples=min(_MOST_SAMPLES, _MOST_WORK // work),
            limit=min(_MOST_EXACT, _MOST_WORK // work),
        )
    cache.set(key, found, _KEPT_S)
    return found


@contextmanager
def alone() -> Iterator[None]:
    """One question at a time in this process. Raises `Busy` after a short wait."""
    if not _one.acquire(timeout=_WAIT_S):
        raise Busy
    try:
        yield
    finally:
        _one.release()
