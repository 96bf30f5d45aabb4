"""What members bind themselves to holds at once, loosens slowly, and never meets a running hand."""

from __future__ import annotations

from datetime import timedelta

import psycopg
import pytest
from psycopg import errors

from tests.wallet import builders
from tests.wallet.builders import refused
from tests.wallet.conftest import SetClock
from wallet import limits, moments
from wallet.limits import Limit

pytestmark = pytest.mark.django_db(transaction=True)


def lose(account: builders.Account, chips: int) -> None:
    """A round that the house bank wins."""
    key = f"round:{account.pk}:{moments.now().timestamp()}"
    builders.commit(
        builders.escrow.settlement(
            key=key, deltas={account.pk: -chips}, bank=chips, link_kind="round", link_id="1"
        )
    )


def test_no_more_can_be_lost_in_a_day_than_allowed(set_clock: SetClock) -> None:
    set_clock("2030-01-10 12:00:00")
    ann = builders.a_member(1000)
    limits.set_daily_loss(member_id=ann.pk, chips=100)
    with refused("loss_limit"):
        builders.a_session(ann, 101)
    session = builders.a_session(ann, 60)
    lose(session, 50)
    with pytest.raises(builders.WalletError) as caught:
        builders.commit(builders.escrow.top_up(account=session, amount=41, key="a"))
    assert caught.value.data == {"limit": 100, "lost": 50, "at_risk": 51}
    builders.commit(builders.escrow.top_up(account=session, amount=40, key="b"))
    assert limits.may_play([ann.pk]) == {}
    lose(session, 50)
    assert limits.may_play([ann.pk]) == {ann.pk: "loss_limit"}
    set_clock("2030-01-11 00:00:01")
    assert limits.may_play([ann.pk]) == {}


def test_what_was_won_today_may_be_played_again(set_clock: SetClock) -> None:
    set_clock("2030-01-10 12:00:00")
    ann = builders.a_member(1000)
    limits.set_daily_loss(member_id=ann.pk, chips=100)
    session = builders.a_session(ann, 100)
    lose(session, -70)
    builders.commit(builders.escrow.cash_out(account=session, amount=170))
    with refused("loss_limit"):
        builders.a_session(ann, 171)
    builders.a_session(ann, 170)


def test_time_at_tables_is_counted_once_and_ends_the_next_hand(set_clock: SetClock) -> None:
    ann = builders.a_member(1000)
    set_clock("2030-01-09 23:00:00")
    first = builders.a_session(ann, 10)
    set_clock("2030-01-10 00:20:00")
    builders.a_session(ann, 10)  # two tables at once are one time
    limits.set_daily_minutes(member_id=ann.pk, minutes=60)
    set_clock("2030-01-10 00:59:00")
    assert limits.may_play([ann.pk]) == {}
    set_clock("2030-01-10 01:00:10")
    assert limits.may_play([ann.pk]) == {ann.pk: "time_limit"}
    with refused("time_limit"):
        builders.a_session(ann, 10)
    builders.commit(builders.escrow.cash_out(account=first, amount=10))


def test_tighter_holds_at_once_and_looser_after_a_day(set_clock: SetClock) -> None:
    ann = builders.a_member(1000)
    set_clock("2030-01-10 12:00:00")
    assert limits.set_daily_loss(member_id=ann.pk, chips=500).value == 500
    assert limits.set_daily_loss(member_id=ann.pk, chips=100).value == 100
    waiting = limits.set_daily_loss(member_id=ann.pk, chips=300)
    assert (waiting.value, waiting.next_value) == (100, 300)
    set_clock("2030-01-11 11:59:00")
    with refused("loss_limit"):
        builders.a_session(ann, 300)
    set_clock("2030-01-11 12:00:10")
    assert limits.of_member(ann.pk).daily_loss == Limit(300, None, None)
    builders.a_session(ann, 300)


def test_lifting_a_limit_waits_and_tightening_forgets_what_waits(set_clock: SetClock) -> None:
    ann = builders.a_member(1000)
    set_clock("2030-01-10 12:00:00")
    limits.set_daily_loss(member_id=ann.pk, chips=100)
    assert limits.set_daily_loss(member_id=ann.pk, chips=None).value == 100
    assert limits.set_daily_loss(member_id=ann.pk, chips=50) == Limit(50, None, None)
    set_clock("2030-01-12 12:00:00")
    assert limits.of_member(ann.pk).daily_loss.value == 50
    limits.set_daily_loss(member_id=ann.pk, chips=None)
    set_clock("2030-01-13 12:01:00")
    builders.a_session(ann, 1000)


def test_during_a_break_nobody_buys_in_and_everybody_is_paid_out(set_clock: SetClock) -> None:
    ann = builders.a_member(1000)
    session = builders.a_session(ann, 100)
    now = set_clock("2030-01-10 12:00:00")
    limits.take_break(member_id=ann.pk, until=now + timedelta(hours=1))
    with refused("break"):
        builders.commit(builders.escrow.top_up(account=session, amount=5, key="a"))
    assert limits.may_play([ann.pk]) == {ann.pk: "break"}
    lose(session, 30)
    builders.commit(builders.escrow.cash_out(account=session, amount=70))
    set_clock("2030-01-10 13:00:10")
    builders.a_session(ann, 100)


def test_after_an_exclusion_play_opens_seven_days_after_asking(set_clock: SetClock) -> None:
    ann = builders.a_member(1000)
    now = set_clock("2030-01-10 12:00:00")
    limits.exclude(member_id=ann.pk, until=now + timedelta(days=90))
    with refused("excluded"):
        builders.a_session(ann, 5)
    with refused("not_excluded"):
        limits.reopen(member_id=ann.pk)
    set_clock("2030-05-01 12:00:00")
    with refused("excluded"):
        builders.a_session(ann, 5)  # nobody asked yet
    opens = limits.reopen(member_id=ann.pk)
    assert limits.reopen(member_id=ann.pk) == opens
    set_clock("2030-05-08 11:59:00")
    with refused("excluded"):
        builders.a_session(ann, 5)
    set_clock("2030-05-08 12:00:10")
    builders.a_session(ann, 5)


def test_a_break_is_lengthened_and_not_shortened(set_clock: SetClock) -> None:
    ann = builders.a_member()
    now = set_clock("2030-01-10 12:00:00")
    limits.take_break(member_id=ann.pk, until=now + timedelta(days=2))
    limits.take_break(member_id=ann.pk, until=now + timedelta(days=3))
    with refused("bound"):
        limits.take_break(member_id=ann.pk, until=now + timedelta(days=1))
    limits.exclude(member_id=ann.pk, until=now + timedelta(days=90))
    with refused("bound"):
        limits.exclude(member_id=ann.pk, until=now + timedelta(days=89))


@pytest.mark.parametrize("role", ["as_app", "as_owner"])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE wallet_limits SET excluded_until = NULL",
        "UPDATE wallet_limits SET excluded_until = excluded_until - interval '1 second'",
        "UPDATE wallet_limits SET member_id = {other}",
        "DELETE FROM wallet_limits",
    ],
)
def test_raw_sql_does_not_shorten_an_exclusion(
    request: pytest.FixtureRequest, role: str, statement: str
) -> None:
    connection: psycopg.Connection = request.getfixturevalue(role)
    ann, other = builders.a_member(), builders.a_member()
    limits.exclude(member_id=ann.pk, until=moments.now() + timedelta(days=90))
    with pytest.raises(errors.IntegrityError):
        connection.execute(statement.format(other=other.pk))


@pytest.mark.parametrize("role", ["as_app", "as_owner"])
def test_raw_sql_does_not_open_play_before_seven_days(
    request: pytest.FixtureRequest, role: str, set_clock: SetClock
) -> None:
    connection: psycopg.Connection = request.getfixturevalue(role)
    ann = builders.a_member()
    set_clock("2030-01-10 12:00:00")
    until = moments.now() + timedelta(days=30)
    limits.exclude(member_id=ann.pk, until=until)
    for days in (-30, 0, 6):
        with pytest.raises(errors.IntegrityError) as caught:
            connection.execute(
                "UPDATE wallet_limits SET reopens_at = excluded_until + %s * interval '1 day'",
                [days],
            )
        assert caught.value.diag.constraint_name == "wallet_limits_reopen"
    set_clock("2030-03-10 12:00:00")
    with pytest.raises(errors.IntegrityError):
        connection.execute(
            "UPDATE wallet_limits SET reopens_at = excluded_until + interval '7 days'"
        )
    limits.reopen(member_id=ann.pk)
    with pytest.raises(errors.IntegrityError):
        connection.execute("UPDATE wallet_limits SET reopens_at = site_now()")


def test_the_owner_cannot_buy_in_past_an_exclusion(as_owner: psycopg.Connection) -> None:
    ann = builders.a_member(100)
    session = builders.a_session(ann)
    limits.exclude(member_id=ann.pk, until=moments.now() + timedelta(days=90))
    with pytest.raises(errors.IntegrityError) as caught:
        as_owner.execute(
            "SELECT wallet_post(ARRAY[('k', 'top_up', NULL, '', '', NULL, NULL)::wallet_draft],"
            " ARRAY[(1, %s, -5), (1, %s, 5)]::wallet_leg[])",
            [builders.wallet(ann).pk, session.pk],
        )
    assert caught.value.diag.constraint_name == "wallet_limit_excluded"
