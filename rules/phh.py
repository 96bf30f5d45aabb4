"""Poker hand histories in the PHH format (TOML): reading and writing.

A file names the players p1 … pn clockwise, p1 the small blind (stud: left of the dealer), pn the
button; heads-up p1 is the big blind and antes and blinds stand the other way round. Its actions:

    d dh p1 AcKd    hole cards (stud: down cards first), ?? = unknown     d db JcTs2d    board
    p2 pb    bring-in         p4 cbr 170    complete, bet or raise to     p5 cc    check or call
    p1 f     fold             p1 sm AcKd    show (-: as dealt)            p1 sm    muck
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from msgspec import Struct

from rules.cards import UNKNOWN, card
from rules.errors import Illegal, Malformed, RulesError
from rules.events import Act, Board, Burn, Deal, End, Event, Muck, Post, Show
from rules.stakes import Stakes
from rules.state import MOST_CHIPS

_ACTION: Final = re.compile(r"(?:d (dh|db)|p(\d{1,2}) (f|cc|cbr|pb|sm))(?: (.+))?")
_BET: Final = re.compile(r"cbr (\d+(?:\.\d+)?)")
# Decimals that an amount may have; what is beyond them and tiny is the noise of a float.
_DECIMALS: Final = 4
_NOISE: Final = Decimal("0.000001")
_AMOUNTS: Final = ("bring_in", "small_bet", "big_bet", "min_bet", "_rake")
_DEALT: Final = re.compile(r"(?:p(\d{1,2}) )?(.+)")


#: The PHH names of our games.
VARIANTS: Final[dict[str, str]] = {
    "NT": "nlhe",
    "FT": "flhe",
    "PO": "plo",
    "F7S": "stud",
    "FR": "razz",
    "F7S/8": "stud8",
    "FO/8": "flo8",
}


class Move(Struct, frozen=True):
    """One action of a file. kind: hole board fold call raise bring_in show muck."""

    kind: str
    player: int = 0
    cards: tuple[int, ...] = ()
    amount: int = 0


class Record(Struct, frozen=True):
    """A recorded hand. Lists are by player, p1 first; heads-up already turned to who really paid.

    Amounts are whole units: a file with cents is read in cents, `scale` says how many units make
    one of the file's. rake (`_rake`, a field of our own) is None where the file does not say,
    `finishing` (in the file's own units) where it gives no final stacks.
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
    antes, blinds = (
        _all_chips(data, field, scale, count) for field in ("antes", "blinds_or_straddles")
    )
    if min(antes) < 0 or min(stacks) <= 0:
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
        rake=_whole(data["_rake"], "_rake", scale) if "_rake" in data else None,
        scale=scale,
    )


def _decimals(data: dict[str, Any], actions: list[str]) -> int:
    """Return how many decimals the file's amounts have, 4 at most."""
    amounts: list[object] = [data.get(field) for field in _AMOUNTS]
    for field in ("starting_stacks", "antes", "blinds_or_straddles"):
        found = data.get(field)
        amounts += found if isinstance(found, list) else []
    amounts += [Decimal(found[1]) for text in actions if (found := _BET.search(text))]
    tidy = [
        round(amount, _DECIMALS).normalize()
        for amount in amounts
        if isinstance(amount, Decimal) and amount.is_finite() and abs(amount) < MOST_CHIPS
    ]
    return max((-int(amount.as_tuple().exponent) for amount in tidy), default=0)


def _whole(value: object, field: str, scale: int = 1) -> int:
    """Return an amount in whole units."""
    if type(value) not in (int, Decimal):
        raise Malformed("phh", field=field)
    assert isinstance(value, (int, Decimal))
    exact = Decimal(value)
    if not exact.is_finite() or abs(exact) > MOST_CHIPS:
        raise Malformed("phh", field=field)
    units = round(exact * scale)
    if abs(exact * scale - units) > _NOISE:
        raise Malformed("phh", field=field)
    return units


def _chips(data: dict[str, Any], field: str, scale: int) -> tuple[int, ...]:
    found = data.get(field)
    if not isinstance(found, list) or not found:
        raise Malformed("phh", field=field)
    return tuple([_whole(value, field, scale) for value in found])


def _all_chips(data: dict[str, Any], field: str, scale: int, count: int) -> tuple[int, ...]:
    """Return an amount a player; a file may leave them out, give one for all, or end with zeros."""
    found = data.get(field, [])
    if not isinstance(found, list):
        return (_whole(found, field, scale),) * count
    if len(found) > count:
        raise Malformed("phh", field=field)
    amounts = _chips(data, field, scale) if found else ()
    return amounts + (0,) * (count - len(amounts))


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
            if rest == "-":  # shows what it was dealt
                return Move("show", int(player))
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
    text = text.replace(" ", "")
    pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
    return tuple([UNKNOWN if pair == "??" else card(pair) for pair in pairs])


def write(
    game: str,
    stakes: Stakes,
    seats: Sequence[tuple[int, int]],
    events: Sequence[Event],
    *,
    blinds: tuple[int | None, int | None] | None = None,
    names: Mapping[int, str] | None = None,
) -> str:
    """Write a finished hand as PHH text, as far as the (projected) events show it.

    game: the key of one of our games. seats: (seat, stack before the hand). blinds: the seats of
    small and big blind, where one of them had nothing left to post. names: what to call the
    players. Raises `Illegal("no_phh")` for a game that PHH does not know.
    """
    variant = next((phh for phh, key in VARIANTS.items() if key == game), None)
    if variant is None:
        raise Illegal("no_phh", game=game)
    order = list(dict.fromkeys(event.seat for event in events if isinstance(event, Deal)))
    stacks = dict(seats)
    antes, posted = _forced(order, stakes, events, blinds)
    fields: dict[str, object] = {
        "variant": variant,
        "ante_trimming_status": len(set(antes)) == 1,
        "antes": antes,
    }
    if "blinds" in _LIMITS[variant]:
        fields["blinds_or_straddles"] = posted
    for field in _LIMITS[variant][1:]:
        fields[field] = stakes.big_blind if field == "min_bet" else getattr(stakes, field)
    fields["starting_stacks"] = [stacks[seat] for seat in order]
    fields["actions"] = _Writer(order).all(events)
    fields["seats"] = [seat + 1 for seat in order]
    if names:
        fields["players"] = [names.get(seat, f"Player {seat}") for seat in order]
    # Who shows by choice does so after the end.
    end = next((event for event in reversed(events) if isinstance(event, End)), None)
    if end is not None:
        net = dict(end.net)
        fields["finishing_stacks"] = [stacks[seat] + net[seat] for seat in order]
        fields["_rake"] = end.rake
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


_LIMITS: Final = {
    "NT": ("blinds", "min_bet"),
    "PO": ("blinds", "min_bet"),
    "FT": ("blinds", "small_bet", "big_bet"),
    "FO/8": ("blinds", "small_bet", "big_bet"),
    "F7S": ("ante", "bring_in", "small_bet", "big_bet"),
    "FR": ("ante", "bring_in", "small_bet", "big_bet"),
    "F7S/8": ("ante", "bring_in", "small_bet", "big_bet"),
}


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(_toml(each) for each in value)}]"
    # A JSON string is a TOML basic string as well.
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def _forced(
    order: list[int],
    stakes: Stakes,
    events: Sequence[Event],
    posted: tuple[int | None, int | None] | None,
) -> tuple[list[int], list[int]]:
    """Return antes and blinds by player as the format wants them; short ones stand in full."""
    antes, blinds = dict.fromkeys(order, stakes.ante), dict.fromkeys(order, 0)
    small, big = posted or (None, None)
    for event in events:
        if not isinstance(event, Post):
            continue
        if event.kind == "dead":
            antes[event.seat] += event.amount
        elif event.kind == "post":
            blinds[event.seat] = -event.amount
        elif event.kind == "small_blind":
            small = event.seat
        elif event.kind == "big_blind":
            big = event.seat
    if small is not None:
        blinds[small] = stakes.small_blind
    if big is not None:
        blinds[big] = stakes.big_blind
        antes[big] += stakes.big_blind_ante
    ante_list, blind_list = [antes[seat] for seat in order], [blinds[seat] for seat in order]
    return (ante_list[::-1], blind_list[::-1]) if len(order) == 2 else (ante_list, blind_list)


class _Writer:
    """Turns events into the format's actions; cards of a street go out in one piece a player."""

    def __init__(self, order: list[int]) -> None:
        self.player = {seat: number for number, seat in enumerate(order, 1)}
        self.cards: dict[int, dict[int, str]] = {seat: {} for seat in order}
        self.dealt: dict[int, int] = {}
        self.shown: set[int] = set()
        self.is_over = False
        self.actions: list[str] = []

    def all(self, events: Sequence[Event]) -> list[str]:
        for event in events:
            if isinstance(event, Deal):
                known = event.cards or ("??",) * len(event.positions)
                self.dealt.setdefault(event.seat, len(self.cards[event.seat]))
                self.cards[event.seat].update(zip(event.positions, known, strict=True))
            elif not isinstance(event, (Burn, Post)):
                self._flush()
                self._take(event)
        return self.actions

    def _flush(self) -> None:
        for seat, before in self.dealt.items():
            cards = "".join(list(self.cards[seat].values())[before:])
            self.actions.append(f"d dh p{self.player[seat]} {cards}")
        self.dealt = {}

    def _take(self, event: Event) -> None:
        if isinstance(event, Board):
            self.actions.append(f"d db {''.join(event.cards)}")
        elif isinstance(event, Act):
            verb = _VERBS.get(event.kind, "cbr")
            amount = f" {event.bet}" if verb == "cbr" else ""
            self.actions.append(f"p{self.player[event.seat]} {verb}{amount}")
        elif isinstance(event, End):
            self.is_over = True
        elif isinstance(event, Show):
            self.cards[event.seat].update(zip(event.positions, event.cards, strict=True))
            if self.is_over:  # by choice: no action of the hand, which the format takes as a remark
                cards = "".join(self.cards[event.seat].values())
                self.actions.append(f"# p{self.player[event.seat]} shows {cards}")
            elif event.rank is None or event.seat not in self.shown:
                cards = "".join(self.cards[event.seat].values())
                self.actions.append(f"p{self.player[event.seat]} sm {cards}")
            self.shown.add(event.seat)
        elif isinstance(event, Muck):
            self.actions.append(f"p{self.player[event.seat]} sm")


_VERBS: Final = {"fold": "f", "check": "cc", "call": "cc", "bring_in": "pb"}
