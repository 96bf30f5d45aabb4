"""The forms of the tools. All are sent by GET, so that every answer has an address."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.guide import equities
from tables.guide.exercises import korean_bet, side_pots
from tables.guide.reading import CardsField, repeated, wrong_count

HANDS: Final = 10
_MOST_CHIPS: Final = 10**12
_GROUPED: Final = re.compile(r"\d{1,3}([,.\s]\d{3})+")


class CompareForm(forms.Form):
    """Two hands and the order to read them in."""

    order = forms.ChoiceField(
        label=_("Order"),
        choices=(
            ("western", _("Western")),
            ("korean", _("Korean")),
            ("low", _("Low (ace to five)")),
        ),
        widget=forms.RadioSelect,
        initial="western",
        required=False,
    )
    a = CardsField(label=_("Hand 1"), fewest=5, most=7)
    b = CardsField(label=_("Hand 2"), fewest=5, most=7)

    def clean_order(self) -> str:
        """Western where the address names none."""
        return self.cleaned_data["order"] or "western"


class OddsForm(forms.Form):
    """A game, two to ten hands, a board and dead cards."""

    game = forms.ChoiceField(
        label=_("Game"),
        choices=tuple((game.key, game.name) for game in equities.GAMES.values()),
        initial="holdem",
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, HANDS + 1):
            label = gettext("Hand %(number)d") % {"number": number}
            self.fields[f"h{number}"] = CardsField(label=label, most=7, required=False)
        self.fields["board"] = CardsField(label=gettext("Board"), most=5, required=False)
        self.fields["dead"] = CardsField(
            label=gettext("Dead cards"),
            most=40,
            required=False,
            help_text=gettext("Cards that you know to be out of play, such as folded open cards."),
        )

    @property
    def hand_fields(self) -> list[forms.BoundField]:
        return [self[f"h{number}"] for number in range(1, HANDS + 1)]

    def clean_game(self) -> str:
        """Hold'em where the address names none."""
        return self.cleaned_data["game"] or "holdem"

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        game = equities.GAMES[data["game"]]
        hands = []
        used: set[int] = set()
        for name in [*(f"h{number}" for number in range(1, HANDS + 1)), "board", "dead"]:
            cards = data.get(name) or ()
            self._check_repeats(name, cards, used)
            if name.startswith("h") and cards:
                hands.append(cards)
                if not game.fewest <= len(cards) <= game.most:
                    self.add_error(name, wrong_count(len(cards), game.fewest, game.most))
        if len(hands) < 2:
            self.add_error(None, gettext("Give at least two hands their cards."))
        if len(data.get("board") or ()) > game.board:
            self.add_error("board", gettext("This game has no board. Leave it empty."))
        data["question"] = equities.Question(
            game, tuple(hands), data.get("board") or (), data.get("dead") or ()
        )
        return data

    def _check_repeats(self, name: str, cards: tuple[int, ...], used: set[int]) -> None:
        for each in cards:
            if each in used:
                self.add_error(name, repeated(each))
                return
        used.update(cards)


class _Chips(forms.IntegerField):
    """A number of chips, plain or in groups of three as the site itself writes it."""

    def to_python(self, value: Any) -> int | None:
        if isinstance(value, str) and _GROUPED.fullmatch(value.strip()):
            value = re.sub(r"[,.\s]", "", value)
        return super().to_python(value)


def _chips(label: str) -> forms.IntegerField:
    return _Chips(
        label=label,
        min_value=0,
        max_value=_MOST_CHIPS,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={
            "invalid": gettext("Write a whole number of chips, without points or commas.")
        },
    )


class SidePotForm(forms.Form):
    """What goes back, and the pots from the main pot on; fields that are not needed stay empty."""

    def __init__(self, question: side_pots.Question, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.question = question
        self.fields["back"] = _chips(gettext("Goes back"))
        for number in range(question.fields):
            label = (
                gettext("Side pot %(number)d") % {"number": number}
                if number
                else gettext("Main pot")
            )
            self.fields[f"pot{number}"] = _chips(label)

    def marks(self) -> dict[str, tuple[int, bool]]:
        """Field → (the right amount, whether it was given)."""
        given = self.cleaned_data
        amounts = [amount for amount, _owners in self.question.pots]
        amounts += [0] * (self.question.fields - len(amounts))
        right = {"back": self.question.returned} | {
            f"pot{number}": amount for number, amount in enumerate(amounts)
        }
        return {name: (value, (given.get(name) or 0) == value) for name, value in right.items()}


class KoreanBetForm(forms.Form):
    """The amount of every button that is open."""

    def __init__(self, question: korean_bet.Question, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.question = question
        for button in question.buttons:
            self.fields[button.kind] = _chips(str(korean_bet.NAMES[button.kind]))

    def marks(self) -> dict[str, tuple[int, bool]]:
        """Field → (the right amount, whether it was given)."""
        return {
            button.kind: (button.amount, self.cleaned_data.get(button.kind) == button.amount)
            for button in self.question.buttons
        }
