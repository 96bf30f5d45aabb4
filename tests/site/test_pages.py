"""Every page of the site: there, in the reader's language, and clean under the policy."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation

from tests.wallet.builders import a_member

GUEST = [
    "/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/1-nothing/",
    "/accounts/password/reset/key/done/",
    "/accounts/inactive/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/nothing/",
]
MEMBER = [
    "/",
    "/me/",
    "/me/statement/",
    "/me/profile/",
    "/me/profile/leave/",
    "/accounts/logout/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/reauthenticate/",
]
LANGUAGES = ["ko", "vi", "en"]


@cache
def a_hash() -> str:
    """The hash of some password: without one the site offers to choose one."""
    return make_password("calm-Courtyard-9")


def faults(page: str, language: str) -> list[str]:
    """What is wrong with a page's markup."""
    found = []
    if f'<html lang="{language}"' not in page:
        found.append("language of the page")
    found += [f"inline style: {tag}" for tag in re.findall(r"<[^>]*\sstyle=[^>]*>", page)]
    found += [f"inline handler: {tag}" for tag in re.findall(r"<[^>]*\son[a-z]+=[^>]*>", page)]
    found += ["style element" for _ in re.findall(r"<style", page)]
    for script in re.findall(r"<script[^>]*>", page):
        if " src=" not in script and 'type="application/json"' not in script:
            found.append(f"inline script: {script}")
    ids = Counter(re.findall(r'\sid="([^"]+)"', page))
    found += [f"id twice: {name}" for name, times in ids.items() if times > 1]
    labelled = set(re.findall(r'<label for="([^"]+)"', page))
    for field in re.findall(r"<(?:input|select|textarea)[^>]*>", page):
        if 'type="hidden"' in field:
            continue
        name = re.search(r'\sid="([^"]+)"', field)
        if not (name and name[1] in labelled) and "aria-label" not in field:
            found.append(f"field without label: {field}")
    found += [
        f"image without text: {tag}" for tag in re.findall(r"<img(?![^>]*\salt=)[^>]*>", page)
    ]
    if page.count("<h1") != 1:
        found.append(f"{page.count('<h1')} headings of the first order")
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_of_guests(client: Client, language: str) -> None:
    call_command("demo")
    for address in GUEST:
        answer = client.get(address, headers={"accept-language": language}, follow=True)
        assert answer.status_code == 200, address
        assert faults(answer.content.decode(), language) == [], address
        assert "'unsafe" not in answer.headers["Content-Security-Policy"], address


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", MEMBER)
def test_pages_of_members(client: Client, address: str, language: str) -> None:
    member = a_member(1_000_000)
    member.language = language
    member.password = a_hash()
    member.save()
    client.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.get(address)
    assert answer.status_code == 200
    assert faults(answer.content.decode(), language) == []


@pytest.mark.django_db
@pytest.mark.parametrize("address", GUEST + MEMBER)
def test_a_failed_form_is_as_clean_as_an_empty_one(client: Client, address: str) -> None:
    client.force_login(a_member(), backend="django.contrib.auth.backends.ModelBackend")
    if address in GUEST[:4]:
        client.logout()
    answer = client.post(address, {}, headers={"accept-language": "ko"})
    if answer.status_code == 200:
        assert [f for f in faults(answer.content.decode(), "ko") if "language" not in f] == []


@pytest.mark.django_db
def test_an_error_is_tied_to_its_field(client: Client) -> None:
    page = client.post("/accounts/signup/", {"nickname": "x"}).content.decode()
    field = re.search(r'<input[^>]*name="nickname"[^>]*>', page)
    assert field
    assert 'aria-invalid="true"' in field[0]
    described = re.search(r'aria-describedby="([^"]+)"', field[0])
    assert described
    for name in described[1].split():
        assert f'id="{name}"' in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["400", "403", "403_csrf", "404", "429", "500"])
def test_error_pages_stand_without_a_database(code: str, language: str) -> None:
    with translation.override(language):
        page = render_to_string(f"{code}.html", {"LANGUAGE_CODE": language})
    assert faults(page, language) == []


@pytest.mark.django_db
def test_what_is_not_there_is_said_in_our_look(client: Client) -> None:
    answer = client.get("/nowhere/", headers={"accept-language": "ko"})
    assert answer.status_code == 404
    assert faults(answer.content.decode(), "ko") == []


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_kindly() -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/language/", {"language": "vi"}, headers={"accept-language": "en"})
    assert answer.status_code == 403
    assert "Nothing was taken" in answer.content.decode()
