"""The last line of every check and bench: one JSON object, the same shape for all."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from typing import Any


def seed() -> int:
    """The seed of this run, from the variable SEED; the Makefile draws one when none is given."""
    return int(os.environ.get("SEED") or 0)


def line(
    target: str,
    *,
    ok: bool,
    started: float,
    figures: Mapping[str, Any],
    run_seed: int | None = None,
) -> str:
    """The line for `target`; `started` is the time.monotonic() at which it began."""
    return json.dumps(
        {
            "target": target,
            "ok": ok,
            "seed": seed() if run_seed is None else run_seed,
            "seconds": round(time.monotonic() - started, 1),
            "figures": dict(figures),
        },
        ensure_ascii=False,
    )
