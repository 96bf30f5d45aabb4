"""A finished hand played again on the felt: step by step, by keys, by jumps, and by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from accounts.models import Member
from config.limits import Span
from tables.history import reading, sharing
from tables.models import Hand, HandSeat
from tests.browser import NARROW, Visit, Visitor
from tests.live import LiveSite
from tests.site.at_table import cards, scrolls_by
from tests.tables import builders, hands, house
from tests.tables.conftest import log_in

pytestmark = pytest.mark.django_db(transaction=True)
PLACE = "data-position"


@pytest.fixture
def site(still_site: LiveSite) -> LiveSite:
    """Nobody plays while finished hands are looked at."""
    return still_site


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Hand]:
    """A finished hand of a game; `acts` as in `hands.play`."""
    monkeypatch.setattr(settings, "HAND_GAP_MS", Span(0, 0))
    return lambda game, *acts, players=3: hands.play(hands.table_of(game, players), *acts)


def open_hand(visitor: Visitor, address: str, reader: Member | None = None) -> Page:
    if reader is not None:
        name, key = settings.SESSION_COOKIE_NAME, log_in(reader)
        visitor.context.add_cookies([{"name": name, "value": key, "url": visitor.url}])
    visitor.page.goto(address)
    visitor.page.locator(".replay[data-position]").wait_for()
    return visitor.page


def steps(page: Page) -> Iterator[int]:
    """From before the first chip to the end, a key a step; the place after each."""
    page.locator("[data-replay=first]").click()
    last = int(page.locator(".replay-place").get_attribute("max") or "")
    for place in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        page.locator(f".replay[{PLACE}='{place}']:not([aria-busy])").wait_for()
        yield place


def faces(page: Page) -> set[str | None]:
    return {card for card in cards(page, ".replay md-card") if card != "back"}


def test_a_hand_of_stud_is_gone_through_step_by_step(visit: Visit, play: Callable) -> None:
    hand = play("stud")
    row = HandSeat.objects.select_related("member").order_by("seat").first()
    seen = reading.account(hand.pk, row.member_id)
    page = open_hand(visit(size=(1280, 900), motion=False), f"/hands/{hand.pk}/", row.member)
    mine = f"md-seat[data-seat='{row.seat}'] md-card"
    # It opens with the cards on the table and the first decision ahead.
    assert len(cards(page, mine)) == 3
    expect(page.locator("md-seat.is-turn")).to_have_count(1)
    expect(page.locator("[data-lead]")).to_have_count(1)

    counts, now = set(), page.locator(".hand-text [aria-current]")
    for _ in steps(page):
        counts.add(len(cards(page, mine)))
        assert faces(page) <= set(reading.visible(seen.events).values())
        expect(page.locator(".replay-line")).to_have_text(now.inner_text())
    assert {0, 3, 4, 5, 6, 7} <= counts
    for other in HandSeat.objects.filter(hand=hand):
        stack = page.locator(f"md-seat[data-seat='{other.seat}'] [data-stack]")
        expect(stack).to_have_attribute("data-stack", str(other.stack + other.net))
    expect(page.locator("[data-result]")).to_be_visible()

    # Back by a key, to a street by its button, to a sentence by a tap.
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-replay=last]")).not_to_have_attribute("aria-disabled", "true")
    page.locator("[data-street]").nth(2).click()
    assert len(cards(page, mine)) == 5
    page.locator(".hand-text li").nth(1).click()
    assert cards(page, mine) == []


def test_it_plays_by_itself_until_it_is_stopped_or_over(visit: Visit, play: Callable) -> None:
    hand = play("nlhe", "raise 300", "fold", "fold")
    page = open_hand(visit(), f"/hands/{hand.pk}/")
    room, button = page.locator(".replay"), page.locator("[data-replay=play]")
    page.locator(".replay-speed select").select_option("4")
    page.locator("[data-replay=first]").click()
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.locator("[data-replay=back]").click()
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    last = page.locator(".replay-place").get_attribute("max") or ""
    expect(room).to_have_attribute(PLACE, last, timeout=60_000)
    expect(button).to_have_attribute("aria-pressed", "false", timeout=60_000)
    # The winner whom nobody called has shown nothing to anybody.
    assert faces(page) == set()


def test_korean_seven_on_a_phone_with_its_choice_of_cards(visit: Visit, play: Callable) -> None:
    hand = play("kr7")
    row = HandSeat.objects.select_related("member").get(hand=hand, seat=1)
    seen = reading.account(hand.pk, row.member_id)
    visitor = visit(size=NARROW, language="ko", motion=False)
    page = open_hand(visitor, f"/hands/{hand.pk}/", row.member)
    mine = "md-seat[data-seat='1'] md-card"
    # Before the choice there are four cards down, and all three are asked for it.
    assert len(cards(page, mine)) == 4
    expect(page.locator("md-seat.is-turn")).to_have_count(3)
    page.keyboard.press("ArrowRight")
    page.locator(".replay:not([aria-busy])").wait_for()
    expect(page.locator(f"{mine}.is-up")).to_have_count(1)
    assert len(cards(page, mine)) == 3
    others = "md-seat:not([data-seat='1']) md-card"
    expect(page.locator(f"{others}.is-up")).to_have_count(2)
    assert cards(page, f"{others}:not(.is-up)") == ["back"] * 4

    for _ in steps(page):
        assert faces(page) <= set(reading.visible(seen.events).values())
    expect(page.locator("[data-result]")).to_be_visible()
    assert scrolls_by(page)[0] == 0


@pytest.mark.parametrize(
    ("game", "side"), [("uth", {"trips": 50}), ("casino_holdem", {"aa": 50}), ("russian_poker", {})]
)
def test_a_round_against_the_house_on_a_phone(
    visit: Visit, game: str, side: dict[str, int]
) -> None:
    hand, member = a_round(game, ante=100, **side)
    seen = reading.account(hand.pk, member.pk)
    visitor = visit(size=NARROW, language="vi", motion=False)
    page = open_hand(visitor, f"/hands/{hand.pk}/", member)
    own = set(cards(page, ".house-own-cards md-card"))
    assert len(own) >= 2
    assert "back" not in own
    for _ in steps(page):
        assert faces(page) <= set(reading.visible(seen.events).values())
    # No circle can be tapped; what each bet came to adds up to what the round came to.
    assert page.locator("md-house button").count() == 0
    nets = page.locator(".circle-outcome:visible").evaluate_all(
        "all => all.map((each) => Number(each.dataset.net))"
    )
    net = HandSeat.objects.get(hand=hand).net
    assert sum(nets) == net
    expect(page.locator("md-verdict")).to_have_attribute("data-net", str(net))
    assert scrolls_by(page)[0] == 0


def test_a_shared_round_does_not_call_its_guest_a_winner(visit: Visit) -> None:
    hand, member = a_round("uth", ante=100)
    link = sharing.share(hand_id=hand.pk, member_id=member.pk, with_cards=True, with_names=False)
    page = open_hand(visit(), sharing.path(link))
    page.locator("[data-replay=last]").click()
    expect(page.locator(".house-own-cards md-card:not([data-card=back])")).to_have_count(2)
    expect(page.locator(".circle-outcome:visible").first).to_be_visible()
    expect(page.locator("md-verdict")).to_have_class("is-printed")
    assert str(member) not in page.content()


def a_round(game: str, **bets: int) -> tuple[Hand, Member]:
    """A round with these bets that its member has played to the end."""
    member = builders.member(chips=20_000)
    own = house.sit(house.table(game), member)
    house.bet(own, member, **bets)
    house.play_on(own, member)
    return Hand.objects.get(table=own, status=Hand.Status.OVER), member


def test_a_link_shows_the_replay_to_a_guest_with_the_chosen_cards(
    visit: Visit, play: Callable
) -> None:
    hand = play("nlhe", "call", "fold", "check", "check", "bet 100", "call")
    row = HandSeat.objects.select_related("member").get(hand=hand, seat=1)
    sharer = visit()
    page = open_hand(sharer, f"/hands/{hand.pk}/", row.member)
    own = set(cards(page, "md-seat[data-seat='1'] md-card"))
    page.locator("[name=cards]").check()
    page.locator("[name=names]").uncheck()
    page.locator(".hand-share form button").first.click()
    address = page.locator("[data-share]").input_value()
    assert address.startswith(f"{sharer.url}/shared/")

    guest = open_hand(visit(language="vi"), address)
    assert set(cards(guest, "md-seat[data-seat='1'] md-card")) == own
    assert str(row.member) not in guest.content()
    sharing.end(
        share_id=sharing.links(hand_id=hand.pk, member_id=row.member_id)[0].id,
        member_id=row.member_id,
    )
    assert guest.reload().status == 410
