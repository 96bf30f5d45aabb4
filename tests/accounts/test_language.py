"""The language: the browser's at first, then the one chosen, and the member's everywhere."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Member
from tests.accounts.builders import a_member

BACKEND = "django.contrib.auth.backends.ModelBackend"


def spoken(client: Client, accept: str = "") -> str:
    response = client.get("/accounts/login/", headers={"accept-language": accept})
    return response.headers["Content-Language"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("ko-KR,ko;q=0.9,en;q=0.8", "ko"),
        ("vi", "vi"),
        ("fr-FR,vi;q=0.4,ko;q=0.6", "ko"),
        ("en-GB", "en"),
        ("fr", "en"),
        ("", "en"),
        ("*;q=;;", "en"),
    ],
)
def test_a_first_visit_speaks_as_the_browser_asks(
    client: Client, accept: str, language: str
) -> None:
    assert spoken(client, accept) == language


@pytest.mark.django_db
def test_a_guests_choice_is_remembered_in_the_browser(client: Client) -> None:
    answer = client.post("/language/", {"language": "vi", "next": "/accounts/login/"})
    assert answer["Location"] == "/accounts/login/"
    assert spoken(client, "ko") == "vi"


@pytest.mark.django_db
def test_a_members_choice_is_remembered_with_the_member(client: Client) -> None:
    member = a_member(language="ko")
    client.force_login(member, backend=BACKEND)
    page = client.get("/me/profile/", headers={"accept-language": "en"})
    assert page.headers["Content-Language"] == "ko"
    client.post("/language/", {"language": "vi"})
    member.refresh_from_db()
    assert member.language == "vi"
    elsewhere = Client()
    elsewhere.force_login(member, backend=BACKEND)
    assert elsewhere.get("/me/profile/").headers["Content-Language"] == "vi"


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["", "xx", "../vi", "en-GB\r\nX: y"])
def test_a_language_that_is_none_changes_nothing(client: Client, language: str) -> None:
    assert client.post("/language/", {"language": language}).status_code == 302
    assert spoken(client, "ko") == "ko"


@pytest.mark.django_db
@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:0", ""])
def test_the_way_back_stays_on_this_site(client: Client, target: str) -> None:
    answer = client.post("/language/", {"language": "vi", "next": target})
    assert answer["Location"] == "/"


@pytest.mark.django_db
def test_the_theme_is_remembered_and_can_follow_the_system(client: Client) -> None:
    assert b"data-theme" not in client.get("/accounts/login/").content
    client.post("/theme/", {"theme": "light"})
    assert b'data-theme="light"' in client.get("/accounts/login/").content
    client.post("/theme/", {"theme": "system"})
    assert b"data-theme" not in client.get("/accounts/login/").content
    client.cookies["theme"] = '"><script>'
    assert b"<script>" not in client.get("/accounts/login/").content


@pytest.mark.django_db
def test_the_profile_changes_nickname_language_and_amounts(client: Client) -> None:
    member = a_member("Lan")
    a_member("Bình")
    client.force_login(member, backend=BACKEND)
    form = {"nickname": "LAN", "language": "ko", "plain_amounts": "on"}
    assert client.post("/me/profile/", form).status_code == 302
    member.refresh_from_db()
    assert (member.nickname, member.language, member.plain_amounts) == ("LAN", "ko", True)
    for refused in ({"nickname": "BÌNH"}, {"nickname": "x"}, {"language": "xx"}):
        answer = client.post("/me/profile/", form | refused)
        assert list(answer.context["form"].errors) == list(refused)
    assert Member.objects.get(pk=member.pk).nickname == "LAN"


@pytest.mark.django_db
def test_a_nickname_refused_leaves_the_old_one_in_the_header(client: Client) -> None:
    member = a_member("Lan")
    client.force_login(member, backend=BACKEND)
    answer = client.post("/me/profile/", {"nickname": "x y", "language": "en"})
    assert "Account of Lan" in answer.content.decode()
