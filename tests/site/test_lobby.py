"""The lobby: all open tables, and the one that suits the reader."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tables import figures, selectors
from tables.views import suggest
from tests.tables import builders, hands, house
from tests.wallet.builders import a_member


def a_row(**changes: Any) -> dict[str, Any]:
    row = {"id": 1, "seats": 6, "taken": 3, "members": 1, "min_buy_in": 2_000, "max_buy_in": 10_000}
    row |= changes
    return {"free": row["seats"] - row["taken"]} | row


LOW, MIDDLE, HIGH = (
    a_row(id=1),
    a_row(id=2, min_buy_in=20_000, max_buy_in=100_000),
    a_row(id=3, min_buy_in=200_000, max_buy_in=1_000_000),
)
ALL = [LOW, MIDDLE, HIGH]


@pytest.mark.parametrize(
    ("chips", "table"),
    [
        (0, None),
        (1_999, None),
        (2_000, 1),  # the lowest, though it is all that one has
        (49_999, 1),
        (499_999, 1),
        (500_000, 2),  # five of its largest buy-ins
        (4_999_999, 2),
        (5_000_000, 3),
    ],
)
def test_the_highest_stakes_that_the_chips_allow_with_ease(chips: int, table: int | None) -> None:
    suggested = suggest(ALL, chips, seated=[])
    assert (suggested and suggested["id"]) == table


def test_a_full_table_is_nobodys_next_seat() -> None:
    full = a_row(id=3, min_buy_in=200_000, max_buy_in=1_000_000, taken=6)
    suggested = suggest([LOW, MIDDLE, full], 10_000_000, seated=[])
    assert suggested
    assert suggested["id"] == 2


def test_a_seat_that_others_wait_for_is_nobodys_next_seat() -> None:
    held = a_row(id=3, min_buy_in=200_000, max_buy_in=1_000_000, free=0)
    suggested = suggest([LOW, MIDDLE, held], 10_000_000, seated=[])
    assert suggested is not None
    assert suggested["id"] == 2


def test_among_equals_where_most_people_sit() -> None:
    rows = [a_row(id=1, members=0, taken=5), a_row(id=2, members=2, taken=2)]
    suggested = suggest(rows, 10_000_000, seated=[])
    assert suggested
    assert suggested["id"] == 2


def test_who_has_a_seat_goes_back_to_it() -> None:
    suggested = suggest(ALL, 10_000_000, seated=[1])
    assert suggested
    assert suggested["id"] == 1


@pytest.mark.django_db(transaction=True)
def test_a_stranger_reads_three_sentences_and_finds_one_button(client: Client) -> None:
    call_command("demo")
    page = client.get("/", headers={"accept-language": "en"}).content.decode()
    welcome = page[page.index('<section class="welcome') : page.index("</section>")]
    assert welcome.count("<li>") == 3
    assert welcome.count("button-main") == 1
    assert "19 years" in welcome
    assert "no cash value" in welcome


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", ["ko", "vi", "en"])
def test_a_member_sees_every_table_and_the_next_seat(client: Client, language: str) -> None:
    call_command("demo")
    member = a_member(10_000_000)
    member.language = language
    member.save()
    client.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get("/")
    page = answer.content.decode()
    rows = [*answer.context["tables"], *answer.context["house"]]
    assert page.count('data-act="join"') == len(rows) + 1
    assert 'class="welcome' not in page
    assert answer.context["next"]["min_buy_in"] == 200_000


@pytest.mark.django_db(transaction=True)
def test_the_poll_answers_only_when_something_changed(client: Client) -> None:
    call_command("demo")
    digest = client.get("/").context["digest"]
    assert client.get(f"/lobby/tables/?seen={digest}").status_code == 204
    other = client.get(f"/lobby/tables/?seen={digest}", headers={"accept-language": "ko"})
    assert other.status_code == 200
    assert b"<html" not in other.content


@pytest.mark.django_db
def test_an_empty_house_says_what_comes_next(client: Client) -> None:
    page = client.get("/", headers={"accept-language": "en"}).content.decode()
    assert "No table is open" in page


@pytest.mark.django_db(transaction=True)
def test_house_tables_stand_apart_and_count_who_plays_there(client: Client) -> None:
    table = house.table("casino_holdem")
    member = builders.member()
    house.sit(table, member)
    house.sit(table, builders.member())
    figures.refresh()
    [row] = selectors.house_lobby()
    assert (row["id"], row["least"], row["most"], row["members"]) == (table.pk, 10, 500, 2)
    assert selectors.lobby() == []
    client.force_login(member)
    page = client.get("/").content.decode()
    assert page.count(f'href="/tables/{table.pk}/"') == 3  # its name, its button, back to the seat
    box = house.box(table, member)
    assert f"/tables/{box}/" not in page
    assert client.get(f"/tables/{box}/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_one_family_of_games_at_a_time(client: Client) -> None:
    for game in ("nlhe", "plo", "stud", "razz"):
        builders.table(game=game, amounts=hands.STAKES[game])
    house.table("uth")
    page = client.get("/")
    chips = [(each["key"], each["tables"], each["is_chosen"]) for each in page.context["families"]]
    assert chips == [
        ("", 5, True),
        ("holdem", 1, False),
        ("omaha", 1, False),
        ("stud", 2, False),
        ("house", 1, False),
    ]
    stud = client.get("/?game=stud").context
    assert [row["game_key"] for row in stud["tables"]] == ["stud", "razz"]
    assert stud["house"] == []
    part = client.get(f"/lobby/tables/?game=stud&seen={stud['digest']}")
    assert part.status_code == 204
    assert client.get(f"/lobby/tables/?game=omaha&seen={stud['digest']}").status_code == 200
    against = client.get("/?game=house", headers={"accept-language": "en"})
    assert (against.context["tables"], len(against.context["house"])) == ([], 1)
    assert "No table is open" not in against.content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("unknown", ["korean", "<script>", "Stud"])
def test_a_family_without_tables_is_all_of_them(client: Client, unknown: str) -> None:
    builders.table()
    shown = client.get("/", {"game": unknown})
    assert len(shown.context["tables"]) == 1
    assert shown.context["family"] == ""
    assert b'class="families"' not in shown.content  # nothing to choose from
