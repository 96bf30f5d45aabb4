"""A site under `kill -9`, with members at all games, and an audit of everything at the end.

    SEED=7 MINUTES=10 python -m tests.chaos

One seed gives the same members, tables and order of kills; what they meet is as fast as the
machine. The site has services of its own in a folder that is thrown away (KEEP=1 keeps it). The
last line is a JSON object; exit 0 when nothing was found, else 1.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections.abc import Coroutine, Iterable
from typing import TYPE_CHECKING, Any

from config import report
from tests.chaos import delays, own

if TYPE_CHECKING:
    from tests.chaos.people import Person
    from tests.chaos.site import ChaosSite

MINUTES = 10.0
MEMBERS_A_TABLE = 3
BOTS_A_TABLE = 2
CHIPS = 100_000_000
KILL_EVERY_S = 4.0  # on average
REST_S = 120.0  # for the hands that run at the end
STUCK_S = 300.0  # whoever has not stopped so long after everybody should have is a fault
EXAMPLES = 20


def main() -> int:
    began = time.monotonic()
    seed, minutes = report.seed(), float(os.environ.get("MINUTES") or MINUTES)
    say(f"seed {seed}, {minutes:g} minutes")
    faults: list[str] = []
    figures: dict[str, Any] = {}
    with own.data(delays.DELAYS):
        from tests.chaos.site import ChaosSite

        with ChaosSite() as site:
            asyncio.run(play(site, random.Random(seed), minutes, faults, figures))
            figures["kills"] = dict(sorted(site.kills.items()))
            for name in site.names if faults else ():
                say(f"-- {name}\n{site.log(name)[-2000:]}")
    for fault in faults[:EXAMPLES]:
        say(fault)
    figures["faults"] = len(faults)
    sys.stdout.write(report.line("chaos", ok=not faults, started=began, figures=figures) + "\n")
    return 1 if faults else 0


async def play(
    site: ChaosSite, rng: random.Random, minutes: float, faults: list[str], figures: dict[str, Any]
) -> None:
    """Let everybody play while things die; then stop, and look."""
    from tables.live.work import run
    from tests.chaos import auditor

    # `run` throws away what connections died of the kills, as the site itself does.
    people = await run(invite, site.port, rng)
    border = await run(auditor.newest_entry)
    until = time.monotonic() + minutes * 60
    playing = (person.play(lambda: time.monotonic() >= until) for person in people)
    faults += await ended((*playing, kill(site, rng, until)), minutes * 60 + STUCK_S)
    say("the killing is over")
    if not await asyncio.to_thread(site.whole, REST_S):
        faults.append("the site did not become whole again")
        return
    leaving = [person.insist("leave", lambda: False) for person in people]
    faults += await ended(leaving, STUCK_S)
    tables = {person.table for person in people}
    if not await rest(tables):
        faults.append("the tables did not come to rest")
    faults += await auditor.views(people)
    faults += await run(look, people, border, figures)


async def ended(work: Iterable[Coroutine[Any, Any, None]], seconds: float) -> list[str]:
    """Run all of it side by side; where that stands which does not end. Raises what it raised."""
    tasks = [asyncio.ensure_future(each) for each in work]
    done, stuck = await asyncio.wait(tasks, timeout=seconds)
    for task in done:
        task.result()
    faults = [f"stuck: {_where(task.get_coro())}" for task in stuck]
    for task in stuck:
        task.cancel()
    await asyncio.gather(*stuck, return_exceptions=True)
    return faults


def _where(at: Any) -> str:
    """The lines of a suspended coroutine, from the outermost in."""
    lines = []
    while (frame := getattr(at, "cr_frame", None)) is not None:
        lines.append(f"{frame.f_code.co_qualname}:{frame.f_lineno}")
        at = at.cr_await
    return " > ".join(lines)


def invite(port: int, rng: random.Random) -> list[Person]:
    """Members with chips and a log-in, one of each kind in turn, at a table of every game."""
    from django.conf import settings

    from tables.models import Table
    from tests.chaos.people import KINDS
    from tests.tables import builders
    from tests.tables.conftest import log_in

    people: list[Person] = []
    for table in chosen():
        Table.objects.filter(pk=table, bot_seats__gt=0).update(bot_seats=BOTS_A_TABLE)
        for _ in range(MEMBERS_A_TABLE):
            member = builders.member(chips=CHIPS)
            kind = KINDS[len(people) % len(KINDS)]
            people.append(
                kind(
                    url=f"http://127.0.0.1:{port}",
                    cookie=f"{settings.SESSION_COOKIE_NAME}={log_in(member)}",
                    member=member.pk,
                    table=table,
                    rng=random.Random(rng.random()),
                )
            )
    return people


def chosen() -> list[int]:
    """A table of every game: of poker one with bots, in the demo world if there is one."""
    from rules.games import GAMES
    from rules.house import GAMES as HOUSE_GAMES
    from tables.models import Table
    from tests.tables import builders
    from tests.tables.hands import stakes_of

    tables = Table.objects.filter(is_open=True, parent=None).order_by("position")
    poker = tables.filter(bot_seats__gt=0, seats__gt=2)
    found = [
        poker.filter(stakes__game=game).first()
        or builders.table(game=game, amounts=stakes_of(game), seats=5, bots=BOTS_A_TABLE)
        for game in GAMES
    ]
    house = [tables.filter(stakes__game=game).first() for game in HOUSE_GAMES]
    return [table.pk for table in (*found, *house) if table is not None]


async def kill(site: ChaosSite, rng: random.Random, until: float) -> None:
    """One part after the other, now and then two at once."""
    names = site.names
    while True:
        await asyncio.sleep(rng.expovariate(1 / KILL_EVERY_S))
        if time.monotonic() >= until:
            return
        for name in rng.sample(names, 2 if rng.random() < 0.1 else 1):
            if site.kill(name):
                say(f"kill -9 {name}")


async def rest(tables: set[int]) -> bool:
    """Close the tables and wait until nobody sits there."""
    from tables.live.work import run
    from tables.models import Table
    from tests.chaos import auditor

    await run(Table.objects.filter(pk__in=tables).update, is_open=False)
    deadline = time.monotonic() + REST_S
    while time.monotonic() < deadline:
        if await run(auditor.at_rest, tables):
            return True
        await asyncio.sleep(0.2)
    return False


def look(people: list[Person], border: int, figures: dict[str, Any]) -> list[str]:
    """What the auditor finds in the ledger, the log and the hands."""
    from tests.chaos import auditor

    counted, rounds, faults = auditor.hands()
    granted, minted = auditor.supply(border)
    looked, wrong = auditor.cards(people)
    faults += auditor.audit() + minted + wrong + auditor.commands(people)
    figures |= {
        "hands": dict(sorted(counted.items())),
        "rounds": dict(sorted(rounds.items())),
        "members": len(people),
        "tables": len({person.table for person in people}),
        "commands": sum(known.sent for each in people for known in each.commands.values()),
        "comebacks": sum(person.comebacks for person in people),
        "cards_seen": looked,
        "granted": granted,
    }
    return faults


def say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
