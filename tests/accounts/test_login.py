"""Logging in and out, forgetting a password, and who is never let in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import Member
from tests.accounts.builders import PASSWORD, a_member

LOG_IN = "/accounts/login/"


def log_in(client: Client, login: str, password: str = PASSWORD) -> Any:
    return client.post(LOG_IN, {"login": login, "password": password})


@pytest.mark.django_db
@pytest.mark.parametrize("login", ["lan", "LAN", " lan ", "lan@example.com", "Lan@Example.com"])
def test_by_username_or_address_in_any_case(client: Client, login: str) -> None:
    member = a_member(username="lan")
    assert log_in(client, login).status_code == 302
    assert client.session["_auth_user_id"] == str(member.pk)


@pytest.mark.django_db
def test_the_admin_takes_the_username_in_any_case(client: Client) -> None:
    Member.objects.create_superuser("Boss", password=PASSWORD)
    client.post("/admin/login/", {"username": "BOSS", "password": PASSWORD})
    assert "_auth_user_id" in client.session


@pytest.mark.django_db
def test_a_wrong_password_and_an_unknown_name_read_alike(client: Client) -> None:
    a_member(username="lan")
    answers = [log_in(client, "lan", "wrong"), log_in(client, "nobody", "wrong")]
    words = [list(answer.context["form"].non_field_errors()) for answer in answers]
    assert words[0] == words[1] != []


@pytest.mark.django_db
def test_a_banned_member_is_not_let_in(client: Client) -> None:
    a_member(username="lan", is_active=False)
    log_in(client, "lan")
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db
def test_a_bot_has_nothing_to_log_in_with(client: Client) -> None:
    bot = Member.objects.create_bot("봇하나")
    assert not bot.has_usable_password()
    log_in(client, bot.username, "")
    log_in(client, bot.username, bot.password)
    assert "_auth_user_id" not in client.session
    bot.set_password(PASSWORD)
    with pytest.raises(IntegrityError), transaction.atomic():
        bot.save()
    for rights in ({"email": "bot@example.com"}, {"is_staff": True}, {"is_superuser": True}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Member.objects.filter(pk=bot.pk).update(**rights)


@pytest.mark.django_db
def test_who_guesses_passwords_is_locked_out_for_a_while(client: Client) -> None:
    a_member(username="lan")
    statuses = [log_in(client, "LAN", f"guess {n}").status_code for n in range(10)]
    assert statuses[-1] == 429
    assert log_in(client, "lan").status_code == 429
    a_member("other", username="other")
    assert log_in(client, "other").status_code == 302


@pytest.mark.django_db
def test_a_stranger_s_guesses_do_not_lock_out_the_owner(client: Client) -> None:
    a_member(username="lan")
    stranger = Client(REMOTE_ADDR="203.0.113.7")
    statuses = [log_in(stranger, "lan", f"guess {n}").status_code for n in range(15)]
    assert statuses[-1] == 429
    assert log_in(client, "lan").status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "field"), [(LOG_IN, "login"), ("/admin/login/", "username")])
def test_an_address_that_guesses_at_many_names_is_locked_out(
    path: str, field: str, settings: Any
) -> None:
    settings.LOGIN_LIMIT_ADDRESS = 4
    Member.objects.create_superuser("boss", password=PASSWORD)
    stranger, owner = Client(REMOTE_ADDR="203.0.113.7"), Client()
    for n in range(4):
        stranger.post(path, {field: f"name-{n}", "password": "guess"})
    assert stranger.post(path, {field: "boss", "password": PASSWORD}).status_code == 429
    assert owner.post(path, {field: "boss", "password": PASSWORD}).status_code == 302


@pytest.mark.django_db
def test_a_name_guessed_at_from_everywhere_is_locked(client: Client, settings: Any) -> None:
    settings.LOGIN_LIMIT_USERNAME = 4
    a_member(username="lan")
    for n in range(4):
        log_in(Client(REMOTE_ADDR=f"203.0.113.{n}"), "lan", "guess")
    assert log_in(client, "lan").status_code == 429


@pytest.mark.django_db
def test_log_out_takes_a_post(client: Client) -> None:
    client.force_login(a_member(), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/accounts/logout/").status_code == 200
    assert "_auth_user_id" in client.session
    assert client.post("/accounts/logout/").status_code == 302
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db
def test_a_forgotten_password_is_replaced_by_mail(client: Client) -> None:
    a_member(username="lan")
    answer = client.post("/accounts/password/reset/", {"email": "LAN@example.com"})
    assert answer["Location"] == "/accounts/password/reset/done/"
    [letter] = mail.outbox
    assert letter.to == ["lan@example.com"]
    link = re.search(r"http://testserver(/\S+)", str(letter.body))
    assert link
    form = client.get(link[1], follow=True)
    new = {"password1": "new-Courtyard-10", "password2": "new-Courtyard-10"}
    client.post(form.redirect_chain[-1][0], new)
    assert log_in(client, "lan").status_code == 200
    assert log_in(client, "lan", "new-Courtyard-10").status_code == 302
    assert b"no longer works" in client.get(link[1], follow=True).content


@pytest.mark.django_db
def test_asking_for_an_unknown_address_tells_nothing(client: Client) -> None:
    answer = client.post("/accounts/password/reset/", {"email": "nobody@example.com"})
    assert answer["Location"] == "/accounts/password/reset/done/"
    assert [letter.to for letter in mail.outbox] == [["nobody@example.com"]]
