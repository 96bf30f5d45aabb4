"""What may stand in a line of chat: text made harmless, phrases for every reader."""

from __future__ import annotations

import re
import unicodedata

from django.utils import translation
from django.utils.translation import gettext_lazy as _

#: Ready-made lines: each reader sees them in a language of his own.
PHRASES = {
    "hello": _("Hello!"),
    "good_luck": _("Good luck!"),
    "nice_hand": _("Nice hand!"),
    "well_played": _("Well played!"),
    "thanks": _("Thank you!"),
    "sorry": _("Sorry!"),
    "back_soon": _("Back in a moment."),
    "bye": _("Goodbye!"),
}

LINK = "🔗"  # stands for a link, in every language
_MARKS_IN_A_ROW = 2  # accents on one letter; more climb over the lines above

# Letters that show nothing: fillers of Hangul, the blank of Braille.
_BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800"), " ")
_FULL_WIDTH = {0xFF01 + n: 0x21 + n for n in range(94)}
_ENDINGS = (
    "com|net|org|info|biz|io|co|kr|vn|me|gg|ru|cn|jp|xyz|top|app|bet|casino|poker|link|shop|site|"
    "online|club|vip|tv|ly|to|win|live|dev|page|fun"
)
_LINKS = re.compile(
    r"[a-z][a-z0-9+.-]{1,15}://\S*"
    r"|\bwww\.\S+"
    r"|\b(?:[\w-]+\.)+[a-z]{2,12}[/?#]\S*"
    rf"|\b(?:[\w-]+\.)+(?:{_ENDINGS})\b(?::\d+)?\S*",
    re.IGNORECASE,
)


def clean(text: str) -> str:
    """The text as it may be shown to others: one line, visible characters, no links; "" if nothing.

    Control characters, marks of direction and of zero width go, and so do piles of accents. HTML is
    left as it is: nothing that shows a line ever reads it as HTML.
    """
    shown: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text.translate(_BLANKS).translate(_FULL_WIDTH)):
        kind = unicodedata.category(char)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind[0] == "Z" or kind == "Cc":
            shown.append(" ")
        elif kind[0] != "C" and marks <= _MARKS_IN_A_ROW:
            shown.append(char)
    return " ".join(_LINKS.sub(LINK, "".join(shown)).split())


def phrase(code: str, language: str) -> str:
    """A phrase in a language; "" for a code that has none."""
    with translation.override(language):
        return str(PHRASES.get(code, ""))
