"""Every case of the vector files, answered from its inputs alone."""

import json
from pathlib import Path

import pytest

from rules.errors import Malformed
from rules.house.vectors import answer

FILES = Path(__file__).parents[2] / "vectors"
GAMES = ("uth", "casino_holdem", "russian_poker")
CASES = [
    pytest.param(name, case, id=case["id"])
    for name in GAMES
    for case in json.loads((FILES / f"{name}.json").read_text())
]


@pytest.mark.parametrize(("name", "case"), CASES)
def test_case(name, case):
    question = {key: value for key, value in case.items() if key not in ("expect", "note")}
    expect = case["expect"]
    assert answer(name, question) == {"expect": expect}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "damage",
    [
        {"player": ["As", "As"]},
        {"player": ["Xx", "2c"]},
        {"player": None},
        {"dealer": ["As"]},
        {"ante": -5},
        {"ante": "ten"},
        {"ante": 1.5},
        {"play_multiple": 5, "call": 1, "action": "raise"},
        {"options": {"nonsense": 1}, "inputs": {"nonsense": 1}},
    ],
)
def test_a_case_that_cannot_be_read(name, damage):
    case = json.loads((FILES / f"{name}.json").read_text())[0]
    with pytest.raises(Malformed):
        answer(name, case | damage)


def test_an_unknown_file():
    with pytest.raises(Malformed):
        answer("baccarat", {})
