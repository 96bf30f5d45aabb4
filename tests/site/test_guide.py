"""The guide: every page in every language, and tools that answer as the rules do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.test import Client
from playwright.sync_api import Page, expect

from rules import odds
from rules.cards import parse
from rules.games import GAMES
from rules.ranking import CATEGORIES, describe_high
from tables.guide import equities, examples, reading, worked
from tables.guide.comparing import compare
from tables.guide.exercises import korean_bet, opener, side_pots
from tables.guide.topics import GAMES as GAME_TOPICS
from tables.guide.topics import TOPICS
from tests.browser import NARROW, WIDE, Visit

pytestmark = pytest.mark.django_db

LANGUAGES = ("ko", "vi", "en")
PROSE = [slug for slug, topic in TOPICS.items() if not topic.is_tool]
TEN_HANDS = "game=stud&" + "&".join(f"h{n}={rank}s" for n, rank in enumerate("23456789TJ", 1))


def page(path: str, language: str = "en", *, status: int = 200, **headers: str) -> str:
    response = Client().get(f"/guide/{path}", headers={"accept-language": language} | headers)
    assert response.status_code == status, response.status_code
    return response.content.decode()


# ---------------------------------------------------------------------- pages


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", PROSE)
def test_every_topic_has_a_page_of_its_own_in_each_language(slug: str, language: str) -> None:
    html = page(f"{slug}/", language)
    assert f'<html lang="{language}"' in html
    hangul = len(re.findall("[가-힣]", html))
    assert (hangul > 300) == (language == "ko")
    assert ("được" in html) == (language == "vi")


@pytest.mark.parametrize("slug", PROSE)
def test_the_three_languages_show_the_same_cards_pairs_and_sections(slug: str) -> None:
    found = [
        (
            re.findall(r'data-card="(\w+)"', html),
            re.findall(r'data-pair="(\w+)"', html),
            re.findall(r'<h2 id="([\w-]+)"', html),
        )
        for html in (page(f"{slug}/", language) for language in LANGUAGES)
    ]
    assert found[0] == found[1] == found[2]


def test_a_game_leads_to_the_page_about_it() -> None:
    for key in GAMES:
        slug = GAME_TOPICS.get(key, key)
        assert slug in TOPICS, key
        response = Client().get(f"/guide/{key}/", follow=True)
        assert response.status_code == 200
    page("nothing-here/", status=404)


# ---------------------------------------------------------------------- figures


def test_five_card_frequencies_are_those_of_all_five_card_hands() -> None:
    every = np.array(list(combinations(range(52), 5)), dtype=np.uint8)
    values, hands = np.unique(odds.rank7(every), return_counts=True)
    counted: Counter[str] = Counter()
    for value, count in zip(values, hands, strict=True):
        counted[describe_high(7463 - int(value)).category] += int(count)
    assert counted == {place.key: place.in_five for place in examples.WESTERN}
    assert [place.key for place in examples.WESTERN] == [*reversed(CATEGORIES)]


def test_frequencies_add_up() -> None:
    for places in (examples.WESTERN, examples.KOREAN):
        assert sum(place.in_five for place in places) == examples.FIVE_CARD_HANDS
        assert sum(place.in_seven for place in places) == examples.SEVEN_CARD_HANDS
    assert sum(line.hands for line in examples.LOW) == examples.SEVEN_CARD_HANDS
    assert sum(line.hands for line in examples.LOW[:4]) == examples.EIGHT_OR_BETTER
    assert sum(line.hands for line in examples.LOW[:5]) == examples.NINE_OR_BETTER


@pytest.mark.parametrize("places", [examples.WESTERN, examples.KOREAN])
def test_each_place_of_a_ranking_beats_the_next(places: tuple[examples.Place, ...]) -> None:
    for higher, lower in pairwise(places):
        verdict = compare(higher.order, parse(higher.example), parse(lower.example))
        assert verdict.winner == "a", (higher.key, lower.key)
        assert verdict.a.rank.category == higher.key


def test_made_cards_are_marked_and_kickers_are_not() -> None:
    marks = {
        place.key: "".join(card.part[0] for card in place.hand.cards) for place in examples.WESTERN
    }
    assert marks["four_of_a_kind"] == "mmmmk"
    assert marks["three_of_a_kind"] == "mmmkk"
    assert marks["two_pair"] == "mmmmk"
    assert marks["one_pair"] == "mmkkk"
    assert marks["high_card"] == "mkkkk"
    assert {marks[key] for key in ("royal_flush", "full_house", "flush", "straight")} == {"mmmmm"}


def test_worked_amounts_are_those_of_the_rule_book() -> None:
    assert worked.figures("min_raise")["next"] == 100
    short = worked.figures("short_all_in")
    assert (short["one_call"], short["one_may_raise"]) == (25, False)
    assert (short["two_call"], short["two_may_raise"], short["two_raise"]) == (100, True, 300)
    assert worked.figures("pot_limit")["first"] == 700
    assert worked.figures("fixed_limit")["half_raise"] == 35
    lines = worked.figures("korean")["lines"]
    amounts = {kind: cell[0] for kind, cell in lines["bbing"]["cells"] if cell}
    assert amounts == {"call": 100, "ddadang": 200, "quarter": 275, "half": 450, "full": 800}


# ---------------------------------------------------------------------- reading


@pytest.mark.parametrize("text", ["AsKd10h", "as kd th", "A♠, K♦, 10♥", " A♠K♦\ufe0f T♡ "])
def test_cards_are_read_however_people_write_them(text: str) -> None:
    assert reading.parse(text) == parse("AsKdTh")


@pytest.mark.parametrize("text", ["1s", "Ax", "AsAs", "As K", "<b>", "🂡", "10", "a" * 119])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        reading.parse(text)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("a=AsKsQsJsTs&b=AhKh", 400),
        ("a=AsKsQsJsTs", 400),
        ("order=martian&a=AsKsQsJsTs&b=AhKhQhJhTh", 400),
        ("a=AsAsQsJsTs&b=AhKhQhJhTh", 400),
        ("a=" + "As" * 400 + "&b=AhKhQhJhTh", 400),
        ("a=AsKsQsJsTs&b=AhKhQhJhTh", 200),
    ],
)
def test_comparing_refuses_in_words_and_never_breaks(query: str, status: int) -> None:
    html = page(f"compare/?{query}", status=status)
    assert ('role="alert"' in html) == (status == 400)


# ---------------------------------------------------------------------- tools


@pytest.mark.parametrize(
    ("order", "a", "b", "winner"),
    [
        ("western", "6s5h4d3c2s", "5d4s3h2cAs", "a"),
        ("korean", "6s5h4d3c2s", "5d4s3h2cAs", "b"),
        ("low", "6s5h4d3c2s", "5d4s3h2cAs", "b"),
        ("western", "AsJs8s5s3s", "AdJd8d5d3d", "tie"),
        ("korean", "AsJs8s5s3s", "AdJd8d5d3d", "a"),
    ],
)
def test_the_order_decides_who_wins(order: str, a: str, b: str, winner: str) -> None:
    assert f'data-result="{winner}"' in page(f"compare/?order={order}&a={a}&b={b}")


def test_htmx_gets_the_answer_alone() -> None:
    query = "compare/?a=AsKsQsJsTs&b=AhKhQhJhTh"
    part = page(query, hx_request="true")
    assert "<html" not in part
    assert 'data-result="tie"' in part
    whole = page(query, hx_request="true", hx_history_restore_request="true")
    assert "<html" in whole


def test_odds_are_exact_where_the_deals_can_be_counted() -> None:
    html = page("odds/?game=holdem&h1=AsAh&h2=KdKc&board=2c7d9hJs")
    assert 'data-result="exact"' in html
    assert re.findall(r'data-equity="([\d.]+)"', html) == ["95.45", "4.55"]  # two kings of 44


def test_odds_too_many_to_count_are_sampled_the_same_for_the_same_link() -> None:
    query = "odds/?game=omaha8&h1=AsAh2d3c&h2=KdKcQsJh"
    first, again = page(query), page(query)
    assert 'data-result="sampled"' in first
    assert re.findall(r'data-equity="[\d.]+"', first) == re.findall(r'data-equity="[\d.]+"', again)


@pytest.mark.parametrize(
    "query",
    [
        "game=holdem&h1=AsAh",
        "game=holdem&h1=AsAh&h2=AsKd",
        "game=holdem&h1=AsAhKd&h2=QdQc",
        "game=stud&h1=As&h2=Kd&board=2c",
        "game=chess&h1=AsAh&h2=KdKc",
        "game=omaha&h1=AsAh&h2=KdKc",
        TEN_HANDS + "&dead=" + "".join(rank + suit for suit in "cdh" for rank in "23456789TJ"),
    ],
)
def test_odds_that_make_no_sense_are_refused_in_words(query: str) -> None:
    assert 'role="alert"' in page(f"odds/?{query}", status=400)


def test_a_reader_who_asks_too_often_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.guide.tools._ODDS_A_MINUTE", 2)
    query = "odds/?game=holdem&h1=AsAh&h2=KdKc&board=2c7d9hJs"
    page(query)
    page(query)
    assert 'role="alert"' in page(query, status=429)


def test_the_work_of_one_question_is_bounded() -> None:
    hands = tuple(parse(text) for text in ("AsAh2d3c", "KdKcQsJh", "9s8s7h6h", "Td9dJcQd"))
    found = equities.answer(equities.Question(equities.GAMES["omaha8"], hands))
    assert not found.exact
    assert found.deals * len(hands) * equities.GAMES["omaha8"].cost <= 3_500_000
    assert sum(share.equity for share in found.shares) == pytest.approx(1)


# ---------------------------------------------------------------------- exercises


@pytest.mark.parametrize("game", opener.GAME_KEYS)
def test_the_opener_of_an_exercise_is_the_first_of_its_own_order(game: str) -> None:
    roles = set()
    for number in range(60):
        question = opener.make(game, f"s{number}")
        assert question == opener.make(game, f"s{number}")
        assert question.order[0].seat == question.answer, number
        roles.add(question.opener)
    expected = {
        "stud": {"low_card", "high_board"},
        "razz": {"high_card", "low_board"},
        "stud8": {"low_card", "high_board"},
        "kr7": {"boss"},
    }
    assert roles == expected[game]


def test_an_exercise_is_marked_and_explained() -> None:
    question = opener.make("stud", "abc")
    wrong = next(b.seat for b in question.boards if b.seat != question.answer)
    url = "opener/?game=stud&seed=abc"
    assert 'data-result="right"' in page(f"{url}&pick={question.answer}")
    assert 'data-result="wrong"' in page(f"{url}&pick={wrong}")
    assert "data-result" not in page(f"{url}&pick=99")


def test_a_wrong_seed_leads_to_a_fresh_exercise() -> None:
    for path in ("opener/", "side-pots/", "korean-bets/?seed=../etc"):
        response = Client().get(f"/guide/{path}")
        assert response.status_code == 302
        assert re.search(r"seed=[a-z0-9]{6}$", response["location"])


def test_side_pots_add_up_to_what_was_put_in() -> None:
    for number in range(200):
        question = side_pots.make(f"s{number}")
        pots = sum(amount for amount, _owners in question.pots)
        assert pots + question.returned == question.total
        assert sum(step.chips for step in question.steps) == pots
        assert len(question.pots) <= question.fields


@pytest.mark.parametrize("written", ["1800", "1,800", "1.800", "1 800"])
def test_amounts_may_be_written_in_groups(written: str) -> None:
    question = korean_bet.make("abc")
    assert question.call == 1_800
    html = page(f"korean-bets/?seed=abc&call={written}")
    assert re.search(r'data-field="call" data-right="yes"', html)


def test_right_pots_are_right_and_one_chip_more_is_wrong() -> None:
    question = side_pots.make("abc")
    amounts = [amount for amount, _owners in question.pots]
    fields = "&".join(f"pot{n}={amount}" for n, amount in enumerate(amounts))
    url = f"side-pots/?seed=abc&back={question.returned}&{fields}"
    assert 'data-result="right"' in page(url)
    assert 'data-result="wrong"' in page(url.replace(f"pot0={amounts[0]}", "pot0=1"))
    assert "data-result" not in page("side-pots/?seed=abc&pot0=-5&back=1e9", status=400)


def test_korean_amounts_are_explained_to_the_same_sum() -> None:
    for number in range(60):
        question = korean_bet.make(f"s{number}")
        for button, line in zip(question.buttons, question.lines, strict=True):
            if button.kind != "bbing":
                assert f"{button.amount:,}" in line or button.kind == "call", line
            assert button.amount <= question.stack


@pytest.mark.parametrize("more", [0, 1])
def test_korean_amounts_are_marked(more: int) -> None:
    question = korean_bet.make("abc")
    fields = "&".join(f"{button.kind}={button.amount + more}" for button in question.buttons)
    html = page(f"korean-bets/?seed=abc&{fields}")
    assert f'data-result="{"wrong" if more else "right"}"' in html


# ---------------------------------------------------------------------- in a browser


def in_each_language(visit: Visit, **options: Any) -> Iterator[tuple[str, Page]]:
    """One window, in which a guest chooses one language after the other."""
    guest = visit(**options)
    for language in LANGUAGES:
        name = settings.LANGUAGE_COOKIE_NAME
        guest.context.add_cookies([{"name": name, "value": language, "url": guest.url}])
        yield language, guest.page


@pytest.mark.django_db(transaction=True)
def test_hands_are_tapped_and_compared_in_each_language(visit: Visit) -> None:
    for language, at in in_each_language(visit, size=NARROW):
        at.goto("/guide/compare/")
        expect(at.locator("html")).to_have_attribute("lang", language)
        at.locator("label:has([value=korean])").click()
        for card in ("As", "Js", "8s", "5s", "3s"):
            at.locator(f".grid [data-card='{card}']").click()
        at.locator(".cards-field").nth(1).click()
        for card in ("Ad", "Jd", "8d", "5d", "3d"):
            at.locator(f".grid [data-card='{card}']").click()
        expect(at.locator("[name=b]")).to_have_value("Ad Jd 8d 5d 3d")
        at.locator(".tool [type=submit]").click()
        expect(at.locator("#answer [data-result]")).to_have_attribute("data-result", "a")
        assert at.locator("#answer [data-side=a] .is-made").count() == 5
        expect(at.locator("#answer .reason")).to_contain_text("♠")

        assert "order=korean" in at.url
        at.goto(at.url)
        expect(at.locator("#answer [data-result]")).to_have_attribute("data-result", "a")

        at.fill("[name=b]", "Ad Ad")
        at.locator(".tool [type=submit]").click()
        expect(at.locator("#answer [role=alert]")).to_contain_text("A♦")


@pytest.mark.django_db(transaction=True)
def test_odds_are_asked_by_keyboard_in_each_language(visit: Visit) -> None:
    for _, at in in_each_language(visit):
        at.goto("/guide/odds/")
        at.locator(".grid [data-card='As']").focus()
        for key in ("Enter", "ArrowDown", "Enter"):
            at.keyboard.press(key)
        expect(at.locator("[name=h1]")).to_have_value("As Ah")
        for key in ("ArrowRight", "Enter", "ArrowDown", "Enter"):
            at.keyboard.press(key)
        expect(at.locator("[name=h2]")).to_have_value("Kh Kd")
        expect(at.locator(".grid [data-card='As']")).to_have_attribute("aria-disabled", "true")
        at.locator(".tool [type=submit]").click()
        expect(at.locator("#answer [data-equity]")).to_have_count(2)
        at.locator("[name=game]").select_option("stud")
        expect(at.locator("[name=board]")).to_be_hidden()
        at.locator("[data-more]").click()
        expect(at.locator("[name=h3]")).to_be_focused()


@pytest.mark.django_db(transaction=True)
def test_exercises_are_answered_and_go_on_in_each_language(visit: Visit) -> None:
    for _, at in in_each_language(visit, size=NARROW):
        at.goto("/guide/opener/?game=razz&seed=abc")
        answer = opener.make("razz", "abc").answer
        at.locator(f"button[data-seat='{answer}']").click()
        expect(at.locator("[data-result]")).to_have_attribute("data-result", "right")
        at.locator("[data-next]").click()
        expect(at.locator("[data-result]")).to_have_count(0)

        at.goto("/guide/korean-bets/?seed=abc")
        for button in korean_bet.make("abc").buttons:
            at.fill(f"[name={button.kind}]", str(button.amount))
        at.locator(".exercise [type=submit]").click()
        expect(at.locator("[data-result]")).to_have_attribute("data-result", "right")

        at.goto("/guide/side-pots/?seed=abc")
        at.fill("[name=pot0]", "1")
        at.locator(".exercise [type=submit]").click()
        expect(at.locator("[data-result]")).to_have_attribute("data-result", "wrong")
        expect(at.locator("[data-field=pot0]")).to_have_attribute("data-right", "no")


@pytest.mark.django_db(transaction=True)
def test_no_page_is_wider_than_its_window_in_any_language(visit: Visit) -> None:
    for language, at in in_each_language(visit):
        for slug in TOPICS:
            at.goto(f"/guide/{slug}/")
            expect(at.locator("html")).to_have_attribute("lang", language)
            for width, height in (WIDE, NARROW):
                at.set_viewport_size({"width": width, "height": height})
                wide = at.evaluate("document.documentElement.scrollWidth - window.innerWidth")
                assert wide <= 0, (language, slug, width)
