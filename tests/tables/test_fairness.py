"""The sealed seed, the commitment, and proofs for exactly the cards that a viewer may see."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client as Browser

from rules import shuffle
from rules.shuffle import Proof
from tables import fairness
from tables.errors import Broken
from tables.models import Hand, HandSeat
from tests.tables import builders
from tests.tables.hands import play, table_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_seed_opens_for_its_own_hand_alone(settings: Any) -> None:
    seed = fairness.draw()
    sealed = fairness.seal(seed, 7)
    assert seed not in sealed.box
    assert fairness.unseal(sealed, 7) == seed
    with pytest.raises(Broken):
        fairness.unseal(sealed, 8)
    with pytest.raises(Broken):
        fairness.unseal(fairness.Sealed(sealed.key_id, sealed.box[:-1] + b"x"), 7)
    settings.DECK_KEY = "x" * 44
    with pytest.raises(Broken):
        fairness.unseal(sealed, 7)


def test_no_two_seals_of_a_seed_are_alike() -> None:
    seed = fairness.draw()
    assert fairness.seal(seed, 7).box != fairness.seal(seed, 7).box


@pytest.fixture
def hand() -> Hand:
    """A hand of three in which the first folds and two check down to a showdown."""
    return play(table_of("nlhe"), "fold", "call")


def proofs(hand: Hand, browser: Browser) -> dict[int, Proof]:
    body = json.loads(browser.get(f"/hands/{hand.pk}/proof.json").content)
    assert body["root"] == hand.root
    found = [Proof(p["position"], p["card"], p["salt"], tuple(p["path"])) for p in body["proofs"]]
    assert all(shuffle.verify(hand.root, proof) for proof in found)
    return {proof.position: proof for proof in found}


def test_proofs_are_for_what_the_viewer_may_see(hand: Hand) -> None:
    sealed = fairness.Sealed(hand.key_id, bytes(hand.sealed))
    deck = fairness.deck(sealed, hand.pk)
    guest = proofs(hand, Browser())
    board = {position for position in guest if position >= 6}
    assert len(board) == 5
    assert 6 not in guest  # the burned card
    assert len(guest) in (7, 9)  # the board, the winner, and the loser unless he mucked
    folder, *others = [row.member for row in HandSeat.objects.filter(hand=hand).order_by("seat")]
    for member in (folder, *others):
        browser = Browser()
        browser.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
        own = proofs(hand, browser)
        assert set(guest) <= set(own)
        seat = HandSeat.objects.get(hand=hand, member=member).seat
        assert len(set(own) - set(guest)) in (0, 2), seat
    from rules.cards import NAMES

    assert all(proof.card == NAMES[deck[position]] for position, proof in guest.items())


def test_the_folded_cards_stay_secret_for_ever(hand: Hand) -> None:
    folder = sorted(HandSeat.objects.filter(hand=hand), key=lambda row: row.net)
    folded = next(row for row in folder if row.net == 0)
    own = Browser()
    own.force_login(folded.member, backend="django.contrib.auth.backends.ModelBackend")
    secret = set(proofs(hand, own)) - set(proofs(hand, Browser()))
    assert len(secret) == 2
    other = Browser()
    winner = HandSeat.objects.filter(hand=hand).exclude(pk=folded.pk)[0].member
    other.force_login(winner, backend="django.contrib.auth.backends.ModelBackend")
    assert not secret & set(proofs(hand, other))


def test_a_running_hand_has_no_page_and_no_proofs() -> None:
    table = builders.table()
    for seat in range(2):
        builders.sit(table, builders.member(), seat)
    builders.run_clock(table)
    running = Hand.objects.get()
    for path in (f"/hands/{running.pk}/", f"/hands/{running.pk}/proof.json", "/hands/999999/"):
        assert Browser().get(path).status_code == 404


def test_the_commitment_stands_in_the_first_event(hand: Hand) -> None:
    sealed = fairness.Sealed(hand.key_id, bytes(hand.sealed))
    assert shuffle.root(fairness.unseal(sealed, hand.pk)) == hand.root


def test_without_its_key_a_hand_proves_nothing_and_says_so(hand: Hand, settings: Any) -> None:
    settings.DECK_KEY = "x" * 44
    answer = Browser().get(f"/hands/{hand.pk}/proof.json")
    assert answer.status_code == 503
    body = json.loads(answer.content)
    assert body["root"] == hand.root
    assert "proofs" not in body
    assert "key" in body["error"]
