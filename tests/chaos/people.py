"""Members who play through the kills: calm ones, laggards, double-clickers, tab-openers, quitters.

Each is a loop over sockets that come and go. Whatever the server answered is kept, for the auditor.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import WebSocketException

from tests.chaos.delays import TURN_S
from tests.load.client import Client, View
from tests.load.lines import Closed, WebLine
from tests.load.wild import bets, choice
from tests.soak.secrecy import Reader, Seen

ANSWER_S = 12.0
GOES_BACK = (1.0, 0.5)  # seconds: at most, at least, before a socket is opened again
TROUBLE = (Closed, OSError, TimeoutError, WebSocketException)  # the line, not the site


@dataclass
class Command:
    """One command of a member: how often it was sent, and what was answered, in order."""

    kind: str
    member: int
    sent: int = 0
    answers: list[dict[str, Any]] = field(default_factory=list)


class Person:
    """A member at one table, or in a box of his own at a house table."""

    def __init__(self, *, url: str, cookie: str, member: int, table: int, rng: random.Random):
        self.url, self.cookie, self.member, self.table = url, cookie, member, table
        self.rng = rng
        self.name = f"m{member}-"
        self.seen: Seen = {}
        self.commands: dict[str, Command] = {}
        self.faults: list[str] = []
        self.comebacks = 0
        self.client: Reader | None = None
        self._ids = itertools.count(1)
        self._seq = self._in_hand = 0
        self._view: View | None = None
        self._you: dict[str, Any] = {}
        self._table: dict[str, Any] = {}

    # -- the line --------------------------------------------------------------------------------

    async def open(self, *, fresh: bool = False) -> Reader:
        """A joined socket; resumes what was seen before unless `fresh`. Raises what TROUBLE has."""
        headers = {"Origin": self.url, "Cookie": self.cookie}
        address = self.url.replace("http", "ws") + f"/ws/tables/{self.table}/"
        line = await asyncio.wait_for(WebLine.connect(address, headers), ANSWER_S)
        client = Reader(line, self.name)
        client.seen, client.in_hand = self.seen, self._in_hand
        seq = None
        if not fresh and self._view is not None:
            seq = client.seq = self._seq
            client.view, client.you, client.table = self._view, dict(self._you), self._table
        try:
            await client.join(seq)
        except TROUBLE:
            await close(client)
            raise
        if client.closed is not None:
            raise Closed(client.closed)
        return client

    async def come_back(self, until: Callable[[], bool]) -> Reader | None:
        """The socket of this member, opened again as often as it takes. None once `until`."""
        while not until():
            if self.client is not None and self.client.closed is None:
                return self.client
            await self.drop()
            try:
                self.client = await self.open()
                self.comebacks += 1
            except TROUBLE:
                most, least = GOES_BACK
                await asyncio.sleep(self.rng.uniform(least, most))
        return None

    async def drop(self) -> None:
        """Let go of the socket, and keep what it has shown."""
        client, self.client = self.client, None
        if client is None:
            return
        reader = client._reader
        if reader is not None and reader.done() and not reader.cancelled() and reader.exception():
            self.faults.append(f"{self.name} table {self.table}: {reader.exception()!r}")
        self._seq, self._view, self._in_hand = client.seq, client.view, client.in_hand
        self._you, self._table = client.you, client.table
        await close(client)

    # -- commands --------------------------------------------------------------------------------

    async def command(self, client: Client, t: str, id: str = "", **fields: Any) -> bool:
        """Send a command; whether it was done. Raises what TROUBLE has when no answer came."""
        id = id or f"{self.name}{next(self._ids)}"
        known = self.commands.setdefault(id, Command(t, self.member))
        known.sent += 1
        sending = asyncio.ensure_future(client.command(t, id, **fields))
        ending = asyncio.ensure_future(client.ended(ANSWER_S))
        try:
            await asyncio.wait({sending, ending}, return_when=asyncio.FIRST_COMPLETED)
            if not sending.done():
                raise Closed(client.closed or 1006)
            answer = sending.result()
        finally:
            for task in (sending, ending):
                task.cancel()
            await asyncio.gather(sending, ending, return_exceptions=True)
        known.answers.append(answer)
        return bool(answer["ok"])

    async def insist(self, t: str, until: Callable[[], bool], **fields: Any) -> None:
        """Send a command until it is answered, under one id whatever happens to the line."""
        id = f"{self.name}{next(self._ids)}"
        while client := await self.come_back(until):
            try:
                await self.command(client, t, id, **fields)
                return
            except TROUBLE:
                await self.drop()

    # -- playing ---------------------------------------------------------------------------------

    async def play(self, until: Callable[[], bool]) -> None:
        """Sit down and play, through everything, until the condition holds."""
        while client := await self.come_back(until):
            try:
                await self.step(client, until)
            except TROUBLE:
                await self.drop()
        await self.drop()

    async def step(self, client: Reader, until: Callable[[], bool]) -> None:
        """The next thing that this member does."""
        if client.you["seat"] is None:
            await self.sit(client)
            return
        mine = client.view.plates.get(client.you["seat"])
        if mine and mine["status"] == "sitting_out":
            if mine["stack"] == 0:
                await self.command(client, "top_up", amount=client.table["min_buy_in"])
            await self.command(client, "sit_in", post=True)
        if client.legal is not None:
            await self.decide(client)
        elif client.table.get("house"):
            await self.bet(client)
        else:
            await news(client)

    async def sit(self, client: Reader) -> None:
        places = {1} if client.table.get("house") else set(range(client.table["seats"]))
        free = places - set(client.view.plates)
        if not free:
            await news(client)
            return
        buy_in = self.rng.choice((client.table["min_buy_in"], client.table["max_buy_in"]))
        seat = self.rng.choice(sorted(free))
        if not await self.command(client, "sit", seat=seat, buy_in=buy_in):
            await asyncio.sleep(0.2)

    async def bet(self, client: Reader) -> None:
        """Begin the next round; whose chips do not carry it buys some, or goes."""
        hand = client.view.hand
        if hand is not None and not hand["over"]:
            await news(client)
            return
        asked = {"rules": client.table["rules"], "bets": bets(client, self.rng)}
        if await self.give(client, "bet", **asked):
            await news(client)
        elif not await self.command(client, "top_up", amount=client.table["min_buy_in"]):
            await self.insist("leave", lambda: False)

    async def decide(self, client: Reader) -> None:
        """Act at once."""
        await self.give(client, "act", **choice(client, self.rng))

    async def give(self, client: Reader, t: str, **fields: Any) -> bool:
        """Send what is played, once; whether it was done."""
        return await self.command(client, t, **fields)


class Calm(Person):
    """Acts, waits for the answer, and now and then does what seats may do."""

    async def decide(self, client: Reader) -> None:
        await super().decide(client)
        chance = self.rng.random()
        if chance < 0.02:
            await self.command(client, "sit_out")
        elif chance < 0.04:
            await self.command(client, "top_up", amount=client.table["min_buy_in"])
        elif chance < 0.05:
            await self.insist("leave", lambda: False)


class Laggard(Person):
    """Thinks as long as the time bank lasts, and longer."""

    async def give(self, client: Reader, t: str, **fields: Any) -> bool:
        await asyncio.sleep(self.rng.uniform(0, 2 * TURN_S))
        return await super().give(client, t, **fields)


class DoubleClicker(Person):
    """Sends everything two or three times, under one id or under several."""

    async def give(self, client: Reader, t: str, **fields: Any) -> bool:
        same = f"{self.name}{next(self._ids)}" if self.rng.random() < 0.5 else ""
        times = range(self.rng.randint(2, 3))
        return any([await self.command(client, t, same, **fields) for _ in times])


class TabOpener(Person):
    """Has a second tab open, and acts in both at once."""

    async def give(self, client: Reader, t: str, **fields: Any) -> bool:
        other = await self.open(fresh=True)
        try:
            return any(
                await asyncio.gather(
                    self.command(client, t, **fields), self.command(other, t, **fields)
                )
            )
        finally:
            await close(other)


class Quitter(Person):
    """Loses the line in the middle of everything, or leaves; comes back when it pleases."""

    async def decide(self, client: Reader) -> None:
        chance = self.rng.random()
        if chance < 0.15:
            await client.send({"t": "act", "id": "lost", **choice(client, self.rng)})
            await self.drop()
            await asyncio.sleep(self.rng.uniform(0, 2))
        elif chance < 0.25:
            await self.drop()
            await asyncio.sleep(self.rng.uniform(0, 2 * TURN_S))
        elif chance < 0.35:
            await self.insist("leave", lambda: False)
        else:
            await super().decide(client)


KINDS = (Calm, Laggard, DoubleClicker, TabOpener, Quitter)


async def news(client: Client, seconds: float = 0.5) -> None:
    """Until something was received, or for a moment. Raises `Closed` when the line ended."""
    client._news.clear()
    with suppress(TimeoutError):
        await asyncio.wait_for(client._news.wait(), seconds)
    if client.closed is not None:
        raise Closed(client.closed)
    if client._reader is not None and client._reader.done():
        raise Closed(1006)


async def close(client: Client) -> None:
    """Close a socket whose other end may be dead."""
    with suppress(*TROUBLE, AssertionError):
        await asyncio.wait_for(client.close(), 2)
