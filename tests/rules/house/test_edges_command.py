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


def test_a_stopped_run_of_deals_goes_on_with_its_seed(settings, tmp_path, monkeypatch):
    monkeypatch.setattr(edges, "_RUSSIAN_BLOCK", 2_000)
    monkeypatch.setattr(edges, "RUSSIAN_QUICK", 2_000)
    settings.DATA = tmp_path
    long = ("--game", "russian_poker", "--deals", "5000", "--report")
    *_, whole, report = run(*long, "--seed", "3", fails=True)
    half = edges.Play(3, 5_000)
    half.step()
    kept = tmp_path / "edges-russian_poker.json"
    kept.write_text(json.dumps(half.saved))
    run("--quick", "--game", "russian_poker")  # a look takes nothing from a long run
    *_, resumed, again = run(*long, "--seed", "8", fails=True)
    assert {**resumed, "seconds": 0} == {**whole, "seconds": 0}
    assert (report["seed"], again["seed"]) == (3, 3)
    assert resumed["details"]["deals"] == 5_000
    assert not kept.exists()
    assert "standard error" in again["figures"]["wrong"][-1]


def test_a_run_of_all_games_keeps_what_is_finished(two_flops, settings, tmp_path, monkeypatch):
    settings.DATA = tmp_path
    monkeypatch.setattr(edges.Play, "step", lambda self: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        run("--fresh")
    assert json.loads((tmp_path / "edges-casino_holdem.json").read_text())["next"] == 2


def test_figures_that_are_off_fail_the_check(two_flops, settings, tmp_path):
    settings.DATA = tmp_path
    line = run("--game", "casino_holdem", "--report", "--seed", "3", fails=True)[-1]
    assert (line["target"], line["ok"], line["seed"]) == ("edges", False, 3)
    assert [each.split(":")[0] for each in line["figures"]["wrong"]] == ["casino_holdem ante"] * 3
    assert line["figures"]["casino_holdem aa 7-to-1"] == {"edge_percent": 6.258349}
    assert set(line["figures"]["casino_holdem ante"]) == {
        "edge_percent",
        "element_of_risk_percent",
        "call_percent",
    }


def test_the_check_passes_with_the_figures_of_the_book():
    line = run("--quick", "--game", "russian_poker", "--report", "--seed", "4")[-1]
    assert line["ok"]
    assert line["figures"]["wrong"] == []
