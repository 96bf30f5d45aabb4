"""A freeze, limit or exclusion stops the next hand and never meets a running one."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Member
from tables.dealer import seating
from tables.errors import Refused
from tests.tables import builders
from tests.tables.hands import dealt_in, fold_out, replica_of
from wallet import accounts, limits

pytestmark = pytest.mark.django_db(transaction=True)


def freeze(member: Member) -> None:
    accounts.freeze(accounts.of_member(member.pk).pk)


def rest(member: Member) -> None:
    limits.take_break(member_id=member.pk, until=timezone.now() + timedelta(hours=2))


@pytest.mark.parametrize(("bar", "why"), [(freeze, "frozen"), (rest, "break")])
def test_who_is_barred_plays_the_hand_out_and_is_not_dealt_the_next(bar, why) -> None:
    table = builders.table()
    for seat in (0, 1, 2):
        builders.sit(table, builders.member(), seat)
    builders.run_clock(table)
    member = builders.member_at(table, 1)

    bar(member)
    assert dealt_in(table) == {0, 1, 2}
    assert 1 in replica_of(table).running.live
    fold_out(table)

    assert dealt_in(table) == {0, 2}
    assert replica_of(table).roster[1].away_ms
    with pytest.raises(Refused) as refused:
        seating.sit_in(table_id=table.pk, member_id=member.pk)
    assert refused.value.code == why
