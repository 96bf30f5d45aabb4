"""PostgreSQL is killed (SIGKILL, all its processes) in the middle of settling and started again.

The site goes on without a restart of its own, and everybody is paid exactly once. `KILLS=20` kills
more often.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from config.embedded import Postgres, occupants, stop
from config.environment import ROOT
from tests.live import LiveSite
from tests.load.client import Client, check_or_call
from tests.load.lines import WebLine

KILLS = int(os.environ.get("KILLS") or 1)
GIVE_UP_S = 60

# A member at a table with bots, and the name and key of the cookie of the log-in.
PEOPLE = """
import json
from django.conf import settings
from tests.tables import builders
from tests.tables.conftest import log_in
table, member = builders.table(bots=3), builders.member(chips=10_000_000)
cookie = f"{settings.SESSION_COOKIE_NAME}={log_in(member)}"
print(json.dumps({"table": table.pk, "member": member.pk, "cookie": cookie}))
"""

# While `stall` has a row, a hand's settlement does not come to its end. A crash empties the table,
# for it is unlogged, so after it nobody stalls.
STALL = """
CREATE UNLOGGED TABLE stall (on_purpose boolean);
CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    IF EXISTS (SELECT FROM public.stall) THEN PERFORM pg_sleep(600); END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER stall AFTER INSERT ON wallet_transfer
    FOR EACH ROW WHEN (NEW.reason = 'hand') EXECUTE FUNCTION stall();
"""
SETTLING = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep')"
STATUS = "SELECT status FROM tables_hand WHERE id = %s"
OVER = "SELECT count(*) FROM tables_hand WHERE status = 'over'"

# What each seat won or lost in every finished hand, against what its account was paid for it.
PAID = """
SELECT h.id, s.seat, s.net, coalesce(p.paid, 0) AS paid, coalesce(p.times, 0) AS times
FROM tables_hand h JOIN tables_handseat s ON s.hand_id = h.id
JOIN wallet_account a ON a.kind = 'escrow' AND a.name = s.session
LEFT JOIN LATERAL (
    SELECT sum(e.amount) AS paid, count(*) AS times
    FROM wallet_transfer t JOIN wallet_entry e ON e.transfer_id = t.id
    WHERE t.reason = 'hand' AND t.link_id = h.id::text AND e.account_id = a.id
) p ON true
WHERE h.status = 'over'
"""


class Database:
    """A PostgreSQL of this test's own, which it may kill."""

    def __init__(self, home: Path) -> None:
        self.home = home
        # Nothing is lost by fsync=off when processes die and the machine lives.
        self.postgres = Postgres(home, {"fsync": "off"}, sync=False)
        self.env = {
            "DATABASE_URL": self.postgres.url("app"),
            "OWNER_DATABASE_URL": self.postgres.url("owner"),
            "REDIS_PREFIX": "killed",
        }
        self.start()
        self.postgres.bootstrap()
        self.manage("migrate", "-v0")
        self.ask(STALL)

    def start(self) -> None:
        with (self.home / "log").open("ab") as log:
            self.process = self.postgres.start(log)

    def kill(self) -> None:
        """All its processes at once, as by the kernel when memory runs out, or the power."""
        for pid in occupants(self.postgres.data):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def ask(self, query: str, *values: Any) -> list[Any]:
        with psycopg.connect(self.postgres.url("postgres"), autocommit=True) as connection:
            cursor = connection.execute(query, values or None)
            return cursor.fetchall() if cursor.description else []

    def manage(self, *args: str) -> str:
        """Run `manage.py` on it; gives what it prints."""
        return subprocess.run(
            [sys.executable, "manage.py", *args],
            cwd=ROOT,
            env=os.environ | self.env,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        ).stdout

    async def until(self, query: str, wanted: Any) -> None:
        async with asyncio.timeout(GIVE_UP_S):
            while not self.ask(query)[0][0] >= wanted:
                await asyncio.sleep(0.02)


@pytest.fixture
def database() -> Iterator[Database]:
    with tempfile.TemporaryDirectory(prefix="madang-kill-") as home:
        made = Database(Path(home))
        yield made
        stop(made.process, signal.SIGINT, 20)


@pytest.fixture
def site(database: Database) -> Iterator[LiveSite]:
    with LiveSite(**database.env) as running:
        yield running


@pytest.fixture
async def player(database: Database, site: LiveSite) -> AsyncIterator[Client]:
    """A member who calls everything at a table with bots."""
    people = json.loads(database.manage("shell", "-v0", "-c", PEOPLE))
    headers = {"Origin": site.url, "Cookie": people["cookie"]}
    address = f"ws://127.0.0.1:{site.port}/ws/tables/{people['table']}/"
    client = Client(await WebLine.connect(address, headers))
    await client.join()
    while client.you["seat"] is None:
        await sit_where_it_is_free(client)
    assert (await client.command("wish", refill=10_000))["ok"]  # whoever calls everything needs it
    yield client
    await client.close()


async def sit_where_it_is_free(client: Client) -> None:
    """One try: a bot may be quicker."""
    seat = min(set(range(client.table["seats"])) - set(client.view.plates))
    answer = await client.command("sit", seat=seat, buy_in=10_000)
    assert answer["ok"] or answer["code"] == "seat_taken", answer
    await client.until(lambda: client.you["seat"] == seat or seat in client.view.plates)


@pytest.mark.long
async def test_everybody_is_paid_once(database: Database, site: LiveSite, player: Client) -> None:
    seat = player.you["seat"]
    playing = asyncio.ensure_future(player.play(check_or_call, lambda: False))
    for _ in range(KILLS):
        (over,) = database.ask(OVER)[0]
        await database.until(OVER, over + 2)
        assert await answers(site) == {200}  # and the pool is full of connections that will die
        database.ask("INSERT INTO stall VALUES (true)")
        await database.until(SETTLING, True)
        (settling,) = database.ask("SELECT hand_id FROM tables_tablestate")[0]
        database.kill()

        database.start()
        assert await answers(site) == {200}
        (status,) = database.ask(STATUS, settling)[0]
        assert status in ("running", "over")  # still to be settled, or settled since
        await database.until(OVER, over + 5)
        assert database.ask(STATUS, settling) == [("over",)]

    if playing.done():
        playing.result()  # says what stopped it
    assert playing.cancel()
    answer = await player.command("leave")
    assert answer["ok"], answer
    rows = database.ask(PAID)
    assert seat in {seat for _, seat, *_ in rows}
    assert [row for row in rows if row[2] != row[3] or row[4] > 1] == []
    audit = database.manage("audit", "--json").splitlines()
    assert json.loads(audit[-1])["ok"]


async def answers(site: LiveSite) -> set[int]:
    """The answers of more requests at once than a process has connections at rest."""
    async with httpx.AsyncClient(base_url=site.url, timeout=GIVE_UP_S) as http:
        pages = [http.get("/healthz") for _ in range(12)]  # 200 if the database answers it
        return {page.status_code for page in await asyncio.gather(*pages)}
