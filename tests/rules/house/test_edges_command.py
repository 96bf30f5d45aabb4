"""`manage.py edges`: an object a line, and a count that goes on where it was stopped."""

import io
import json
from contextlib import nullcontext

import pytest
from django.core.management import call_command

from rules.house import edges
from rules.house.duels import flops


def run(*args: str, fails: bool = False) -> list[dict]:
    out = io.StringIO()
    with pytest.raises(SystemExit) if fails else nullcontext():
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
    whole = run("--game", "casino_holdem", fails=True)[-1]
    half = edges.Count("casino_holdem")
    half.step()
    kept = tmp_path / "edges-casino_holdem.json"
    kept.write_text(json.dumps(half.saved))
    resumed = run("--game", "casino_holdem", fails=True)[-1]
    assert {**resumed, "seconds": 0} == {**whole, "seconds": 0}
    assert whole["exact"]
    assert not kept.exists()
    kept.write_text("{}")
    fresh = run("--game", "casino_holdem", "--fresh", fails=True)[-1]
    assert fresh["edge_percent"] == whole["edge_percent"]


def test_figures_that_are_off_fail_the_check(two_flops, settings, tmp_path):
    settings.DATA = tmp_path
    line = run("--game", "casino_holdem", "--report", "--seed", "3", fails=True)[-1]
    assert (line["target"], line["ok"], line["seed"]) == ("edges", False, 3)
    assert [each.split(":")[0] for each in line["figures"]["wrong"]] == ["casino_holdem ante"] * 3
    assert line["figures"]["casino_holdem aa 7-to-1"] == 6.258349


def test_the_check_passes_with_the_figures_of_the_book():
    line = run("--quick", "--game", "russian_poker", "--report", "--seed", "4")[-1]
    assert line["ok"]
    assert line["figures"]["wrong"] == []
