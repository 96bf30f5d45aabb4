"""Joining a table whose game is on: wait for the big blind, post it, or come in free (B10)."""

from __future__ import annotations

import itertools

import pytest

from rules.events import Post
from tables.dealer import seating
from tables.models import Table
from tests.tables import builders
from tests.tables.hands import dealt_in, faults, fold_out, replica_of

pytestmark = pytest.mark.django_db(transaction=True)


def table_with_three(entry: str) -> Table:
    table = builders.table(entry=entry)
    for seat in (0, 1, 2):
        builders.sit(table, builders.member(), seat)
    builders.run_clock(table)
    assert dealt_in(table) == {0, 1, 2}
    return table


def test_a_newcomer_at_a_practice_table_is_dealt_in_at_the_next_hand() -> None:
    table = table_with_three("free")
    builders.sit(table, builders.member(), 4)
    assert 4 not in dealt_in(table)
    assert replica_of(table).roster[4].waiting
    fold_out(table)
    assert 4 in dealt_in(table)
    assert not replica_of(table).roster[4].waiting


def test_a_newcomer_waits_for_the_big_blind() -> None:
    table = table_with_three("post")
    big = replica_of(table).last.big
    assert big == 2
    builders.sit(table, builders.member(), 5)
    builders.sit(table, builders.member(), 4)
    fold_out(table)
    assert replica_of(table).last.big == 4
    assert dealt_in(table) == {0, 1, 2, 4}
    fold_out(table)
    assert dealt_in(table) == {0, 1, 2, 4, 5}


def test_a_newcomer_may_post_rather_than_wait() -> None:
    table = table_with_three("post")
    fold_out(table)  # the big blind moves on to seat 0
    late = builders.member()
    builders.sit(table, late, 5)
    seating.sit_in(table_id=table.pk, member_id=late.pk, post=True)
    fold_out(table)  # seat 5 lies between button (2) and big blind (1)
    assert 5 not in dealt_in(table)
    fold_out(table)  # the button has passed
    assert 5 in dealt_in(table)
    posts = [e for e in replica_of(table).events if isinstance(e, Post) and e.kind == "post"]
    assert [(post.seat, post.amount) for post in posts] == [(5, 100)]
    assert faults() == []


def test_nobody_has_the_big_blind_twice_in_a_row_and_leavers_leave_a_dead_button() -> None:
    table = table_with_three("free")
    bigs = [replica_of(table).last.big]
    for step in range(8):
        fold_out(table)
        bigs.append(replica_of(table).last.big)
        if step == 3:
            builders.sit(table, builders.member(), 4)
        if step == 5:
            seating.leave(table_id=table.pk, member_id=builders.member_at(table, 0).pk)
    assert all(one != two for one, two in itertools.pairwise(bigs))
    assert faults() == []


def test_a_returner_owes_the_blinds_that_passed() -> None:
    table = table_with_three("post")
    builders.sit(table, builders.member(), 3)
    fold_out(table)
    away = builders.member_at(table, 1)
    seating.sit_out(table_id=table.pk, member_id=away.pk)
    for _ in range(4):
        fold_out(table)
    assert replica_of(table).roster[1].missed_big
    assert 1 not in dealt_in(table)
    seating.sit_in(table_id=table.pk, member_id=away.pk)
    hands = 0
    while 1 not in dealt_in(table):
        fold_out(table)
        hands += 1
        assert hands < 6
    assert replica_of(table).last.big == 1
