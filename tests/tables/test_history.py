"""A finished hand as page, text, PHH and link: right, and not a card too many for anybody."""

from __future__ import annotations

import itertools
import json
import random
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.signing import Signer
from django.test import Client as Browser

from accounts.models import Member
from rules.events import Act, Board, Deal, Discard, Event, Open, Show
from rules.hand import Action
from rules.house import SEAT
from rules.replay import replay
from tables.dealer import wishes
from tables.history import export, reading, replaying, sharing, text
from tables.history.reading import Account
from tables.models import Hand, HandSeat, HandShare, Table
from tests.accounts.builders import browser_of
from tests.tables import builders, hands, house

pytestmark = pytest.mark.django_db(transaction=True)

RANK = "[2-9TJQKA]"
SIGNS = dict(zip("♣♦♥♠", "cdhs", strict=True))
FORMS = ("/", ".txt", ".phh")


def cards_in(page: bytes) -> set[str]:
    """Every card that stands in these bytes: as "As" in data, As in a PHH line, A♠ in words."""
    text = page.decode()
    found = set(re.findall(rf'"({RANK}[cdhs])"', text))
    for line in text.splitlines():
        if line.startswith("actions = "):
            found |= set(re.findall(f"{RANK}[cdhs]", line))
    for rank, sign in re.findall("(10|[2-9JQKA])([♣♦♥♠])", text):
        found.add(rank.replace("10", "T") + SIGNS[sign])
    return found


def public(events: tuple[Event, ...]) -> set[str]:
    """The cards that lay open for everybody at some time."""
    cards: set[str] = set()
    for event in events:
        if isinstance(event, Board | Show | Open) or (isinstance(event, Deal) and event.up):
            cards.update(event.cards or ())
    return cards


def held(events: tuple[Event, ...], seat: int) -> set[str]:
    """The cards that a seat was dealt."""
    dealt = (e for e in events if isinstance(e, Deal | Discard) and e.seat == seat)
    return {card for event in dealt for card in event.cards or ()}


def players(hand: Hand) -> dict[int, Member]:
    """Who played, by seat."""
    rows = HandSeat.objects.filter(hand=hand).select_related("member")
    return {row.seat: row.member for row in rows}


def uncalled(hand: Hand) -> int | None:
    """The seat that everybody else left the pot to; None after a showdown."""
    folded = {e.seat for e in hands.stored(hand) if isinstance(e, Act) and e.kind == "fold"}
    live = set(players(hand)) - folded
    return live.pop() if len(live) == 1 else None


def get_all(browser: Browser, address: str) -> bytes:
    """The hand in all its forms under an address without its last slash."""
    return b"\n".join(browser.get(address + form).content for form in FORMS)


def told(seen: Account) -> bytes:
    """All that pages and files are made of, without what is the same for everybody."""
    parts = [text.document(seen), json.dumps(replaying.data(seen))]
    if export.is_known(seen.hand.game):
        parts.append(export.written(seen))
    return "\n".join(parts).encode()


@pytest.mark.parametrize("game", sorted(hands.STAKES))
def test_every_viewer_is_told_what_was_shown_and_the_own_cards_and_no_other(game: str) -> None:
    table, rng = hands.table_of(game), random.Random(game)
    for _ in range(4):
        hand = hands.play_wildly(table, rng)
        events, sat, winner = hands.stored(hand), players(hand), uncalled(hand)
        shown = public(events)
        guest = reading.account(hand.pk, None)
        assert guest is not None
        assert cards_in(told(guest)) == shown
        for seat, member in sat.items():
            seen = reading.account(hand.pk, member.pk)
            assert seen is not None
            assert cards_in(told(seen)) == shown | held(events, seat)
            for cards, names in itertools.product((True, False), repeat=2):
                link = reading.shared(hand.pk, member.pk, with_cards=cards, with_names=names)
                assert link is not None
                own = held(events, seat) if cards and seat != winner else set()
                assert cards_in(told(link)) == shown | own


def test_pages_and_files_show_no_more_than_that() -> None:
    table, rng = hands.table_of("stud"), random.Random(1)
    hand = hands.play_wildly(table, rng)
    while uncalled(hand) is None:
        hand = hands.play_wildly(table, rng)
    events, sat, winner = hands.stored(hand), players(hand), uncalled(hand)
    shown = public(events)
    assert winner is not None
    for seat, member in [(None, None), *sat.items()]:
        reader = browser_of(member) if member else Browser()
        own = held(events, seat) if seat is not None else set()
        assert cards_in(get_all(reader, f"/hands/{hand.pk}")) == shown | own
        assert cards_in(reader.get(f"/hands/{hand.pk}/proof.json").content) == shown | own
    # The winner shares with all cards, and even himself finds his own hidden ones not there.
    sharer = sat[winner]
    link = sharing.share(hand_id=hand.pk, member_id=sharer.pk, with_cards=True, with_names=True)
    for reader in (Browser(), browser_of(sharer)):
        assert cards_in(get_all(reader, sharing.path(link).rstrip("/"))) == shown


@pytest.mark.parametrize("game", sorted(export.KNOWN))
def test_a_phh_file_comes_to_the_same_end_whoever_reads_it(game: str) -> None:
    table, rng = hands.table_of(game), random.Random(f"{game} again")
    for _ in range(3):
        hand = hands.play_wildly(table, rng)
        ended = {row.seat: row.stack + row.net for row in HandSeat.objects.filter(hand=hand)}
        for reader in (Browser(), browser_of(next(iter(players(hand).values())))):
            answer = reader.get(f"/hands/{hand.pk}.phh")
            file = answer.content.decode()
            found = replay(file)
            assert found.ok, (found.reason, file)
            seats = re.search(r"^seats = \[(.*)\]$", file, re.MULTILINE)
            assert seats is not None
            order = [int(number) - 1 for number in seats[1].split(", ")]
            assert found.stacks == tuple(ended[seat] for seat in order)
            assert f"hand = {hand.pk}\n" in file
            assert "attachment" in answer["Content-Disposition"]


@pytest.mark.parametrize(
    ("language", "words"), [("ko", "한국 7포커"), ("vi", "7"), ("en", "Korean")]
)
def test_a_game_that_phh_does_not_know_has_no_file_and_a_page_that_says_so(
    language: str, words: str
) -> None:
    hand = hands.play(hands.table_of("kr7"))
    browser = Browser(headers={"accept-language": language})
    answer = browser.get(f"/hands/{hand.pk}.phh")
    assert answer.status_code == 404
    assert "PHH" in answer.content.decode()
    assert f'href="/hands/{hand.pk}/"' in answer.content.decode()
    assert f"/hands/{hand.pk}.phh" not in browser.get(f"/hands/{hand.pk}/").content.decode()


def test_the_text_tells_the_whole_hand_in_the_readers_language() -> None:
    table = hands.table_of("nlhe", players=2)
    hand = hands.play(table, "raise 300", "call", "bet 400", "fold")
    loser = HandSeat.objects.select_related("member").get(hand=hand, net__lt=0)
    Member.objects.filter(pk=loser.member_id).update(language="ko")
    answer = browser_of(loser.member).get(f"/hands/{hand.pk}.txt")
    korean = answer.content.decode()
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert f"{loser.member} 님이 폴드해요." in korean
    assert f"{loser.member}: −300" in korean
    english = (
        Browser(headers={"accept-language": "en"}).get(f"/hands/{hand.pk}.txt").content.decode()
    )
    assert f"{loser.member} folds." in english
    assert "raises to 300." in english
    assert "— Flop —" in english


def test_a_hand_that_runs_or_never_was_has_no_page() -> None:
    table = hands.table_of("nlhe")
    builders.run_clock(table)
    running = Hand.objects.get(status="running")
    for number in (running.pk, running.pk + 1, 10**30):
        for form in (*FORMS, "/proof.json"):
            assert Browser().get(f"/hands/{number}{form}").status_code == 404


def test_a_link_without_names_leads_to_nobody() -> None:
    hand = hands.play(hands.table_of("nlhe"))
    sharer = players(hand)[0]
    link = sharing.share(hand_id=hand.pk, member_id=sharer.pk, with_cards=True, with_names=False)
    page = get_all(Browser(), sharing.path(link).rstrip("/")).decode()
    words = [str(member) for member in players(hand).values()]
    words += [hand.table.name, hand.root, f"/tables/{hand.table_id}/", f"/hands/{hand.pk}"]
    assert [word for word in words if word in page] == []
    assert "Player 1" in page


def links_on(page: str) -> list[str]:
    return re.findall(r'value="http://testserver(/shared/[^"]+/)"', page)


def test_a_link_is_made_and_ended_on_the_page_of_the_hand() -> None:
    hand = hands.play(hands.table_of("nlhe"))
    sharer = browser_of(players(hand)[1])
    made = sharer.post(f"/hands/{hand.pk}/share/", {"cards": "on"}, follow=True)
    assert made.redirect_chain == [(f"/hands/{hand.pk}/#share", 302)]
    (address,) = links_on(made.content.decode())
    # The same choice gives the same link.
    again = sharer.post(f"/hands/{hand.pk}/share/", {"cards": "on"}, follow=True)
    assert links_on(again.content.decode()) == [address]
    assert Browser().get(address).status_code == 200
    row = HandShare.objects.get()
    assert (row.with_cards, row.with_names) == (True, False)

    stranger = browser_of(players(hand)[0])
    assert stranger.post(f"/hands/{hand.pk}/share/{row.pk}/").status_code == 404
    assert Browser().post(f"/hands/{hand.pk}/share/{row.pk}/").status_code == 302
    assert Browser().get(address).status_code == 200
    sharer.post(f"/hands/{hand.pk}/share/{row.pk}/")
    over = Browser().get(address)
    assert over.status_code == 410
    assert cards_in(over.content) == set()
    assert [Browser().get(address[:-1] + form).status_code for form in FORMS] == [410] * 3


def test_only_who_played_a_hand_may_share_it() -> None:
    hand = hands.play(hands.table_of("nlhe"))
    watcher = browser_of(builders.member())
    assert watcher.post(f"/hands/{hand.pk}/share/").status_code == 404
    assert "/share/" not in watcher.get(f"/hands/{hand.pk}/").content.decode()
    assert Browser().post(f"/hands/{hand.pk}/share/").status_code == 302
    assert not HandShare.objects.exists()


def test_a_link_cannot_be_guessed_and_ends_by_itself(settings: Any) -> None:
    hand = hands.play(hands.table_of("nlhe"))
    sharer = players(hand)[0]
    link = sharing.share(hand_id=hand.pk, member_id=sharer.pk, with_cards=False, with_names=True)
    for token in (str(link.pk), Signer().sign(link.pk), Signer(salt="x").sign(link.pk), "x:y"):
        assert Browser().get(f"/shared/{token}/").status_code == 410
    address = sharing.path(link)
    assert Browser().get(address).status_code == 200
    HandShare.objects.update(made_at=link.made_at - timedelta(days=settings.SHARE_DAYS))
    assert Browser().get(address).status_code == 410
    newer = sharing.share(hand_id=hand.pk, member_id=sharer.pk, with_cards=False, with_names=True)
    assert newer.pk != link.pk
    Member.objects.filter(pk=sharer.pk).update(is_active=False)
    assert Browser().get(sharing.path(newer)).status_code == 410


def test_a_round_against_the_house_is_shown_to_others_by_its_member_alone() -> None:
    table, member = house.table("uth"), builders.member()
    own = house.sit(table, member)
    house.bet(own, member)
    house.play_on(own, member, lambda hand: Action("check" if hand.stage != "river" else "fold"))
    hand = Hand.objects.get(status="over")
    events = hands.stored(hand)
    for stranger in (Browser(), browser_of(builders.member())):
        assert [stranger.get(f"/hands/{hand.pk}{form}").status_code for form in FORMS] == [404] * 3
    assert browser_of(member).get(f"/hands/{hand.pk}.phh").status_code == 404
    for with_cards in (True, False):
        link = sharing.share(
            hand_id=hand.pk, member_id=member.pk, with_cards=with_cards, with_names=False
        )
        page = get_all(Browser(), sharing.path(link).rstrip("/"))
        mine = held(events, SEAT) if with_cards else set()
        assert cards_in(page) == public(events) | mine
        assert str(member) not in page.decode()


def test_who_shows_by_choice_after_the_hand_shows_it_to_everybody_from_then_on() -> None:
    table = hands.table_of("nlhe", players=2)
    Table.objects.filter(pk=table.pk).update(may_show=True)
    hand = hands.play(table, "raise 300", "fold")
    winner = uncalled(hand)
    assert winner is not None
    sharer = players(hand)[winner]
    assert cards_in(get_all(Browser(), f"/hands/{hand.pk}")) == set()
    wishes.reveal(table_id=table.pk, member_id=sharer.pk, hand_id=hand.pk, show=True)
    shown = held(hands.stored(Hand.objects.get(pk=hand.pk)), winner)
    assert cards_in(get_all(Browser(), f"/hands/{hand.pk}")) == shown
    link = sharing.share(hand_id=hand.pk, member_id=sharer.pk, with_cards=False, with_names=True)
    assert cards_in(get_all(Browser(), sharing.path(link).rstrip("/"))) == shown
    file = Browser().get(f"/hands/{hand.pk}.phh").content.decode()
    assert "finishing_stacks" in file
    assert replay(file).ok
