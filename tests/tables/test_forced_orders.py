"""Two things in the same moment: each order is forced by a lock, and has one right outcome.

Every thread here is a process of its own: it has its own replicas and its own guards, and meets
the others nowhere but at the table's row. Who asked first for the row gets it first.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from django.db import connection

from accounts.models import Member
from rules.errors import RulesError
from tables.dealer import playing, record, seating, sheet, ticking
from tables.dealer.replica import Replica
from tables.errors import Late, Refused
from tables.models import Change, Hand, Table
from tests.tables import builders
from tests.tables.conftest import Pass
from tests.tables.hands import faults, value
from wallet import posting, selectors

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE_S = 60


class EachItsOwn(threading.local):
    """A dictionary that every thread has for itself."""

    def __init__(self) -> None:
        self.known: dict[int, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self.known, name)

    def __setitem__(self, key: int, one: Any) -> None:
        self.known[key] = one

    def __getitem__(self, key: int) -> Any:
        return self.known[key]


@pytest.fixture(autouse=True)
def _processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "_replicas", EachItsOwn())
    monkeypatch.setattr(sheet, "_guards", EachItsOwn())


class Process(threading.Thread):
    """Does one thing; `outcome` is what came of it, or the refusal."""

    def __init__(self, work: Callable[..., Any], **fields: Any) -> None:
        super().__init__()
        self._work, self._fields = work, fields
        self.outcome: Any = None

    def run(self) -> None:
        try:
            self.outcome = self._work(**self._fields)
        except (Refused, Late, RulesError) as error:
            self.outcome = error
        finally:
            connection.close()


class Row:
    """The row of a table, held by a third party while others queue for it."""

    def __init__(self, owner: psycopg.Connection) -> None:
        self.owner = owner

    def queue(self, table: Table, *processes: Process) -> None:
        """Let these ask for the row one after the other, then go, and wait for them all."""
        with self.owner.transaction():
            self.owner.execute(
                "SELECT 1 FROM tables_tablestate WHERE table_id = %s FOR UPDATE", [table.pk]
            )
            for number, process in enumerate(processes, 1):
                process.start()
                self._until_waiting(number)
        for process in processes:
            process.join(PATIENCE_S)
            assert not process.is_alive()

    def _until_waiting(self, number: int) -> None:
        query = "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted"
        deadline = time.monotonic() + PATIENCE_S
        while self.owner.execute(query).fetchone()[0] < number:
            assert time.monotonic() < deadline
            time.sleep(0.005)


@pytest.fixture
def row(as_owner: psycopg.Connection) -> Row:
    return Row(as_owner)


@pytest.fixture
def table(settings: Any) -> Table:
    """Three members, without time banks, in a hand that has just begun."""
    settings.TIME_BANK_S = 0
    made = builders.table()
    for seat in range(3):
        builders.sit(made, builders.member(), seat)
    builders.run_clock(made)
    return made


def folded(table: Table) -> Replica:
    """The table as it stands, folded from its log."""
    head = record.head(table.pk)
    assert head is not None
    return record.from_base(table.pk, head)[0]


def acting(table: Table, kind: str, amount: int = 0, id: str = "") -> dict[str, Any]:
    """The fields of an act by whoever is on turn now."""
    replica = folded(table)
    hand = replica.running
    assert hand is not None
    seat = hand.actors[0]
    return {
        "table_id": table.pk,
        "member_id": replica.sitters[seat].member,
        "hand_id": replica.hand_id,
        "turn": hand.turn(seat),
        "kind": kind,
        "amount": amount,
        "id": id,
    }


def heads_up(table: Table) -> tuple[dict[str, Any], Member]:
    """One has folded; the fields of the fold that ends the hand, and the member who wins by it."""
    playing.act(**acting(table, "fold"))
    fold = acting(table, "fold")
    replica = folded(table)
    (winner,) = [s for s in replica.running.live if replica.sitters[s].member != fold["member_id"]]
    return fold, builders.member_at(table, winner)


def test_a_click_before_the_time_out(table: Table, row: Row, let_pass: Pass) -> None:
    call = acting(table, "call")
    let_pass(60)
    click, clock = Process(playing.act, **call), Process(ticking.tick, table_id=table.pk)
    row.queue(table, click)
    clock.start()
    clock.join()
    seat = folded(table).hand_seat_of(call["member_id"])
    assert clock.outcome is None or not clock.outcome.changes
    assert click.outcome.changes
    assert seat in folded(table).running.live


def test_a_time_out_before_the_click(
    table: Table, row: Row, let_pass: Pass, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock has the lock and has not committed yet when the click asks for it."""
    call = acting(table, "call")
    let_pass(60)
    inside, go_on = threading.Event(), threading.Event()
    play = playing.play

    def slowly(*args: Any, **fields: Any) -> None:
        play(*args, **fields)
        if fields.get("by") == "timeout":
            inside.set()
            assert go_on.wait(PATIENCE_S)

    monkeypatch.setattr(ticking, "play", slowly)
    clock, click = Process(ticking.tick, table_id=table.pk), Process(playing.act, **call)
    clock.start()
    assert inside.wait(PATIENCE_S)
    click.start()
    row._until_waiting(1)
    go_on.set()
    clock.join()
    click.join()
    assert clock.outcome.changes
    assert isinstance(click.outcome, Late | Refused | RulesError)
    assert folded(table).hand_seat_of(call["member_id"]) not in folded(table).running.live
    assert faults() == []


@pytest.mark.parametrize("first", ["leave", "last act"])
def test_leaving_and_the_end_of_the_hand(table: Table, row: Row, first: str) -> None:
    """Either way the winner has his chips and the pot in the wallet, once."""
    fold, winner = heads_up(table)
    pot = folded(table).running.pot
    stack = folded(table).chips(folded(table).seat_of(winner.pk))
    act = Process(playing.act, **fold)
    leave = Process(seating.leave, table_id=table.pk, member_id=winner.pk)
    row.queue(table, *((leave, act) if first == "leave" else (act, leave)))
    assert act.outcome.changes
    assert leave.outcome.changes
    assert selectors.balance(winner) == 90_000 + stack + pot
    assert folded(table).seat_of(winner.pk) is None
    assert Hand.objects.get().status == "over"
    assert faults() == []


@pytest.mark.parametrize("first", [0, 1])
def test_two_members_and_one_seat(row: Row, first: int) -> None:
    table = builders.table()
    members = [builders.member(), builders.member()]
    sits = [
        Process(seating.sit, table_id=table.pk, member=member, seat=2, buy_in=5_000)
        for member in members
    ]
    row.queue(table, sits[first], sits[1 - first])
    assert sits[first].outcome.changes
    assert (type(sits[1 - first].outcome), sits[1 - first].outcome.code) == (Refused, "seat_taken")
    assert [selectors.balance(member) for member in members] == (
        [95_000, 100_000] if first == 0 else [100_000, 95_000]
    )
    assert faults() == []


def test_one_member_in_two_tabs_takes_one_seat(row: Row) -> None:
    table, member = builders.table(), builders.member()
    sits = [
        Process(seating.sit, table_id=table.pk, member=member, seat=seat, buy_in=5_000)
        for seat in (1, 4)
    ]
    row.queue(table, *sits)
    assert sits[0].outcome.changes
    assert sits[1].outcome.code == "seated"
    assert selectors.balance(member) == 95_000


def test_one_click_sent_by_two_processes_acts_once(table: Table, row: Row) -> None:
    """The line was lost after the click; the client came back elsewhere and sent it again."""
    call = acting(table, "call", id="once")
    clicks = [Process(playing.act, **call), Process(playing.act, **call)]
    row.queue(table, *clicks)
    assert clicks[0].outcome.seq == clicks[1].outcome.seq
    assert [bool(click.outcome.changes) for click in clicks] == [True, False]


def test_two_clocks_at_one_table(
    table: Table, row: Row, let_pass: Pass, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one skips a table that the first is at, and afterwards finds nothing due."""
    let_pass(60)
    before = Change.objects.count()
    inside, go_on = threading.Event(), threading.Event()
    play = playing.play

    def slowly(*args: Any, **fields: Any) -> None:
        play(*args, **fields)
        inside.set()
        assert go_on.wait(PATIENCE_S)

    monkeypatch.setattr(ticking, "play", slowly)
    one, two, three = (Process(ticking.tick, table_id=table.pk) for _ in range(3))
    one.start()
    assert inside.wait(PATIENCE_S)
    two.start()
    two.join()  # does not wait
    assert two.outcome is None
    go_on.set()
    one.join()
    three.start()
    three.join()
    assert len(one.outcome.changes) == 1
    assert three.outcome is None
    assert Change.objects.count() == before + 1


def test_an_action_that_was_rolled_back_between_those_of_two_processes(
    table: Table, row: Row, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A replica that has folded what then did not happen is never used again."""
    mine = {"one": Worker(), "two": Worker()}
    mine["one"].do(playing.act, **acting(table, "raise", 300))
    mine["two"].do(playing.act, **acting(table, "call"))
    undone = acting(table, "raise", 1_000)
    with monkeypatch.context() as patch:
        # Folded and written, and lost before the commit.
        patch.setattr(playing, "play", _and_fail(playing.play))
        with pytest.raises(ZeroDivisionError):
            mine["one"].do(playing.act, **undone)
    mine["two"].do(playing.act, **acting(table, "fold"))
    mine["one"].do(playing.act, **acting(table, "check"))
    mine["two"].do(playing.act, **acting(table, "bet", 500))
    mine["one"].do(playing.act, **acting(table, "call"))
    kept = [worker.do(lambda: sheet._replicas[table.pk]) for worker in mine.values()]
    assert value(kept[0]) == value(folded(table))
    assert kept[1].seq == kept[0].seq - 1
    mine["two"].do(playing.act, **acting(table, "check"))
    assert value(mine["two"].do(lambda: sheet._replicas[table.pk])) == value(folded(table))
    for worker in mine.values():
        worker.end()
    assert faults() == []


def test_a_settlement_that_was_rolled_back_is_made_by_another_process(
    table: Table, row: Row, monkeypatch: pytest.MonkeyPatch
) -> None:
    fold, winner = heads_up(table)
    worker = Worker()
    with monkeypatch.context() as patch:
        patch.setattr(posting, "post", lambda drafts: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            worker.do(playing.act, **fold)
    assert Hand.objects.get().status == "running"
    other = Process(playing.act, **fold)
    row.queue(table, other)
    assert other.outcome.changes
    assert Hand.objects.get().status == "over"
    worker.do(seating.leave, table_id=table.pk, member_id=winner.pk)
    worker.end()
    assert selectors.balance(winner) > 100_000
    assert faults() == []


def _and_fail(play: Callable[..., None]) -> Callable[..., None]:
    def failing(*args: Any, **fields: Any) -> None:
        play(*args, **fields)
        raise ZeroDivisionError

    return failing


class Worker:
    """A process that stays: what it keeps between two things is its own."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1)

    def do(self, work: Callable[..., Any], **fields: Any) -> Any:
        return self._pool.submit(work, **fields).result(PATIENCE_S)

    def end(self) -> None:
        self._pool.submit(lambda: connection.close()).result()  # that of the thread
        self._pool.shutdown()
