"""What a member is shown is kept by no cache."""

from __future__ import annotations

import pytest
from django.templatetags.static import static
from django.test import Client

from tests.tables import builders

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/me/",
        "/me/profile/",
        "/me/profile/leave/",
        "/me/statement/",
        "/me/hands/",
        "/me/statistics/",
        "/charge/",
        "/nowhere/",
    ],
)
def test_no_page_of_a_member_is_kept(path: str, client: Client) -> None:
    client.force_login(builders.member(), backend="django.contrib.auth.backends.ModelBackend")
    kept = client.get(path)["Cache-Control"]
    assert {"private", "no-store"} <= set(kept.split(", "))


def test_nor_is_the_answer_to_logging_out(client: Client) -> None:
    client.force_login(builders.member(), backend="django.contrib.auth.backends.ModelBackend")
    assert "no-store" in client.post("/accounts/logout/")["Cache-Control"]


def test_static_files_are_kept(client: Client) -> None:
    client.force_login(builders.member(), backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get(static("css/base.css"))
    assert answer.status_code == 200
    assert "no-store" not in answer["Cache-Control"]


@pytest.mark.parametrize("language", ["ko", "vi", "en"])
def test_the_statement_names_the_zone_of_its_times(language: str, client: Client) -> None:
    member = builders.member()
    type(member).objects.filter(pk=member.pk).update(language=language)
    client.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
    assert "KST" in client.get("/me/statement/").content.decode()
