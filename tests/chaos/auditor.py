"""What must be true when the killing is over, looked at from outside."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Sequence

from django.db import connection

from config.environment import ROOT
from tables.models import Change, Hand, Incident, Seat, TableState
from tests.chaos.people import Person
from tests.soak.secrecy import wrongly_seen
from wallet.accounts import MINT

#: Commands that leave a change under their id, so that doing one twice would show.
NAMED = ("act", "sit", "top_up")
GRANTS = {"welcome", "refill", "rescue", "campaign", "attendance"}

_MINTED = """
    SELECT t.reason, -sum(e.amount) FROM wallet_entry e
    JOIN wallet_transfer t ON t.id = e.transfer_id
    WHERE e.account_id = %s AND e.id > %s GROUP BY t.reason"""


def newest_entry() -> int:
    """The border between what was before and what is looked at."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(id), 0) FROM wallet_entry")
        return cursor.fetchone()[0]


def at_rest(tables: Collection[int]) -> bool:
    """Whether nobody sits at these tables and no hand runs."""
    running = TableState.objects.filter(table_id__in=tables).exclude(hand_id=None)
    seated = Seat.objects.filter(table_id__in=tables, left_at=None)
    return not running.exists() and not seated.exists()


def audit() -> list[str]:
    """`manage.py audit` as staff run it."""
    done = subprocess.run(
        [sys.executable, "manage.py", "audit", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    faults = [json.dumps(line) for line in lines if not line["ok"]]
    return faults if lines else [f"the audit said nothing: {done.stderr[-500:]}"]


def supply(border: int) -> tuple[int, list[str]]:
    """Chips that came to be since the border, which only grants may have made."""
    with connection.cursor() as cursor:
        cursor.execute(_MINTED, [MINT, border])
        minted = dict(cursor.fetchall())
    faults = [
        f"{chips} chips came to be by {reason}"
        for reason, chips in minted.items()
        if reason not in GRANTS
    ]
    return int(sum(minted.values())), faults


def hands() -> tuple[Counter[str], list[str]]:
    """Hands by how they ended; none may run, and no table may have been given up."""
    counted = Counter(Hand.objects.exclude(status="sealed").values_list("status", flat=True))
    faults = [f"{counted[status]} hands are {status}" for status in ("running",) if counted[status]]
    faults += [f"{incident}: {incident.detail[-400:]}" for incident in Incident.objects.all()]
    return counted, faults


def commands(people: Sequence[Person]) -> list[str]:
    """Every command was done once if the answer says so, and never twice; a refused one never."""
    done: Counter[tuple[int, str]] = Counter()
    for text in Change.objects.values_list("command", flat=True):
        command = json.loads(text)
        if command.get("id"):
            done[command["member"], command["id"]] += 1
    faults = []
    for person in people:
        for id, known in person.commands.items():
            times = done[person.member, id]
            if times > 1:
                faults.append(f"{known.kind} {id} was done {times} times")
            answered = [bool(answer["ok"]) for answer in known.answers]
            if known.kind in NAMED and any(answered) and times != 1:
                faults.append(f"{known.kind} {id} was answered as done, and was not")
            if times and answered == [False] and known.sent == 1:
                faults.append(f"{known.kind} {id} was refused, and was done")
    return faults


def cards(people: Sequence[Person]) -> tuple[int, list[str]]:
    """Nobody saw a card that was not to be seen; how many cards were looked at."""
    viewers = [(person.name, person.member, person.seen) for person in people]
    return wrongly_seen(viewers, {person.table for person in people})


async def views(people: Sequence[Person]) -> list[str]:
    """Every member's view, folded through all that happened, is that of a fresh snapshot."""
    faults = []
    for person in people:
        client = await person.come_back(lambda: False)
        assert client is not None
        fresh = await person.open(fresh=True)
        try:
            await client.until(lambda client=client, fresh=fresh: client.seq >= fresh.seq)
            if client.view.value() != fresh.view.value():
                faults.append(f"{person.name} sees another table than a newcomer")
            if client.you["seat"] != fresh.you["seat"]:
                faults.append(f"{person.name} believes to sit at {client.you['seat']}")
        finally:
            await fresh.close()
            await person.drop()
        faults += person.faults
    return faults
