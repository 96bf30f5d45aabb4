"""Poker hand histories in the PHH format (TOML): reading.

A file names the players p1 … pn clockwise, p1 the small blind (stud: left of the dealer), pn the
button; heads-up p1 is the big blind and antes and blinds stand the other way round. Its actions:

    d dh p1 AcKd    hole cards (stud: down cards first), ?? = unknown     d db JcTs2d    board
    p2 pb    bring-in         p4 cbr 170    complete, bet or raise to     p5 cc    check or call
    p1 f     fold             p1 sm AcKd    show                          p1 sm    muck
"""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from typing import Any, Final

from msgspec import Struct

from rules.cards import UNKNOWN, card
from rules.errors import Malformed, RulesError

_ACTION: Final = re.compile(r"(?:d (dh|db)|p(\d{1,2}) (f|cc|cbr|pb|sm))(?: (.+))?")
_BET: Final = re.compile(r"cbr (\d+(?:\.\d+)?)")
_AMOUNTS: Final = ("bring_in", "small_bet", "big_bet", "min_bet", "rake")
_DEALT: Final = re.compile(r"(?:p(\d{1,2}) )?(\S+)")


class Move(Struct, frozen=True):
    """One action of a file. kind: hole board fold call raise bring_in show muck."""

    kind: str
    player: int = 0
    cards: tuple[int, ...] = ()
    amount: int = 0


class Record(Struct, frozen=True):
    """A recorded hand. Lists are by player, p1 first; heads-up already turned to who really paid.

    Amounts are whole units: a file with cents is read in cents, `scale` says how many units make
    one of the file's. rake is None where the file does not say, `finishing` (in the file's own
    units) where it gives no final stacks.
    """

    variant: str
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    bring_in: int
    small_bet: int
    big_bet: int
    min_bet: int
    stacks: tuple[int, ...]
    moves: tuple[Move, ...]
    finishing: tuple[float, ...] | None = None
    rake: int | None = None
    scale: int = 1


def read(text: str) -> Record:
    """Read the text of a PHH file. Raises `Malformed("phh", field=…)` if it is none."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise Malformed("phh", field=str(fault)[:80]) from None
    actions = _texts(data.get("actions"))
    scale = 10 ** max(_decimals(data, actions), 0)
    stacks = _chips(data, "starting_stacks", scale)
    count = len(stacks)
    antes = _chips(data, "antes", scale) if "antes" in data else (0,) * count
    blinds = _chips(data, "blinds_or_straddles", scale) if "blinds_or_straddles" in data else ()
    if len(antes) != count or len(blinds) not in (0, count):
        raise Malformed("phh", field="antes")
    if count == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    return Record(
        variant=str(data.get("variant", "")),
        antes=antes,
        blinds=blinds,
        bring_in=_whole(data.get("bring_in", 0), "bring_in", scale),
        small_bet=_whole(data.get("small_bet", 0), "small_bet", scale),
        big_bet=_whole(data.get("big_bet", 0), "big_bet", scale),
        min_bet=_whole(data.get("min_bet", 0), "min_bet", scale),
        stacks=stacks,
        moves=_moves(actions, count, scale),
        finishing=_finishing(data, count),
        rake=_whole(data["rake"], "rake", scale) if "rake" in data else None,
        scale=scale,
    )


def _decimals(data: dict[str, Any], actions: list[str]) -> int:
    """Return how many decimals the file's amounts have, 4 at most."""
    amounts: list[object] = [data.get(field) for field in _AMOUNTS]
    for field in ("starting_stacks", "antes", "blinds_or_straddles"):
        found = data.get(field)
        amounts += found if isinstance(found, list) else []
    amounts += [Decimal(found[1]) for text in actions if (found := _BET.search(text))]
    return min(
        4,
        max(
            (
                -int(amount.normalize().as_tuple().exponent)
                for amount in amounts
                if isinstance(amount, Decimal) and amount.is_finite()
            ),
            default=0,
        ),
    )


def _whole(value: object, field: str, scale: int = 1) -> int:
    """Return an amount in whole units."""
    if type(value) not in (int, Decimal):
        raise Malformed("phh", field=field)
    assert isinstance(value, (int, Decimal))
    if isinstance(value, Decimal) and not value.is_finite():
        raise Malformed("phh", field=field)
    units = value * scale
    if units != int(units):
        raise Malformed("phh", field=field)
    return int(units)


def _chips(data: dict[str, Any], field: str, scale: int) -> tuple[int, ...]:
    found = data.get(field)
    if not isinstance(found, list) or not found:
        raise Malformed("phh", field=field)
    return tuple([_whole(value, field, scale) for value in found])


def _finishing(data: dict[str, Any], count: int) -> tuple[float, ...] | None:
    found = data.get("finishing_stacks")
    if found is None:
        return None
    if not isinstance(found, list) or len(found) != count:
        raise Malformed("phh", field="finishing_stacks")
    if not all(type(value) in (int, Decimal) for value in found):
        raise Malformed("phh", field="finishing_stacks")
    return tuple([float(value) for value in found])


def _texts(actions: object) -> list[str]:
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise Malformed("phh", field="actions")
    return [" ".join(action.split("#", 1)[0].split()) for action in actions]


def _moves(actions: list[str], count: int, scale: int) -> tuple[Move, ...]:
    found = []
    for number, text in enumerate(actions):
        if not text:
            continue
        move = _move(text, scale)
        if move is None or move.player > count:
            raise Malformed("phh", field=f"actions[{number}]")
        found.append(move)
    return tuple(found)


def _move(text: str, scale: int) -> Move | None:
    """Read one action; None is nonsense."""
    match = _ACTION.fullmatch(text)
    if match is None:
        return None
    dealt, player, verb, rest = match.groups()
    try:
        if dealt:
            return _deal(dealt, rest or "")
        if verb == "sm":
            cards = _cards(rest or "")
            return Move("show" if cards else "muck", int(player), cards)
        if verb == "cbr":
            return Move("raise", int(player), (), _whole(Decimal(rest or "x"), "actions", scale))
    except (RulesError, ArithmeticError, ValueError):
        return None
    kinds = {"f": "fold", "cc": "call", "pb": "bring_in"}
    return Move(kinds[verb], int(player)) if verb in kinds and not rest else None


def _deal(dealt: str, rest: str) -> Move | None:
    match = _DEALT.fullmatch(rest)
    if match is None or (dealt == "dh") != bool(match[1]):
        return None
    cards = _cards(match[2])
    return Move("hole", int(match[1]), cards) if dealt == "dh" else Move("board", 0, cards)


def _cards(text: str) -> tuple[int, ...]:
    pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
    return tuple([UNKNOWN if pair == "??" else card(pair) for pair in pairs])
