"""Staff set up games against the house: priced first, refused below zero, logged."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.models import Member
from rules.house import (
    CasinoHoldemSettings,
    RussianSettings,
    Settings,
    UthSettings,
    pricing,
)
from rules.house.paytables import UTH_BLIND
from tables import house_stakes
from tables.errors import Refused
from tables.house_forms import HouseForm
from tables.models import Stakes
from wallet.errors import WalletError
from wallet.models import StaffAct

pytestmark = pytest.mark.django_db

GAMES: dict[str, Settings] = {
    "uth": UthSettings(),
    "casino_holdem": CasinoHoldemSettings(),
    "russian_poker": RussianSettings(),
}


@pytest.fixture
def boss() -> Member:
    return Member.objects.create_superuser("boss", "boss@example.com", "secret-chips")


@pytest.fixture
def desk(client: Client, boss: Member) -> Client:
    client.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
    return client


def offered(game: str, settings: Settings | None = None) -> Stakes:
    """Stakes of a house game as they stand in the database."""
    return Stakes.objects.create(
        game=game,
        label=f"staff {game}",
        min_buy_in=200,
        max_buy_in=20_000,
        settings=msgspec.to_builtins(settings or GAMES[game]),
    )


def fields(stakes: Stakes, **changed: object) -> dict[str, str]:
    """What a browser sends for the form as it stands, with some fields changed."""
    sent = {"reason": "new season"}
    for bound in HouseForm(stakes):
        value = changed.pop(bound.name, bound.initial)
        if value is not None and value is not False:
            sent[bound.name] = "on" if value is True else str(value)
    assert not changed
    return sent


def send(desk: Client, url: str, sent: dict[str, str]) -> str:
    return desk.post(url, sent, follow=True).content.decode()


def confirm(desk: Client, stakes: Stakes, sent: dict[str, str]) -> tuple[str, str]:
    """Send, then send again what the first page let through: both pages."""
    url = reverse("admin:tables_stakes_change", args=[stakes.pk])
    first = desk.post(url, sent)
    seen = first.context["form"]["seen"].value()
    return first.content.decode(), send(desk, url, sent | {"seen": seen})


# ---------------------------------------------------------------------- the page


@pytest.mark.parametrize("game", GAMES)
def test_the_edges_are_shown_before_anything_is_saved(desk: Client, game: str) -> None:
    stakes = offered(game)
    first, then = confirm(desk, stakes, fields(stakes, label="renamed", limit_most="500"))
    for price in pricing.prices(GAMES[game]):
        assert f'data-bet="{price.bet}" data-play="{price.play}"' in first
        assert f"{price.edge_percent:.4f} %" in first
    assert "Nothing is saved yet" in first
    assert "renamed was saved" in then
    stakes.refresh_from_db()
    assert (stakes.label, stakes.house.limits.most) == ("renamed", 500)
    act = StaffAct.objects.get()
    assert (act.act, act.kind, act.object_id) == ("change", "stakes", stakes.pk)
    assert act.reason == "new season"
    assert act.change["label"] == [f"staff {game}", "renamed"]
    assert act.change["edges"][0] == act.change["edges"][1]
    assert "forced" not in act.change


def test_another_value_than_the_one_shown_is_shown_again(desk: Client) -> None:
    stakes = offered("uth")
    url = reverse("admin:tables_stakes_change", args=[stakes.pk])
    seen = desk.post(url, fields(stakes)).context["form"]["seen"].value()
    page = send(desk, url, fields(stakes, three=False) | {"seen": seen})
    assert "Nothing is saved yet" in page
    assert not StaffAct.objects.exists()


def test_a_new_game_is_added_and_logged(desk: Client) -> None:
    url = reverse("admin:tables_stakes_add_house", args=["russian_poker"])
    blank = Stakes(game="russian_poker")
    sent = fields(blank, label="2/4", min_buy_in="100", max_buy_in="9000")
    seen = desk.post(url, sent).context["form"]["seen"].value()
    send(desk, url, sent | {"seen": seen})
    stakes = Stakes.objects.get(game="russian_poker", label="2/4")
    assert stakes.house == RussianSettings()
    assert StaffAct.objects.get().act == "add"
    assert desk.get(reverse("admin:tables_stakes_add_house", args=["whist"])).status_code == 404


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"blind_flush": "3:5"}, "blind_flush"),
        ({"blind_flush": "0"}, "blind_flush"),
        ({"blind_flush": "many"}, "blind_flush"),
        ({"limit_unit": "3"}, "limit_unit"),
        ({"limit_least": "5"}, "limit_least"),
        ({"min_buy_in": "900", "max_buy_in": "800"}, "max_buy_in"),
        ({"trips_on_fold": "burn"}, "trips_on_fold"),
        ({"label": ""}, "label"),
        ({"label": "x" * 41}, "label"),
        ({"blind_flush": "-3"}, "blind_flush"),
        ({"blind_flush": "3.5"}, "blind_flush"),
        ({"blind_flush": "99999"}, "blind_flush"),
        ({"trips_straight": "4:3"}, "trips_straight"),
        ({"limit_least": "-10"}, "limit_least"),
        ({"limit_least": "1e3"}, "limit_least"),
        ({"limit_most": "1"}, "limit_most"),
        ({"limit_most": "9" * 30}, "limit_most"),
        ({"limit_side_most": "9" * 30}, "limit_side_most"),
        ({"limit_unit": ""}, "limit_unit"),
        ({"max_buy_in": "9" * 30}, "max_buy_in"),
        ({"min_buy_in": "0"}, "min_buy_in"),
        ({"limit_unit": "100", "limit_least": "100"}, "min_buy_in"),  # too few for a round
        ({f"blind_{line.category}": "" for line in UTH_BLIND.lines}, "blind_royal_flush"),
    ],
)
def test_what_makes_no_game_is_refused_at_its_field(
    desk: Client, changed: dict[str, str], field: str
) -> None:
    stakes = offered("uth")
    url = reverse("admin:tables_stakes_change", args=[stakes.pk])
    answer = desk.post(url, fields(stakes, **changed))
    assert list(answer.context["form"].errors) == [field]
    assert "Nothing was saved" in answer.content.decode()


def test_lines_and_side_bets_can_be_taken_away(desk: Client) -> None:
    stakes = offered("uth")
    confirm(desk, stakes, fields(stakes, trips_offered=False, blind_straight="", blind_flush="2"))
    stakes.refresh_from_db()
    house = stakes.house
    assert isinstance(house, UthSettings)
    assert house.trips is None
    assert house.blind.line("straight") is None
    assert house.blind.win("flush", 10) == 20
    assert house.blind.name == "own"


def test_clerks_see_and_do_not_save(client: Client) -> None:
    clerk = Member.objects.create_user("clerk", nickname="clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename="view_stakes"))
    client.force_login(clerk, backend="django.contrib.auth.backends.ModelBackend")
    stakes = offered("uth")
    url = reverse("admin:tables_stakes_change", args=[stakes.pk])
    assert client.get(url).status_code == 200
    assert client.post(url, fields(stakes)).status_code == 403
    add = reverse("admin:tables_stakes_add_house", args=["uth"])
    assert client.get(add).status_code == 403


@pytest.mark.parametrize("language", ["ko", "vi"])
def test_the_page_speaks_the_language_of_its_reader(desk: Client, language: str) -> None:
    stakes = offered("russian_poker")
    url = reverse("admin:tables_stakes_change", args=[stakes.pk])
    html = desk.post(url, fields(stakes), headers={"accept-language": language}).content.decode()
    with translation.override(language):
        assert translation.gettext("The edge of every bet with these settings") in html
    assert "Show the edges" not in html


# ---------------------------------------------------------------------- below zero


def test_a_table_that_the_house_loses_on_is_refused_unless_forced(desk: Client) -> None:
    """E3: the ante paid on a win is a gift of a fifth of every ante."""
    stakes = offered("russian_poker")
    sent = fields(stakes, ante_on_win=True)
    first, then = confirm(desk, stakes, sent)
    assert "The house would lose on this" in first
    assert 'data-field="force"' in first
    assert "Say that you mean it" in then
    stakes.refresh_from_db()
    assert stakes.house == RussianSettings()
    assert not StaffAct.objects.exists()

    confirm(desk, stakes, sent | {"force": "on", "reason": "birthday party"})
    stakes.refresh_from_db()
    assert stakes.house == RussianSettings(ante_on_win=True)
    act = StaffAct.objects.get()
    assert act.reason == "birthday party"
    assert act.change["forced"] == [None, ["ante"]]
    assert act.change["settings"][1]["ante_on_win"] is True
    assert act.change["edges"][1]["ante simple"] < -10


def save(boss: Member, stakes: Stakes, settings: Settings, **given: object) -> None:
    values: dict[str, Any] = {"forced": False, "reason": "try"} | given
    house_stakes.save(
        stakes=stakes,
        settings=settings,
        prices=pricing.prices(settings),
        actor_id=boss.pk,
        **values,
    )


def test_the_service_refuses_too_and_needs_a_reason_to_be_forced(boss: Member) -> None:
    stakes, gift = offered("russian_poker"), RussianSettings(ante_on_win=True)
    with pytest.raises(Refused) as refusal:
        save(boss, stakes, gift)
    assert (refusal.value.code, refusal.value.data) == ("edge_below_zero", {"bets": ["ante"]})


@pytest.mark.django_db(transaction=True)
def test_without_a_reason_nothing_is_saved(boss: Member) -> None:
    stakes = offered("russian_poker")
    with pytest.raises(WalletError) as refusal:
        save(boss, stakes, RussianSettings(ante_on_win=True), forced=True, reason=" ")
    assert refusal.value.code == "no_reason"
    stakes.refresh_from_db()
    assert stakes.house == RussianSettings()


def test_saving_the_same_again_is_no_act(boss: Member) -> None:
    stakes = offered("uth")
    save(boss, stakes, UthSettings())
    assert not StaffAct.objects.exists()
