"""`manage.py edges`: the house edge of every bet against the house, an object a line.

Side bets and the two hold'em games are exact; their count takes some minutes, is saved as it goes
and taken up again by the next call. `--quick` samples instead, in under a minute.
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

from rules.house import GAMES
from rules.house.edges import RUSSIAN_DEALS, Count, Edge, quick, russian, sides
from rules.house.russian import RussianSettings

SAVE_EVERY_S = 10


class Command(BaseCommand):
    help = "Compute the house edge of every bet against the house."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", choices=sorted(GAMES))
        parser.add_argument("--quick", action="store_true", help="sample the main bets")
        parser.add_argument("--seed", type=int, default=random.randrange(2**32))
        parser.add_argument("--fresh", action="store_true", help="forget a count half done")
        parser.add_argument("--json", action="store_true", help="accepted; the answer always is")

    def handle(self, *args: Any, **options: Any) -> None:
        for game in [options["game"]] if options["game"] else sorted(GAMES):
            began = time.monotonic()
            for edge in sides(game):
                self._tell(edge, began)
            began = time.monotonic()
            generator = np.random.default_rng(options["seed"])
            if options["quick"]:
                edge = quick(game, generator)
            elif game == "russian_poker":
                edge = russian(generator, RussianSettings(), RUSSIAN_DEALS, self._progress)
            else:
                edge = self._count(game, fresh=options["fresh"])
            self._tell(edge, began)

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

    def _progress(self, deals: int) -> None:
        if deals % 1_000_000 == 0:
            self.stderr.write(f"{deals // 1_000_000} of {RUSSIAN_DEALS // 1_000_000} M deals")

    def _count(self, game: str, *, fresh: bool) -> Edge:
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
                self.stderr.write(f"{game}: {count.next} of 1755 flops")
        kept.unlink(missing_ok=True)
        return count.edge()


def _save(path: Path, data: dict[str, Any]) -> None:
    """Write beside and rename, so that a kill leaves the old file or the new one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(data))
    part.replace(path)
