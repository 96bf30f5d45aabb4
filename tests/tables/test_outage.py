"""The site was away: nobody pays for it with his turn, his seat or his chips."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from tables.dealer import ticking
from tables.live import lost, presence
from tables.models import Change, Table, TableState
from tests.tables import builders, house
from tests.tables.conftest import Pass, let_live
from tests.tables.hands import act, faults, in_hand, replica_of

pytestmark = pytest.mark.django_db(transaction=True)

TURN_S = 20


@pytest.fixture
def table(settings: Any) -> Table:
    """A hand has just begun, and a web process and a clock are there."""
    settings.TURN_S, settings.TIME_BANK_S = TURN_S, 0
    beat()
    return in_hand()


def beat() -> None:
    presence.write([], {})
    presence.beat("clock")


def on_turn(table: Table) -> int:
    return replica_of(table).running.actors[0]


def commands(table: Table) -> list[str]:
    changes = Change.objects.filter(table=table).order_by("seq")
    return list(changes.values_list("command", flat=True))


def test_while_the_site_is_there_a_turn_ends_in_time(table: Table, let_pass: Pass) -> None:
    seat = on_turn(table)
    let_live(let_pass, TURN_S)
    builders.run_clock(table, 5)
    assert seat not in replica_of(table).running.live


def test_after_the_database_was_away_the_seat_on_turn_has_the_whole_time_again(
    table: Table, let_pass: Pass
) -> None:
    seat = on_turn(table)
    let_pass(3 * TURN_S)  # nobody could write anything
    beat()
    builders.run_clock(table)
    assert '"c":"resume"' in commands(table)[-1]
    let_live(let_pass, TURN_S - 5)
    assert builders.run_clock(table) == 0
    assert on_turn(table) == seat
    let_live(let_pass, 5)
    builders.run_clock(table, 5)
    assert seat not in replica_of(table).running.live


def test_while_no_web_process_is_there_the_turn_waits(table: Table, let_pass: Pass) -> None:
    seat = on_turn(table)
    let_pass(TURN_S + 1)
    presence.beat("clock")
    before = TableState.objects.get().seq
    assert ticking.tick(table.pk).changes == ()
    assert ticking.tick(table.pk) is None  # the clock comes back in a second, not at once
    assert (on_turn(table), TableState.objects.get().seq) == (seat, before)
    presence.write([], {})
    let_pass(1)
    builders.run_clock(table)
    assert on_turn(table) == seat
    assert '"c":"resume"' in commands(table)[-1]


def test_a_web_process_that_never_comes_back_does_not_hold_a_hand_for_ever(
    table: Table, let_pass: Pass
) -> None:
    seat = on_turn(table)
    let_pass(700)
    builders.run_clock(table, 5)
    assert seat not in replica_of(table).running.live


def test_another_web_process_that_was_there_all_the_time_is_enough(
    table: Table, let_pass: Pass, monkeypatch: pytest.MonkeyPatch, as_owner: psycopg.Connection
) -> None:
    seat = on_turn(table)
    let_live(let_pass, TURN_S)
    as_owner.execute(
        "INSERT INTO tables_heartbeat (name, kind, started_at, seen_at) "
        "VALUES ('web:new', 'web', site_now(), site_now())"
    )
    builders.run_clock(table, 5)
    assert seat not in replica_of(table).running.live


def test_an_outage_in_the_time_bank_gives_the_time_again_and_takes_nothing_of_the_bank(
    table: Table, let_pass: Pass, settings: Any
) -> None:
    settings.TIME_BANK_S = 30
    other = in_hand()
    seat = on_turn(other)
    let_live(let_pass, TURN_S)
    builders.run_clock(other, 5)
    assert seat in replica_of(other).banking
    let_pass(60)
    beat()
    builders.run_clock(other)
    assert seat not in replica_of(other).banking
    act(other, "call")
    assert replica_of(other).roster[seat].bank_ms == 30_000
    assert faults() == []


def test_after_an_outage_a_round_against_the_house_has_its_whole_time_again(
    let_pass: Pass, settings: Any
) -> None:
    settings.ROUND_S = TURN_S
    beat()
    member = builders.member()
    box = house.sit(house.table(), member)
    house.bet(box, member)
    table = Table.objects.get(pk=box)
    let_pass(3 * TURN_S)
    presence.beat("clock")
    builders.run_clock(table)
    assert house.running(box), "nobody could reach the site: the round waits"
    beat()
    let_pass(1)
    builders.run_clock(table)
    assert '"c":"resume"' in commands(table)[-1]
    let_live(let_pass, TURN_S - 5)
    assert builders.run_clock(table) == 0
    assert house.running(box)
    let_live(let_pass, 5)
    builders.run_clock(table)
    assert house.folded(box).running is None
    assert faults() == []


def test_after_an_outage_a_lost_seat_has_its_whole_grace_again(
    let_pass: Pass, settings: Any
) -> None:
    beat()
    table = in_hand(2)
    sweeper = lost.Lost()
    assert sweeper.sweep() == []
    let_pass(3600)
    beat()
    assert sweeper.sweep() == []
    let_live(let_pass, 60)
    assert sweeper.sweep() == []
    let_live(let_pass, 10)
    assert len(sweeper.sweep()) == 2
    assert (
        all(plate.leaving for plate in replica_of(table).roster.values())
        or not replica_of(table).roster
    )
