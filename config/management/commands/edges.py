"""`manage.py edges`: the house edge of every bet against the house, an object a line.

Side bets and the two hold'em games are exact; their count takes some minutes, is saved as it goes
and taken up again by the next call. `--quick` samples instead, in under a minute. Every figure is
held against the rule book; one that is off is named on stderr, and the exit code is 1.
"""

from __future__ import annotations

import json
import random
import time
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from django.conf import settings
from django.core.management.base import BaseCommand

from config import report
from rules.house import GAMES, book
from rules.house.edges import (
    RUSSIAN_DEALS,
    Count,
    Edge,
    quick,
    russian_edge,
    russian_tally,
    sides,
)
from rules.house.russian import RussianSettings

SAVE_EVERY_S = 10
FLOPS = 1755


class Command(BaseCommand):
    help = "Compute the house edge of every bet against the house."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=sorted(GAMES))
        parser.add_argument("--quick", action="store_true", help="sample the main bets")
        parser.add_argument("--seed", type=int, default=report.seed() or random.randrange(2**32))
        parser.add_argument("--deals", type=int, default=RUSSIAN_DEALS, help="of Russian Poker")
        parser.add_argument("--fresh", action="store_true", help="forget a count half done")
        parser.add_argument("--keep", type=Path, help="write what pay tables are priced by here")
        parser.add_argument("--report", action="store_true", help="end with the line of a check")
        parser.add_argument("--json", action="store_true", help="accepted; the answer always is")

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        wrong: list[str] = []
        figures: dict[str, float] = {}
        for game in [options["game"]] if options["game"] else sorted(GAMES):
            for edge in self._edges(game, options):
                wrong += book.wrong(edge, quick=options["quick"])
                figures[f"{edge.game} {edge.bet}"] = round(edge.edge_percent, 6)
        for each in wrong:
            self.stderr.write(each)
        if options["report"]:
            shown = figures | {"wrong": wrong}
            self.stdout.write(
                report.line(
                    "edges", ok=not wrong, started=began, figures=shown, run_seed=options["seed"]
                )
            )
        if wrong:
            raise SystemExit(1)

    def _edges(self, game: str, options: dict[str, Any]) -> list[Edge]:
        """The edges of a game, told as they come."""
        began = time.monotonic()
        found = list(sides(game))
        for edge in found:
            self._tell(edge, began)
        began = time.monotonic()
        generator = np.random.default_rng(options["seed"])
        if options["quick"]:
            edge = quick(game, generator)
        elif game == "russian_poker":
            tally = russian_tally(generator, options["deals"], self._progress(options["deals"]))
            edge = russian_edge(tally, RussianSettings())
            _keep(options["keep"], game, tally.kept)
        else:
            count = self._count(game, fresh=options["fresh"])
            edge = count.edge()
            _keep(options["keep"], game, count.kept)
        self._tell(edge, began)
        return [*found, edge]

    def _tell(self, edge: Edge, began: float) -> None:
        line = {
            "game": edge.game,
            "bet": edge.bet,
            "edge_percent": round(edge.edge_percent, 6),
            "standard_error": round(edge.standard_error, 6),
            "exact": edge.exact,
            "seconds": round(time.monotonic() - began, 1),
        }
        if edge.details:
            line["details"] = {name: round(value, 8) for name, value in edge.details.items()}
        self.stdout.write(json.dumps(line))
        self.stdout.flush()

    def _progress(self, deals: int) -> Callable[[int], None]:
        def tell(done: int) -> None:
            if done % 1_000_000 == 0:
                self.stderr.write(f"{done // 1_000_000} of {deals // 1_000_000} M deals")

        return tell

    def _count(self, game: str, *, fresh: bool) -> Count:
        """Count to the end, saving on the way; a finished count is not kept."""
        kept = Path(settings.DATA) / f"edges-{game}.json"
        if fresh:
            kept.unlink(missing_ok=True)
        count = Count(game, saved=json.loads(kept.read_text()) if kept.exists() else None)
        saved_at = time.monotonic()
        while not count.done:
            count.step()
            if time.monotonic() - saved_at > SAVE_EVERY_S:
                _save(kept, count.saved)
                saved_at = time.monotonic()
                self.stderr.write(f"{game}: {count.next} of {FLOPS} flops")
        kept.unlink(missing_ok=True)
        return count


def _keep(path: Path | None, game: str, data: dict[str, Any]) -> None:
    """Put a game's part into the file that `rules.house.pricing` reads."""
    if path is not None:
        known = json.loads(path.read_text()) if path.exists() else {}
        _save(path, known | {game: data})


def _save(path: Path, data: dict[str, Any]) -> None:
    """Write beside and rename, so that a kill leaves the old file or the new one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(data))
    part.replace(path)
