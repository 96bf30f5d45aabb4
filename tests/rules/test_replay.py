"""Real hands, replayed: the pots must go where they really went."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from rules import phh
from rules.errors import Malformed
from rules.games import GAMES
from rules.phh import VARIANTS
from rules.replay import replay

REAL_HANDS = Path(os.environ.get("PHH", Path(__file__).parents[3] / "shared" / "phh"))

SMALL = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [1000, 1000]
actions = ["d dh p1 AcAd", "d dh p2 ????", "p2 cbr 300", "p1 cc", "d db 2c3d4h",
           "p1 cc", "p2 f # gives up"]
finishing_stacks = [1300, 700]
"""


def real_hands() -> dict[str, dict[str, Any]]:
    if not (REAL_HANDS / "expected.json").is_file():
        pytest.skip(f"THE REAL HANDS ARE NOT HERE: {REAL_HANDS} is absent, nothing was replayed.")
    found = json.loads((REAL_HANDS / "expected.json").read_text())
    assert len(found) > 300
    return found


@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_real_hands_end_as_they_did(variant: str) -> None:
    if VARIANTS[variant] not in GAMES:
        pytest.skip(f"{variant} is not among our games.")
    files = {name: facts for name, facts in real_hands().items() if facts["variant"] == variant}
    for name, facts in files.items():
        text = (REAL_HANDS / name).read_text()
        found = replay(text, expected=facts["finishing_stacks"], rake=facts["rake"] or 0)
        assert found.ok, (name, found)
        assert list(found.stacks) == facts["finishing_stacks"]


def test_heads_up_the_first_player_is_the_big_blind() -> None:
    assert replay(SMALL).ok
    assert replay(SMALL).stacks == (1300, 700)


def test_another_end_than_the_real_one_is_not_ok() -> None:
    assert not replay(SMALL, expected=[1000, 1000]).ok
    assert not replay(SMALL.replace("1300, 700", "700, 1300")).ok


def test_an_unknown_variant_is_not_passed() -> None:
    found = replay(SMALL.replace('"NT"', '"N2L1D"'))
    assert (found.known, found.ok) == (False, False)
    assert found.reason


def test_cents_are_read_as_they_stand() -> None:
    cents = SMALL.replace("[50, 100]", "[0.05, 0.10]").replace("cbr 300", "cbr 0.30")
    cents = cents.replace("[1000, 1000]", "[1.00, 1]").replace("[1300, 700]", "[1.3, 0.7]")
    assert replay(cents).stacks == (1.3, 0.7)
    assert replay(cents).ok


@pytest.mark.parametrize(
    "change",
    [
        ("p2 cbr 300", "p1 cbr 300"),
        ("p2 cbr 300", "p2 cbr 150"),
        ("p2 cbr 300", "p2 cc 300"),
        ("p2 cbr 300", "p2 cbr nan"),
        ("p2 cbr 300", "p2 jump"),
        ("p1 AcAd", "p1 AcAx"),
        ('"p1 cc", "p2 f # gives up"', '"p1 cc"'),
        ('"p2 f # gives up"', '"p2 f", "p1 cc"'),
        ("starting_stacks = [1000, 1000]", "starting_stacks = []"),
        ("starting_stacks = [1000, 1000]", "starting_stacks = [1000, true]"),
        ("antes = [0, 0]", "antes = [0, 0, 0]"),
        ("variant", "variant ="),
    ],
)
def test_a_broken_file_is_never_ok(change: tuple[str, str]) -> None:
    broken = SMALL.replace(*change)
    assert broken != SMALL
    found = replay(broken)
    assert not found.ok
    assert found.reason


def test_reading_refuses_what_is_no_history() -> None:
    for text in ("", "x", "actions = 5", "[a]\nb=1"):
        with pytest.raises(Malformed):
            phh.read(text)


def test_the_command_answers_a_line_a_file(tmp_path: Path) -> None:
    (tmp_path / "good.phh").write_text(SMALL)
    out = io.StringIO()
    call_command("replay", str(tmp_path), "--json", stdout=out, stderr=io.StringIO())
    answer = json.loads(out.getvalue())
    assert answer["ok"] is True
    assert answer["stacks"] == [1300, 700]
    assert set(answer) == {"path", "variant", "known", "ok", "stacks", "reason"}
    (tmp_path / "wrong.phh").write_text(SMALL.replace("1300, 700", "700, 1300"))
    with pytest.raises(SystemExit) as ended:
        call_command("replay", str(tmp_path), stdout=io.StringIO(), stderr=io.StringIO())
    assert ended.value.code == 1


def test_the_command_answers_the_rest_and_says_what_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.phh").write_text("\ufeff" + SMALL, encoding="utf-8")
    (tmp_path / "b.phh").write_bytes(b"variant = \xff")
    (tmp_path / "c.phh").write_text("this is no TOML")
    (tmp_path / "empty").mkdir()
    names = ["none.phh", "empty", "b.phh", "c.phh", "deep"]
    out, talk = io.StringIO(), io.StringIO()
    paths = [str(tmp_path / name) for name in names]
    with pytest.raises(SystemExit) as ended:
        call_command("replay", *paths, "--json", stdout=out, stderr=talk)
    assert ended.value.code == 2
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [answer["ok"] for answer in answers] == [False, False, False, False, True]
    for name in names[:4]:
        assert any(name in line for line in talk.getvalue().splitlines())


def test_results_that_cannot_be_read_are_wrong_use(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as wrong:
        call_command("replay", str(tmp_path), "--expected", str(tmp_path / "no.json"))
    assert wrong.value.returncode == 2


@pytest.mark.parametrize("command", [("replay",), ("vectors",), ("edges", "--help")])
def test_a_fresh_clone_without_keys_can_ask_the_rules(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "hand.phh").write_text(SMALL)
    (tmp_path / "hand_compare.json").write_text("[]")
    files = {"replay": [str(tmp_path)], "vectors": [str(tmp_path / "hand_compare.json")]}
    bare = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(
        [sys.executable, "manage.py", *command, *files.get(command[0], [])],
        env=bare | {"DATA": str(tmp_path / "none")},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    assert not (tmp_path / "none").exists()
