"""Playing anything that is open, so that hands end in every way."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

from tests.load.client import Client


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
    if option["kind"] in ("bet", "raise", "complete"):
        return fields | {"amount": option["max"] if rng.random() < 0.05 else option["min"]}
    return fields


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
