"""A minute of `make chaos`: whatever is killed, no chip, card, click or view is wrong after it."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from config.environment import ROOT


@pytest.mark.long
def test_a_minute_of_kills_leaves_everything_right() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.chaos"],
        cwd=ROOT,
        env=os.environ | {"SEED": os.environ.get("SEED", "11"), "MINUTES": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-5000:]
    figures = json.loads(done.stdout.splitlines()[-1])["figures"]
    # How much fits into a minute depends on the machine.
    assert figures["hands"]["over"] > 0
    assert figures["rounds"]["over"] > 0
    assert sum(figures["kills"].values()) > 1
    assert figures["tables"] == 14
