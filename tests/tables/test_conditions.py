"""What campaigns count at the tables: a worked example for every condition, and its edges."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import translation

from accounts.models import Member
from rules.korean import ORDER
from tables import demo_events
from tables.management.commands import demo
from tables.models import Hand, HandSeat, Table
from tests.tables import builders
from tests.tables.hands import act, replica_of
from wallet import campaigns, conditions, moments, selectors
from wallet.conditions import Question, Rule
from wallet.models import Campaign, Grant

pytestmark = pytest.mark.django_db

NOON = datetime(2030, 1, 10, 12, tzinfo=moments.zone())
DAY = timedelta(days=1)
_numbers = itertools.count(1)


@pytest.fixture
def table() -> Table:
    return builders.table()


def a_member() -> Member:
    return builders.member(chips=0)


def a_hand(table: Table, member: Member, *, at: datetime = NOON, **row: Any) -> HandSeat:
    """A finished hand as the dealer writes it down: hold'em against one person, nothing won."""
    values = {"game": "nlhe", "humans": 1, "seat": 0, "session": "s", "stack": 1000, "net": 0} | row
    hand = Hand.objects.create(
        table=table, number=next(_numbers), game=values["game"], stakes={}, root="", sealed=b"",
        key_id="", status=Hand.Status.OVER, started_at=at, ended_at=at,
    )  # fmt: skip
    return HandSeat.objects.create(hand=hand, member=member, ended_at=at, **values)


def count(
    name: str, member: Member, *, since: datetime = NOON - DAY, until: datetime = NOON + DAY,
    humans: int = 1, **params: Any,
) -> int:  # fmt: skip
    """How often the member met a condition."""
    condition = conditions.get(f"tables.{name}")
    assert condition is not None
    question = Question(since, until, member.pk, member.pk, humans, params)
    return dict(condition.query(question)).get(member.pk, 0)


# -- every condition ---------------------------------------------------------------------------


def test_a_hand_that_was_folded_was_played(table: Table) -> None:
    ann = a_member()
    a_hand(table, ann, net=-50)
    a_hand(table, ann, won=300, net=200)
    assert count("played", ann) == 2


def test_a_share_of_a_pot_is_a_hand_won_even_at_a_loss(table: Table) -> None:
    ann = a_member()
    a_hand(table, ann, won=75, net=-25)
    a_hand(table, ann, won=0, net=-100, showdown=True)
    assert count("won", ann) == 1


def test_a_pot_that_nobody_contested_is_no_showdown_won(table: Table) -> None:
    ann = a_member()
    a_hand(table, ann, won=300)
    a_hand(table, ann, won=300, showdown=True)
    a_hand(table, ann, won=0, showdown=True)
    assert count("won", ann) == 2
    assert count("showdowns", ann) == 1


@pytest.mark.parametrize(
    ("shown", "asked", "met"),
    [
        ("four_of_a_kind", "four_of_a_kind", 1),
        ("full_house", "four_of_a_kind", 0),
        ("straight_flush", "four_of_a_kind", 1),
        ("royal_flush", "royal_flush", 1),
        ("straight_flush", "royal_flush", 0),
        ("high_card", "high_card", 1),
        # Korean names (D6) stand for what they are in A1.
        ("mountain", "straight", 1),
        ("back_straight", "straight", 1),
        ("mountain", "flush", 0),
        ("back_straight_flush", "straight_flush", 1),
        ("back_straight_flush", "royal_flush", 0),
    ],
)
def test_a_rank_or_better(table: Table, shown: str, asked: str, met: int) -> None:
    ann = a_member()
    a_hand(table, ann, showdown=True, rank=ORDER.index(shown))
    assert count("rank", ann, rank=asked) == met


def test_what_was_not_turned_up_has_no_rank(table: Table) -> None:
    ann = a_member()
    a_hand(table, ann, won=900)
    a_hand(table, ann, showdown=True, rank=None)
    assert count("rank", ann, rank="high_card") == 0


def test_a_pot_counts_by_what_came_out_of_it(table: Table) -> None:
    ann = a_member()
    for won in (999, 1000, 1001):
        a_hand(table, ann, won=won)
    assert count("pot", ann, pot=1000) == 2


# -- against whom, at which games, when --------------------------------------------------------


def test_a_hand_against_bots_alone_does_not_count_and_two_people_do(table: Table) -> None:
    ann = a_member()
    a_hand(table, ann, humans=0)
    assert count("played", ann) == 0
    a_hand(table, ann, humans=2)
    assert count("played", ann) == 1
    assert count("played", ann, humans=2) == 1
    assert count("played", ann, humans=3) == 0
    assert count("played", ann, humans=0) == 2


def test_a_bot_meets_no_condition(table: Table) -> None:
    bot = Member.objects.create_bot("Robot")
    a_hand(table, bot, humans=3)
    assert count("played", bot) == 0


def test_only_the_chosen_games_count(table: Table) -> None:
    ann = a_member()
    for game in ("nlhe", "razz", "kr7"):
        a_hand(table, ann, game=game)
    assert count("played", ann, games=["razz"]) == 1
    assert count("played", ann, games=["razz", "kr7"]) == 2
    assert count("played", ann) == 3


def test_a_round_of_the_house_counts_only_where_it_is_named(table: Table) -> None:
    ann = a_member()
    a_hand(table, ann, game="house", humans=0)
    assert count("played", ann, humans=0) == 0
    assert count("played", ann, humans=0, games=["house"]) == 1


def test_the_first_moment_counts_and_the_last_does_not(table: Table) -> None:
    ann = a_member()
    midnight = datetime(2030, 1, 11, tzinfo=moments.zone())
    instant = timedelta(microseconds=1)
    for at in (midnight - instant, midnight, midnight + DAY - instant, midnight + DAY):
        a_hand(table, ann, at=at)
    assert count("played", ann, since=midnight, until=midnight + DAY) == 2
    assert count("played", ann, since=midnight - DAY, until=midnight) == 1


def test_every_member_of_the_range_at_once(table: Table) -> None:
    ann, bob, _idle = (a_member() for _ in range(3))
    a_hand(table, ann)
    a_hand(table, bob)
    a_hand(table, bob)
    condition = conditions.get("tables.played")
    assert condition is not None
    question = Question(NOON - DAY, NOON + DAY, ann.pk, ann.pk + 999)
    assert sorted(condition.query(question)) == [(ann.pk, 1), (bob.pk, 2)]


# -- a campaign over hands that were dealt -----------------------------------------------------


def an_event(**values: Any) -> Campaign:
    now = moments.now()
    given = {
        "slug": f"event-{next(_numbers)}", "title": "Event", "condition": "tables.played",
        "needed": 1, "reward": 100, "cap": 5, "budget": 1000, "min_humans": 1,
        "starts_at": now - DAY, "ends_at": now + DAY,
    }  # fmt: skip
    return Campaign.objects.create(**given | values)


@pytest.mark.django_db(transaction=True)
def test_hands_at_the_table_earn_the_reward_once() -> None:
    table = builders.table()
    members = [builders.member() for _ in range(2)]
    for seat, member in enumerate(members):
        builders.sit(table, member, seat)
    builders.run_clock(table)
    while replica_of(table).number < 3:
        act(table, "fold")
        builders.run_clock(table)
    event = campaigns.start(campaign=an_event(cap=1))
    wins = campaigns.start(campaign=an_event(condition="tables.won", needed=2))
    before = [selectors.balance(member) for member in members]
    dry = campaigns.plan(event)
    assert sorted(due.member_id for due in dry.paid) == [member.pk for member in members]
    assert campaigns.pay(event) == len(dry.paid) == 2
    assert campaigns.pay(event) == 0
    assert [selectors.balance(member) for member in members] == [held + 100 for held in before]
    # Two hands, one won by each: nobody has won two.
    assert [campaigns.progress(wins, member.pk) for member in members] == [(1, 0), (1, 0)]
    assert campaigns.pay(wins) == 0
    assert Grant.objects.filter(policy=event.policy).count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_member_at_a_table_of_bots_earns_nothing() -> None:
    table = builders.table(bots=1)
    ann = builders.member()
    builders.sit(table, ann, 5)  # and the bot comes
    while not HandSeat.objects.filter(member=ann).exists():
        builders.run_clock(table)
        act(table, "fold")
    hand = HandSeat.objects.filter(member=ann)[0].hand
    humans = HandSeat.objects.filter(hand=hand).values_list("member__kind", "humans")
    assert dict(humans) == {"human": 0, "bot": 1}
    assert campaigns.pay(campaigns.start(campaign=an_event(cap=1))) == 0
    assert campaigns.pay(campaigns.start(campaign=an_event(cap=1, min_humans=0))) == 1


@pytest.mark.django_db(transaction=True)
def test_the_demo_world_has_events_that_members_can_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "FELTS", ())
    monkeypatch.setattr(demo, "SPARE_BOTS", 0)
    for _ in range(2):
        call_command("demo")
    running = Campaign.objects.filter(status=Campaign.Status.RUNNING)
    assert running.count() == len(demo_events.EVENTS)
    for campaign in running:
        assert campaigns.left(campaign) == campaign.budget
        told = set()
        for language in ("en", "ko", "vi"):
            with translation.override(language):
                words = campaign.told("title"), campaign.told("description")
                told.add((*words, campaigns.in_words(campaign)))
        assert len(told) == 3


# -- in words ----------------------------------------------------------------------------------


def words(name: str, rule: Rule, language: str = "en") -> str:
    condition = conditions.get(f"tables.{name}")
    assert condition is not None
    with translation.override(language):
        return condition.told(rule)


def test_a_rule_says_what_where_and_against_whom() -> None:
    rule = Rule(30, 2, {"games": ["nlhe", "razz"]})
    assert words("played", rule) == (
        "Play 30 hands. Games that count: No-limit hold'em, Razz."
        " At least 2 opponents must be people, not bots."
    )
    assert words("pot", Rule(1, 0, {"pot": 100_000})) == (
        "Win at least 100,000 chips out of the pot of one hand."
    )


@pytest.mark.parametrize("language", ["ko", "vi"])
@pytest.mark.parametrize("name", ["played", "won", "showdowns", "rank", "pot"])
def test_every_rule_has_words_of_its_own_in_every_language(language: str, name: str) -> None:
    params = {"rank": {"rank": "flush"}, "pot": {"pot": 500}}.get(name, {})
    for needed in (1, 7):
        told = words(name, Rule(needed, 0, params), language)
        english = words(name, Rule(needed, 0, params))
        assert told.split(":")[0] != english.split(":")[0]


@pytest.mark.parametrize(
    ("humans", "params", "wrong"),
    [
        (1, {"games": ["nlhe"]}, set()),
        (0, {"games": ["house"]}, set()),
        (1, {"games": ["house"]}, {"min_humans"}),
        (0, {"games": ["house", "nlhe"]}, {"games"}),
        (0, {"games": ["house"], "rank": "flush"}, {"games"}),
        (1, {"games": ["razz"], "rank": "flush"}, {"games"}),
        (1, {"games": ["razz", "stud"], "rank": "flush"}, set()),
    ],
)
def test_rules_that_nobody_could_meet_are_refused(
    humans: int, params: dict[str, Any], wrong: Iterable[str]
) -> None:
    condition = conditions.get("tables.rank" if "rank" in params else "tables.played")
    assert condition is not None
    assert set(condition.problems(Rule(1, humans, params))) == wrong
