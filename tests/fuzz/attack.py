"""Many sockets of members, outsiders and guests that send what must not do anything."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from websockets.exceptions import WebSocketException

from tests.fuzz.frames import MAX_BYTES, Scene, frame
from tests.load.client import Client
from tests.load.lines import Closed, WebLine

AT_ONCE = 8  # sockets
FRAMES_A_SOCKET = 200  # at most: a flood is cut before
PAUSE_EVERY = 12  # frames, after which the attacker waits for an answer, so that some are heard
FLOODS = 0.4  # the share of sockets that do not wait
ANSWER_S = 120
# Flood, oversized, what the server itself refuses; slow, when the attacker hardly gets to read.
MAY_CLOSE = {4102, 4105, 1009, 1007, 1006, 4001}


@dataclass(frozen=True)
class Attacker:
    """Who sends: the cookie of a log-in session, or none; the seat held, or none."""

    cookie: str
    seat: int | None


class Attack:
    """`await Attack(…).run(100_000)`; then `sent`, `codes`, `answers`, `faults`."""

    def __init__(
        self, url: str, table: int, scene: Scene, attackers: Sequence[Attacker], seed: int
    ) -> None:
        self.url, self.table, self.scene, self.attackers = url, table, scene, attackers
        self.seed = seed
        self.sent = 0
        self.sockets = 0
        self.codes: Counter[int] = Counter()
        self.answers: Counter[str] = Counter()
        self.faults: list[str] = []
        self._numbers = itertools.count()

    async def run(self, frames: int) -> None:
        """Send so many frames."""
        await asyncio.gather(*(self._socket_after_socket(frames) for _ in range(AT_ONCE)))

    async def _socket_after_socket(self, frames: int) -> None:
        while self.sent < frames and len(self.faults) < 20:
            number = next(self._numbers)
            rng = random.Random(f"{self.seed}-{number}")
            attacker = rng.choice(self.attackers)
            try:
                await self._socket(rng, attacker, frames)
            except (WebSocketException, OSError, TimeoutError) as error:
                self.faults.append(f"socket {number} of seed {self.seed}: {error!r}")

    async def _socket(self, rng: random.Random, attacker: Attacker, frames: int) -> None:
        headers = {"Origin": self.url}
        if attacker.cookie:
            headers["Cookie"] = attacker.cookie
        address = self.url.replace("http", "ws") + f"/ws/tables/{self.table}/"
        client = Client(await WebLine.connect(address, headers))
        self.sockets += 1
        joins = rng.random() < 0.9
        if joins:
            await client.join()
        else:
            client._reader = asyncio.ensure_future(client._read())
        scene = Scene(**{**vars(self.scene), "seat": attacker.seat if joins else None})
        try:
            await self._send(client, rng, scene, frames)
        except (Closed, WebSocketException):
            await client.ended(ANSWER_S)
        self._judge(client)
        await client.close()

    async def _send(self, client: Client, rng: random.Random, scene: Scene, frames: int) -> None:
        floods = rng.random() < FLOODS
        if self.sockets == 1:  # one at least is too long
            await client.line.send("x" * (MAX_BYTES + 1))
        for number in range(FRAMES_A_SOCKET):
            if self.sent >= frames or client.closed is not None:
                return
            self.sent += 1
            sent = frame(rng, scene)
            if floods and len(sent) > MAX_BYTES:
                continue  # it would be closed for that, and is to be cut for the flood
            await client.line.send(sent)
            if not floods and number % PAUSE_EVERY == PAUSE_EVERY - 1:
                heard = len(client.texts)
                await client.until(lambda heard=heard: len(client.texts) > heard, ANSWER_S)

    def _judge(self, client: Client) -> None:
        if client.closed is not None:
            self.codes[client.closed] += 1
            if client.closed not in MAY_CLOSE:
                self.faults.append(f"closed with {client.closed}")
        for text in client.texts:
            message = json.loads(text)
            if message["t"] == "answer":
                self.answers[message.get("code", "ok")] += 1
                if message["ok"] or message["code"] == "unavailable":
                    self.faults.append(text)
            elif message["t"] == "error":
                self.answers[message["code"]] += 1
            elif message["t"] == "frame":
                self.faults.append(f"something changed: {text}")
