"""The guide to the games against the house: what is paid, what it costs, what a choice is worth."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from rules.cards import parse
from rules.house import GAMES, book, paytables, values
from tables.guide import house
from tables.guide.topics import GAMES as GAME_TOPICS

pytestmark = pytest.mark.django_db

LANGUAGES = ("ko", "vi", "en")
PAGES = {GAME_TOPICS[game]: game for game in GAMES}


def page(path: str, language: str = "en", *, status: int = 200, **headers: str) -> str:
    response = Client().get(f"/guide/{path}", headers={"accept-language": language} | headers)
    assert response.status_code == status, response.status_code
    return response.content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_every_house_game_leads_to_its_page_and_the_index_names_it(game: str) -> None:
    response = Client().get(f"/guide/{game}/", follow=True)
    assert response.status_code == 200
    assert f"/guide/{GAME_TOPICS[game]}/" in page("")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", PAGES)
def test_pages_show_the_pay_tables_and_edges_of_the_rules(slug: str, language: str) -> None:
    html = page(f"{slug}/", language)
    mark = "," if language == "vi" else "."
    for name in re.findall(r'data-pays="(\w+)"', html):
        table = house.TABLES[name][0]
        part = html[html.index(f'data-pays="{name}"') :]
        for line in table.lines:
            row = part[part.index(f'data-line="{line.category}"') :].split("</tr>")[0]
            assert f">{line.pays}" in row, (name, line)
    for section in house.sections(PAGES[slug]):
        part = html[html.index(f'data-variants="{section.key}"') :].split("</table>")[0]
        for variant in section.variants:
            assert f"{abs(variant.edge):.{variant.places}f}".replace(".", mark) in part


def test_the_edges_are_those_of_the_book() -> None:
    assert [f"{edge:.4f}" for edge in house.table_edges("trips")] == [
        book.FIGURES["uth", f"trips {table.name}"]["edge_percent"]
        for table in paytables.UTH_TRIPS_TABLES
    ]
    assert [f"{edge:.4f}" for edge in house.table_edges("aa")] == [
        book.FIGURES["casino_holdem", f"aa {table.name}"]["edge_percent"]
        for table in paytables.CASINO_AA_TABLES
    ]


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_one_standard_a_bet_and_says_what_the_house_never_offers(game: str) -> None:
    for section in house.sections(game):
        assert sum(variant.is_standard for variant in section.variants) <= 1
        for variant in section.variants:
            assert (variant.edge < 0) == ("never offered" in str(variant.name))


# ---------------------------------------------------------------------- what would you do?


@pytest.mark.parametrize(
    ("query", "best", "value"),
    [
        ("game=uth&own=AsKd&board=Ac5s2d", "play", None),
        ("game=uth&own=7s2d&board=9s5s4dKhQh", "fold", "-2.0000"),
        ("game=casino_holdem&own=7s2d&board=9sKsQd", "fold", "-1.0000"),
        ("game=casino_holdem&own=AsKd&board=9s5s2d", "call", None),
    ],
)
def test_the_best_choice_stands_first_with_its_value(
    query: str, best: str, value: str | None
) -> None:
    html = page(f"house-hint/?{query}")
    assert f'data-result="{best}"' in html
    found = [float(each) for each in re.findall(r'data-value="([-\d.]+)"', html)]
    assert found == sorted(found, reverse=True)
    assert value is None or f'data-value="{value}"' in html


def test_russian_poker_names_the_cards_to_put_away() -> None:
    html = page("house-hint/?game=russian_poker&own=AsKd9c5h2s&up=Qh")
    assert 'data-result="exchange"' in html
    assert re.findall(r'data-gone="([^"]+)"', html)[0] == "9c 5h 2s"
    known = values.worth("russian_poker", parse("AsKd9c5h2s"), (), parse("Qh")[0])
    assert f'data-value="{known[0].value:.4f}"' in html


@pytest.mark.parametrize(
    "query",
    [
        "game=uth&own=As",
        "game=uth&own=AsKd&board=9s5s2dQh",
        "game=uth&own=AsKd&board=AsQs2d",
        "game=casino_holdem&own=AsKd",
        "game=casino_holdem&own=AsKd&board=9s5s2dQhJh",
        "game=russian_poker&own=AsKd9c5h2s",
        "game=russian_poker&own=AsKd9c5h2s&up=As",
        "game=russian_poker&own=AsKd9c5h&up=Qh",
        "game=uth&own=" + "As" * 400,
    ],
)
def test_what_makes_no_spot_is_refused_in_words(query: str) -> None:
    assert 'role="alert"' in page(f"house-hint/?{query}", status=400)


def test_htmx_gets_the_values_alone_and_another_game_is_the_first() -> None:
    part = page("house-hint/?game=uth&own=AsKd&board=9s5s2d", hx_request="true")
    assert "<html" not in part
    assert 'data-choice="check"' in part
    assert 'value="uth"' in page("house-hint/?game=whist")


def test_many_questions_in_a_minute_have_to_wait() -> None:
    client = Client()
    for _ in range(20):
        assert client.get("/guide/house-hint/?game=uth&own=AsKd&board=9s5s2d").status_code == 200
    assert client.get("/guide/house-hint/?game=uth&own=AsKd&board=9s5s2d").status_code == 429
