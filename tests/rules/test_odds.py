"""Rule book A: many hands at once must be worth what one hand at a time is worth."""

import json
import random
from itertools import combinations, pairwise
from math import comb
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from phevaluator import evaluate_cards

from rules import odds, odds_tables
from rules.cards import parse
from rules.errors import Malformed
from rules.games import GAMES
from rules.korean import Korean
from rules.odds import FORMS, equity, korean7, low7, rank7

VECTORS = Path(__file__).parent.parent / "vectors"


def hands(*names: str) -> list[tuple[int, ...]]:
    return [parse(name) for name in names]


def random_cards(count: int, size: int, seed: int = 5) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.random((count, 52)).argsort(axis=1)[:, :size].astype(np.uint8)


def shares(form: str, *names: str, **options) -> list[float]:
    return [s.equity for s in equity(FORMS[form], hands(*names), **options).shares]


# --- values -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [5, 6, 7])
def test_high_values_are_those_of_phevaluator(size):
    cards = random_cards(20_000, size)
    assert rank7(cards).tolist() == [evaluate_cards(*row) for row in cards.tolist()]


@pytest.mark.parametrize("size", [6, 7])
def test_flushes_and_straight_flushes_of_many_cards(size):
    suited = list(combinations(range(0, 52, 4), 5))
    cards = np.array([[*five, *range(1, size - 4)] for five in suited], dtype=np.uint8)
    assert rank7(cards).tolist() == [evaluate_cards(*row) for row in cards.tolist()]
    longer = np.array(list(combinations(range(2, 52, 4), size)), dtype=np.uint8)
    assert rank7(longer).tolist() == [evaluate_cards(*row) for row in longer.tolist()]


def test_frequencies_of_all_five_card_hands():
    """A2: all 2,598,960 hands, the best category first, and 7,462 distinct values."""
    values = rank7(odds.choices(52, 5))
    ends = [1, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462]
    assert len(np.unique(values)) == 7462
    found = np.histogram(values, bins=[1, *(end + 1 for end in ends)])[0].tolist()
    assert found == [4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540]


WESTERN = (1, 9, 156, 156, 1277, 10, 858, 858, 2860, 1277)
KOREAN = (1, 1, 8, 156, 156, 1277, 1, 1, 8, 858, 858, 2860, 1277)


def by_category(order: str, size: int, widths: tuple[int, ...]) -> list[int]:
    found = odds_tables.frequencies(order, size)
    ends = np.cumsum([1, *widths])
    return [int(found[a:b].sum()) for a, b in pairwise(ends)]


@pytest.mark.parametrize(
    ("size", "distinct", "expected"),
    [
        (5, 7462, [4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540]),
        (6, 6075, [188, 1656, 14664, 165984, 205792, 361620, 732160, 2532816, 9730740, 6612900]),
        (
            7,
            4824,
            [
                *(4324, 37260, 224848, 3473184, 4047644),
                *(6180020, 6461620, 31433400, 58627800, 23294460),
            ],
        ),
    ],
)
def test_frequencies_of_high_hands(size, distinct, expected):
    """A2, every hand counted."""
    assert by_category("high", size, WESTERN) == expected
    assert np.count_nonzero(odds_tables.frequencies("high", size)) == distinct


def test_frequencies_of_korean_hands():
    """D6, seven cards: the back straight is preferred to a six-high one."""
    assert by_category("korean", 7, KOREAN) == [
        *(4324, 4324, 32936, 224848, 3473184, 4047644, 747980, 747980),
        *(4684060, 6461620, 31433400, 58627800, 23294460),
    ]


@pytest.mark.parametrize(("size", "distinct"), [(5, 6175), (6, 6019), (7, 5083)])
def test_frequencies_of_lows(size, distinct):
    """A3."""
    found = odds_tables.frequencies("low", size)
    assert np.count_nonzero(found) == distinct
    assert found.sum() == comb(52, size)


@pytest.mark.parametrize(
    ("size", "bound", "expected"),
    [
        (7, odds.EIGHT_OR_BETTER, 24_530_944),
        (5, odds.EIGHT_OR_BETTER, 57_344),
        (7, odds.NINE_OR_BETTER, 43_705_344),
        (7, 1, 781_824),
    ],
)
def test_frequencies_of_qualifying_lows(size, bound, expected):
    """A3, A4."""
    assert odds_tables.frequencies("low", size)[: bound + 1].sum() == expected


def plain_low(cards) -> tuple[int, ...]:
    """A3 as it is written: class, multiples first, then high ranks first; ace is one."""
    return min(plain_five_low(five) for five in combinations(cards, 5))


def plain_five_low(five) -> tuple[int, ...]:
    ranks = [(card // 4 + 1) % 13 for card in five]
    order = sorted(set(ranks), key=lambda rank: (-ranks.count(rank), -rank))
    shape = tuple(ranks.count(rank) for rank in order)
    classes = [(1,) * 5, (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1)]
    return (classes.index(shape), *order)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_lows_stand_in_the_order_of_the_rule(size):
    cards = random_cards(1500, size, seed=8)
    values = low7(cards).tolist()
    pairs = sorted(zip(values, [plain_low(row) for row in cards.tolist()], strict=True))
    assert [low for _, low in pairs] == sorted(low for _, low in pairs)
    assert len(set(pairs)) == len(set(values))


def test_wheel_is_the_best_low_and_a_straight_flush_does_not_hurt_it():
    assert low7(np.array([parse("As2s3s4s5s"), parse("5d4h3c2sAd")])).tolist() == [1, 1]


def test_korean_order_of_the_vectors():
    """D6 with its default options: back straight second, suits decide."""
    cases = json.loads((VECTORS / "korean_seven.json").read_text())["compare"]
    default = {"back": "second", "bsf": "second", "suit": True}
    told = [case for case in cases if case["options"] == default and len(case["a"]) == 7]
    assert len(told) > 15
    for case in told:
        a, b = korean7(np.array([parse("".join(case[side])) for side in "ab"])).tolist()
        assert ("a" if a < b else "b" if b < a else "tie") == case["expect"], case["id"]


def test_no_two_korean_hands_of_one_deal_tie():
    cards = random_cards(20_000, 14, seed=3)
    assert (korean7(cards[:, :7]) != korean7(cards[:, 7:])).all()


def test_table_of_boards_and_hands():
    cards = random_cards(1, 40)[0]
    boards, others = cards[:20].reshape(4, 5), cards[20:].reshape(10, 2)
    table = odds.rank_table(boards, others)
    for row, board in enumerate(boards):
        for column, hand in enumerate(others):
            assert table[row, column] == rank7(np.concatenate([board, hand])[None])[0]


@pytest.mark.parametrize(
    "cards",
    [
        np.zeros((3, 4), dtype=np.uint8),
        np.zeros(7, dtype=np.uint8),
        np.full((1, 7), 52),
        np.full((1, 7), -1),
        np.full((1, 7), 3.0),
    ],
)
def test_values_of_what_is_no_hand(cards):
    with pytest.raises(Malformed):
        rank7(cards)


def test_no_rows_give_no_values():
    assert rank7(np.zeros((0, 7), dtype=np.uint8)).tolist() == []


@pytest.mark.parametrize(
    ("game", "form"),
    [
        ("nlhe", "holdem"),
        ("flhe", "holdem"),
        ("plo", "omaha"),
        ("flo8", "omaha8"),
        ("stud", "stud"),
        ("razz", "razz"),
        ("stud8", "stud8"),
        ("stud9", "stud9"),
        ("kr7", "korean"),
        ("kr7_three", "korean"),
    ],
)
def test_every_game_of_the_book_has_odds(game, form):
    assert odds.form_of(GAMES[game]) == FORMS[form]


def test_a_game_of_unknown_parts_has_no_odds():
    strange = replace(GAMES["kr7"], parts=(Korean(back="lowest"),))
    with pytest.raises(Malformed):
        odds.form_of(strange)


def test_korean_values_stand_in_the_order_of_the_scoring():
    cards = random_cards(1500, 7, seed=12)
    scored = [Korean().score(row, ()) for row in cards.tolist()]
    values = korean7(cards).astype(int).tolist()
    by_score = sorted(zip(scored, values, strict=True), key=lambda pair: (-pair[0], pair[1]))
    assert [value for _, value in by_score] == sorted(values)


# --- equity -----------------------------------------------------------------------------------


def test_aces_against_kings_is_counted_exactly():
    found = equity(FORMS["holdem"], hands("AsAh", "KsKh"))
    assert found.exact
    assert found.deals == 1_712_304
    aces, kings = found.shares
    assert round(aces.equity, 4) == 0.8264
    assert aces.equity + kings.equity == pytest.approx(1)
    assert aces.error == 0


def test_a_classic_race():
    suited, queens = shares("holdem", "AsKs", "QhQd")
    assert (round(suited, 3), round(queens, 3)) == (0.462, 0.538)


def test_turn_with_one_card_to_come_counts_the_outs():
    """Nine hearts beat the set's blank turn, except the two that pair the board."""
    found = equity(FORMS["holdem"], hands("AhKh", "7s7d"), board=parse("7h2h9cTs"))
    assert found.deals == 44
    assert found.shares[0].win == pytest.approx(7 / 44)


def test_ten_hands_share_one_pot():
    names = ("AsAh", "KsKh", "QsQh", "JsJh", "TsTh", "9s9h", "8s8h", "7s7h", "6s6h", "5s5h")
    found = shares("holdem", *names, generator=random.Random(1), limit=1000)
    assert sum(found) == pytest.approx(1)
    assert found[0] == max(found)


def test_board_that_everybody_plays_is_chopped():
    found = equity(FORMS["holdem"], hands("2c3d", "2d3c"), board=parse("AsKsQsJsTs"))
    assert [(s.equity, s.win, s.tie) for s in found.shares] == [(0.5, 0, 1)] * 2


def test_sampled_odds_agree_with_the_exact_ones():
    exact = equity(FORMS["holdem"], hands("AsKs", "QhQd", "7c2d"))
    sampled = equity(
        FORMS["holdem"], hands("AsKs", "QhQd", "7c2d"), generator=random.Random(4), limit=1
    )
    assert not sampled.exact
    for one, other in zip(exact.shares, sampled.shares, strict=True):
        assert 0 < other.error < 0.005
        assert abs(one.equity - other.equity) < 4 * other.error


def test_same_generator_same_odds():
    first, second = (
        equity(FORMS["stud"], hands("AsAhKs", ""), generator=random.Random(9)) for _ in range(2)
    )
    assert first == second


def test_dead_cards_are_not_dealt():
    live = shares("holdem", "AhKh", "7s7d", board=parse("7h2h9cTs"))
    dead = shares("holdem", "AhKh", "7s7d", board=parse("7h2h9cTs"), dead=parse("3h4h5h6h"))
    assert dead[0] < live[0]


def plain_omaha(hand, board) -> int:
    return min(
        evaluate_cards(*two, *three)
        for two in combinations(hand, 2)
        for three in combinations(board, 3)
    )


def test_omaha_plays_exactly_two_of_the_hand():
    rng = random.Random(11)
    for _ in range(200):
        cards = rng.sample(range(52), 13)
        one, two, board = cards[:4], cards[4:8], cards[8:]
        found = equity(FORMS["omaha"], [one, two], board=board).shares
        gap = plain_omaha(two, board) - plain_omaha(one, board)
        expected = 0.5 if gap == 0 else float(gap > 0)
        assert found[0].equity == expected, cards


def test_omaha_four_to_a_flush_on_the_board_needs_two_in_the_hand():
    found = shares("omaha", "AhKcQdJd", "3h2h7c8c", board=parse("Kh9h8h4h4c"))
    assert found == [0, 1]


def test_hi_lo_halves_and_quarters():
    board = parse("2s3d4cKhKd")
    assert shares("omaha8", "AsQs9hJh", "KsKcTdTh", board=board) == [0, 1]
    # With 5 and ace: the low half against quads, and quartered by the same low.
    assert shares("omaha8", "Ac5cQs9h", "KsKcTdTh", board=board) == [0.5, 0.5]
    assert shares("omaha8", "Ac5cQs9h", "Ah5dJs9c", "KsKcTdTh", board=board) == [0.25, 0.25, 0.5]


def test_stud_eight_without_a_low_goes_to_the_high_hand():
    found = equity(FORMS["stud8"], hands("AsAhKsKd9c9dTh", "QsQhJsJd9h9sTc"))
    assert [s.win for s in found.shares] == [1, 0]


def test_razz_counts_every_last_card():
    found = equity(FORMS["razz"], hands("As2h3s4d9cKh", "Ah2d3c4s8dKd"))
    assert found.exact
    assert found.deals == 40 * 39
    assert found.shares[1].equity > found.shares[0].equity


def test_stud_common_card_plays_in_every_hand():
    found = equity(FORMS["stud"], hands("AsAhKs9d5c3c", "QsQhJsJd9h2c"), board=parse("Ac"))
    assert found.deals == 1
    assert found.shares[0].win == 1


def test_unknown_hand_is_any_hand():
    found = equity(FORMS["holdem"], hands("AsAh", ""), generator=random.Random(2))
    assert abs(found.shares[0].equity - 0.852) < 4 * found.shares[0].error


@pytest.mark.parametrize(
    ("form", "names", "board", "code"),
    [
        ("holdem", ["AsAh"], "", "hands"),
        ("holdem", ["AsAhAd", "KsKh"], "", "too_many_cards"),
        ("holdem", ["AsAh", "AsKh"], "", "card_repeated"),
        ("holdem", ["AsAh", "KsKh"], "2c3c4c5c6c7c", "too_many_cards"),
        ("holdem", ["AsAh", ""], "", "generator"),
        ("stud", [""] * 8, "", "too_many_cards"),
        ("stud", ["As", "Kh"], "2c3c", "too_many_cards"),
    ],
)
def test_impossible_questions(form, names, board, code):
    with pytest.raises(Malformed) as refusal:
        equity(FORMS[form], hands(*names), board=parse(board))
    assert refusal.value.code == code


@pytest.mark.parametrize("card", [52, -1, 1.0, True, "As"])
def test_impossible_cards(card):
    with pytest.raises(Malformed):
        equity(FORMS["holdem"], [(card, 5), (6, 7)])
