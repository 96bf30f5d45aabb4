"""Cards as people type them: `As Kd`, `10h`, `A♠`, in any case, with or without gaps."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from rules.cards import NAMES, card
from rules.errors import Malformed

_SUITS: Final = {
    "♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s",
}  # fmt: skip
_CARD: Final = re.compile(r"(10|[2-9tjqka])\s?([cdhs♣♧♦♢♥♡♠♤])", re.IGNORECASE)
_GAP: Final = re.compile(r"[\s,;·\ufe0e\ufe0f-]*")
_LONGEST: Final = 120  # characters of a field; ten cards with names and gaps stay far below


class CardsField(forms.CharField):
    """A hand: clean data is a tuple of card ids, all different, in the order typed.

    fewest, most: how many cards the field takes; an empty one is `()` if it is not required.
    """

    def __init__(self, *, fewest: int = 0, most: int, **kwargs: Any) -> None:
        self.fewest, self.most = fewest, most
        super().__init__(max_length=_LONGEST, **kwargs)
        self.widget.attrs |= {
            "data-cards": str(most),
            "autocomplete": "off",
            "autocapitalize": "off",
            "spellcheck": "false",
        }

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value) or ""
        return parse(text) if len(text) <= _LONGEST else text

    def validate(self, value: Any) -> None:
        if value in (None, "", ()) and self.required:
            raise ValidationError(_("Choose some cards."), code="required")
        if isinstance(value, tuple) and value and not self.fewest <= len(value) <= self.most:
            raise ValidationError(wrong_count(len(value), self.fewest, self.most), code="count")

    def run_validators(self, value: Any) -> None:
        if not isinstance(value, tuple):
            super().run_validators(value)


def parse(text: str) -> tuple[int, ...]:
    """The ids of the cards in a text. Raises ValidationError in the reader's language."""
    found: list[int] = []
    at = _end_of_gap(text, 0)
    while at < len(text):
        match = _CARD.match(text, at)
        if match is None:
            raise ValidationError(
                _("“%(text)s” is not a card. Write rank and suit, like As, 10h or K♦."),
                code="card",
                params={"text": text[at:].split()[0][:8]},
            )
        rank, suit = match.groups()
        letter = "T" if rank == "10" else rank.upper()
        try:
            each = card(letter + _SUITS.get(suit, suit.lower()))
        except Malformed as error:
            raise ValidationError(str(error), code="card") from error
        if each in found:
            raise ValidationError(repeated(each), code="repeated")
        found.append(each)
        at = _end_of_gap(text, match.end())
    return tuple(found)


def _end_of_gap(text: str, at: int) -> int:
    gap = _GAP.match(text, at)
    return gap.end() if gap else at


def repeated(each: int) -> str:
    """The sentence about a card that is used twice."""
    return _("%(card)s is there twice. There is only one of each card.") % {"card": shown(each)}


def wrong_count(count: int, fewest: int, most: int) -> str:
    """The sentence about too few or too many cards."""
    if fewest == most:
        wanted = ngettext("This needs %(n)d card", "This needs %(n)d cards", most) % {"n": most}
    else:
        wanted = _("This needs %(fewest)d to %(most)d cards") % {"fewest": fewest, "most": most}
    return _("%(wanted)s; you have chosen %(count)d.") % {"wanted": wanted, "count": count}


def shown(each: int) -> str:
    """A card for a sentence: `A♠`, `10♥`."""
    name = NAMES[each]
    rank = "10" if name[0] == "T" else name[0]
    return rank + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[name[1]]


def written(cards: tuple[int, ...]) -> str:
    """Cards as a URL carries them: `AsKd`."""
    return "".join(NAMES[each] for each in cards)
