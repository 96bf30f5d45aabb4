"""Nicknames: 2 to 12 letters and digits of any script, and none that passes for another.

Two nicknames are the same when their keys are: NFKC, casefold, NFKC again (the comparison of
Unicode's UAX #31 for identifiers that ignore case).
"""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MIN_LENGTH = 2
MAX_LENGTH = 12
KEY_LENGTH = 48

# Letters that show as nothing or as a gap; Unicode counts them as letters all the same.
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0")
# Letters that are drawn as ! | ' and the like.
_SIGNS = frozenset("\u01c0\u01c1\u01c2\u01c3\ua78b\ua78c")
# NFKC would take the loose jamo of "ㅋㅋㅋ" apart into conjoining ones, which fonts draw badly.
_LOOSE_JAMO = range(0x3131, 0x318F)
_CONJOINING_JAMO = (range(0x1100, 0x1200), range(0xA960, 0xA980), range(0xD7B0, 0xD800))
_MARKS_IN_A_ROW = 2

# Scripts that people write together in one word (UTS #39, "highly restrictive").
_TOGETHER = (
    frozenset({"LATIN", "CJK", "HANGUL"}),
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
)
_SCRIPT_OF_WORD = {"ARABIC-INDIC": "ARABIC", "EXTENDED": "ARABIC", "IDEOGRAPHIC": "CJK"}
# Cyrillic and Greek letters that nobody can tell from a Latin one.
_LATIN_TWINS = frozenset("аеорсухіјѕһԁԛԝАВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧορν")


def key(nickname: str) -> str:
    """What makes a nickname unique: equal keys are the same nickname."""
    folded = unicodedata.normalize("NFKC", nickname).casefold()
    return unicodedata.normalize("NFKC", folded)


# What reads like another letter, for the comparison with the names of the house alone.
_READS_AS = str.maketrans(
    "аеорсухіјѕһԁԛԝαβεικνορτυχηıɩłøđᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ01l",
    "aeopcyxijshdqwabeiknoptuxniilodabcdeghijklmnoprstuvwyzoii",
)
_ADDRESS = "님"


def _skeleton(name: str) -> str:
    """The name as a hasty reader takes it: no case, no marks, look-alikes as one letter."""
    bare = unicodedata.normalize("NFD", key(name))
    bare = "".join(char for char in bare if unicodedata.category(char)[0] != "M")
    return bare.translate(_READS_AS).translate(_READS_AS)  # once more: ł reads as l, l as i


# Names that would pass for the house, also with digits or 님 around them.
_HOUSE = frozenset(
    _skeleton(name)
    for name in (
        *("admin", "administrator", "staff", "madang", "system", "dealer", "moderator", "operator"),
        *("운영자", "운영진", "관리자", "마당", "시스템", "딜러"),
        *("quảntrị", "quảntrịviên", "hệthống", "nhàcái"),
    )
)


def _is_of_the_house(nickname: str) -> bool:
    bare = key(nickname)
    while (
        stripped := bare.strip("0123456789").removesuffix(_ADDRESS).removeprefix(_ADDRESS)
    ) != bare:
        bare = stripped
    return not _HOUSE.isdisjoint({_skeleton(nickname), _skeleton(bare)})


def clean(raw: str) -> str:
    """The nickname to store for what somebody typed; ValidationError says what is wrong."""
    nickname = _compose(raw.strip())
    letters = sum(unicodedata.category(char)[0] != "M" for char in nickname)
    fits = len(nickname) <= MAX_LENGTH and len(key(nickname)) <= KEY_LENGTH
    if letters < MIN_LENGTH or not fits:
        raise ValidationError(_("A nickname has 2 to 12 letters or digits."), code="length")
    if not _only_letters_and_digits(nickname):
        raise ValidationError(
            _("Only letters and digits: no spaces, signs or invisible characters."), code="signs"
        )
    if _passes_for_another(nickname):
        raise ValidationError(
            _("These letters of different scripts look alike. Please stay with one script."),
            code="scripts",
        )
    if _is_of_the_house(nickname):
        raise ValidationError(_("This nickname belongs to the house."), code="house")
    return nickname


def _compose(raw: str) -> str:
    parts = (c if ord(c) in _LOOSE_JAMO else unicodedata.normalize("NFKC", c) for c in raw)
    return unicodedata.normalize("NFC", "".join(parts))


def _only_letters_and_digits(nickname: str) -> bool:
    marks = _MARKS_IN_A_ROW  # so that a mark in first place, with no letter to sit on, fails
    for char in nickname:
        category = unicodedata.category(char)
        if category[0] == "M" and not _is_ignorable(char):
            # Thai and its like put a vowel and a tone on one letter; nobody else needs two marks.
            common = unicodedata.name(char, "").startswith("COMBINING")
            marks += _MARKS_IN_A_ROW if common and marks else 1
            if marks > _MARKS_IN_A_ROW:
                return False
            continue
        if (category[0] != "L" and category != "Nd") or char in _BLANKS or _is_conjoining(char):
            return False
        if char in _SIGNS or unicodedata.name(char, "").startswith("MODIFIER LETTER"):
            return False
        marks = 0
    return True


def _is_ignorable(mark: str) -> bool:
    """Marks that draw nothing: joiners, variation selectors, Khmer and Mongolian fillers."""
    point = ord(mark)
    return (
        point in (0x034F, 0x17B4, 0x17B5)
        or 0x180B <= point <= 0x180F
        or 0xFE00 <= point <= 0xFE0F
        or 0xE0100 <= point <= 0xE01EF
    )


def _is_conjoining(char: str) -> bool:
    return any(ord(char) in block for block in _CONJOINING_JAMO)


def _passes_for_another(nickname: str) -> bool:
    scripts = {script for char in nickname if (script := _script(char))}
    if len(scripts) > 1:
        return not any(scripts <= group for group in _TOGETHER)
    letters = [char for char in nickname if char.isalpha()]
    return bool(letters) and all(char in _LATIN_TWINS for char in letters)


def _script(char: str) -> str:
    """The script of a letter or digit, by the first word of its name; "" for common ones."""
    if char.isascii() and char.isdigit():
        return ""
    word = unicodedata.name(char, "?").split()[0]
    if word in ("COMBINING", "MODIFIER"):
        return ""
    return _SCRIPT_OF_WORD.get(word, word)
