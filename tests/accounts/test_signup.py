"""Signing up: one transaction makes the member, with everything the member gets, or nothing."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.db import connection
from django.db.models.signals import pre_save
from django.test import Client

from accounts.models import Member
from accounts.signals import member_joined
from tests.accounts.builders import a_member, typed

SIGN_UP = "/accounts/signup/"


def errors(response: Any) -> dict[str, list[str]]:
    assert response.status_code == 200
    return dict(response.context["form"].errors)


@pytest.mark.django_db
def test_a_stranger_becomes_a_member_and_is_logged_in(client: Client) -> None:
    response = client.post(SIGN_UP, typed(), headers={"accept-language": "vi"})
    assert response.status_code == 302
    assert response["Location"] == "/"
    member = Member.objects.get(nickname="Lan")
    assert client.session["_auth_user_id"] == str(member.pk)
    assert (member.username, member.email, member.language) == ("lan", "lan@example.com", "vi")
    assert member.kind == Member.Kind.HUMAN
    assert member.password.startswith("argon2")


@pytest.mark.django_db
def test_username_and_address_are_kept_in_one_spelling(client: Client) -> None:
    client.post(SIGN_UP, typed(username=" ＬAN.1 ", email="Lan@Example.COM"))
    member = Member.objects.get()
    assert (member.username, member.email) == ("lan.1", "lan@example.com")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("username", ""),
        ("username", "ab"),
        ("username", "a" * 65),
        ("username", "la n"),
        ("username", "lan@example.com"),
        ("username", "la\u200bn"),
        ("username", "TAKEN"),
        ("email", ""),
        ("email", "lan"),
        ("email", "TAKEN@example.com"),
        ("email", "a" * 250 + "@example.com"),
        ("nickname", ""),
        ("nickname", "x"),
        ("nickname", "달 밤"),
        ("nickname", "ＴＡＫＥＮ"),
        ("password1", ""),
        ("password1", "short"),
        ("password1", "1234567890"),
        ("password1", "password1"),
        ("password2", ""),
        ("password2", "something-else-9"),
    ],
)
def test_every_field_says_what_is_wrong_with_it(client: Client, field: str, value: str) -> None:
    a_member("taken", username="taken")
    found = errors(client.post(SIGN_UP, typed(**{field: value})))
    assert field in found
    assert Member.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "word"), [("ko", "닉네임"), ("vi", "biệt danh"), ("en", "nickname")]
)
def test_errors_speak_the_readers_language(client: Client, language: str, word: str) -> None:
    a_member("Lan", username="other")
    response = client.post(SIGN_UP, typed(), headers={"accept-language": language})
    assert word in errors(response)["nickname"][0].lower()


@pytest.mark.django_db
def test_if_what_belongs_to_joining_fails_nothing_remains(client: Client) -> None:
    def fail(**_: Any) -> None:
        raise RuntimeError("no chips")

    member_joined.connect(fail)
    client.raise_request_exception = False
    try:
        assert client.post(SIGN_UP, typed()).status_code == 500
    finally:
        member_joined.disconnect(fail)
    assert not Member.objects.exists()
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db(transaction=True)
def test_two_who_send_at_once_make_one_member() -> None:
    barrier = threading.Barrier(2)
    answers: list[Any] = []

    def meet(instance: Member, **_: Any) -> None:
        # Both have passed every check of the form; the database decides.
        if instance.pk is None:
            barrier.wait(timeout=120)

    def send(username: str) -> None:
        form = typed(username=username, email=f"{username}@example.com")
        try:
            answers.append(Client().post(SIGN_UP, form))
        finally:
            connection.close()

    pre_save.connect(meet, sender=Member)
    try:
        threads = [threading.Thread(target=send, args=(name,)) for name in ("one", "two")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        pre_save.disconnect(meet, sender=Member)
    assert sorted(answer.status_code for answer in answers) == [200, 302]
    assert Member.objects.filter(nickname="Lan").count() == 1
    [refused] = [answer for answer in answers if answer.status_code == 200]
    assert list(errors(refused)) == ["nickname"]


@pytest.mark.django_db
def test_who_sends_too_often_is_told_to_wait(client: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"signup": "3/m/ip"}
    statuses = [client.post(SIGN_UP, typed(username="")).status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
