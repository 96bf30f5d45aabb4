"""What to do next, and why: the written strategies of the rule book, for Russian Poker values.

Hints look only at what the member sees: own cards, board, the dealer's open card.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from rules.cards import NAMES
from rules.errors import Illegal
from rules.hand import Action
from rules.house.casino_holdem import CasinoHoldem
from rules.house.round import SEAT, Round
from rules.house.russian import RussianPoker
from rules.house.russian_advice import (
    FOLD_VALUE,
    bet_value,
    buy_dealer_value,
    first_choices,
    insurance_value,
)
from rules.house.uth import LEAST_PAIR, Ultimate
from rules.house.uth_edge import RAISES
from rules.ranking import describe_high, high

_ACE: Final = 12
_TEN: Final = 8
_JACK: Final = 9
_SEVEN: Final = 5
_DEUCE: Final = 0


class Hint(Struct, frozen=True):
    """The best action by the book; reason is a short code for a sentence.

    value: what it is worth in antes, if that is known exactly; others: the values of the other
    choices, as (action, value), the best first.
    """

    action: Action
    reason: str
    value: float | None = None
    others: tuple[tuple[Action, float], ...] = ()


def hint(table: Round) -> Hint:
    """Advice for the member's turn. Raises `Illegal("not_on_turn")` when there is none."""
    if table.over:
        raise Illegal("not_on_turn", seat=SEAT)
    if isinstance(table, Ultimate):
        return _uth(table)
    if isinstance(table, CasinoHoldem):
        return _casino_holdem(table)
    assert isinstance(table, RussianPoker)
    return _russian(table)


def _offered(table: Round, kind: str) -> Action:
    """An action of this kind at its largest amount, or the free one if it cannot be paid."""
    found = [option for option in table.legal(SEAT).options if option.kind == kind]
    if not found:
        return table.default(SEAT)
    best = max(found, key=lambda option: option.max)
    return Action(kind, best.max)


# --- Ultimate Texas Hold'em (E1, Wizard of Odds' simple strategy) -----------------------------


def _uth(table: Ultimate) -> Hint:
    if table.stage == "preflop":
        plays = kind_of_two(table.own) in RAISES
        return Hint(_offered(table, "play" if plays else "check"), "uth_raise" if plays else "wait")
    if table.stage == "flop":
        reason = uth_flop(table.own, table.board)
        return Hint(_offered(table, "play" if reason else "check"), reason or "wait")
    reason = uth_river(table.own, table.board)
    return Hint(_offered(table, "play" if reason else "fold"), reason or "uth_too_many_outs")


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


# --- Casino Hold'em (E2b, our own rule of thumb) ----------------------------------------------


def _casino_holdem(table: CasinoHoldem) -> Hint:
    reason = casino_call(table.own, table.board)
    return Hint(_offered(table, "call" if reason else "fold"), reason or "casino_nothing")


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


# --- Russian Poker (E3) -----------------------------------------------------------------------


def _russian(table: RussianPoker) -> Hint:
    settings, up = table.settings, table.dealer[4]
    kinds = [option.kind for option in table.legal(SEAT).options]
    if table.stage == "dealer":
        gain = buy_dealer_value(table.own, table.seen, table.dealer, settings)
        buys = gain > 0 and "buy_dealer" in kinds
        return Hint(
            _offered(table, "buy_dealer" if buys else "take"),
            "buy_dealer_pays" if buys else "take_pays",
            gain,
        )
    if "insure" in kinds and insurance_value(table.own, table.seen, up) > 0:
        return Hint(_offered(table, "insure"), "insurance_pays")
    if table.stage == "insured":
        return Hint(_offered(table, "play"), "best_value")
    if table.stage == "deal":
        return _russian_first(table, up, kinds)
    value = bet_value(table.own, table.seen, up, settings)
    plays = value > FOLD_VALUE
    best, other = ("play", "fold") if plays else ("fold", "play")
    worth = {"play": value, "fold": FOLD_VALUE}
    others = ((_offered(table, other), worth[other]),)
    return Hint(_offered(table, best), "best_value", worth[best], others)


def _russian_first(table: RussianPoker, up: int, kinds: list[str]) -> Hint:
    """The values of all first choices; an exchange of all five only where it could be right."""
    five = max(card >> 2 for card in table.own) < _ACE - 1 and high(table.own) < LEAST_PAIR
    found = [
        (Action(c.kind, _offered(table, c.kind).amount, tuple(NAMES[x] for x in c.cards)), c.value)
        for c in first_choices(table.own, up, table.settings, five=five)
        if c.kind in kinds
    ]
    (action, value), *others = found
    return Hint(action, "best_value", value, tuple(others))
