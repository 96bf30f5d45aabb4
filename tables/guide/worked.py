"""Worked examples of betting, played out by `rules`: the figures in the guide's prose.

Each function plays a short hand (or asks the pure functions of pots) and returns the amounts by
name, so that no page can say another number than the tables play by.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from rules.betting import KoreanBetting
from rules.games import GAMES
from rules.hand import Action, Hand, Player
from rules.pots import halves, layers, share, uncalled
from rules.stakes import Stakes

Figures = dict[str, Any]
Step = tuple[str, int]

_DECK: Final = tuple(range(52))
_DEEP: Final = 100_000


def _play(game: str, stakes: Stakes, stacks: list[int], *steps: Step) -> Hand:
    """Play steps (kind, amount) in turn order; seats 1, 2, 3 …, the button at the last one."""
    players = [Player(seat, stack) for seat, stack in enumerate(stacks, start=1)]
    hand = Hand.start(GAMES[game], stakes, players, len(stacks), _DECK)
    for kind, amount in steps:
        (seat,) = hand.actors
        hand.act(seat, hand.turn(seat), Action(kind, amount))
    return hand


def _offer(hand: Hand) -> dict[str, tuple[int, int]]:
    """What the seat on turn may do: kind → (least, most)."""
    (seat,) = hand.actors
    return {option.kind: (option.min, option.max) for option in hand.legal(seat).options}


def _call_all(players: int) -> list[Step]:
    """Everybody calls the big blind, who checks."""
    return [("call", 0)] * (players - 1) + [("check", 0)]


def min_raise() -> Figures:
    """10/20: somebody raises to 60; the next raise goes at least to …"""
    hand = _play("nlhe", Stakes(small_blind=10, big_blind=20), [_DEEP] * 4, ("raise", 60))
    first = _play("nlhe", Stakes(small_blind=10, big_blind=20), [_DEEP] * 4)
    return {
        "first": _offer(first)["raise"][0],
        "to": 60,
        "step": 40,
        "next": _offer(hand)["raise"][0],
    }


def short_all_in() -> Figures:
    """Blinds 50/100, on the flop: A bets 100, B is all-in for 125, C calls, D is all-in for 200.

    `one`: without D, what A may do; `two`: with D.
    """
    stakes = Stakes(small_blind=50, big_blind=100)

    def after(stacks: list[int], *steps: Step) -> dict[str, tuple[int, int]]:
        return _offer(_play("nlhe", stakes, stacks, *_call_all(len(stacks)), *steps))

    bet, short, call = ("bet", 100), ("raise", 125), ("call", 0)
    one = after([_DEEP, 225, _DEEP], bet, short, call)
    two = after([_DEEP, 225, _DEEP, 300], bet, short, call, ("raise", 200))
    return {
        "one_call": one["call"][0],
        "one_may_raise": "raise" in one,
        "two_call": two["call"][0],
        "two_may_raise": "raise" in two,
        "two_raise": two["raise"][0],
    }


def side_pots() -> Figures:
    """A all-in 500, B all-in 1,200, C bets 2,000, D has folded after putting in 300."""
    put = {1: 500, 2: 1_200, 3: 2_000, 4: 300}
    back = uncalled(put, [4])
    assert back is not None
    seat, chips = back
    pots = layers(put | {seat: put[seat] - chips}, [4])
    a, b, c, d = put.values()
    return {"a": a, "b": b, "c": c, "d": d, "back": chips} | {
        "main": pots[0].amount,
        "side": pots[1].amount,
    }


def split() -> Figures:
    """Two winners of 1,001 chips, the first of them left of the button."""
    odd, even = share(1_001, (1, 2)).values()
    return {"pot": 1_001, "first": odd, "second": even}


def fixed_limit() -> Figures:
    """20/40: all levels of the small and the big streets, and the half-bet rule."""
    stakes = Stakes(small_blind=10, big_blind=20, small_bet=20, big_bet=40)

    def levels(*before: Step) -> list[int]:
        hand = _play("flhe", stakes, [_DEEP] * 3, *before)
        found = []
        while hand.actors:
            offer = _offer(hand)
            kind = "raise" if "raise" in offer else "bet" if "bet" in offer else ""
            if not kind:
                break
            found.append(offer[kind][0])
            (seat,) = hand.actors
            hand.act(seat, hand.turn(seat), Action(kind, offer[kind][0]))
        return found

    check = [("check", 0)] * 3

    def after(all_in: int) -> dict[str, tuple[int, int]]:
        hand = _play("flhe", stakes, [20 + all_in, _DEEP, _DEEP], *_call_all(3), ("bet", all_in))
        return _offer(hand)

    return {
        "small": 20,
        "big": 40,
        "small_levels": levels(*_call_all(3)),
        "big_levels": levels(*_call_all(3), *check),
        "half": 15,
        "half_raise": after(15)["raise"][0],
        "less": 5,
        "less_complete": after(5)["complete"][0],
    }


def pot_limit() -> Figures:
    """100/200 before the flop; on the flop a pot of 600 and a bet of 300."""
    stakes = Stakes(small_blind=100, big_blind=200)
    first = _play("plo", stakes, [_DEEP] * 4)
    again = _play("plo", stakes, [_DEEP] * 4, ("raise", 700))
    flop = _play("plo", stakes, [_DEEP] * 3, *_call_all(3), ("bet", 300))
    return {
        "small": 100,
        "big": 200,
        "first": _offer(first)["raise"][1],
        "again": _offer(again)["raise"][1],
        "pot": 600,
        "bet": 300,
        "flop": _offer(flop)["raise"][1],
    }


def stud() -> Figures:
    """Ante 10, bring-in 25, bets 100 and 200: the levels of third street."""
    stakes = Stakes(ante=10, bring_in=25, small_bet=100, big_bet=200)
    hand = _play("stud", stakes, [_DEEP] * 4)
    levels = []
    while True:
        offer = _offer(hand)
        kind = next((kind for kind in ("raise", "complete") if kind in offer), "")
        if not kind:
            break
        levels.append(offer[kind][0])
        (seat,) = hand.actors
        hand.act(seat, hand.turn(seat), Action(kind, offer[kind][0]))
    return {"ante": 10, "bring_in": 25, "small": 100, "big": 200, "levels": levels}


def hi_lo() -> Figures:
    """A pot of 1,001: the halves, and what two seats get who share the low."""
    high, low = halves(1_001)
    first, second = share(low, (1, 2)).values()
    return {"pot": 1_001, "high": high, "low": low, "quarter": first, "quarter_2": second}


def _korean_line(
    key: str, *, pot: int, level: int, mine: int = 0, stack: int = 1_000_000, unit: int = 1
) -> Figures:
    betting = GAMES["kr7"].betting
    assert isinstance(betting, KoreanBetting)
    stakes = Stakes(seed=100, unit=unit)
    call = min(level - mine, stack)
    amounts = dict(betting.amounts(pot, level, mine, stack, stakes))
    buttons = {kind: (chips, chips == stack) for kind, chips in amounts.items()}
    if level:
        buttons["call"] = (call, call == stack)
    order = ("bbing", "call", "ddadang", "quarter", "half", "full")
    cells = [(kind, buttons.get(kind)) for kind in order]
    return {"key": key, "pot": pot, "level": level, "stack": stack, "unit": unit, "cells": cells}


def korean() -> Figures:
    """Five players, seed 100: what the buttons cost in five spots."""
    lines = (
        _korean_line("open", pot=500, level=0),
        _korean_line("bbing", pot=600, level=100),
        _korean_line("half", pot=750, level=250),
        _korean_line("short", pot=750, level=250, stack=600),
        _korean_line("unit", pot=625, level=125, unit=100),
    )
    return {"seed": 100, "lines": {line["key"]: line for line in lines}}


_EXAMPLES: Final[dict[str, Callable[[], Figures]]] = {
    example.__name__: example
    for example in (
        min_raise, short_all_in, side_pots, split, fixed_limit, pot_limit, stud, hi_lo, korean,
    )
}  # fmt: skip


@cache
def figures(name: str) -> Figures:
    """The amounts of a worked example by its name. Raises KeyError for an unknown one."""
    return _EXAMPLES[name]()
