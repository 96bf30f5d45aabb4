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
        {"ante": 0},
        {"options": {"nonsense": 1}, "inputs": {"nonsense": 1}},
        {
            "options": {"trips_on_fold": "keep", "aa_on_fold": "keep"},
            "inputs": {"insurance_part": "keep"},
        },
        {"options": {"aa_on_fold": 1, "trips_on_fold": 1}, "inputs": {"doubles": "yes"}},
    ],
)
def test_a_case_that_cannot_be_read(name, damage):
    case = json.loads((FILES / f"{name}.json").read_text())[0]
    with pytest.raises(Malformed):
        answer(name, case | damage)


def russian(**inputs):
    """A flush in spades, which beats what is bought for a dealer without a hand."""
    return answer(
        "russian_poker",
        {
            "ante": 10,
            "player": ["Ks", "9s", "8s", "6s", "2s"],
            "dealer": ["Kh", "9d", "7c", "4d", "2h"],
            "action": "play",
            "inputs": inputs,
        },
    )["expect"]


def test_what_is_null_is_not_made_or_not_chosen():
    assert russian(fee=None, insurance=None, buy_dealer=None, max_payout=None) == russian()


def test_cards_bought_for_the_dealer_until_one_has_another_rank():
    found = russian(buy_dealer=["Kc", "Kd", "9c"])
    assert found["dealer_after"] == ["9d", "7c", "4d", "2h", "9c"]
    assert found["net"]["total"] == 100 - 10


@pytest.mark.parametrize("drawn", [["Ks"], ["Kc", "Kc"], ["7c"], ["Kc", "Kd"], "nonsense", [7]])
def test_cards_that_cannot_be_bought(drawn):
    with pytest.raises(Malformed):
        russian(buy_dealer=drawn)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("case", [None, 5, [], "case", {}])
def test_what_is_no_case_is_said_in_words(name, case):
    with pytest.raises(Malformed) as refused:
        answer(name, case)
    assert refused.value.data in ({"reason": "a case is an object"}, {"lacks": "player"})


def test_an_unknown_file():
    with pytest.raises(Malformed):
        answer("baccarat", {})
