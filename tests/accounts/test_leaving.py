"""Who leaves for good is emptied, never deleted, and not while chips are at a table."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import translation

from accounts import leaving
from accounts.models import Member, Session
from tests.accounts.builders import PASSWORD, a_member
from tests.wallet import builders as chips

BACKEND = "django.contrib.auth.backends.ModelBackend"
LEAVE = "/me/profile/leave/"


@pytest.mark.django_db
def test_nothing_of_the_person_stays(client: Client) -> None:
    member = a_member("Lan", username="lan", is_staff=True, language="vi")
    EmailAddress.objects.create(user=member, email=member.email, primary=True)
    client.force_login(member, backend=BACKEND)
    assert client.post(LEAVE, {"password": PASSWORD})["Location"] == "/"
    [row] = Member.objects.filter(pk=member.pk).values()
    left = {name: value for name, value in row.items() if isinstance(value, str)}
    assert not any("lan" in value.lower() for value in left.values())
    assert (row["is_active"], row["is_staff"], row["email"]) == (False, False, "")
    assert not EmailAddress.objects.exists()
    assert not Session.objects.filter(member_id=member.pk).exists()
    assert client.get("/me/profile/").status_code == 302
    # What is told of them from now on, in the hands that they played.
    with translation.override("vi"):
        assert str(Member.objects.get(pk=member.pk)) == f"Thành viên cũ {member.pk}"


@pytest.mark.django_db
def test_the_names_are_free_again() -> None:
    for _ in range(2):
        leaving.leave(member_id=a_member("Lan", username="lan").pk)
    assert Member.objects.filter(is_active=False).count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("password", ["", "wrong"])
def test_only_with_the_password(client: Client, password: str) -> None:
    member = a_member("Lan")
    client.force_login(member, backend=BACKEND)
    answer = client.post(LEAVE, {"password": password})
    assert list(answer.context["form"].errors) == ["password"]
    assert Member.objects.get(pk=member.pk).is_active


@pytest.mark.django_db
def test_guessing_the_password_there_is_slowed(client: Client) -> None:
    client.force_login(a_member("Lan"), backend=BACKEND)
    statuses = [client.post(LEAVE, {"password": "wrong"}).status_code for _ in range(11)]
    assert statuses[-1] == 429


@pytest.mark.django_db(transaction=True)
def test_not_with_chips_at_a_table(client: Client) -> None:
    member = chips.a_member(1_000)
    member.set_password(PASSWORD)
    member.language = "en"
    member.save()
    chips.a_session(member, 400)
    client.force_login(member, backend=BACKEND)
    answer = client.post(LEAVE, {"password": PASSWORD})
    assert "seat at a table" in answer.content.decode()
    member.refresh_from_db()
    assert member.is_active
    assert member.nickname.startswith("member")
