"""The chat of a table through real sockets: who is heard, by whom, and what never is."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from accounts import leaving
from accounts.models import Member
from tables import chat, tasks
from tables.chat_words import LINK, clean
from tables.live import hints, hub
from tables.models import ChatBlock, ChatLine, ChatMute, ChatReport, Table
from tests.load.client import Client
from tests.load.lines import Line
from tests.tables import builders
from tests.tables.conftest import Connect

pytestmark = pytest.mark.django_db(transaction=True)

make_table = sync_to_async(builders.table)
make_member = sync_to_async(builders.member)


class Talker(Client):
    """A client that keeps the chat as the page does."""

    def __init__(self, line: Line, name: str = "") -> None:
        super().__init__(line, name)
        self.said: dict[int, dict[str, Any]] = {}
        self.heard: list[int] = []
        self.told: dict[str, Any] = {}

    async def _take(self, message: dict[str, Any]) -> None:
        await super()._take(message)
        match message["t"]:
            case "chat":
                self.told = message
                self.said = {line["id"]: line for line in message["lines"]}
            case "said":
                self.heard.append(message["id"])
                self.said[message["id"]] = message
            case "unsaid":
                self.said.pop(message["id"], None)

    @property
    def lines(self) -> list[str]:
        return [line["text"] for line in self.said.values()]

    async def hears(self, *lines: str) -> None:
        """Wait until exactly these lines stand in the chat."""
        await self.until(lambda: self.lines == list(lines))

    async def joined(self) -> Talker:
        await self.until(lambda: bool(self.told))
        return self


async def enter(connect: Connect, table: Table, who: Member | None = None) -> Talker:
    client = await connect(table, who, kind=Talker)
    assert isinstance(client, Talker)
    return await client.joined()


async def seat(connect: Connect, table: Table, number: int) -> tuple[Talker, Member]:
    """A new member with a seat at the table."""
    who = await make_member()
    client = await enter(connect, table, who)
    assert (await client.command("sit", seat=number, buy_in=10_000))["ok"]
    return client, who


async def say(client: Client, text: str) -> dict[str, Any]:
    return await client.command("say", text=text)


async def test_who_has_a_seat_speaks_and_everybody_reads(connect: Connect) -> None:
    table = await make_table()
    speaker, who = await seat(connect, table, 0)
    watcher = await enter(connect, table, await make_member())
    guest = await enter(connect, table)
    assert (await say(speaker, "good game"))["ok"]
    for client in (speaker, watcher, guest):
        await client.hears("good game")
    (line,) = guest.said.values()
    assert line["nick"] == who.nickname
    assert (await say(watcher, "me too"))["code"] == "chat_seated"
    assert (await say(guest, "me too"))["code"] == "log_in"
    await sync_to_async(Table.objects.filter(pk=table.pk).update)(chat=Table.Chat.MEMBERS)
    assert (await say(watcher, "now"))["ok"]
    await guest.hears("good game", "now")
    await sync_to_async(Table.objects.filter(pk=table.pk).update)(chat=Table.Chat.OFF)
    assert (await say(speaker, "hush"))["code"] == "chat_off"
    # Who comes later reads what was said last.
    late = await enter(connect, table)
    assert late.lines == ["good game", "now"]


async def test_the_same_command_says_a_line_once(connect: Connect) -> None:
    speaker, _ = await seat(connect, await make_table(), 0)
    for _ in range(2):
        assert (await speaker.command("say", "again", text="once"))["ok"]
    assert (await speaker.command("say", "again", text="another"))["code"] == "id_used"
    assert (await speaker.command("say", "next", text="another"))["ok"]
    await speaker.hears("once", "another")


async def test_a_phrase_is_read_by_everyone_in_his_own_language(connect: Connect) -> None:
    table = await make_table()
    speaker, _ = await seat(connect, table, 0)
    reader = await connect(table, headers={"Accept-Language": "ko"}, kind=Talker)
    assert (await speaker.command("say", phrase="nice_hand"))["ok"]
    await speaker.hears("Nice hand!")
    assert isinstance(reader, Talker)
    await reader.hears("나이스 핸드!")
    assert (await speaker.command("say", phrase="no_such"))["code"] == "chat_empty"


async def test_a_lost_hint_delays_a_line_and_loses_none(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The speaker is at another process, and every second hint from there is lost."""
    layer = get_channel_layer()
    sent = []

    class Half:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            sent.append(message)
            if len(sent) % 2:
                await layer.group_send(group, message)

    table = await make_table()
    speaker, who = await seat(connect, table, 0)
    reader = await enter(connect, table)
    monkeypatch.setattr(hints, "get_channel_layer", Half)
    texts = [f"line {n}" for n in range(10)]
    for text in texts:
        line = await sync_to_async(chat.say)(
            table_id=table.pk, member_id=who.pk, id=text, text=text
        )
        await hints.publish_chat(lines=[(table.pk, line)])
    await reader.hears(*texts)
    await speaker.hears(*texts)
    assert reader.heard == sorted(set(reader.heard))
    assert len(sent) == 10


async def test_nobody_floods_a_chat(connect: Connect, settings: Any) -> None:
    settings.CHAT_PER_MINUTE = 3
    speaker, _ = await seat(connect, await make_table(), 0)
    for n in range(3):
        assert (await say(speaker, f"{n}"))["ok"]
    assert (await say(speaker, "one too many"))["code"] == "chat_fast"
    await speaker.hears("0", "1", "2")
    assert (await say(speaker, "x" * 201))["code"] == "chat_long"
    assert (await say(speaker, " \u200b\u202e\u3164 "))["code"] == "chat_empty"


async def test_a_block_works_for_who_made_it_alone(connect: Connect) -> None:
    table = await make_table()
    one, first = await seat(connect, table, 0)
    two, second = await seat(connect, table, 1)
    assert (await say(two, "old"))["ok"]
    await one.hears("old")
    assert (await one.command("block", nick=second.nickname, on=True))["ok"]
    await one.hears()  # also what was shown before
    assert one.told["blocked"] == [second.nickname]
    assert (await say(two, "unheard"))["ok"]
    assert (await say(one, "heard"))["ok"]
    await two.hears("old", "unheard", "heard")
    await one.hears("heard")
    # At every table, and after coming back.
    again = await enter(connect, table, first)
    assert again.lines == ["heard"]
    # The other way round: now neither reads the other.
    assert (await two.command("block", nick=first.nickname, on=True))["ok"]
    await two.hears("old", "unheard")
    assert (await one.command("block", nick=second.nickname, on=False))["ok"]
    await one.hears("old", "unheard", "heard")
    assert (await one.command("block", nick=first.nickname, on=True))["code"] == "chat_self"
    assert (await one.command("block", nick="nobody here", on=True))["code"] == "no_such_member"


async def test_who_hides_the_chat_reads_nothing_until_he_wants_to(connect: Connect) -> None:
    table = await make_table()
    speaker, _ = await seat(connect, table, 0)
    who = await make_member()
    reader = await enter(connect, table, who)
    assert (await reader.command("mute", on=True))["ok"]
    await reader.until(lambda: reader.told["muted"])
    assert (await say(speaker, "hello"))["ok"]
    again = await enter(connect, table, who)
    assert again.told["muted"]
    assert again.lines == []
    assert (await again.command("mute", on=False))["ok"]
    await again.hears("hello")
    await reader.hears("hello")  # his other tab
    assert not reader.heard


async def test_staff_mute_a_member_who_is_told_why(connect: Connect) -> None:
    table = await make_table()
    speaker, who = await seat(connect, table, 0)
    keeper = await make_member()
    mute = sync_to_async(chat.mute)
    await mute(member_id=who.pk, hours=2, reason="Insults", by_id=keeper.pk)
    refused = await say(speaker, "why?")
    assert refused["code"] == "chat_muted"
    assert "Insults" in refused["text"]
    assert await sync_to_async(chat.unmute)(member_id=who.pk)
    assert (await say(speaker, "thanks"))["ok"]


async def test_a_reported_line_waits_for_staff_with_those_around_it(connect: Connect) -> None:
    table = await make_table()
    speaker, who = await seat(connect, table, 0)
    reader, _ = await seat(connect, table, 1)
    for text in ("before", "rude", "after"):
        assert (await say(speaker, text))["ok"]
    await reader.hears("before", "rude", "after")
    rude = next(id for id, line in reader.said.items() if line["text"] == "rude")
    for _ in range(2):
        assert (await reader.command("report", line=rude, reason="abuse"))["ok"]
    assert (await speaker.command("report", line=rude, reason="abuse"))["code"] == "chat_self"
    missing = await reader.command("report", line=rude + 1000, reason="abuse")
    assert missing["code"] == "no_such_line"
    await sync_to_async(_age)(days=400)
    await sync_to_async(tasks.tidy_chat)()
    found = await sync_to_async(ChatReport.objects.get)()
    assert (found.author_id, found.line_id, found.state) == (who.pk, rude, "open")
    texts = sync_to_async(lambda: list(ChatLine.objects.values_list("text", flat=True)))
    assert await texts() == ["before", "rude", "after"]

    news = await sync_to_async(chat.remove)(line_id=rude, by_id=who.pk)
    assert news is not None
    await hub.current().chats.catch_up(*news)
    await reader.hears("before", "after")
    assert (await enter(connect, table)).lines == ["before", "after"]
    assert (await sync_to_async(ChatReport.objects.get)()).state == "removed"
    await sync_to_async(tasks.tidy_chat)()
    assert await texts() == [""]  # the news of today that a line is gone


def _age(**by: int) -> None:
    """Everything was said so long ago."""
    for line in ChatLine.objects.all():
        ChatLine.objects.filter(pk=line.pk).update(at=line.at - dt.timedelta(**by))


async def test_nothing_is_left_of_who_leaves_for_good(connect: Connect) -> None:
    table = await make_table()
    speaker, who = await seat(connect, table, 0)
    reader, other = await seat(connect, table, 1)
    assert (await say(speaker, "my name is Minsu"))["ok"]
    await reader.hears("my name is Minsu")
    (line,) = reader.said
    assert (await reader.command("report", line=line, reason="other"))["ok"]
    assert (await speaker.command("block", nick=other.nickname, on=True))["ok"]
    assert (await speaker.command("leave"))["ok"]
    await sync_to_async(leaving.leave)(member_id=who.pk)
    for model in (ChatBlock, ChatMute, ChatReport):
        assert not await sync_to_async(model.objects.exists)()
    assert not await sync_to_async(ChatLine.objects.filter(removes=None).exists)()
    # Not for whom the line stands on the page already, either.
    await reader.hears()
    assert (await enter(connect, table)).lines == []


@pytest.mark.django_db(transaction=False)
@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  two\nlines\tand   gaps ", "two lines and gaps"),
        ("\u202egnimoc\u202c \u2066x\u2069", "gnimoc x"),
        ("a\x00b\x1b[31m", "a b [31m"),
        ("<b>bold</b> & <script>", "<b>bold</b> & <script>"),
        ("see https://bad.example/x?y now", f"see {LINK} now"),
        ("www.bad.example", LINK),
        ("bad\u200b.com/free", LINK),
        ("ｗｗｗ．ｂａｄ．ｃｏｍ", LINK),
        ("javascript://x", LINK),
        ("ok.thanks, 10.5 vs 3.2", "ok.thanks, 10.5 vs 3.2"),
        ("ㅋㅋㅋ 콜!", "ㅋㅋㅋ 콜!"),
        ("Chúc may mắn", "Chúc may mắn"),
        ("z" + "\u0335" * 30, "z" + "\u0335" * 2),
        ("\u3164\u2800\u200d", ""),
    ],
)
def test_text_is_made_harmless(written: str, shown: str) -> None:
    assert clean(written) == shown
