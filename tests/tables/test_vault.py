"""The auditor's vault: the whole deck of a finished hand, and every look at it in the log."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import Permission
from django.test import Client as Browser
from django.urls import reverse

from accounts.models import Member
from rules import shuffle
from rules.cards import NAMES
from tables import fairness, vault
from tables.errors import Broken, Refused
from tables.models import Hand
from tests.accounts.builders import browser_of
from tests.tables import builders, hands
from wallet.errors import WalletError
from wallet.models import StaffAct

pytestmark = pytest.mark.django_db(transaction=True)
WHY = {"reason": "a player asked for it"}


def auditor(*, may_open: bool = True) -> Member:
    """A member of staff who may look at hands, and, by choice, into their decks."""
    made = builders.member()
    made.is_staff = True
    made.save()
    names = ["view_hand", "open_vault"] if may_open else ["view_hand"]
    made.user_permissions.set(Permission.objects.filter(codename__in=names))
    return made


def page(hand: Hand) -> str:
    return reverse("admin:tables_hand_vault", args=[hand.pk])


def deck(hand: Hand) -> list[str]:
    seed = fairness.unseal(fairness.Sealed(hand.key_id, bytes(hand.sealed)), hand.pk)
    return [NAMES[card] for card in shuffle.deck(seed)]


def test_the_auditor_sees_the_whole_deck_and_the_look_is_logged() -> None:
    hand = hands.play(hands.table_of("stud"), "bring_in", "fold")
    member = auditor()
    asked = browser_of(member).get(page(hand)).content.decode()
    assert "data-card" not in asked
    assert not StaffAct.objects.exists()
    told = browser_of(member).post(page(hand), WHY).content.decode()
    assert re.findall('data-card="(..)"', told) == deck(hand)
    assert 'data-vault="right"' in told
    act = StaffAct.objects.get()
    assert (act.actor_id, act.act, act.kind, act.object_id) == (member.pk, "look", "hand", hand.pk)
    assert act.reason == WHY["reason"]
    assert browser_of(member).get(reverse("admin:tables_hand_changelist")).status_code == 200
    row = browser_of(member).get(reverse("admin:tables_hand_change", args=[hand.pk]))
    assert row.status_code == 200
    assert not re.search("sealed|events", " ".join(row.context["adminform"].form.fields))


def test_every_look_is_an_act_of_its_own_and_needs_a_reason() -> None:
    hand, member = hands.play(hands.table_of("nlhe")), auditor()
    for reason in ("first", "second"):
        vault.look(hand_id=hand.pk, actor_id=member.pk, reason=reason)
    assert StaffAct.objects.count() == 2
    with pytest.raises(WalletError):
        vault.look(hand_id=hand.pk, actor_id=member.pk, reason="  ")
    told = browser_of(member).post(page(hand), {"reason": ""}).content.decode()
    assert "data-card" not in told
    assert StaffAct.objects.count() == 2


def test_the_deck_of_a_running_hand_stays_shut() -> None:
    table = hands.table_of("nlhe")
    builders.run_clock(table)
    running, member = Hand.objects.get(), auditor()
    with pytest.raises(Refused, match="hand_running"):
        vault.look(hand_id=running.pk, actor_id=member.pk, reason="curious")
    for told in (
        browser_of(member).get(page(running)),
        browser_of(member).post(page(running), WHY),
    ):
        assert "data-card" not in told.content.decode()
    assert not StaffAct.objects.exists()


def test_nobody_else_comes_in() -> None:
    hand = hands.play(hands.table_of("nlhe"))
    assert browser_of(auditor(may_open=False)).post(page(hand), WHY).status_code == 403
    for stranger in (Browser(), browser_of(builders.member())):
        assert stranger.post(page(hand), WHY).status_code in (302, 403, 404)
    assert not StaffAct.objects.exists()


def test_a_deck_that_was_exchanged_is_found_out() -> None:
    hand, member = hands.play(hands.table_of("nlhe")), auditor()
    other = fairness.seal(fairness.draw(), hand.pk)
    Hand.objects.filter(pk=hand.pk).update(sealed=other.box)
    opened = vault.look(hand_id=hand.pk, actor_id=member.pk, reason="a doubt")
    assert not opened.is_sealed
    assert opened.wrong
    assert not opened.is_right


def test_a_seed_that_does_not_open_logs_nothing() -> None:
    hand, member = hands.play(hands.table_of("nlhe")), auditor()
    Hand.objects.filter(pk=hand.pk).update(sealed=b"x" * 60)
    with pytest.raises(Broken):
        vault.look(hand_id=hand.pk, actor_id=member.pk, reason="a doubt")
    assert not StaffAct.objects.exists()
