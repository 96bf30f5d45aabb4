"""Small betting trees, counted: the engine against enumerators written apart from it.

The enumerators below know nothing of `rules`. They look for the next seat by asking everybody
again, where the engine counts who is left, and they keep a street as plain tuples. The numbers are
frozen, so that a change of either side shows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from rules.games import FLHE, KR7, NLHE, PLHE
from rules.hand import Action, Hand, Player
from rules.stakes import Stakes
from rules.variant import Street, Variant
from tests.rules.builders import shuffled

Stacks = tuple[int, ...]
Counted = tuple[int, int]  # ways to the end, decisions


def engine(game: Variant, stakes: Stakes, stacks: tuple[int, ...]) -> tuple[int, int]:
    """Count (ways to the end, decisions) of a game by trying everything that is legal."""
    players = [Player(seat, stack) for seat, stack in enumerate(stacks)]
    deck = shuffled(1)
    ends = decisions = 0
    waiting: list[tuple[tuple[int, Action], ...]] = [()]
    while waiting:
        path = waiting.pop()
        hand = Hand.start(game, stakes, players, len(stacks) - 1, deck)
        while hand.choosing:
            seat = hand.actors[0]
            hand.act(seat, hand.turn(seat), hand.default(seat))
        for seat, action in path:
            hand.act(seat, hand.turn(seat), action)
        if hand.over:
            ends += 1
            continue
        decisions += 1
        seat = hand.actors[0]
        for option in hand.legal(seat).options:
            for amount in range(option.min, option.max + 1):
                waiting.append((*path, (seat, Action(option.kind, amount))))
    return ends, decisions


Moves = Callable[[dict[str, Any], int], list[int]]


def reference(
    stacks: tuple[int, ...], blinds: tuple[int, ...], streets: int, big: int, moves: Moves
) -> tuple[int, int]:
    """Count a blind game. `moves(street, seat)` lists the totals that a seat may raise to."""
    count = len(stacks)
    street = {
        "left": [stack - blind for stack, blind in zip(stacks, blinds, strict=True)],
        "in": list(blinds),
        "live": [True] * count,
        "acted": [False] * count,
        "closed": set(),
        "level": big,
        "step": big,
        "big": big,
        "raises": 0,
        "capped": False,
        "pot": 0,
        "streets": streets,
    }
    start = (big_blind_of(blinds) + 1) % count
    return go_on(street, start, moves)


def big_blind_of(blinds: tuple[int, ...]) -> int:
    return blinds.index(max(blinds))


def go_on(street: dict[str, Any], seat: int, moves: Moves) -> tuple[int, int]:
    """Find who acts from `seat` on and count everything below."""
    count = len(street["live"])
    live = [i for i in range(count) if street["live"][i]]
    if len(live) == 1:
        return 1, 0
    with_chips = [i for i in live if street["left"][i]]
    for at in range(seat, seat + count):
        i = at % count
        if i not in with_chips:
            continue
        others = max(street["in"][j] for j in live if j != i)
        if len(with_chips) == 1 and others <= street["in"][i]:
            break
        if not street["acted"][i] or street["in"][i] < street["level"]:
            return decide(street, i, moves)
    if street["streets"] == 1:
        return 1, 0
    following = {
        **street,
        "in": [0] * count,
        "acted": [False] * count,
        "closed": set(),
        "level": 0,
        "step": street["big"],
        "raises": 0,
        "capped": False,
        "pot": street["pot"] + sum(street["in"]),
        "streets": street["streets"] - 1,
    }
    if len(with_chips) < 2:
        return 1, 0
    return go_on(following, 0, moves)


def decide(street: dict[str, Any], i: int, moves: Moves) -> tuple[int, int]:
    """Count fold, call or check, and every raise of one seat."""
    ends, decisions = 0, 1
    level, mine, left = street["level"], street["in"][i], street["left"][i]
    live = [j for j in range(len(street["live"])) if street["live"][j] and j != i]
    reach = max(street["in"][j] + street["left"][j] for j in live)
    totals = [None, mine + min(left, max(0, min(level, reach) - mine))]
    if reach > level:
        totals += moves(street, i)
    for total in totals:
        after = {
            **street,
            "left": list(street["left"]),
            "in": list(street["in"]),
            "live": list(street["live"]),
            "acted": list(street["acted"]),
            "closed": set(street["closed"]),
        }
        after["acted"][i] = True
        if total is None:
            after["live"][i] = False
        else:
            after["in"][i] = total
            after["left"][i] -= total - mine
            after["closed"] |= {i} if total <= level else set()
            if total > level:
                after["step"] = max(street["step"], total - level)
                after["level"] = total
                after["raises"] += level > 0
                three = sum(after["live"]) > 2
                after["capped"] |= three and after["raises"] >= 3
        a, b = go_on(after, i + 1, moves)
        ends, decisions = ends + a, decisions + b
    return ends, decisions


def no_limit(street: dict[str, Any], i: int) -> list[int]:
    most = street["in"][i] + street["left"][i]
    closed = street["acted"][i] and street["level"] - street["in"][i] < street["step"]
    if closed or most <= street["level"]:
        return []
    least = min(most, street["level"] + street["step"])
    return list(range(least, most + 1))


def pot_limit(street: dict[str, Any], i: int) -> list[int]:
    middle = street["pot"] + sum(street["in"])
    limit = street["level"] + middle + street["level"] - street["in"][i]
    free = no_limit(street, i)
    return [total for total in free if total <= limit] or free[:1]


def fixed_limit(street: dict[str, Any], i: int) -> list[int]:
    most = street["in"][i] + street["left"][i]
    if street["capped"] or most <= street["level"]:
        return []
    return [street["level"] + street["big"]]


def korean(street: dict[str, Any], i: int) -> list[int]:
    """List the totals behind the Korean buttons, equal ones as often as they are shown."""
    if i in street["closed"] or (street["raises"] >= 6 and street["streets"] > 1):
        return []
    level, mine = street["level"], street["in"][i]
    call, middle = level - mine, street["pot"] + sum(street["in"])
    puts = [2 * call] if level else [1]
    puts += [call + (middle + call) // part for part in (4, 2, 1)]
    puts = [min(put, street["left"][i]) for put in puts]
    return [mine + put for put in puts if put > call]


def blinds_of(count: int) -> tuple[int, ...]:
    """Small blind 1 and big blind 2; the last seat is the button, heads-up the small blind."""
    return (2, 1) if count == 2 else (1, 2, *[0] * (count - 2))


STREETS = {
    1: (Street("preflop", down=2, opener="blinds"), Street("flop", board=5, betting=False)),
    2: (Street("preflop", down=2, opener="blinds"), Street("flop", board=5)),
    3: (
        Street("preflop", down=2, opener="blinds"),
        Street("flop", board=3),
        Street("turn", board=2),
    ),
}


@pytest.mark.parametrize(
    ("stacks", "streets", "counted"),
    [
        ((4, 4), 1, (7, 4)),
        ((9, 9), 3, (1227, 708)),
        ((3, 8), 3, (43, 24)),
        ((5, 3, 6), 2, (171, 113)),
        ((6, 6, 6), 1, (133, 90)),
        ((4, 4, 4), 2, (67, 48)),
        ((7, 2, 5, 4), 1, (74, 48)),
    ],
)
def test_no_limit_trees(stacks: Stacks, streets: int, counted: Counted) -> None:
    game = replace(NLHE, streets=STREETS[streets])
    assert reference(stacks, blinds_of(len(stacks)), streets, 2, no_limit) == counted
    assert engine(game, Stakes(small_blind=1, big_blind=2), stacks) == counted


@pytest.mark.parametrize(
    ("stacks", "streets", "counted"),
    [
        ((4, 4), 1, (7, 4)),
        ((10, 10), 2, (553, 300)),
        ((3, 8), 3, (31, 18)),
        ((5, 3, 6), 2, (171, 113)),
        ((7, 7, 7), 1, (291, 196)),
    ],
)
def test_pot_limit_trees(stacks: Stacks, streets: int, counted: Counted) -> None:
    game = replace(PLHE, streets=STREETS[streets])
    assert reference(stacks, blinds_of(len(stacks)), streets, 2, pot_limit) == counted
    assert engine(game, Stakes(small_blind=1, big_blind=2), stacks) == counted


@pytest.mark.parametrize(
    ("count", "streets", "counted"),
    [
        (2, 1, (23, 12)),
        (2, 2, (141, 80)),
        (3, 1, (181, 114)),
        (4, 1, (1223, 888)),
    ],
)
def test_fixed_limit_trees(count: int, streets: int, counted: Counted) -> None:
    # Heads-up there is no cap, so the stacks end the raising.
    stacks = (12,) * count
    game = replace(FLHE, streets=STREETS[streets])
    stakes = Stakes(small_blind=1, big_blind=2, small_bet=2, big_bet=4)
    assert reference(stacks, blinds_of(count), streets, 2, fixed_limit) == counted
    assert engine(game, stakes, stacks) == counted


@pytest.mark.parametrize(
    ("stack", "count", "counted"),
    [
        (8, 2, (631, 316)),
        (6, 3, (2397, 1550)),
    ],
)
def test_korean_trees(stack: int, count: int, counted: Counted) -> None:
    last = KR7.streets[-1]
    game = replace(KR7, streets=(KR7.streets[0], replace(last, down=3, number=0)))
    assert reference((stack - 1,) * count, (0,) * count, 1, 0, with_seeds(count)) == counted
    assert engine(game, Stakes(seed=1), (stack,) * count) == counted


def with_seeds(count: int) -> Moves:
    def moves(street: dict[str, Any], i: int) -> list[int]:
        return korean({**street, "pot": street["pot"] + count}, i)

    return moves
