"""A member's own hands: the list with its filters, and the statistics by worked examples."""

from __future__ import annotations

import itertools
import random
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client as Browser

from accounts.models import Member
from tables.history import chart, own
from tables.history.own import Filters
from tables.models import Hand, HandSeat, Table
from tests.accounts.builders import browser_of
from tests.tables import builders, hands
from wallet import moments

pytestmark = pytest.mark.django_db(transaction=True)

_numbers = itertools.count(1)
NOON = datetime(2026, 3, 1, 3, tzinfo=UTC)  # noon in Seoul


def a_table(game: str = "nlhe") -> Table:
    return builders.table(game=game, amounts=hands.STAKES[game])


def many(at: Table, who: Member, nets: list[int], **facts: Any) -> list[HandSeat]:
    """Finished hands as the dealer writes them down, without playing them."""
    ended = facts.pop("ended_at", NOON)
    pot = facts.pop("pot", 0)
    blank = {"stakes": at.stakes.amounts, "root": "", "sealed": b"", "key_id": "", "pot": pot}
    times = {"started_at": ended, "ended_at": ended, "status": Hand.Status.OVER}
    played = Hand.objects.bulk_create(
        Hand(table=at, number=next(_numbers), game=at.game, **blank, **times) for _ in nets
    )
    unit = {"nlhe": 100, "stud": 200}[at.game]
    row = {"member": who, "seat": 0, "stack": 10_000, "game": at.game, "unit": unit} | facts
    return HandSeat.objects.bulk_create(
        HandSeat(hand=hand, session=f"s{hand.pk}", net=net, ended_at=ended, **row)
        for hand, net in zip(played, nets, strict=True)
    )


def a_hand(at: Table, who: Member, net: int, **facts: Any) -> HandSeat:
    (row,) = many(at, who, [net], **facts)
    return row


def listed(browser: Browser, query: str = "") -> list[int]:
    """The results of the hands on a page of the list, as they stand there."""
    page = browser.get(f"/me/hands/{query}").content.decode()
    return [int(net) for net in re.findall(r'data-net="(-?\d+)"', page)]


def test_a_hand_bears_the_name_of_its_table_in_the_readers_language() -> None:
    member, table = builders.member(), a_table()
    Table.objects.filter(pk=table.pk).update(name="Lotus")
    hand = a_hand(table, member, 5).hand
    member.language = "vi"
    member.save()
    page = browser_of(member).get("/me/hands/").content.decode()
    assert f">Hoa Sen #{hand.number}</a>" in page


def test_the_list_pages_back_to_the_first_hand() -> None:
    member, other = builders.member(), builders.member()
    table = a_table()
    many(table, member, list(range(1, 61)))
    many(table, other, list(range(-60, 0)))
    many(table, member, list(range(61, 121)))
    browser, found, address = browser_of(member), [], ""
    for _ in range(3):
        page = browser.get(f"/me/hands/{address}").content.decode()
        found += [int(net) for net in re.findall(r'data-net="(-?\d+)"', page)]
        older = re.search(r'href="/me/hands/(\?before=\d+)"', page)
        address = older[1] if older else "none"
    assert found == list(range(120, 0, -1))
    assert address == "none"
    rows = browser.get("/me/hands/", headers={"hx-request": "true"}).content
    assert rows.count(b"data-net") == own.PAGE
    assert b"<html" not in rows


def test_the_list_is_filtered_by_game_result_pot_and_day() -> None:
    member = builders.member()
    holdem, stud = a_table(), a_table("stud")
    a_hand(holdem, member, 500, pot=900)
    a_hand(holdem, member, -300, pot=1_000)
    a_hand(holdem, member, 0, pot=5_000)
    a_hand(stud, member, 700, pot=1_200, ended_at=NOON + timedelta(days=1))
    browser = browser_of(member)
    assert listed(browser) == [700, 0, -300, 500]
    assert listed(browser, "?game=stud") == [700]
    assert listed(browser, "?result=won") == [700, 500]
    assert listed(browser, "?result=lost") == [-300]
    assert listed(browser, "?result=even") == [0]
    assert listed(browser, "?pot=1000") == [700, 0, -300]
    assert listed(browser, "?game=nlhe&result=won&pot=901") == []
    assert listed(browser, "?since=2026-03-02") == [700]
    assert listed(browser, "?until=2026-03-01") == [0, -300, 500]


def test_a_day_begins_at_midnight_in_seoul() -> None:
    member, table = builders.member(), a_table()
    midnight = datetime(2026, 3, 1, 15, tzinfo=UTC)  # the second of March begins
    a_hand(table, member, -1, ended_at=midnight - timedelta(microseconds=1))
    a_hand(table, member, 1, ended_at=midnight)
    browser = browser_of(member)
    assert listed(browser, "?until=2026-03-01") == [-1]
    assert listed(browser, "?since=2026-03-02") == [1]


@pytest.mark.parametrize(
    "query",
    ["?game=chess", "?since=yesterday", "?pot=-1", "?pot=x", "?since=2026-02-02&until=2026-02-01"],
)
def test_what_cannot_be_read_lists_nothing_and_says_why(query: str) -> None:
    member = builders.member()
    a_hand(a_table(), member, 5)
    page = browser_of(member).get(f"/me/hands/{query}")
    assert page.status_code == 200
    assert b"data-net" not in page.content
    assert b"errorlist" in page.content


def test_the_pages_are_the_members_own() -> None:
    for path in ("/me/hands/", "/me/statistics/"):
        assert Browser().get(path).status_code == 302
    assert browser_of(builders.member()).get("/me/hands/?before=x").status_code == 404


def figures_on(browser: Browser, query: str = "") -> dict[str, str]:
    """The figures of the page of statistics, by their hooks."""
    page = browser.get(f"/me/statistics/{query}").content.decode()
    pattern = r'data-figure="([\w-]+)">\s*<dt>[^<]*</dt>\s*<dd[^>]*>([^<]*)</dd>'
    return dict(re.findall(pattern, page))


def test_statistics_by_a_worked_example() -> None:
    member, table = builders.member(), a_table()
    # Ten hands: four entered, two of them raised; six saw the flop; three came to a showdown, of
    # which one was won. On later streets five bets and two calls.
    entered = {"entered": True, "saw": True}
    a_hand(table, member, 900, **entered, raised=True, bets=3, showdown=True, won=1_900)
    a_hand(table, member, -500, **entered, raised=True, bets=2, calls=1, showdown=True)
    a_hand(table, member, -200, **entered, calls=1, showdown=True)
    a_hand(table, member, -100, **entered)
    a_hand(table, member, -100, saw=True)
    a_hand(table, member, -100, saw=True)
    many(table, member, [0] * 4)
    assert figures_on(browser_of(member)) == {
        "hands": "10",
        "net": "−100",
        "per-100": "−10.0",  # one big blind in ten hands
        "vpip": "40.0%",
        "pfr": "20.0%",
        "aggression": "2.5",
        "went": "50.0%",
        "won": "33.3%",
    }


def test_each_hand_counts_in_the_unit_of_its_stakes() -> None:
    member = builders.member()
    a_hand(a_table(), member, 300)  # three big blinds
    a_hand(a_table("stud"), member, -400)  # two big bets
    holdem, stud = own.by_stakes(member.pk, Filters())
    assert (holdem.stakes, holdem.units, holdem.net) == ("50 / 100", 3.0, 300)
    assert (stud.stakes, stud.units, stud.net) == ("100 / 200", -2.0, -400)
    both = own.together([holdem, stud])
    assert (both.hands, both.net, both.per_hundred) == (2, -100, 50.0)
    browser = browser_of(member)
    assert figures_on(browser, "?game=stud")["net"] == "−400"
    assert figures_on(browser, "?game=kr7") == {}


def test_a_period_reaches_back_to_midnight_of_its_first_day() -> None:
    member, table = builders.member(), a_table()
    first = moments.midnight(moments.day_of(moments.now()) - 6 * moments.DAY)
    a_hand(table, member, -7, ended_at=first - timedelta(microseconds=1))
    a_hand(table, member, 7, ended_at=first)
    browser = browser_of(member)
    assert figures_on(browser, "?days=7")["hands"] == "1"
    assert figures_on(browser, "?days=7")["net"] == "+7"
    assert figures_on(browser, "?days=30")["net"] == "0"


def test_rounds_against_the_house_are_listed_and_not_counted() -> None:
    member = builders.member()
    row = a_hand(a_table(), member, 5)
    HandSeat.objects.filter(pk=row.pk).update(game="uth")
    Hand.objects.filter(pk=row.hand_id).update(game="uth", stakes={})
    browser = browser_of(member)
    assert listed(browser) == [5]
    assert figures_on(browser) == {}


def test_the_curve_ends_at_the_result_however_many_hands() -> None:
    member, table, rng = builders.member(), a_table(), random.Random(5)
    nets = [rng.randint(-300, 300) for _ in range(450)]
    many(table, member, nets)
    points = own.curve(member.pk, Filters(), len(nets))
    assert points[0] == (0, 0)
    assert points[-1] == (450, sum(nets))
    assert all(total == sum(nets[:count]) for count, total in points)
    assert own.CURVE_POINTS <= len(points) <= 2 * own.CURVE_POINTS


@pytest.mark.parametrize(
    ("totals", "ticks"),
    [
        ((0, 0), (1, 0)),
        ((-3, 0), (0, -1, -2, -3)),
        ((-90, 420), (600, 400, 200, 0, -200)),
        ((0, 4_999), (5_000, 4_000, 3_000, 2_000, 1_000, 0)),
        ((-1, 10**15), (10**15, 5 * 10**14, 0, -5 * 10**14)),
    ],
)
def test_the_side_of_the_chart_has_round_steps(
    totals: tuple[int, int], ticks: tuple[int, ...]
) -> None:
    low, high = totals
    drawn = chart.drawn([(0, 0), (1, low), (2, high)])
    assert drawn.ticks == ticks
    assert drawn.lines[drawn.ticks.index(0)] == drawn.zero
    heights = [float(point.split(",")[1]) for point in drawn.points.split(" ")]
    assert all(0 <= height <= chart.HEIGHT for height in heights)


@pytest.mark.parametrize("language", ["ko", "vi", "en"])
def test_a_member_without_hands_is_told_what_to_do(language: str) -> None:
    member = builders.member()
    Member.objects.filter(pk=member.pk).update(language=language)
    for path in ("/me/hands/", "/me/statistics/"):
        page = browser_of(member).get(path).content.decode()
        assert 'class="empty"' in page
        assert 'class="button button-main" href="/"' in page
