"""A refill that is killed half-way is run again, and everybody is paid exactly once.

`MEMBERS=200000` pays more of them (`make kill`).
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import psycopg
import pytest
from django.db import connection

from config.environment import ROOT
from wallet import auditing, refill
from wallet.models import Account, Batch, Grant

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

MEMBERS = int(os.environ.get("MEMBERS") or 12_000)
FIRST = 5_000_000
RUN = "from wallet import refill; refill.run(again=True)"

CROWD = (
    """
    INSERT INTO accounts_member (id, password, is_superuser, username, is_staff, is_active,
        date_joined, email, nickname, nickname_key, kind, language, plain_amounts)
    SELECT n, '!', false, 'm' || n, false, true, now(), '', 'm' || n, 'm' || n, 'human', 'ko', false
    FROM generate_series(%(first)s::bigint, %(last)s) n
    """,
    """
    INSERT INTO wallet_account (kind, status, name, member_id, balance, seq, link_kind, link_id,
        opened_at, moved_at)
    SELECT 'member', 'open', '', n, 0, 0, '', '', now(), now()
    FROM generate_series(%(first)s::bigint, %(last)s) n
    """,
    """
    INSERT INTO wallet_visit (member_id, seen_on)
    SELECT n, (site_now() AT TIME ZONE 'Asia/Seoul')::date
    FROM generate_series(%(first)s::bigint, %(last)s) n
    """,
)
# The planner's figures come on a site of this size by themselves, in a while.
COUNTED = "ANALYZE accounts_member, wallet_account, wallet_visit, wallet_grant, wallet_transfer,"
COUNTED += " wallet_entry"


# What the site's database does for anybody but this test.
OTHERS = """
    SELECT count(*) FILTER (WHERE wait_event_type = 'Lock'), count(*) FILTER (WHERE state <> 'idle')
    FROM pg_stat_activity
    WHERE datname = current_database() AND usename = 'app' AND pid <> pg_backend_pid()"""


def until(holds: Callable[[], bool], seconds: float = 300) -> None:
    """Wait for something that another process brings about."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.01)


def others() -> tuple[int, int]:
    """How many others wait for a lock, and how many do anything at all."""
    with connection.cursor() as cursor:
        cursor.execute(OTHERS)
        waiting, busy = cursor.fetchone()
    return waiting, busy


@pytest.mark.parametrize("runs", [1, 2])
def test_a_killed_refill_is_finished_by_the_next(as_owner: psycopg.Connection, runs: int) -> None:
    for statement in CROWD:
        as_owner.execute(statement, {"first": FIRST, "last": FIRST + MEMBERS - 1})
    as_owner.execute(COUNTED)
    command = [sys.executable, "manage.py", "shell", "-v0", "-c", RUN]
    with as_owner.transaction():  # nobody gets past this member
        one = FIRST + MEMBERS * 3 // 4
        as_owner.execute("SELECT 1 FROM wallet_account WHERE member_id = %s FOR UPDATE", [one])
        workers = [subprocess.Popen(command, cwd=ROOT) for _ in range(runs)]
        until(lambda: Grant.objects.count() >= MEMBERS // 4)
        until(lambda: others()[0] > 0)
        for worker in workers:
            worker.send_signal(signal.SIGKILL)
            worker.wait()
    until(lambda: others()[1] == 0)  # what was begun for the dead is ended
    paid = Grant.objects.count()
    assert 0 < paid < MEMBERS
    assert paid % refill.RANGE == 0  # a range is paid whole or not at all

    batch = refill.run()

    assert batch is not None
    assert batch.paid == MEMBERS - paid
    assert Grant.objects.count() == MEMBERS
    balances = Account.objects.filter(kind="member").values_list("balance", flat=True)
    assert set(balances) == {1_000_000}
    assert Batch.objects.filter(finished_at__isnull=False).count() == 1
    as_owner.execute(COUNTED)
    assert auditing.run().ok
