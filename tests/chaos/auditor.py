"""What must be true when the killing is over, looked at from outside."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Sequence

from django.db import connection
from django.db.models import Q

from config.environment import ROOT
from tables.models import Change, Hand, Incident, Seat, Table, TableState
from tests.chaos.people import Person
from tests.soak.secrecy import wrongly_seen
from wallet.accounts import MINT

#: Commands that leave a change under their id, so that doing one twice would show.
NAMED = ("act", "bet", "sit", "top_up")
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


def places(tables: Collection[int]) -> list[int]:
    """These tables, and the boxes at those of the house."""
    found = Table.objects.filter(Q(pk__in=tables) | Q(parent__in=tables))
    return list(found.values_list("pk", flat=True))


def at_rest(tables: Collection[int]) -> bool:
    """Whether nobody sits at these tables and no hand runs."""
    where = places(tables)
    running = TableState.objects.filter(table_id__in=where).exclude(hand_id=None)
    seated = Seat.objects.filter(table_id__in=where, left_at=None)
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


def hands() -> tuple[Counter[str], Counter[str], list[str]]:
    """Hands, and rounds against the house, by how they ended; none may run.

    No table may have been given up, and every box has its next deck sealed, or none.
    """
    counted, rounds = (
        Counter(Hand.objects.filter(table__parent__isnull=poker).values_list("status", flat=True))
        for poker in (True, False)
    )
    sealed = Counter(Hand.objects.filter(status="sealed").values_list("table_id", flat=True))
    running = counted["running"] + rounds["running"]
    faults = [f"{running} hands are running"] if running else []
    faults += [f"{times} decks are sealed at {at}" for at, times in sealed.items() if times > 1]
    faults += [f"{incident}: {incident.detail[-400:]}" for incident in Incident.objects.all()]
    del rounds["sealed"]
    return counted, rounds, faults


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
    return wrongly_seen(viewers, places({person.table for person in people}))


async def views(people: Sequence[Person]) -> list[str]:
    """Every member's view, folded through all that happened, is that of a fresh snapshot."""
    faults = []
    for person in people:
        client = await person.come_back(lambda: False)
        assert client is not None
        fresh = await person.open(fresh=True)
        try:
            # Two processes may show them the table, and one may be a slow poll behind the other.
            while client.seq != fresh.seq:
                behind, ahead = sorted((client, fresh), key=lambda each: each.seq)
                await behind.until(lambda one=behind, seq=ahead.seq: one.seq >= seq)
            mine, theirs = client.view.value(), fresh.view.value()
            faults += [
                f"{person.name} table {person.table} at {client.seq}: {part} is {mine[part]!r}, "
                f"to a newcomer {theirs[part]!r}"
                for part in mine
                if mine[part] != theirs[part]
            ]
            if client.you["seat"] != fresh.you["seat"]:
                faults.append(f"{person.name} believes to sit at {client.you['seat']}")
        finally:
            await fresh.close()
            await person.drop()
        faults += person.faults
    return faults
