"""A client of the table socket, written from docs/protocol.md alone: it imports nothing of ours.

It keeps every text that it received, folds the events into what a player needs to know, and
notices holes in the numbering. How it plays is a function of its options.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tests.load.lines import Closed, Line

ACK_S = 0.5
Chooser = Callable[["Client"], tuple[str, int]]


class View:
    """The table as a fold of events: assignments only, like in the browser."""

    def __init__(self, seats: list[Any]) -> None:
        self.plates = {plate["seat"]: plate for plate in map(_plain, seats) if plate}
        self.hand: dict[str, Any] | None = None
        self.turn: dict[str, Any] | None = None
        self.paused: str | None = None
        self.sealed: dict[str, Any] | None = None
        self.waiting = 0
        self.held: dict[int, int] = {}
        self.may_show: list[int] = []

    def fold(self, event: dict[str, Any]) -> None:
        fold = getattr(self, f"_{event['e']}", None)
        if fold is not None:
            fold(event)

    def _hand(self, event: dict[str, Any]) -> None:
        self.turn = None
        self.may_show = []
        self.hand = {
            "id": event["hand"],
            "no": event["no"],
            "root": event["root"],
            "button": event["button"],
            "cards": {seat: {} for seat, _ in event["seats"]},
            "board": {},
            "burned": [],
            "bets": {},
            "pots": [],
            "folded": [],
            "over": False,
            "net": None,
        }
        for seat, stack in event["seats"]:
            self._stack(seat, stack)

    def _round(self, event: dict[str, Any]) -> None:
        self._hand({**event, "button": None})
        assert self.hand is not None
        self.hand |= {"game": event["game"], "rules": event["rules"], "settled": {}}
        self.hand["cards"][0] = {}
        self.hand["verdict"] = None

    def _sealed(self, event: dict[str, Any]) -> None:
        self.sealed = event

    def _verdict(self, event: dict[str, Any]) -> None:
        self.hand["verdict"] = event

    def _settle(self, event: dict[str, Any]) -> None:
        self.hand["settled"][event["bet"]] = event["net"]
        self._stack(1, event["stack"])

    def _discard(self, event: dict[str, Any]) -> None:
        for position in event["positions"]:
            self.hand["cards"][event["seat"]].pop(position, None)

    def _stack(self, seat: int, stack: int) -> None:
        if seat in self.plates:
            self.plates[seat] = {**self.plates[seat], "stack": stack}

    def _seat(self, event: dict[str, Any]) -> None:
        self.plates[event["seat"]] = _plain(event)

    def _gone(self, event: dict[str, Any]) -> None:
        self.plates.pop(event["seat"], None)

    def _put(self, event: dict[str, Any]) -> None:
        self.hand["bets"][event["seat"]] = event["bet"]
        self._stack(event["seat"], event["stack"])

    _post = _refund = _put

    def _act(self, event: dict[str, Any]) -> None:
        self._put(event)
        if event["kind"] == "fold":
            self.hand["folded"].append(event["seat"])

    def _street(self, event: dict[str, Any]) -> None:
        self.hand["street"] = event["name"]
        if event["street"]:
            self.hand["bets"] = {}

    def _deal(self, event: dict[str, Any]) -> None:
        cards = event["cards"] or [None] * len(event["positions"])
        self.hand["cards"][event["seat"]].update(zip(event["positions"], cards, strict=True))

    def _show(self, event: dict[str, Any]) -> None:
        shown = zip(event["positions"], event["cards"], strict=True)
        self.hand["cards"][event["seat"]].update(shown)
        self._kept(event)

    def _burn(self, event: dict[str, Any]) -> None:
        self.hand["burned"].append(event["position"])

    def _board(self, event: dict[str, Any]) -> None:
        self.hand["board"].update(zip(event["positions"], event["cards"], strict=True))

    def _collect(self, event: dict[str, Any]) -> None:
        self.hand["bets"] = {}
        self.hand["pots"] = event["pots"]

    def _award(self, event: dict[str, Any]) -> None:
        self._stack(event["seat"], event["stack"])

    def _end(self, event: dict[str, Any]) -> None:
        self.hand["net"] = event["net"]
        self.hand["bets"] = {}

    def _turn(self, event: dict[str, Any]) -> None:
        self.turn = event

    def _over(self, event: dict[str, Any]) -> None:
        self.hand["over"] = True
        self.turn = None

    def _void(self, event: dict[str, Any]) -> None:
        self.hand = self.turn = None

    def _clear(self, event: dict[str, Any]) -> None:
        self.hand = self.turn = None

    def _line(self, event: dict[str, Any]) -> None:
        self.waiting, self.held = event["waiting"], dict(event["held"])

    def _may_show(self, event: dict[str, Any]) -> None:
        self.may_show = event["seats"]

    def _kept(self, event: dict[str, Any]) -> None:
        self.may_show = [seat for seat in self.may_show if seat != event["seat"]]

    def _pause(self, event: dict[str, Any]) -> None:
        self.paused = event["code"]

    def _resume(self, event: dict[str, Any]) -> None:
        self.paused = None

    def value(self) -> dict[str, Any]:
        """Everything, to compare two views."""
        names = ("plates", "hand", "turn", "paused", "waiting", "held", "may_show")
        return {name: getattr(self, name) for name in names}


class Client:
    """One socket of one viewer."""

    patience_s = 60.0  # so long something is waited for: a machine may be slow

    def __init__(self, line: Line, name: str = "") -> None:
        self.line = line
        self.name = name
        self.texts: list[str] = []
        self.frames: list[dict[str, Any]] = []
        self.snapshots: list[dict[str, Any]] = []
        self.you: dict[str, Any] = {"seat": None, "hand_seat": None, "wallet": 0}
        self.view = View([])
        self.table: dict[str, Any] = {}
        self.seq = 0
        self.hands_over = 0
        self.errors: list[dict[str, Any]] = []
        self.notices: list[dict[str, Any]] = []
        self.watching = 0
        self.closed: int | None = None
        self._ids = itertools.count(1)
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._news = asyncio.Event()
        self.acknowledges = True
        self._ack: asyncio.Task[None] | None = None
        self._acted_at: tuple[str, int] | None = None
        self._reader: asyncio.Task[None] | None = None

    # -- the line --------------------------------------------------------------------------------

    async def join(self, seq: int | None = None) -> None:
        """Join, or resume after `seq`; returns when the table is there."""
        if self._reader is None:
            self._reader = asyncio.ensure_future(self._read())
        before = len(self.texts)
        await self.send({"t": "join", "seq": seq})
        await self.until(lambda: len(self.texts) > before or self.closed is not None)

    async def send(self, message: dict[str, Any]) -> None:
        await self.line.send(json.dumps(message))

    async def command(self, t: str, id: str = "", **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        id = id or f"{self.name}{next(self._ids)}"
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[id] = future
        await self.send({"t": t, "id": id, **fields})
        return await asyncio.wait_for(future, self.patience_s)

    async def act(self, kind: str, amount: int = 0, **changes: Any) -> dict[str, Any]:
        """Act at the turn that this client sees; `changes` replace fields of the message."""
        assert self.legal is not None
        fields = {
            "hand": self.view.turn["hand"],
            "turn": self.legal["turn"],
            "kind": kind,
            "amount": amount,
        }
        return await self.command("act", **{**fields, **changes})

    async def close(self) -> None:
        tasks = [task for task in (self._reader, self._ack) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self.closed is None:
            await self.line.close()

    async def until(self, condition: Callable[[], bool], seconds: float | None = None) -> None:
        """Wait until something that was received makes the condition true."""

        async def wait() -> None:
            while not condition():
                if self.closed is not None:
                    raise Closed(self.closed)
                self._news.clear()
                await self._news.wait()

        await asyncio.wait_for(wait(), seconds or self.patience_s)

    async def ended(self, seconds: float | None = None) -> None:
        """Wait until the server has closed the line; `closed` is its code."""
        assert self._reader is not None
        await asyncio.wait_for(asyncio.shield(self._reader), seconds or self.patience_s)

    async def _read(self) -> None:
        try:
            while True:
                text = await self.line.receive()
                self.texts.append(text)
                await self._take(json.loads(text))
                self._news.set()
        except Closed as closed:
            self.closed = closed.code
            self._news.set()

    async def _take(self, message: dict[str, Any]) -> None:
        kind = message["t"]
        if kind == "snapshot":
            self.snapshots.append(message)
            self.seq, self.table = message["seq"], message["table"]
            self.you = message["you"]
            self.view = View(message["seats"])
            for event in message["events"]:
                self.view.fold(event)
        elif kind == "frame":
            assert message["seq"] == self.seq + 1, f"a hole after {self.seq}: {message['seq']}"
            self.seq = message["seq"]
            self.frames.append(message)
            for event in message["events"]:
                self.view.fold(event)
                self.hands_over += event["e"] == "over"
            if self.acknowledges and (self._ack is None or self._ack.done()):
                self._ack = asyncio.ensure_future(self._acknowledge())
        elif kind == "you":
            self.you = {**self.you, **{k: v for k, v in message.items() if k != "t"}}
        elif kind == "answer":
            future = self._answers.pop(message["id"], None)
            if future is not None and not future.done():
                future.set_result(message)
        elif kind == "notice":
            self.notices.append(message)
        elif kind == "watching":
            self.watching = message["n"]
        elif kind == "error":
            self.errors.append(message)

    async def _acknowledge(self) -> None:
        await asyncio.sleep(ACK_S)
        with suppress(Closed):  # whoever reads will hear of it
            await self.send({"t": "ack", "seq": self.seq})

    # -- playing ---------------------------------------------------------------------------------

    @property
    def legal(self) -> dict[str, Any] | None:
        """What this client may do now, None if it is not its turn."""
        return self.view.turn["legal"] if self.view.turn else None

    def option(self, kind: str) -> dict[str, Any] | None:
        """The option of a kind, if it is open now."""
        options = self.legal["options"] if self.legal else []
        return next((option for option in options if option["kind"] == kind), None)

    async def play(self, choose: Chooser, until: Callable[[], bool]) -> None:
        """Act whenever it is this client's turn, until the condition holds."""
        away = 0
        while True:
            await self.until(lambda: until() or self.is_new_turn())
            if until():
                return
            self.took_turn()
            kind, amount = choose(self)
            answer = await self.act(kind, amount)
            if answer.get("code") == "unavailable":  # nothing was done: once more
                away += 1
                assert away < 500, answer
                self._acted_at = None
                await asyncio.sleep(0.1)

    def took_turn(self) -> None:
        """Remember that this turn is being acted at, so that it is not acted at twice."""
        self._acted_at = (self.view.turn["hand"], self.legal["turn"])

    def is_new_turn(self) -> bool:
        """Whether it is this client's turn, and one that it has not acted at."""
        if self.legal is None:
            return False
        return (self.view.turn["hand"], self.legal["turn"]) != self._acted_at


def check_or_call(client: Client) -> tuple[str, int]:
    """The way of a calling station."""
    for kind in ("check", "call", "fold"):
        if client.option(kind):
            return kind, 0
    raise AssertionError(client.legal)


def check_or_fold(client: Client) -> tuple[str, int]:
    """The way of somebody who is not there."""
    return ("check", 0) if client.option("check") else ("fold", 0)


def _plain(event: dict[str, Any] | None) -> dict[str, Any] | None:
    return {k: v for k, v in event.items() if k != "e"} if event else None
