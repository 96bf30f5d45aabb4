"""Ranking by the rule book, section A."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from rules.cards import card, names, parse
from rules.lowball import Low, low_key
from rules.pots import layers, share, uncalled
from rules.ranking import High, Rank, best_high, describe_high, high

VECTORS = Path(__file__).parent.parent / "vectors"


def rows(name: str) -> list[Any]:
    return [pytest.param(row, id=row["id"]) for row in json.loads((VECTORS / name).read_text())]


@pytest.mark.parametrize("row", rows("hand_compare.json"))
def test_hand_compare_vectors(row: dict[str, Any]) -> None:
    a = high([card(name) for name in row["a"]])
    b = high([card(name) for name in row["b"]])
    assert ("a" if a > b else "b" if b > a else "tie") == row["expect"]
    assert describe_high(a).category == row["cat_a"]
    assert describe_high(b).category == row["cat_b"]


@pytest.mark.parametrize("row", rows("lowball.json"))
def test_lowball_vectors(row: dict[str, Any]) -> None:
    hands = {side: [card(name) for name in row[side]] for side in "ab"}
    a, b = (Low().score(hands[side], ()) for side in "ab")
    assert ("a" if a > b else "b" if b > a else "tie") == row["expect"]
    for side, cards in hands.items():
        assert list(low_key(cards)) == row[f"low_{side}"]
        assert bool(Low(8).score(cards, ())) == row[f"q8_{side}"]
        assert bool(Low(9).score(cards, ())) == row[f"q9_{side}"]


@pytest.mark.parametrize("row", rows("sidepots.json"))
def test_sidepot_vectors(row: dict[str, Any]) -> None:
    put = {int(seat): chips for seat, chips in row["contributed"].items()}
    strength = {int(seat): value for seat, value in row["strength"].items()}
    back = uncalled(put, row["folded"])
    assert ({str(back[0]): back[1]} if back else {}) == row["returns"]
    if back:
        put[back[0]] -= back[1]
    pots = layers(put, row["folded"], sum(row.get("dead", {}).values()))
    assert [{"amount": pot.amount, "eligible": sorted(pot.seats)} for pot in pots] == row["pots"]
    won: dict[int, int] = {}
    for pot in pots:
        best = max(strength[seat] for seat in pot.seats)
        winners = [seat for seat in pot.seats if strength[seat] == best]
        winners.sort(key=lambda seat: (seat - row["button"] - 1) % row["n_seats"])
        for seat, chips in share(pot.amount, winners, row["unit"]).items():
            won[seat] = won.get(seat, 0) + chips
    assert {str(seat): chips for seat, chips in won.items()} == row["payouts"]


def test_a1_every_strength_is_described_in_order() -> None:
    described = [describe_high(strength) for strength in range(1, 7463)]
    assert len(set(described)) == 7462
    assert described[0] == Rank("high_card", ("7", "5", "4", "3", "2"))
    assert described[-1] == Rank("royal_flush")


@pytest.mark.parametrize(
    ("cards", "rank"),
    [
        ("KsKdKh2s2d9c5h", Rank("full_house", ("K", "2"))),
        ("As2d3h4s5d9cKh", Rank("straight", ("5",))),
        ("AsAdKhKsQdQc2h", Rank("two_pair", ("A", "K", "Q"))),
        ("7s7d7h7s"[:6] + "7cKdQh2s", Rank("four_of_a_kind", ("7", "K"))),
        ("9sTsJsQsKsAd2c", Rank("straight_flush", ("K",))),
        ("2s5s9sJsKs3d4c", Rank("flush", ("K", "J", "9", "5", "2"))),
    ],
)
def test_a1_description(cards: str, rank: Rank) -> None:
    assert describe_high(high(parse(cards))) == rank


def test_a1_best_five_are_five_of_the_cards_with_the_same_strength() -> None:
    for cards in combinations(parse("AsKsQsJs9s2d2c8h"), 7):
        best = best_high(cards)
        assert set(best) <= set(cards)
        assert high(best) == high(cards)


def test_a1_best_five_are_shown_in_order_of_weight() -> None:
    assert names(best_high(parse("2c9hKdKs2d5c9s"))) == ("Ks", "Kd", "9s", "9h", "5c")
    assert names(best_high(parse("Ac2d3h4s5dKcQh"))) == ("5d", "4s", "3h", "2d", "Ac")


def test_b13_omaha_plays_exactly_two_and_three() -> None:
    # Four spades on the board and one in hand make no flush; a set of the board neither quads.
    strength = High(hole=2).score(parse("AsKd3c2h"), parse("Qs9s5s2s7d"))
    assert describe_high(strength) == Rank("one_pair", ("2", "A", "Q", "9"))


def test_a3_description_of_a_low() -> None:
    low = Low(qualifier=8)
    cards = parse("As3d8h6s5dKcKh")
    assert low.rank(low.score(cards, ())) == Rank("low", ("8", "6", "5", "3", "A"))
    assert names(low.best(cards, ())) == ("8h", "6s", "5d", "3d", "As")
