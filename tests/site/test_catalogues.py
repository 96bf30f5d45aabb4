"""Korean and Vietnamese say everything that English says, with the same gaps to fill."""

from __future__ import annotations

import re
from functools import cache

import polib
import pytest
from django.utils import translation

from config.environment import ROOT
from tests.site.words import Message, messages

LANGUAGES = ["ko", "vi"]
GAP = re.compile(r"%(?:\(\w+\))?[sd]|%%|\{\w*\}|</?\w+[^>]*>")
LINES = "\n"


@cache
def catalogue(language: str) -> dict[tuple[str | None, str], polib.POEntry]:
    path = ROOT / "config" / "locale" / language / "LC_MESSAGES" / "django.po"
    entries = [entry for entry in polib.pofile(str(path)) if not entry.obsolete]
    return {(entry.msgctxt, entry.msgid): entry for entry in entries}


@cache
def said() -> dict[tuple[str | None, str], Message]:
    return messages()


def words(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_the_scan_finds_what_is_there() -> None:
    found = said()
    assert (None, "This nickname is taken.") in found  # Python
    assert (None, "Sit down, the night is long") in found  # translate
    assert (None, "You have a seat at %(table)s") in found  # blocktranslate
    assert found[None, "%(n)s bot"].plural == "%(n)s bots"
    assert ("field label", "Login") in found
    assert len(found) > 300


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str) -> None:
    there = catalogue(language)
    missing = [
        f"{message.where}: {message.text!r}"
        for key, message in said().items()
        if key not in there or "fuzzy" in there[key].flags or not all(words(there[key]))
    ]
    assert not missing, f"{len(missing)} without {language}:\n{LINES.join(missing)}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_has_lost_its_message(language: str) -> None:
    assert sorted(set(catalogue(language)) - set(said()), key=str) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_gaps_and_tags_are_the_same(language: str) -> None:
    wrong = []
    for entry in catalogue(language).values():
        for translated in words(entry):
            expected = sorted(GAP.findall(entry.msgid_plural or entry.msgid))
            if sorted(GAP.findall(translated)) != expected:
                wrong.append(f"{entry.msgid!r} -> {translated!r}")
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_spaces_and_line_ends_at_the_edges_are_the_same(language: str) -> None:
    def edges(text: str) -> tuple[str, str]:
        return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]

    wrong = [
        entry.msgid
        for entry in catalogue(language).values()
        for translated in words(entry)
        if edges(translated) != edges(entry.msgid)
    ]
    assert wrong == []


@pytest.mark.parametrize(("language", "filters"), [("ko", "필터"), ("vi", "Bộ lọc")])
def test_the_admin_of_staff_is_translated_too(language: str, filters: str) -> None:
    with translation.override(language):
        assert translation.gettext("Filters") == filters
        assert translation.gettext("periodic tasks") != "periodic tasks"


def test_korean_pages_speak_haeyo() -> None:
    stiff = re.compile(r"(습니다|십시오|입니다|합니다|됩니다|ㅂ니다)")
    wrong = [e.msgstr for e in catalogue("ko").values() if stiff.search("".join(words(e)))]
    assert wrong == []


@pytest.mark.parametrize(
    ("language", "message", "wrong"),
    [
        # the word for a sign also names the diacritics that a nickname may well have
        ("vi", "Only letters and digits: no spaces, signs or invisible characters.", "dấu"),
        # who runs this site takes no bets
        ("vi", "This nickname belongs to the house.", "nhà cái"),
        # a button, not a speaker who puts it off
        ("ko", "Not now", "다음"),
        # no particle fits every name
        ("ko", "Your username is %(username)s.", "는"),
    ],
)
def test_words_that_were_wrong_stay_out(language: str, message: str, wrong: str) -> None:
    assert wrong not in catalogue(language)[None, message].msgstr
