"""The written strategies of the rule book for the hold'em games, as questions with a reason.

Ultimate Texas Hold'em after the flop (E1, Wizard of Odds' simple strategy; before it the table of
`uth_edge.RAISES`) and Casino Hold'em (E2b, our own rule of thumb).
"""

from __future__ import annotations

from typing import Final

from rules.cards import NAMES
from rules.house.uth import LEAST_PAIR
from rules.ranking import describe_high, high

_ACE: Final = 12
_TEN: Final = 8
_JACK: Final = 9
_SEVEN: Final = 5
_DEUCE: Final = 0


def kind_of_two(own: tuple[int, ...]) -> str:
    """`AKs`, `T9o`, `77`."""
    high_card, low_card = max(own), min(own)
    letters = NAMES[high_card][0] + NAMES[low_card][0]
    if letters[0] == letters[1]:
        return letters
    return letters + ("s" if high_card & 3 == low_card & 3 else "o")


def uth_flop(own: tuple[int, ...], flop: tuple[int, ...]) -> str:
    """Why to play 2 × on the flop, or nothing."""
    if high([*own, *flop]) > _best_pair() and _improves(own, flop):
        return "two_pair_or_better"
    if _hidden_pair(own, flop) and {card >> 2 for card in own} != {_DEUCE}:
        return "hidden_pair"
    suits = [card & 3 for card in (*own, *flop)]
    for suit in {card & 3 for card in own}:
        hidden = [card >> 2 for card in own if card & 3 == suit]
        if suits.count(suit) >= 4 and max(hidden) >= _TEN:
            return "four_to_a_flush"
    return ""


def uth_river(own: tuple[int, ...], board: tuple[int, ...]) -> str:
    """Why to play 1 × on the river, or nothing: fewer than 21 cards would beat us."""
    if _hidden_pair(own, board) or (high([*own, *board]) > _best_pair() and _improves(own, board)):
        return "hidden_pair"
    return "uth_few_outs" if dealer_outs(own, board) < 21 else ""


def dealer_outs(own: tuple[int, ...], board: tuple[int, ...]) -> int:
    """Unseen cards that, as one dealer card with the board, beat the player."""
    mine = high([*own, *board])
    unseen = [card for card in range(52) if card not in own and card not in board]
    return sum(high([card, *board]) > mine for card in unseen)


def _best_pair() -> int:
    """The strength of the best hand with one pair."""
    return LEAST_PAIR + 2859


def _hidden_pair(own: tuple[int, ...], board: tuple[int, ...]) -> bool:
    """Whether a hole card makes a pair, with the other one or with the board."""
    ranks = [card >> 2 for card in own]
    return ranks[0] == ranks[1] or any(card >> 2 in ranks for card in board)


def _improves(own: tuple[int, ...], board: tuple[int, ...]) -> bool:
    """Whether the hand is more than what lies on the board for everybody."""
    mine = describe_high(high([*own, *board])).category
    if len(board) >= 5:
        return mine != describe_high(high(board)).category
    return mine != "three_of_a_kind" or len({card >> 2 for card in board}) > 1


def casino_call(own: tuple[int, ...], flop: tuple[int, ...]) -> str:
    """Why to call, or nothing."""
    ranks = sorted(card >> 2 for card in own)
    on_flop = len({card >> 2 for card in flop})
    if _hidden_pair(own, flop) or (high([*own, *flop]) > _best_pair() and on_flop == 3):
        return "hidden_pair"
    suits = [card & 3 for card in (*own, *flop)]
    if max(suits.count(suit) for suit in range(4)) >= 4:
        return "four_to_a_flush"
    if straight_draw([*own, *flop]):
        return "straight_draw"
    if on_flop < 3:
        return "high_cards" if ranks[1] >= _TEN else ""
    return "high_cards" if ranks[1] >= _JACK or ranks[0] >= _SEVEN else ""


def straight_draw(cards: list[int]) -> bool:
    """Whether one more rank would complete a straight."""
    held = {card >> 2 for card in cards} | {-1 for card in cards if card >> 2 == _ACE}
    return any(len(held & set(range(low, low + 5))) >= 4 for low in range(-1, 9))
