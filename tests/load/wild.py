"""Playing anything that is open, so that hands and rounds end in every way."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

from tests.load.client import Client

#: What may be bet beside the ante at a house table.
SIDES = {"uth": "trips", "casino_holdem": "aa", "russian_poker": "bonus"}


def choice(client: Client, rng: random.Random) -> dict[str, Any]:
    """The fields of an act that is open to this client now: anything, large bets seldom."""
    legal = client.legal
    assert legal is not None
    option = rng.choice(legal["options"])
    if option["kind"] == "fold" and len(legal["options"]) > 1 and rng.random() < 0.6:
        option = legal["options"][1]
    fields = {"hand": client.view.turn["hand"], "turn": legal["turn"], "kind": option["kind"]}
    if option["kind"] == "choose":
        held = [
            card for card in client.view.hand["cards"][client.you["hand_seat"]].values() if card
        ]
        return fields | {"cards": rng.sample(held, legal["discard"] + legal["open"])}
    if client.table.get("house"):
        return fields | _against_the_house(client, rng, option)
    if option["kind"] in ("bet", "raise", "complete"):
        return fields | {"amount": option["max"] if rng.random() < 0.05 else option["min"]}
    return fields


def _against_the_house(
    client: Client, rng: random.Random, option: dict[str, Any]
) -> dict[str, Any]:
    if option["kind"] == "exchange":
        held = [card for card in client.view.hand["cards"][client.you["seat"]].values() if card]
        return {"amount": option["min"], "cards": rng.sample(held, rng.randint(1, 5))}
    return {"amount": rng.randint(option["min"], option["max"])}


def bets(client: Client, rng: random.Random) -> dict[str, int]:
    """The bets of a round: a small ante, and one time in two what lies beside it."""
    limits = client.table["settings"]["limits"]
    least = max(limits["least"], limits["unit"])
    made = {"ante": least * rng.randint(1, 3)}
    side = SIDES[client.table["game"]]
    return made | ({side: least} if rng.random() < 0.5 else {})


async def play(
    client: Client, seed: int, enough: Callable[[], bool], *, pause_s: float = 0
) -> None:
    """Play until `enough`, and buy chips again and again; `pause_s` keeps a socket in credit."""
    rng = random.Random(seed)
    while not enough():
        if _is_broke(client):
            answer = await client.command("top_up", amount=client.table["max_buy_in"])
            assert answer["ok"], answer
        if client.is_new_turn():
            client.took_turn()
            asked = choice(client, rng)
            await asyncio.sleep(pause_s)
            await client.command("act", **asked)
        else:
            await client.until(lambda: enough() or client.is_new_turn() or _is_broke(client))


def _is_broke(client: Client) -> bool:
    mine = client.view.plates.get(client.you["seat"])
    return bool(mine) and mine["status"] == "sitting_out" and mine["stack"] == 0
