"""The page of a member's own limits: at once or after a day, in words, never by accident."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Member
from tests.accounts.builders import browser_of
from tests.wallet import builders as chips
from tests.wallet.builders import an_english
from wallet import limits, moments
from wallet.models import Limits

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/me/limits/"


def say(browser: Client, what: str, **fields: object) -> str:
    """Send one of the page's forms; the page that comes of it."""
    return browser.post(PAGE, {"what": what, **fields}, follow=True).content.decode()


def test_a_stricter_limit_holds_at_once_and_a_looser_one_waits() -> None:
    member = an_english()
    browser = browser_of(member)
    page = say(browser, "loss", chips="500000")
    assert "This holds from now on: 500,000 a day." in page
    assert 'data-loss="500000"' in page
    page = say(browser, "loss", chips="600000")
    assert "A looser limit waits a day: 600,000 a day from 20" in page
    assert "Until then it stays at 500,000 a day." in page
    assert 'data-loss="500000"' in page
    page = say(browser, "loss", chips="")
    assert "A looser limit waits a day: no limit from 20" in page
    assert limits.of_member(member.pk).daily_loss.value == 500_000


def test_time_is_written_in_hours_and_minutes() -> None:
    member = an_english()
    page = say(browser_of(member), "minutes", minutes="90")
    assert "This holds from now on: 1 h 30 min a day." in page
    assert limits.of_member(member.pk).daily_minutes.value == 90


@pytest.mark.parametrize("wrong", ["-1", "x", "1.5", "9" * 30])
def test_what_is_no_amount_changes_nothing(wrong: str) -> None:
    browser = browser_of(an_english())
    assert 'class="errorlist"' in say(browser, "loss", chips=wrong)
    assert 'class="errorlist"' in say(browser, "minutes", minutes=wrong)
    assert not Limits.objects.exists()


def test_a_break_grows_and_never_shrinks() -> None:
    member = an_english()
    browser = browser_of(member)
    assert "Your break has begun." in say(browser, "break", days="7")
    page = say(browser, "break", days="1")
    assert "A break or an exclusion can be lengthened, but not shortened." in page
    assert 'data-bound="break"' in page
    until = limits.of_member(member.pk).break_until
    assert until is not None
    assert until > moments.now() + timedelta(days=6)


def test_self_exclusion_is_asked_for_twice() -> None:
    member = an_english()
    browser = browser_of(member)
    page = say(browser, "exclude", days="90")
    assert "Exclude yourself for 3 months (90 days)?" in page
    assert 'name="sure"' in page
    assert limits.of_member(member.pk).excluded_until is None
    page = say(browser, "sure", days="90")  # without the tick
    assert "Exclude yourself for 3 months (90 days)?" in page
    assert 'class="errorlist"' in page
    assert limits.of_member(member.pk).excluded_until is None
    page = say(browser, "sure", days="90", sure="on")
    assert 'data-bound="excluded"' in page
    assert limits.may_play([member.pk]) == {member.pk: "excluded"}
    assert "not shortened" in say(browser, "sure", days="30", sure="on")


@pytest.mark.parametrize("days", ["", "1", "x", "99999"])
def test_other_lengths_than_those_offered_are_refused(days: str) -> None:
    browser = browser_of(an_english())
    for what in ("exclude", "sure"):
        say(browser, what, days=days, sure="on")
    assert not Limits.objects.exists()


def test_play_opens_a_week_after_the_member_has_asked() -> None:
    member = an_english()
    past = moments.now() - timedelta(minutes=1)
    Limits.objects.create(member=member, excluded_until=past)
    browser = browser_of(member)
    assert 'data-bound="reopen"' in browser.get(PAGE).content.decode()
    page = say(browser, "reopen")
    assert 'data-bound="reopening"' in page
    assert "Noted. Play opens for you at " in page
    assert limits.may_play([member.pk]) == {member.pk: "excluded"}


def test_nobody_reopens_before_the_time_is_over() -> None:
    member = an_english()
    limits.exclude(member_id=member.pk, until=moments.now() + timedelta(days=30))
    page = say(browser_of(member), "reopen")
    assert "There is no exclusion that has run out." in page
    assert limits.of_member(member.pk).reopens_at is None


def test_the_page_says_what_today_has_cost() -> None:
    member = an_english(1_000)
    account = chips.a_session(member, 400)
    chips.commit(
        chips.escrow.settlement(
            key="round:1", deltas={account.pk: -150}, bank=150, link_kind="round", link_id="1"
        )
    )
    page = browser_of(member).get(PAGE).content.decode()
    assert '<dt>Lost today</dt><dd class="amount">150</dd>' in page


def test_an_unknown_form_changes_nothing() -> None:
    assert browser_of(an_english()).post(PAGE, {"what": "x"}).status_code == 200
    assert not Limits.objects.exists()


def test_it_needs_a_member_and_a_token(client: Client) -> None:
    assert client.get(PAGE)["Location"] == f"/accounts/login/?next={PAGE}"
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(an_english(), backend="django.contrib.auth.backends.ModelBackend")
    assert careful.post(PAGE, {"what": "break", "days": "1"}).status_code == 403
    assert careful.delete(PAGE).status_code in {403, 405}


@pytest.mark.parametrize(("language", "title"), [("ko", "나의 한도"), ("vi", "Giới hạn của bạn")])
def test_it_speaks_the_readers_language(language: str, title: str) -> None:
    member = chips.a_member()
    Member.objects.filter(pk=member.pk).update(language=language)
    assert f"<h1>{title}</h1>" in browser_of(member).get(PAGE).content.decode()
