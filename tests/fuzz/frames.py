"""Frames that must not do anything: broken, too large, at the wrong time, of others, once more."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Frame = str | bytes
MAX_BYTES = 4096  # docs/protocol.md

WORDS = (
    "join", "ack", "ping", "act", "sit", "leave", "sit_out", "sit_in", "top_up", "say", "mute",
    "block", "report", "admin", "",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2**53, 2**63, 10**30, 1.5, -0.0, 1e308, "", "x", "\ud7ff", "🂡" * 9,
    [], {}, [[]], {"t": "act"}, "9" * 40, "'; DROP TABLE wallet_entry; --", "\x00",
    "__class__", [0] * 50,
)  # fmt: skip
TEXTS = (
    "\x00", "a\x00b", "\n", "\u202e", "\ud800", "🂡" * 9, "'; DROP TABLE wallet_entry; --", "%s{0}",
)  # fmt: skip
FIELDS = ("t", "id", "seq", "hand", "turn", "kind", "amount", "cards", "seat", "buy_in", "post")
KINDS = ("fold", "check", "call", "bet", "raise", "allin", "complete", "bring_in", "choose", "muck")


@dataclass(frozen=True)
class Scene:
    """What an attacker knows: the table's running hand, one of another table, whose turn it is."""

    hand: str
    other_hand: str
    seat: int | None  # the attacker's own, None for one who has none
    on_turn: int
    turn: int
    min_raise: int


def frame(rng: random.Random, scene: Scene) -> Frame:
    """One frame of any kind that may not change anything."""
    return rng.choices(MAKERS, WEIGHTS)[0](rng, scene)


def _noise(rng: random.Random, scene: Scene) -> Frame:
    """Bytes of no meaning, as text or binary."""
    size = rng.choice((0, 1, 3, 30, 300))
    if rng.random() < 0.5:
        return rng.randbytes(size)
    return "".join(chr(rng.choice((*range(32, 127), 0, 0x20AC, 0x1F0A1))) for _ in range(size))


def _broken(rng: random.Random, scene: Scene) -> Frame:
    """A message of which something is missing, too much, or of another type."""
    message = {"t": rng.choice(WORDS), "id": "x"}
    for name in rng.sample(FIELDS, rng.randint(0, 5)):
        message[name] = rng.choice(VALUES)
    if message["t"] in ("join", "ack", "ping", "leave", "sit_out", "sit_in"):
        message["extra"] = 1  # else it might be a good one
    text = json.dumps(message)
    if rng.random() < 0.3:
        text = text[: rng.randrange(len(text))] + rng.choice(("", "}", "\\", '"', "\t"))
    if rng.random() < 0.1:
        text = rng.choice("[{") * rng.randint(1, 4000)
    return text if message["t"] not in ("act", "sit", "top_up") else text + ","


def _oversized(rng: random.Random, scene: Scene) -> Frame:
    text = json.dumps({"t": "leave", "id": "x" * rng.randint(MAX_BYTES, 3 * MAX_BYTES)})
    return text if rng.random() < 0.5 else text.encode()


def _out_of_turn(rng: random.Random, scene: Scene) -> Frame:
    """A well-made act at a price or turn that is not on offer, or by who is not on turn."""
    turn, amount = scene.turn, 0
    if scene.seat == scene.on_turn:
        if rng.random() < 0.5:
            turn += rng.choice((-1, 1, 7, 2**40))
        else:
            amount = rng.choice((1, scene.min_raise - 1, 10**15))
    kind = "raise" if amount else rng.choice(KINDS)
    return _act(rng, scene.hand, max(0, turn), kind, amount)


def _foreign(rng: random.Random, scene: Scene) -> Frame:
    """An act in the hand of another table, or a seat that cannot be had."""
    if scene.seat is None and rng.random() < 0.5:
        fields = {"seat": rng.randint(0, 8), "buy_in": rng.choice((0, 1, 10**15))}
        return json.dumps({"t": "sit", "id": _id(rng), **fields})
    if scene.seat is None and rng.random() < 0.5:
        word = rng.choice(("leave", "sit_out", "sit_in"))
        return json.dumps({"t": word, "id": _id(rng)})
    hand = rng.choice((scene.other_hand, "0", "999999999999999999"))
    return _act(rng, hand, rng.randint(0, 9), rng.choice(KINDS), 0)


def _senseless(rng: random.Random, scene: Scene) -> Frame:
    """A command of which every field has the right type, and that cannot be done."""
    text = rng.choice(TEXTS)
    fields = rng.choice(
        (
            {"t": "block", "nick": text, "on": rng.random() < 0.5},
            {"t": "report", "line": rng.choice((1, 2**40, 2**53)), "reason": "spam"},
            {"t": "say", "text": rng.choice(("", "\x00", "\u202e\u200b"))},
            {"t": "say", "text": text, "phrase": "no_such"},
            {"t": "wish", "refill": rng.choice((1, 10**15))},
            {"t": rng.choice(("show", "muck")), "hand": rng.choice(("0", "9" * 18))},
            {"t": "bet", "rules": text, "bets": {"ante": rng.choice((0, 1, 10**15))}},
            {"t": "unwait"},
        )
    )
    return json.dumps({**fields, "id": rng.choice((*TEXTS, _id(rng)))})


def _repeated(rng: random.Random, scene: Scene) -> Frame:
    """The same refused command under the same few ids."""
    return json.dumps({"t": "top_up", "id": rng.choice("abc"), "amount": 10**15})


def _act(rng: random.Random, hand: str, turn: int, kind: str, amount: int) -> str:
    fields = {"hand": hand, "turn": turn, "kind": kind, "amount": amount}
    return json.dumps({"t": "act", "id": _id(rng), **fields})


def _id(rng: random.Random) -> str:
    return rng.choice(("same", "again", f"{rng.getrandbits(64):x}"))


MAKERS: tuple[Callable[[random.Random, Scene], Frame], ...] = (
    _noise, _broken, _oversized, _out_of_turn, _foreign, _repeated, _senseless,
)  # fmt: skip
WEIGHTS = (13, 25, 2, 25, 15, 10, 10)
