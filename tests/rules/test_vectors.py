"""All poker vectors through the rules, and through the command that answers such files."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from rules import vectors
from rules.cards import card
from rules.errors import Malformed
from rules.korean import ORDER, Korean
from rules.lowball import Low
from rules.ranking import High
from tests.rules.builders import korean_category

VECTORS = Path(__file__).parent.parent / "vectors"
POKER = [
    "hand_compare",
    "lowball",
    "hilo",
    "stud_bringin",
    "sidepots",
    "nlhe_betting",
    "korean_seven",
]


def all_cases() -> list[Any]:
    found = []
    for name in POKER:
        data = json.loads((VECTORS / f"{name}.json").read_text())
        for kind, number, case in vectors.cases(f"{name}.json", data):
            found.append(pytest.param(kind, case, id=f"{kind}-{number}"))
    return found


@pytest.mark.parametrize(("kind", "case"), all_cases())
def test_the_rules_answer_as_expected(kind: str, case: dict[str, Any]) -> None:
    got = vectors.answer(kind, case)
    assert got
    for key, value in got.items():
        if key == "next_options_level":
            assert value == [step[key] for step in case["steps"]]
        else:
            assert value == case[key]


def test_an_answer_does_not_look_at_the_expectation() -> None:
    """The same answers come from files whose expectations were taken out."""
    inputs = {
        "hand_compare": {"a", "b"},
        "lowball": {"a", "b"},
        "hilo": {"qualifier", "unit", "pot", "players"},
        "stud_bringin.first_to_act": {"game", "street", "n_seats", "dealer", "up"},
        "stud_bringin.fixed_limit": {"limits", "street", "players", "open_pair", "steps"},
        "sidepots": {"n_seats", "button", "unit", "contributed", "dead", "folded", "strength"},
        "nlhe_betting": {"stacks", "button", "sb", "bb", "actions"},
        "korean_seven.amounts": {"state"},
        "korean_seven.compare": {"options", "a", "b"},
        "korean_seven.boss": {"up"},
    }
    for param in all_cases():
        kind, case = param.values
        bare = {key: value for key, value in case.items() if key in inputs[kind]}
        if "steps" in bare:
            bare["steps"] = [{"after": step["after"]} for step in bare["steps"]]
        assert vectors.answer(kind, bare) == vectors.answer(kind, case)


def test_korean_categories() -> None:
    for row in json.loads((VECTORS / "korean_seven.json").read_text())["compare"]:
        options = row["options"]
        scoring = Korean(options["back"], options["bsf"], "on" if options["suit"] else "off")
        for side in "ab":
            cards = [card(name) for name in row[side]]
            category = scoring.rank(scoring.score(cards, ())).category
            assert category == korean_category(row[f"cat_{side}"])
            assert category in ORDER


def test_the_command_answers_every_case_and_names_what_it_cannot_read(tmp_path: Path) -> None:
    out = io.StringIO()
    call_command("vectors", *[str(VECTORS / f"{name}.json") for name in POKER], stdout=out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(answers) == len(all_cases())
    assert all(set(answer) == {"file", "id", "got"} for answer in answers)

    broken = [{"id": "good", "a": ["As"] * 5, "b": ["2c"] * 5}, {"id": "bad", "a": ["As"]}, 7]
    (tmp_path / "hand_compare.json").write_text(json.dumps(broken))
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command(
            "vectors", str(tmp_path / "hand_compare.json"), stdout=out, stderr=io.StringIO()
        )
    assert ended.value.code == 2
    assert ["got" in json.loads(line) for line in out.getvalue().splitlines()][1:] == [False] * 2


def test_a_file_that_cannot_be_read_is_said_after_the_rest_is_answered(tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text("[{}]")
    (tmp_path / "broken_uth.json").write_text("{")
    files = [str(tmp_path / name) for name in ("other.json", "missing.json", "broken_uth.json")]
    out, talk = io.StringIO(), io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("vectors", *files, str(VECTORS / "lowball.json"), stdout=out, stderr=talk)
    assert ended.value.code == 2
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert ["error" in answer for answer in answers[:4]] == [True, True, True, False]
    assert len(answers) == 3 + len(json.loads((VECTORS / "lowball.json").read_text()))
    assert all(Path(name).name in talk.getvalue() for name in files)


def test_the_keys_of_a_file_tell_its_cases() -> None:
    data = {"note": "mine", "boss": [{"id": "b1"}], "first_to_act": []}
    assert list(vectors.cases("more.json", data)) == [("korean_seven.boss", "b1", {"id": "b1"})]
    assert list(vectors.cases("my_hilo_2.json", [7])) == [("hilo", "", 7)]
    with pytest.raises(Malformed):
        list(vectors.cases("hilo.json", {"note": 1}))


@pytest.mark.parametrize("case", [{}, {"a": 1, "b": 2}, {"a": ["As"], "b": ["Kd"]}, [], None])
def test_a_case_that_cannot_be_read_is_malformed(case: Any) -> None:
    with pytest.raises(Malformed):
        vectors.answer("hand_compare", case)


@pytest.mark.parametrize("scoring", [High(), Low(), Low(8), Korean()])
def test_an_unknown_card_never_wins(scoring: Any) -> None:
    assert scoring.score([52, *range(6)], ()) == 0
