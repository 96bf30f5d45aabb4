"""State is the inputs folded: after a crash, in another process, and when something is wrong."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection

from tables.dealer import playing, seating, sheet, statements
from tables.errors import Broken, Refused
from tables.models import Change, Hand, Table, TableState
from tests.tables import builders
from tests.tables.hands import folded, replica_of, value
from wallet import posting
from wallet.errors import WalletError

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table() -> Table:
    """Three members in a hand that has just begun."""
    made = builders.table()
    for seat in range(3):
        builders.sit(made, builders.member(), seat)
    builders.run_clock(made)
    return made


def act(table: Table, kind: str, amount: int = 0) -> None:
    """The seat on turn acts."""
    replica = folded(table)
    assert replica.running is not None
    seat = replica.running.actors[0]
    playing.act(
        table_id=table.pk,
        member_id=replica.sitters[seat].member,
        hand_id=replica.hand_id,
        turn=replica.running.turn(seat),
        kind=kind,
        amount=amount,
    )


def test_a_fresh_replica_folds_to_the_same_state_at_every_step(table: Table) -> None:
    for kind, amount in (("raise", 300), ("call", 0), ("fold", 0), ("check", 0), ("bet", 500)):
        act(table, kind, amount)
        assert value(folded(table)) == value(replica_of(table))
    act(table, "call")
    seating.sit(table_id=table.pk, member=builders.member(), seat=5, buy_in=4_000)
    assert value(folded(table)) == value(replica_of(table))


def test_a_killed_dealer_goes_on_where_it_was(table: Table) -> None:
    act(table, "raise", 300)
    before = value(replica_of(table))
    sheet.forget()
    act(table, "call")
    assert replica_of(table).seq == before["seq"] + 1
    assert replica_of(table).events[: len(before["events"])] == before["events"]


def test_a_rolled_back_command_leaves_nothing_behind(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = value(replica_of(table))
    with monkeypatch.context() as patch:
        patch.setattr(statements, "octets", lambda digest: "(1/0)::text::bytea")
        with pytest.raises(Exception, match="division by zero"):
            act(table, "raise", 300)
    assert table.pk not in sheet._replicas
    assert value(folded(table)) == before
    act(table, "call")
    assert value(folded(table)) == value(replica_of(table))


def test_a_connection_that_dies_at_the_commit_leaves_nothing_behind(
    table: Table, as_owner: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = value(replica_of(table))
    ends = "(SELECT pg_terminate_backend(pg_backend_pid()))::text::bytea"
    with monkeypatch.context() as patch:
        patch.setattr(statements, "octets", lambda digest: ends)
        with pytest.raises(OperationalError):
            act(table, "raise", 300)
    connection.close()
    assert table.pk not in sheet._replicas
    assert value(folded(table)) == before


def test_a_failing_settlement_takes_the_last_input_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    act(table, "fold")
    before = value(replica_of(table))

    def refuse(drafts: object) -> None:
        raise WalletError("unbalanced")

    with monkeypatch.context() as patch:
        patch.setattr(posting, "post", refuse)
        with pytest.raises(WalletError):
            act(table, "fold")
    assert value(folded(table)) == before
    assert Hand.objects.get().status == "running"
    act(table, "fold")
    assert Hand.objects.get().status == "over"


def test_a_replica_of_something_that_did_not_happen_is_thrown_away(table: Table) -> None:
    replica_of(table).digest = b"another past"
    act(table, "raise", 300)
    assert value(folded(table)) == value(replica_of(table))


def test_another_process_acted_in_between(table: Table) -> None:
    mine = replica_of(table)
    sheet.forget()
    act(table, "raise", 300)
    sheet._replicas[table.pk] = mine
    act(table, "call")
    assert replica_of(table) is mine
    assert value(folded(table)) == value(mine)


def test_a_log_that_was_changed_does_not_fold(table: Table, as_owner: psycopg.Connection) -> None:
    act(table, "raise", 300)
    as_owner.execute(
        "UPDATE tables_change SET command = replace(command, '300', '400') "
        "WHERE seq = (SELECT max(seq) FROM tables_change)"
    )
    sheet.forget()
    with pytest.raises(Broken):
        act(table, "call")


def test_refused_commands_keep_the_replica(table: Table) -> None:
    mine = replica_of(table)
    with pytest.raises(Refused):
        seating.sit(table_id=table.pk, member=builders.member(), seat=0, buy_in=5_000)
    assert replica_of(table) is mine
    assert value(folded(table)) == value(mine)


def test_a_base_is_written_now_and_then_without_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "BASE_EVERY", 5)
    table = builders.table()
    member = builders.member()
    builders.sit(table, member, 0)
    for _ in range(6):
        seating.sit_out(table_id=table.pk, member_id=member.pk)
        seating.sit_in(table_id=table.pk, member_id=member.pk)
    state = TableState.objects.get(pk=table.pk)
    assert state.base_seq > 5
    assert value(folded(table)) == value(replica_of(table))
    assert Change.objects.filter(table=table, is_base=True).exists()


def test_an_action_takes_at_most_six_statements(
    table: Table, django_assert_max_num_queries: Any
) -> None:
    act(table, "raise", 300)
    replica = replica_of(table)
    assert replica.running is not None
    seat = replica.running.actors[0]
    with django_assert_max_num_queries(6, connection=connection) as captured:
        playing.act(
            table_id=table.pk,
            member_id=replica.sitters[seat].member,
            hand_id=replica.hand_id,
            turn=replica.running.turn(seat),
            kind="call",
        )
    assert any("tables_open(" in query["sql"] for query in captured.captured_queries)
