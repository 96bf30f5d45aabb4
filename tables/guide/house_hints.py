"""What would you do? Every choice of a game against the house with its value, from `rules`."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.cards import NAMES
from rules.house import values
from rules.house.values import Worth
from tables.guide import bucket, equities
from tables.guide.comparing import parts_of
from tables.guide.reading import CardsField, repeated, written

KINDS: Final = {
    "check": _("Check"),
    "fold": _("Fold"),
    "play": _("Play"),
    "call": _("Call"),
    "buy_card": _("Buy the sixth card"),
    "exchange": _("Exchange"),
}
#: Of Russian Poker's 34 choices only the best are worth a look.
_SHOWN: Final = 6
_A_MINUTE: Final = 20
_KEPT_S: Final = 600


class HintForm(forms.Form):
    """The cards that a player of one game sees; clean data has `board` and `up` in any case."""

    def __init__(self, game: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        size = values.OWN[game]
        self.fields["own"] = CardsField(label=gettext("Your cards"), fewest=size, most=size)
        boards = values.BOARDS[game]
        if boards != (0,):
            self.fields["board"] = CardsField(
                label=gettext("Board"),
                fewest=3,
                most=max(boards),
                required=0 not in boards,
                help_text=gettext("Empty before the flop, three cards after it, or all five.")
                if len(boards) > 1
                else gettext("The three cards of the flop."),
            )
        else:
            self.fields["up"] = CardsField(label=gettext("The dealer's card"), fewest=1, most=1)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        board = data.setdefault("board", ()) or ()
        up = data.setdefault("up", ()) or ()
        if len(board) not in values.BOARDS[self.game]:
            self.add_error("board", gettext("Turn and river come together: give all five cards."))
        seen = set(data["own"])
        for name, cards in (("board", board), ("up", up)):
            for card in cards:
                if card in seen:
                    self.add_error(name, repeated(card))
        return data


def answer(request: HttpRequest, form: HintForm, context: dict[str, Any]) -> int:
    """Put the choices, or why there are none, into the context; the HTTP status."""
    if not form.is_valid():
        return 400
    if not bucket.spend(request, "house-hint", limit=_A_MINUTE, window_s=60):
        form.add_error(None, gettext("That was many questions in a minute. Please wait a moment."))
        return 429
    data = form.cleaned_data
    try:
        found = _worth(form.game, data["own"], data["board"] or (), data["up"] or ())
    except equities.Busy:
        form.add_error(None, gettext("Others are asking right now. Please try again in a moment."))
        return 503
    context |= {
        "own": parts_of(data["own"]),
        "board": parts_of(data["board"] or ()),
        "up": parts_of(data["up"] or ()),
        "choices": [_shown(each, data["own"]) for each in found[:_SHOWN]],
        "written_choice": next((_text(each) for each in found if each.is_written), ""),
    }
    return 200


def _worth(
    game: str, own: tuple[int, ...], board: tuple[int, ...], up: tuple[int, ...]
) -> list[Worth]:
    """The choices by value; one question at a time in a process, and remembered for a while."""
    cards = [written(tuple(sorted(each))) for each in (own, board, up)]
    key = f"guide-house-{game}-{'-'.join(cards)}"
    known: list[Worth] | None = cache.get(key)
    if known is None:
        with equities.alone():
            known = values.worth(game, own, board, up[0] if up else None)
        cache.set(key, known, _KEPT_S)
    return known


def _shown(each: Worth, own: tuple[int, ...]) -> dict[str, Any]:
    kept = [card for card in own if card not in each.cards]
    return {
        "kind": each.kind,
        "text": _text(each),
        "value": each.value,
        "kept": [NAMES[card] for card in kept] if each.cards else [],
        "is_written": each.is_written,
        "gone": " ".join(NAMES[card] for card in each.cards),
    }


def _text(each: Worth) -> str:
    """ "Play: 4 × the ante", "Exchange: 3": the choice as one says it."""
    name = str(KINDS[each.kind])
    if each.cards:
        return gettext("%(what)s: %(count)d") % {"what": name, "count": len(each.cards)}
    if each.kind in ("play", "call"):
        return gettext("%(what)s: %(count)d × the ante") % {"what": name, "count": each.amount}
    return name
