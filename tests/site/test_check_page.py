"""The check of a finished hand in a browser: green on real hands, red on anything changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from config.limits import Span
from tables.dealer import sheet
from tables.models import Hand
from tests.browser import Visit
from tests.live import LiveSite
from tests.tables import hands

pytestmark = pytest.mark.django_db(transaction=True)
VERDICT = ".check-verdict"
AT_ONCE = Span(0, 0)


@pytest.fixture
def site(still_site: LiveSite, settings: Any) -> LiveSite:
    """A site without a clock: the tests play the hands themselves, without a pause."""
    settings.HAND_GAP_MS = settings.CLOCK_GRACE_MS = AT_ONCE
    sheet.forget()
    return still_site


def opened(page: Page, hand: Hand) -> None:
    """Open the check of a hand, and wait until it has come to a verdict."""
    page.goto(f"/hands/{hand.pk}/check/")
    expect(page.locator(VERDICT)).not_to_have_attribute("data-verdict", "running")


def verdict(page: Page) -> str | None:
    return page.locator(VERDICT).get_attribute("data-verdict")


@pytest.mark.parametrize("change", ["card", "salt", "path"])
def test_a_changed_card_salt_or_path_fails_visibly(visit: Visit, change: str) -> None:
    page = visit().page
    opened(page, hands.play(hands.table_of("stud")))
    assert verdict(page) == "good"
    told = page.locator(f"{VERDICT} strong").inner_text()
    checked = page.locator(".check-row").count()
    assert told == f"{checked} cards checked: none was changed after the deal."

    row = page.locator(".check-row").first
    row.locator("summary").click()
    field = row.locator(f".check-{change}")
    real = field.input_value()
    first = "2" if real[0] != "2" else "3"
    field.fill(first + real[1:])

    expect(page.locator(VERDICT)).to_have_attribute("data-verdict", "bad")
    expect(page.locator(".check-row[data-result=bad]")).to_have_count(1)
    assert f"1 of {checked} cards do not fit the seal." in page.locator(VERDICT).inner_text()

    page.locator("[data-restore]").click()
    expect(page.locator(VERDICT)).to_have_attribute("data-verdict", "good")
    assert field.input_value() == real


def test_hands_of_every_game_stand_the_check(visit: Visit) -> None:
    """Eight at stud run out of cards, so that one is turned for all, or burned ones come back."""
    page = visit().page
    for game in hands.STAKES:
        opened(page, hands.play(hands.table_of(game, 8 if game == "stud" else 4)))
        assert verdict(page) == "good", page.locator(VERDICT).inner_text()
    assert page.locator(".check-deck li").count() == 52


def first(events: list[Any], kind: str) -> Any:
    return next(event for event in events if event["e"] == kind)


def skip_a_burn(file: Any) -> None:
    first(file["dealt"], "burn")["position"] += 1


def lose_a_proof(file: Any) -> None:
    file["proofs"].pop()


def seal_again(file: Any) -> None:
    file["root"] = "0" * 64


def prove_another_card(file: Any) -> None:
    file["proofs"][0]["card"] = "2c" if file["proofs"][0]["card"] != "2c" else "2d"


def show_the_cards_of_another(file: Any) -> None:
    first(file["dealt"], "show")["seat"] += 1


FORGERIES: dict[str, Callable[[Any], None]] = {
    "is out of order": skip_a_burn,
    "there is no proof": lose_a_proof,
    "belong to another seal": seal_again,
    "the proof says something else": prove_another_card,
    "was told in two ways": show_the_cards_of_another,
}


def sent_after(forge: Callable[[Any], None]) -> Callable[[Route], None]:
    """A server that sends the proofs after they were forged."""

    def answer(route: Route) -> None:
        file = route.fetch().json()
        forge(file)
        route.fulfill(json=file)

    return answer


def test_a_forged_answer_of_the_server_is_found_out_and_named(visit: Visit) -> None:
    page, hand = visit().page, hands.play(hands.table_of("nlhe"))
    for words, forge in FORGERIES.items():
        page.route("**/proof.json", sent_after(forge))
        opened(page, hand)
        assert verdict(page) == "bad"
        assert words in page.locator(VERDICT).inner_text()
        page.unroute("**/proof.json")


def test_the_seal_that_the_browser_noted_at_the_table_is_what_counts(visit: Visit) -> None:
    page, hand = visit().page, hands.play(hands.table_of("nlhe"))
    page.goto("/")
    note = "([id, root]) => localStorage.setItem('madang.seals', JSON.stringify([[id, root]]))"
    page.evaluate(note, [str(hand.pk), hand.root])
    opened(page, hand)
    assert verdict(page) == "good"
    assert page.locator(".check-kept").is_visible()
    page.evaluate(note, [str(hand.pk), "0" * 64])
    opened(page, hand)
    assert verdict(page) == "bad"
    assert "noted another seal" in page.locator(VERDICT).inner_text()
