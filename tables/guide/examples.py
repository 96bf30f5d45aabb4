"""The cards and figures that the guide's prose points at: one source for all languages.

The prose is written per language; which cards stand in it, which hand wins, how often a hand is
dealt and what a bet costs comes from here and from `rules`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.cards import parse
from rules.ranking import High
from tables.guide.comparing import Made, Shown, Verdict, compare, made, parts
from tables.guide.reading import written

FIVE_CARD_HANDS: Final = 2_598_960
SEVEN_CARD_HANDS: Final = 133_784_560


@dataclass(frozen=True, slots=True)
class Place:
    """One line of a ranking: its place, an example, how many of all hands are such a hand.

    in_five, in_seven: hands of all 2,598,960 five-card and 133,784,560 seven-card ones.
    """

    number: int
    key: str
    example: str
    in_five: int
    in_seven: int
    order: str = "western"

    @property
    def hand(self) -> Made:
        return made(self.order, parse(self.example))

    @property
    def percent(self) -> float:
        """Share of the seven-card hands."""
        return 100 * self.in_seven / SEVEN_CARD_HANDS

    @property
    def one_in(self) -> float:
        """One of how many seven-card hands."""
        return SEVEN_CARD_HANDS / self.in_seven


#: Rule book A1 and A2.
WESTERN: Final = (
    Place(1, "royal_flush", "AsKsQsJsTs", 4, 4_324),
    Place(2, "straight_flush", "9h8h7h6h5h", 36, 37_260),
    Place(3, "four_of_a_kind", "QsQhQdQc7d", 624, 224_848),
    Place(4, "full_house", "KsKhKd2c2h", 3_744, 3_473_184),
    Place(5, "flush", "AdJd8d6d3d", 5_108, 4_047_644),
    Place(6, "straight", "Th9c8s7d6h", 10_200, 6_180_020),
    Place(7, "three_of_a_kind", "8s8h8dKc4h", 54_912, 6_461_620),
    Place(8, "two_pair", "JsJc5h5dAs", 123_552, 31_433_400),
    Place(9, "one_pair", "TsThAd7c4s", 1_098_240, 58_627_800),
    Place(10, "high_card", "AcQh9d6s3c", 1_302_540, 23_294_460),
)

#: Rule book D6; the seven-card counts prefer the back straight, as the game does.
KOREAN: Final = (
    Place(1, "royal_flush", "AsKsQsJsTs", 4, 4_324, "korean"),
    Place(2, "back_straight_flush", "5d4d3d2dAd", 4, 4_324, "korean"),
    Place(3, "straight_flush", "9h8h7h6h5h", 32, 32_936, "korean"),
    Place(4, "four_of_a_kind", "QsQhQdQc7d", 624, 224_848, "korean"),
    Place(5, "full_house", "KsKhKd2c2h", 3_744, 3_473_184, "korean"),
    Place(6, "flush", "AdJd8d6d3d", 5_108, 4_047_644, "korean"),
    Place(7, "mountain", "AhKcQdJsTh", 1_020, 747_980, "korean"),
    Place(8, "back_straight", "5s4h3d2cAc", 1_020, 747_980, "korean"),
    Place(9, "straight", "Th9c8s7d6h", 8_160, 4_684_060, "korean"),
    Place(10, "three_of_a_kind", "8s8h8dKc4h", 54_912, 6_461_620, "korean"),
    Place(11, "two_pair", "JsJc5h5dAs", 123_552, 31_433_400, "korean"),
    Place(12, "one_pair", "TsThAd7c4s", 1_098_240, 58_627_800, "korean"),
    Place(13, "high_card", "AcQh9d6s3c", 1_302_540, 23_294_460, "korean"),
)


@dataclass(frozen=True, slots=True)
class LowLine:
    """How often seven cards make a best low of this kind (rule book A3)."""

    key: str
    example: str
    hands: int

    @property
    def hand(self) -> Made:
        return made("low", parse(self.example))

    @property
    def percent(self) -> float:
        return 100 * self.hands / SEVEN_CARD_HANDS


LOW: Final = (
    LowLine("5", "5d4s3h2cAs", 781_824),
    LowLine("6", "6c4h3s2dAc", 3_151_360),
    LowLine("7", "7s5d4c2hAh", 7_426_560),
    LowLine("8", "8d6s4h3cAd", 13_171_200),
    LowLine("9", "9h7c5s4d2s", 19_174_400),
    LowLine("T", "Tc8d6h4s3h", 23_675_904),
    LowLine("J", "Js9h7d5c3d", 24_837_120),
    LowLine("Q", "QdTs8c6h2h", 21_457_920),
    LowLine("K", "KhJd9s7h6d", 13_939_200),
    LowLine("one_pair", "4c4d8h6c3s", 5_948_800),
    LowLine("two_pair", "6s6d3c3h2d", 219_648),
    LowLine("full_house", "4h4s4d2s2c", 624),
)

#: Seven-card hands whose low qualifies (A4).
EIGHT_OR_BETTER: Final = 24_530_944
NINE_OR_BETTER: Final = 43_705_344


@dataclass(frozen=True, slots=True)
class Pair:
    """Two hands to compare: cards of the first and second, and the order they are read in."""

    a: str
    b: str
    order: str = "western"

    @property
    def verdict(self) -> Verdict:
        return compare(self.order, parse(self.a), parse(self.b))

    @property
    def query(self) -> str:
        """The same question to the comparing tool."""
        a, b = (written(parse(cards)) for cards in (self.a, self.b))
        return f"order={self.order}&a={a}&b={b}"


PAIRS: Final = {
    # the category comes first
    "category": Pair("2s2h2d4c3h", "AsAhKdKcQh"),
    # inside a category
    "straight": Pair("Jd9sTh8c7s", "Tc9d8h7h6s"),
    "quads": Pair("7s7h7d7cAd", "8s8h8d8c2d"),
    "full_house": Pair("KsKhKd2c2s", "QsQhQdAcAs"),
    "flush": Pair("AhTh9h4h3h", "AsTs8s7s6s"),
    "trips": Pair("Ac9c" + "9s9hKd4c2h", "Qd9d" + "9s9hKd4c2h"),
    "two_pair": Pair("AsAh3d3c4h", "KsKhQdQcJh"),
    "two_pair_low": Pair("AdAc7h7s2c", "AsAh6d6cKs"),
    # kickers
    "kicker": Pair("AsKd" + "AhJc8s5d2h", "AcQd" + "AhJc8s5d2h"),
    "kicker_two_pair": Pair("KsKh7d7cAh", "KdKc7s7hQd"),
    "kicker_quads": Pair("AsTd" + "9s9h9d9c5h", "KcKd" + "9s9h9d9c5h"),
    "third_pair": Pair("KsKd" + "8h8c5s5d2h", "KhKc" + "8h8c5s5d2h"),
    # ties
    "tie": Pair("AsKd" + "AhJc8s5d2h", "AcKh" + "AhJc8s5d2h"),
    "tie_flush": Pair("AsJs8s5s3s", "AdJd8d5d3d"),
    "sixth": Pair("As7d" + "AhKcQsJd4h", "Ac6h" + "AhKcQsJd4h"),
    # the wheel
    "wheel": Pair("6s5h4d3c2s", "5d4s3h2cAs"),
    "steel_wheel": Pair("6h5h4h3h2h", "5s4s3s2sAs"),
    "wrap": Pair("AhKdQs3c2h", "2s2d5h4c3d"),
    # the board plays
    "chop": Pair("2c2d" + "AsKhQdJcTs", "9h9c" + "AsKhQdJcTs"),
    "chop_beaten": Pair("Ts2d" + "9s8d7c6h5s", "AdAc" + "9s8d7c6h5s"),
    # the Korean order
    "korean_suit": Pair("AhKdQs9c3h", "AdKsQc9h3d", "korean"),
    "korean_pair": Pair("9s9cKhJd4s", "9h9dKsJc4h", "korean"),
    "korean_back": Pair("5h4s3d2cAd", "KdQcJhTs9h", "korean"),
    "korean_mountain": Pair("AcKdQhJsTd", "5h4s3d2cAs", "korean"),
    "korean_flush": Pair("AsJs8s5s3s", "AdJd8d5d3d", "korean"),
    # low
    "low_top": Pair("8s5d4c3h2s", "8h6s3c2dAs", "low"),
    "low_wheel": Pair("5d4s3h2cAs", "6c4h3s2dAc", "low"),
    "low_pair": Pair("KsQdJc9h8s", "2s2d3c4hAs", "low"),
    "low_flush": Pair("6h5h4h3h2h", "7s5d4c3dAs", "low"),
}


@dataclass(frozen=True, slots=True)
class Omaha:
    """A hand of four and a board: the five cards that count, two of the hand and three shared."""

    hole: tuple[Shown, ...]
    board: tuple[Shown, ...]
    hand: Made


def omaha(hole: str, board: str) -> Omaha:
    """Read an Omaha hand with the rules; what counts is marked in the hand and on the board."""
    own, shared = parse(hole), parse(board)
    scoring = High(hole=2)
    rank = scoring.rank(scoring.score(own, shared))
    best = parts((), scoring.best(own, shared), rank)
    counted = {card.name: card for card in best}

    def marked(names: str) -> tuple[Shown, ...]:
        each = [names[at : at + 2] for at in range(0, len(names), 2)]
        return tuple(counted.get(name, Shown(name, "unused")) for name in each)

    return Omaha(marked(hole), marked(board), Made(best, rank))
