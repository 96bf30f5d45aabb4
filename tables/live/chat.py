"""The chat of the tables shown here: read after a hint or by the slow poll, told to viewers.

A hint may be lost: ids of a table's lines are committed in order, so the next look finds every line
after the last one that was read.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Collection, Iterable
from typing import Any

from tables import chat, chat_selectors, chat_words
from tables.chat import SHOWN
from tables.chat_selectors import Line
from tables.live import hints, protocol
from tables.live.feed import Viewer
from tables.live.work import run

Viewers = Callable[[int], Collection[Viewer]]


class Room:
    """The last lines of one table, and up to which line it has been read."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.lines: deque[Line] = deque(maxlen=SHOWN)
        self.last = 0
        self.busy = asyncio.Lock()
        for line in lines:
            self.take(line)

    def take(self, line: Line) -> None:
        """Note a line, or that one is gone."""
        self.last = line.id
        if line.removes is None:
            self.lines.append(line)
            return
        left = [each for each in self.lines if each.id != line.removes]
        self.lines = deque(left, maxlen=SHOWN)


class Chats:
    """The chat of every table that has viewers here."""

    def __init__(self, viewers: Viewers) -> None:
        self.rooms: dict[int, Room] = {}
        self._viewers = viewers

    async def open(self, table_id: int) -> None:
        """Read a table's last lines; from now on what is said there is told."""
        self.rooms[table_id] = Room(await run(chat_selectors.latest, table_id))

    def close(self, table_id: int) -> None:
        """Nobody looks at this table here any more."""
        self.rooms.pop(table_id, None)

    def welcome(self, table_id: int, viewer: Viewer) -> None:
        """Tell a viewer what was said last and what he reads; replaces all that he was told."""
        room = self.rooms.get(table_id)
        if room is None:
            return
        lines = [_told(line, viewer.language) for line in room.lines if viewer.ears.hear(line)]
        viewer.push(protocol.chat(lines, viewer.ears.hides, viewer.ears.nicks))

    async def catch_up(self, table_id: int, line_id: int) -> None:
        """Tell the viewers everything up to this line, or further."""
        room = self.rooms.get(table_id)
        if room is None or room.last >= line_id:
            return
        async with room.busy:
            if room.last >= line_id:
                return
            for line in await run(chat_selectors.after, table_id, room.last):
                room.take(line)
                self._send(table_id, line)

    async def poll(self) -> None:
        """Heal lost hints: one query for all tables of the process."""
        if self.rooms:
            for table_id, line_id in (await run(chat_selectors.heads, list(self.rooms))).items():
                await self.catch_up(table_id, line_id)

    async def listen_anew(self, members: Collection[int]) -> None:
        """These members have changed what they read: show it to their viewers here."""
        here = [
            (table_id, viewer)
            for table_id in self.rooms
            for viewer in self._viewers(table_id)
            if viewer.member_id in members
        ]
        if here:
            found = await run(chat_selectors.ears, members)
            for table_id, viewer in here:
                assert viewer.member_id is not None
                viewer.ears = found[viewer.member_id]
                self.welcome(table_id, viewer)

    def _send(self, table_id: int, line: Line) -> None:
        texts: dict[str, str] = {}
        for viewer in self._viewers(table_id):
            if not viewer.ears.hear(line):
                continue
            if viewer.language not in texts:
                texts[viewer.language] = _news(line, viewer.language)
            viewer.push(texts[viewer.language])

    async def carry_out(self, table_id: int, member_id: int, message: protocol.Talk) -> None:
        """Do what a member asked for by a message about the chat. Raises Refused."""
        match message:
            case protocol.Say():
                line_id = await run(
                    chat.say,
                    table_id=table_id,
                    member_id=member_id,
                    id=message.id,
                    text=message.text,
                    phrase=message.phrase,
                )
                await self.catch_up(table_id, line_id)
                await hints.publish_chat(lines=[(table_id, line_id)])
            case protocol.Report():
                await run(
                    chat.report,
                    table_id=table_id,
                    member_id=member_id,
                    line_id=message.line,
                    reason=message.reason,
                )
            case protocol.Mute() | protocol.Block():
                if isinstance(message, protocol.Mute):
                    await run(chat.hide, member_id=member_id, on=message.on)
                else:
                    await run(chat.block, member_id=member_id, nick=message.nick, on=message.on)
                await self.listen_anew({member_id})
                await hints.publish_chat(members=[member_id])


def _told(line: Line, language: str) -> dict[str, Any]:
    """A line as one viewer reads it: a phrase in his language."""
    text = chat_words.phrase(line.phrase, language) if line.phrase else line.text
    return {"id": line.id, "nick": line.nick, "text": text, "phrase": line.phrase, "at": line.at}


def _news(line: Line, language: str) -> str:
    if line.removes is not None:
        return protocol.unsaid(line.removes)
    return protocol.said(_told(line, language))
