"""The socket of a table: decode, authorise, call a service, answer."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import msgspec
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError
from django.utils import translation

from accounts.models import Member
from accounts.session_store import fingerprint
from rules.errors import RulesError
from tables import chat_selectors, errors, facts
from tables.chat_selectors import Ears
from tables.coming_back import Back
from tables.dealer import boxes, pausing, playing, rounds, seating, waiting, wishes
from tables.dealer.sheet import Done
from tables.live import credit, hub, protocol, standing
from tables.live.eager import eagerly
from tables.live.work import run
from tables.models import Table
from wallet.errors import WalletError

log = logging.getLogger(__name__)

BEHIND_FRAMES = 200
BEHIND_S = 30.0
FAREWELL_S = 1.0  # for what is on its way to a client when the process ends


def _never(text: str) -> bool:
    """The writer of a server that has none: everything takes the long way."""
    return False


def _nothing() -> None:
    """A server that ends a line by itself, once it is closed, need not be told."""


class BaseConsumer(AsyncWebsocketConsumer):
    """A consumer without a channel of its own: the hub listens once for the whole process.

    Channels hops through a thread after every dispatch, to close connections that its own database
    helpers opened; ours live in another executor, and the hop costs more than the message.
    """

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.scope = scope
        self.base_send = send
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            self.gone()

    async def dispatch(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "websocket.receive":
            await self.websocket_receive(message)
        elif kind == "websocket.connect":
            await self.websocket_connect(message)
        elif kind == "websocket.disconnect":
            raise StopConsumer

    def gone(self) -> None:
        """The socket has ended, however it did."""


class TableConsumer(BaseConsumer):
    """One socket of one viewer at one table."""

    async def connect(self) -> None:
        user = self.scope.get("user")
        member = user if isinstance(user, Member) and user.is_authenticated else None
        self.address = int(self.scope["url_route"]["kwargs"]["table_id"])
        self.table_id = self.address  # at a house table that of the member's box, once joined
        self.member = member
        self.member_id = member.pk if member else None
        self.login = fingerprint(self.scope["session"].session_key or "") if member else ""
        self.language = self._language()
        self.standing = standing.NOWHERE
        self.wallet = 0
        self.back: Back | None = None
        self.ears = Ears()
        self.joined = False
        self.closed = False
        self.bucket = credit.Bucket()
        extensions = self.scope.get("extensions", {})
        self._write = extensions.get(protocol.WRITE, _never)
        self._end_soon = extensions.get(protocol.END_SOON, _nothing)
        self._queue: deque[str] = deque()
        self._sender: asyncio.Future[None] | None = None
        self._closing: asyncio.Future[None] | None = None
        self._sent = self._acked = 0
        self._owing_since = 0.0
        self._at_work = asyncio.Lock()  # held while a message is being answered
        await self.accept()

    def _language(self) -> str:
        known = dict(settings.LANGUAGES)
        if self.member and self.member.language in known:
            return self.member.language
        headers = dict(self.scope["headers"])
        wish = SimpleNamespace(
            COOKIES=self.scope.get("cookies", {}),
            META={"HTTP_ACCEPT_LANGUAGE": headers.get(b"accept-language", b"").decode("latin1")},
        )
        return translation.get_language_from_request(wish)  # type: ignore[arg-type]

    # -- sending ---------------------------------------------------------------------------------

    def push(self, text: str, seq: int = 0, *, is_base: bool = False) -> None:
        """Queue a text. Whatever the server does with back-pressure, a feed never waits here."""
        if self.closed:
            return
        if is_base:
            self._sent = self._acked = seq
        elif seq:
            if self._sent <= self._acked:
                self._owing_since = time.monotonic()
                self._acked = seq - 1  # who resumes has all before it
            self._sent = seq
        idle = self._sender is None or self._sender.done()
        if idle and self._write(text):
            return
        self._queue.append(text)
        if idle:
            self._sender = eagerly(self._drain())

    async def _drain(self) -> None:
        try:
            while self._queue:
                await self.base_send({"type": "websocket.send", "text": self._queue.popleft()})
        except Exception:  # the line is gone; the server says so on the receiving side
            self._queue.clear()

    def is_slow(self, now: float) -> bool:
        """Whether this client is too far behind to be waited for."""
        if self._is_stuck:
            return True
        if not self.joined or self._sent <= self._acked:
            return False
        return self._sent - self._acked > BEHIND_FRAMES or now - self._owing_since > BEHIND_S

    @property
    def _is_stuck(self) -> bool:
        """Whether too much waits to be sent: who acknowledges need not have read."""
        return len(self._queue) > BEHIND_FRAMES

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Say good-bye, and wait for nobody: a line that is not read from takes no close either."""
        if not self.closed:
            self.closed = True
            self._queue.clear()
            hub.current().leave(self)
            self._end_soon()
            self._closing = eagerly(self._say_close(code))

    async def _say_close(self, code: int | None) -> None:
        with suppress(OSError):  # the line is gone already
            await super().close(code)

    async def goodbye(self) -> None:
        """This process ends: answer what is being worked at, then ask the client to come back."""
        async with self._at_work:
            if self._sender is not None:
                await asyncio.wait([self._sender], timeout=FAREWELL_S)
            await self.close(protocol.RESTART)

    def gone(self) -> None:
        self.closed = True
        if hasattr(self, "table_id"):
            hub.current().leave(self)

    # -- receiving -------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        async with self._at_work:
            await self._receive(text_data, bytes_data)

    async def _receive(self, text_data: str | None, bytes_data: bytes | None) -> None:
        if self.closed:
            return
        if hub.current().is_leaving:
            await self.close(protocol.RESTART)
            return
        if self._is_stuck:
            await self.close(protocol.SLOW)
            return
        size = len(bytes_data) if bytes_data is not None else len((text_data or "").encode())
        if size > protocol.MAX_BYTES:
            await self.close(protocol.OVERSIZED)
            return
        try:
            message = protocol.decode(text_data or "")
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            if await self._afford(credit.MALFORMED):
                self._complain("malformed")
            return
        if await self._afford(credit.cost(type(message).__name__)):
            await self._handle(message)

    async def _afford(self, cost: float) -> bool:
        """Whether the socket's and the member's credit allow one more message."""
        shared = hub.current().buckets[self.member_id] if self.member_id else self.bucket
        allowed = self.bucket.spend(cost)
        if shared is not self.bucket:
            allowed = shared.spend(cost / 2) and allowed
        if not allowed:
            if self.bucket.is_flood or shared.is_flood:
                await self.close(protocol.FLOOD)
            else:
                self._complain("too_fast")
                await asyncio.sleep(0)  # a burst of refusals must not hold the loop
        return allowed

    def _complain(self, code: str) -> None:
        self.push(protocol.error(code, errors.sentence(code, {}, self.language)))

    async def _handle(self, message: Any) -> None:
        if isinstance(message, protocol.Join):
            await self._join(message.seq)
        elif isinstance(message, protocol.Ping):
            self.push(protocol.pong(hub.current().now()))
        elif not self.joined:
            self._complain("join_first")
        elif isinstance(message, protocol.Ack):
            self._ack(message.seq)
        else:
            await self._command(message)

    async def _join(self, seq: int | None) -> None:
        try:
            if self.member_id is not None:
                if not await hub.current().still_logged_in(self):
                    return
                await self._read_purse()
            found = await self._enter(seq)
        except (DatabaseError, InterfaceError) as error:
            log.warning("table %s cannot be shown: %s", self.table_id, type(error).__name__)
            await self.close(protocol.LOST)
            return
        if not found:
            await self.close(protocol.NO_TABLE)
        elif self.closed:
            hub.current().leave(self)
        self.joined = True

    async def _enter(self, seq: int | None) -> bool:
        if not self.joined:
            shown = await run(boxes.door, table_id=self.address, member_id=self.member_id)
            if shown is None:
                return False
            self.table_id = shown
        return await hub.current().join(self, self.table_id, seq)

    async def _read_purse(self) -> None:
        """What the wallet holds, and what a seat takes from who has left this table lately."""
        try:
            purses = await run(facts.purses, self.table_id, [self.member_id])
        except Table.DoesNotExist:
            return  # joining says so
        self.wallet, self.back = purses.get(self.member_id, (0, None))
        assert self.member_id is not None
        self.ears = (await run(chat_selectors.ears, [self.member_id]))[self.member_id]

    def _ack(self, seq: int) -> None:
        if self._acked < seq <= self._sent:
            self._acked = seq
            self._owing_since = time.monotonic()

    async def _command(self, message: Any) -> None:
        try:
            # An act is spared the query: the hub's own look is never more than SESSIONS_S away.
            known = isinstance(message, protocol.Act)
            if not known and not await hub.current().still_logged_in(self):
                return
            done = await self._carry_out(message)
        except (errors.Refused, RulesError, WalletError) as error:
            refused = errors.refusal(error)
            if refused.code == "rules_changed":
                await hub.current().renew(self.table_id)
            self._refuse(message.id, refused)
        except errors.Broken as error:
            paused = await run(pausing.pause_after, self.table_id, error)
            if paused:
                await hub.current().changed(paused)
            self._refuse(message.id, errors.Refused("paused"))
        except (OperationalError, InterfaceError) as error:
            log.warning("the database does not answer: %s", type(error).__name__)
            self._refuse(message.id, errors.Refused("unavailable"))
        except Exception:
            log.exception("a command failed at table %s", self.table_id)
            self._refuse(message.id, errors.Refused("unavailable"))
        else:
            await hub.current().changed(done)
            self.push(protocol.done(message.id, done.seq))

    def _refuse(self, id: str, refused: errors.Refused) -> None:
        text = errors.sentence(refused.code, refused.data, self.language)
        data = {
            name: value
            for name, value in refused.data.items()
            if isinstance(value, int | str | bool)
        }
        self.push(protocol.refused(id, refused.kind, refused.code, text, data))

    async def _carry_out(self, message: Any) -> Done:
        member = self.member
        if member is None:
            raise errors.Refused("log_in")
        if isinstance(message, protocol.Talk):
            await hub.current().chats.carry_out(self.table_id, member.pk, message)
            return Done(self.table_id, 0)
        at = {"table_id": self.table_id, "id": message.id}
        match message:
            case protocol.Act():
                return await run(
                    playing.act,
                    **at,
                    member_id=member.pk,
                    hand_id=int(message.hand),
                    turn=message.turn,
                    kind=message.kind,
                    amount=message.amount,
                    cards=message.cards,
                )
            case protocol.Bet():
                return await run(
                    rounds.bet, **at, member_id=member.pk, bets=message.bets, rules=message.rules
                )
            case protocol.Sit():
                return await run(
                    seating.sit, **at, member=member, seat=message.seat, buy_in=message.buy_in
                )
            case protocol.Leave():
                return await run(seating.leave, **at, member_id=member.pk)
            case protocol.SitOut():
                return await run(seating.sit_out, **at, member_id=member.pk)
            case protocol.SitIn():
                return await run(seating.sit_in, **at, member_id=member.pk, post=message.post)
            case protocol.TopUp():
                return await run(seating.top_up, **at, member_id=member.pk, amount=message.amount)
            case protocol.Wish():
                return await run(
                    wishes.wish,
                    **at,
                    member_id=member.pk,
                    refill=message.refill,
                    sit_out=message.sit_out,
                    leave=message.leave,
                    muck=message.muck,
                )
            case protocol.Show() | protocol.Muck():
                return await run(
                    wishes.reveal,
                    **at,
                    member_id=member.pk,
                    hand_id=int(message.hand),
                    show=isinstance(message, protocol.Show),
                )
            case protocol.Wait():
                return await run(waiting.join, **at, member=member)
            case protocol.Unwait():
                return await run(waiting.leave, **at, member_id=member.pk)
        raise errors.Refused("unknown_type")
