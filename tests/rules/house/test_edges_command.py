"""`manage.py edges`: an object a line, and a count that goes on where it was stopped."""

import io
import json

import pytest
from django.core.management import call_command

from rules.house import edges
from rules.house.duels import flops


def run(*args: str) -> list[dict]:
    out = io.StringIO()
    call_command("edges", *args, stdout=out, stderr=io.StringIO())
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_quick_look_says_the_error(monkeypatch):
    monkeypatch.setattr(edges, "RUSSIAN_QUICK", 20_000)
    bonus, main = run("--quick", "--game", "russian_poker", "--seed", "4")
    assert (bonus["bet"], bonus["exact"], bonus["standard_error"]) == ("bonus aragon", True, 0)
    assert main["standard_error"] > 1
    assert set(main) >= {"game", "bet", "edge_percent", "standard_error", "exact", "seconds"}
    again = run("--quick", "--game", "russian_poker", "--seed", "4")
    assert again[1]["edge_percent"] == main["edge_percent"]


@pytest.fixture
def two_flops(monkeypatch):
    """A count that ends soon; its figures are not those of the game."""
    few = flops()[:2]
    monkeypatch.setattr(edges, "flops", lambda: few)


def test_a_stopped_count_goes_on(two_flops, settings, tmp_path):
    settings.DATA = tmp_path
    whole = run("--game", "casino_holdem")[-1]
    half = edges.Count("casino_holdem")
    half.step()
    kept = tmp_path / "edges-casino_holdem.json"
    kept.write_text(json.dumps(half.saved))
    resumed = run("--game", "casino_holdem")[-1]
    assert {**resumed, "seconds": 0} == {**whole, "seconds": 0}
    assert whole["exact"]
    assert not kept.exists()
    kept.write_text("{}")
    assert run("--game", "casino_holdem", "--fresh")[-1]["edge_percent"] == whole["edge_percent"]
