"""The players of the tables' bench: six sockets a table, whole hands, in a process of their own.

The first line on stdin says where to play (`url`, `origin`, `cookie`, `tables`: a list of session
keys for each table id); then each line is an order (`seconds`, `rate` or null), answered with
`count` (actions that all six viewers have seen), `seconds`, `hands`, `refused`, and the latencies
in ms from the frame sent to the frame received by the last viewer.

Frames are looked at as text where that is enough: this process shares the machine with the one
that is measured.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import time
from typing import Any

import uvloop

from tests.bench.quick_line import QuickLine

_SEQ = re.compile(r'"seq":(\d+)')
ACK_S = 5
STALLED_S = 20


class Figures:
    """What is counted while an order runs."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.hands = self.refused = 0


class Table:
    """Six players who share one view of whose turn it is."""

    def __init__(self, load: Load, table_id: int, number: int) -> None:
        self.load = load
        self.id = table_id
        self.dice = random.Random(number)
        self.players: list[QuickLine] = []
        self.began = 0.0  # when the action under way was sent, 0 = none
        self.seen = 0
        self.waiting: tuple[QuickLine, dict[str, Any], str] | None = None
        self.acts = 0
        self.newest = ""  # a frame that somebody has received

    def hear(self, line: QuickLine, text: str) -> None:
        """Read one of a player's frames, and act when it is this player's turn."""
        if text.startswith('{"t":"frame"'):
            self.newest = text
            if '"e":"act"' in text:
                self._seen(text)
        elif text.startswith('{"t":"answer"'):
            if '"ok":true' not in text:
                self.load.figures.refused += 1
                print(text, file=sys.stderr)
            return
        elif text.startswith('{"t":"snapshot"'):
            self.load.joined += 1
        else:
            return
        if '"legal":{' in text:
            events = json.loads(text)["events"]
            turn = next(e for e in reversed(events) if e["e"] in ("turn", "over"))
            if turn.get("legal"):
                self.waiting = (line, turn["legal"], turn["hand"])
                self._act()

    def acknowledge(self) -> None:
        """Say for everybody that the frames have arrived."""
        found = _SEQ.search(self.newest)
        if found is not None:
            for line in self.players:
                line.send(f'{{"t":"ack","seq":{found[1]}}}')

    def _seen(self, text: str) -> None:
        if not self.began:
            return
        self.seen += 1
        if self.seen == len(self.players):
            self.load.figures.took.append(time.monotonic() - self.began)
            self.load.figures.hands += '"e":"over"' in text
            self.began = 0.0
            if self.waiting is not None:
                self._act()

    def _act(self) -> None:
        """Act once everybody has seen the last action, and when the pace allows it."""
        if not self.began and self.waiting is not None and self.load.running:
            line, legal, hand = self.waiting
            self.waiting = None
            self.began = time.monotonic()  # until it is sent, so that nobody else acts here
            self.load.spawn(self._send(line, legal, hand))

    async def _send(self, line: QuickLine, legal: dict[str, Any], hand: str) -> None:
        await self.load.turn()
        options = {option["kind"]: option for option in legal["options"]}
        kind = "check" if "check" in options else "call"
        chance = self.dice.random()
        if chance < 0.1 and "fold" in options and kind == "call":
            kind = "fold"
        elif chance > 0.95:
            kind = next((k for k in ("bet", "raise") if k in options), kind)
        if kind not in options:
            kind = "fold"
        self.acts += 1
        message = {"t": "act", "id": f"{self.acts}", "hand": hand, "turn": legal["turn"]}
        message |= {"kind": kind}
        if kind in ("bet", "raise"):
            message["amount"] = options[kind]["min"]
        self.seen = 0
        self.began = time.monotonic()
        line.send(json.dumps(message))


class Load:
    """All tables, and the order that runs."""

    def __init__(self) -> None:
        self.figures = Figures()
        self.running = False
        self.joined = 0
        self.tables: list[Table] = []
        self._gap = 0.0
        self._next = 0.0
        self._tasks: set[asyncio.Future[None]] = set()

    def spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Future[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            print(f"a player failed: {task.exception()!r}", file=sys.stderr, flush=True)

    async def open(self, where: dict[str, Any]) -> None:
        """Take all seats' sockets."""
        for number, (table_id, keys) in enumerate(where["tables"]):
            table = Table(self, table_id, number)
            self.tables.append(table)
            for key in keys:
                headers = {"Origin": where["origin"], "Cookie": f"{where['cookie']}={key}"}
                url = f"{where['url']}/ws/tables/{table_id}/"
                line = await QuickLine.connect(url, headers, table.hear)
                table.players.append(line)
                line.send('{"t":"join","seq":null}')
        # Who joins late finds an action in the snapshot and is sent no frame of it.
        while self.joined < sum(len(table.players) for table in self.tables):
            await asyncio.sleep(0.01)
        self.spawn(self._acknowledge())

    async def _acknowledge(self) -> None:
        while True:
            await asyncio.sleep(ACK_S)
            for table in self.tables:
                table.acknowledge()

    async def turn(self) -> None:
        """Wait for the next moment of the pace."""
        if self._gap:
            self._next = max(self._next + self._gap, time.monotonic() - 1)
            await asyncio.sleep(max(0.0, self._next - time.monotonic()))

    async def run(self, seconds: float, rate: float | None) -> dict[str, Any]:
        """Play for so long, as fast as it goes or at so many actions a second."""
        self._gap = 1 / rate if rate else 0.0
        self._next = began = time.monotonic()
        self.figures, self.running = Figures(), True
        for table in self.tables:
            table._act()
        await asyncio.sleep(seconds)
        figures, seconds = self.figures, time.monotonic() - began
        count = len(figures.took)
        self.running = False
        while any(table.began for table in self.tables):  # what is under way ends first
            await asyncio.sleep(0.01)
            if time.monotonic() - began > seconds + STALLED_S:
                stalled = [table.id for table in self.tables if table.began]
                raise RuntimeError(f"tables {stalled} stand still")
        took = sorted(figures.took)
        return {
            "count": count,
            "seconds": seconds,
            "hands": figures.hands,
            "refused": figures.refused,
            "p50": 1000 * took[len(took) // 2] if took else 0,
            "p99": 1000 * took[int(len(took) * 0.99)] if took else 0,
        }


async def main() -> None:
    """Follow the orders on stdin."""
    loop = asyncio.get_running_loop()
    load = Load()
    await load.open(json.loads(await loop.run_in_executor(None, sys.stdin.readline)))
    print(json.dumps({"open": sum(len(t.players) for t in load.tables)}), flush=True)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        order = json.loads(line)
        print(json.dumps(await load.run(order["seconds"], order["rate"])), flush=True)


if __name__ == "__main__":
    uvloop.run(main())
