"""`manage.py edges`: the house edge of every bet against the house, an object a line.

Side bets and the two hold'em games are exact, Russian Poker is dealt 20 M times. A run takes some
minutes, is saved as it goes, and the next call goes on where it was stopped (with the seed of that
run; `--fresh` forgets it). `--quick` samples instead, in under a minute. Every figure is held
against the rule book; one that is off is named on stderr, and the exit code is 1.
"""

from __future__ import annotations

import json
import random
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import numpy as np
from django.conf import settings
from django.core.management.base import BaseCommand

from config import report
from rules.house import GAMES, book
from rules.house.edges import RUSSIAN_DEALS, Count, Edge, Play, quick, sides

SAVE_EVERY_S = 10


class Command(BaseCommand):
    help = "Compute the house edge of every bet against the house."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=sorted(GAMES))
        parser.add_argument("--quick", action="store_true", help="sample the main bets")
        parser.add_argument("--seed", type=int, default=report.seed() or random.randrange(2**32))
        parser.add_argument("--deals", type=int, default=RUSSIAN_DEALS, help="of Russian Poker")
        parser.add_argument("--fresh", action="store_true", help="forget a run half done")
        parser.add_argument("--keep", type=Path, help="write what pay tables are priced by here")
        parser.add_argument("--report", action="store_true", help="end with the line of a check")
        parser.add_argument("--json", action="store_true", help="accepted; the answer always is")

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        wrong: list[str] = []
        figures: dict[str, Any] = {}
        self.seed = options["seed"]
        games = [options["game"]] if options["game"] else sorted(GAMES)
        for game in games:
            for edge in self._edges(game, options):
                wrong += book.wrong(edge, quick=options["quick"])
                shown = {name: round(value, 6) for name, value in book.figures(edge).items()}
                figures[f"{edge.game} {edge.bet}"] = shown
        if not options["quick"]:
            for game in games:
                _half_done(game).unlink(missing_ok=True)
        for each in wrong:
            self.stderr.write(each)
        if options["report"]:
            figures["wrong"] = wrong
            self.stdout.write(
                report.line(
                    "edges", ok=not wrong, started=began, figures=figures, run_seed=self.seed
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
        if options["quick"]:
            edge = quick(game, np.random.default_rng(options["seed"]))
        else:
            run = self._run(game, options)
            edge = run.edge()
            _keep(options["keep"], game, run.kept)
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

    def _run(self, game: str, options: dict[str, Any]) -> Count | Play:
        """A run of a game to its end, saved on the way. What is finished stays saved until the
        whole command has ended, so that a run of all games goes on with the last one."""
        path = _half_done(game)
        if options["fresh"]:
            path.unlink(missing_ok=True)
        saved = json.loads(path.read_text()) if path.exists() else None
        run: Count | Play
        if game == Play.game:
            run = Play(options["seed"], options["deals"], saved)
            self.seed = run.seed
        else:
            run = Count(game, saved=saved)
        if saved is not None:
            self.stderr.write(f"{game}: going on at {run.progress}")
        saved_at = time.monotonic()
        while not run.done:
            run.step()
            if run.done or time.monotonic() - saved_at > SAVE_EVERY_S:
                _save(path, run.saved)
                saved_at = time.monotonic()
                self.stderr.write(f"{game}: {run.progress}")
        return run


def _half_done(game: str) -> Path:
    return Path(settings.DATA) / f"edges-{game}.json"


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
