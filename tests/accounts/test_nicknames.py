"""A nickname is 2 to 12 letters and digits of any script, and passes for no other."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts import nicknames
from accounts.models import Member
from tests.accounts.builders import a_member


@pytest.mark.parametrize(
    "nickname",
    [
        "Lan",
        "달밤",
        "ㅋㅋㅋ",
        "Nguyễn",
        "東京Tokyo",
        "さくらサクラ",
        "ラーメン",
        "Вечер",
        "Ἀθῆναι",
        "สวัสดี",
        "नमस्ते",
        "مرحبا",
        "R2D2",
        "ที่รัก",
        "badminton",
        "마당쇠",
        "777",
        "마당지기Kim7",
        "abcdefghijkl",
    ],
)
def test_letters_and_digits_of_any_script_are_welcome(nickname: str) -> None:
    assert nicknames.clean(nickname) == nickname


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  Lan ", "Lan"),
        ("ＬＡＮ", "LAN"),
        ("Nguye\u0302\u0303n", "Nguy\u1ec5n"),
        ("\u1103\u1161\u11af밤", "달밤"),
    ],
)
def test_one_spelling_is_stored(typed: str, stored: str) -> None:
    assert nicknames.clean(typed) == stored


@pytest.mark.parametrize(
    ("nickname", "code"),
    [
        ("", "length"),
        ("a", "length"),
        ("abcdefghijklm", "length"),
        ("a b", "signs"),
        ("a_b", "signs"),
        ("a\x00b", "signs"),
        ("😀😀", "signs"),
        ("La\u200bn", "signs"),  # zero-width space
        ("La\u200dn", "signs"),  # zero-width joiner
        ("\u202enaL", "signs"),  # right-to-left override
        ("La\u2066n", "signs"),  # isolate
        ("La\u00adn", "signs"),  # soft hyphen
        ("La\ufe0fn", "signs"),  # variation selector
        ("La\u034fn", "signs"),  # grapheme joiner
        ("달\u3164밤", "signs"),  # Hangul filler
        ("달\u115f밤", "signs"),
        ("\u1100\u1100", "signs"),  # conjoining jamo that join nothing
        ("\u0301ab", "signs"),  # a mark with no letter below
        ("a\u0332\u0333\u0323\u0325b", "signs"),  # marks piled up
        ("ⅣⅣ½", "signs"),
        ("Lаn", "scripts"),  # a Cyrillic а
        ("Αnna", "scripts"),  # a Greek Α
        ("расе", "scripts"),  # Cyrillic throughout, reads "pace"
        ("admin", "house"),
        ("ＡＤＭＩＮ", "house"),
        ("운영자", "house"),
        ("AdmIn1", "house"),
        ("adm1n", "house"),
        ("admın", "house"),  # a dotless i
        ("ᴀᴅᴍɪɴ", "house"),
        ("àdmin", "house"),
        ("운영자1", "house"),
        ("관리자님", "house"),
        ("1관리자님2", "house"),
        ("madang1", "house"),
        ("System", "house"),
        ("dea1er", "house"),
        ("딜러", "house"),
        ("quantri", "house"),
        ("a\u0332", "length"),  # one letter
        ("a\u0332\u0333b", "signs"),  # two marks on one letter
        ("Lan\u02bc", "signs"),
        ("Lan\u01c3", "signs"),
    ],
)
def test_what_is_no_nickname(nickname: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        nicknames.clean(nickname)
    assert refused.value.code == code


@given(st.text(max_size=20))
def test_a_clean_nickname_is_clean_again_and_its_key_fits(text: str) -> None:
    try:
        nickname = nicknames.clean(text)
    except ValidationError:
        return
    assert nicknames.clean(nickname) == nickname
    assert nicknames.MIN_LENGTH <= len(nickname) <= nicknames.MAX_LENGTH
    assert len(nicknames.key(nickname)) <= nicknames.KEY_LENGTH
    assert nicknames.key(nicknames.key(nickname)) == nicknames.key(nickname)


@pytest.mark.parametrize(
    ("one", "other"), [("Lan", "LAN"), ("straße", "STRASSE"), ("ㄱㅏ", "가"), ("ﬁre", "FIRE")]
)
def test_nicknames_with_one_key_are_one(one: str, other: str) -> None:
    assert nicknames.key(one) == nicknames.key(other)


@pytest.mark.django_db
def test_the_database_lets_no_second_one_in() -> None:
    a_member("Lan")
    with pytest.raises(IntegrityError), transaction.atomic():
        a_member("lAN")
    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.bulk_create([Member(username="x", nickname="LAN", password="!")])


@pytest.mark.django_db
def test_a_superuser_gets_a_nickname_of_its_username() -> None:
    first = Member.objects.create_superuser("the.boss-of-everything", password="x")
    second = Member.objects.create_superuser("the.boss-of-everythings", password="x")
    assert (first.nickname, second.nickname) == ("thebossofeve", "thebossofev2")
