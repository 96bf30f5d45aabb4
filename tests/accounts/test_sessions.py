"""Log-in sessions: stored under a hash of their key, and ended when they must end."""

from __future__ import annotations

import asyncio

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.db import connection
from django.test import Client

from accounts import sessions, tasks
from accounts.models import Member, Session
from accounts.session_store import SessionStore, fingerprint
from tests.accounts.builders import PASSWORD, a_member

BACKEND = "django.contrib.auth.backends.ModelBackend"


def a_browser(member: Member) -> tuple[Client, str]:
    """A browser in which the member is logged in, and the session key that it holds."""
    browser = Client()
    browser.force_login(member, backend=BACKEND)
    return browser, browser.cookies[settings.SESSION_COOKIE_NAME].value


def logged_in(browser: Client) -> bool:
    return browser.get("/me/profile/").status_code == 200


@pytest.mark.django_db
def test_the_table_holds_no_key_that_a_browser_could_send() -> None:
    member = a_member()
    _, key = a_browser(member)
    with connection.cursor() as cursor:
        cursor.execute("SELECT s::text, session_key, member_id FROM accounts_session s")
        [(row, stored, member_id)] = cursor.fetchall()
    assert key not in row
    assert stored == fingerprint(key)
    assert member_id == member.pk
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = stored
    assert not logged_in(thief)


@pytest.mark.django_db
def test_a_session_lives_across_requests_and_ends_with_log_out() -> None:
    browser, key = a_browser(a_member())
    assert logged_in(browser)
    assert SessionStore().exists(key)
    browser.post("/accounts/logout/")
    assert not SessionStore().exists(key)


@pytest.mark.django_db
def test_a_session_that_ran_out_is_none() -> None:
    browser, key = a_browser(a_member())
    Session.objects.update(expire_date="2020-01-01T00:00Z")
    assert not logged_in(browser)
    assert SessionStore(key).load() == {}


@pytest.mark.django_db
def test_a_new_password_ends_all_sessions_but_the_one_that_set_it() -> None:
    member = a_member()
    here, _ = a_browser(member)
    _, elsewhere = a_browser(member)
    new = {"password1": "new-Courtyard-10", "password2": "new-Courtyard-10"}
    here.post("/accounts/password/change/", {"oldpassword": PASSWORD, **new})
    assert logged_in(here)
    assert not SessionStore().exists(elsewhere)


@pytest.mark.django_db
def test_a_ban_ends_all_sessions() -> None:
    member = a_member()
    browser, key = a_browser(member)
    member.is_active = False
    member.save(update_fields=["is_active"])
    assert not SessionStore().exists(key)
    assert not logged_in(browser)


@pytest.mark.django_db
def test_an_upgraded_password_hash_logs_nobody_out() -> None:
    member = a_member()
    _, key = a_browser(member)
    Member.objects.filter(pk=member.pk).update(password=_weaker(PASSWORD))
    other = Client()
    other.post("/accounts/login/", {"login": member.username, "password": PASSWORD})
    member.refresh_from_db()
    assert member.password.startswith("argon2")
    assert SessionStore().exists(key)


def _weaker(password: str) -> str:
    from django.contrib.auth.hashers import make_password

    return make_password(password, hasher="pbkdf2_sha256")


@pytest.mark.django_db
def test_living_says_which_sockets_may_stay_open() -> None:
    lan, binh = a_member("Lan"), a_member("Bình")
    _, first = a_browser(lan)
    _, second = a_browser(lan)
    _, third = a_browser(binh)
    asked = {(fingerprint(first), lan.pk), (fingerprint(second), lan.pk)}
    asked |= {(fingerprint(third), binh.pk), (fingerprint(third), lan.pk)}
    assert sessions.living(asked) == asked - {(fingerprint(third), lan.pk)}
    SessionStore(first).delete()
    Member.objects.filter(pk=binh.pk).update(is_active=False)
    assert sessions.living(asked) == {(fingerprint(second), lan.pk)}
    sessions.end_all(lan.pk)
    assert sessions.living(asked) == set()


@pytest.mark.django_db(transaction=True)
def test_sockets_read_the_same_sessions() -> None:
    _, key = a_browser(a_member())

    async def read_and_end() -> tuple[bool, dict[str, object], bool]:
        store = SessionStore(key)
        there, data = await store.aexists(key), await store.aload()
        await store.adelete(key)
        return there, data, await store.aexists(key)

    there, data, after = asyncio.run(read_and_end())
    assert (there, "_auth_user_id" in data, after) == (True, True, False)


@pytest.mark.django_db
def test_old_sessions_and_failed_log_ins_are_forgotten_and_fresh_ones_kept() -> None:
    _, old = a_browser(a_member("Lan"))
    Session.objects.update(expire_date="2020-01-01T00:00Z")
    _, fresh = a_browser(a_member("Bình"))
    for number in range(2):
        Client().post("/accounts/login/", {"login": f"nobody{number}", "password": "x"})
    first = AccessAttempt.objects.order_by("pk")[0]
    AccessAttempt.objects.filter(pk=first.pk).update(attempt_time="2020-01-01T00:00Z")
    tasks.tidy()
    assert [SessionStore().exists(key) for key in (old, fresh)] == [False, True]
    assert list(AccessAttempt.objects.values_list("username", flat=True)) == ["nobody1"]
