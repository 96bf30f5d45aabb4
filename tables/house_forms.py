"""The form in which staff set up a game against the house: limits, options, pay tables by line."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanWidget,
)

from rules.errors import RulesError
from rules.house import GAMES, SETTINGS, Limits, Settings, paytables
from rules.house.paytables import LADDER, Line, PayTable
from tables.guide import naming
from tables.models import Stakes

_MOST_CHIPS: Final = 10**15
_PAYS: Final = re.compile(r"(\d{1,5})(?::([12]))?")
_WITHOUT: Final = {  # what no table of this name can be hit with
    "ante": ("ace_king", "pair_of_aces"),
    "aa": ("ace_king", "one_pair", "high_card"),
    "bet": ("pair_of_aces", "high_card"),
}
_PLAIN: Final = ("ace_king", "pair_of_aces", "high_card")
_LISTED: Final = (
    paytables.UTH_BLIND,
    *paytables.UTH_TRIPS_TABLES,
    paytables.CASINO_ANTE,
    *paytables.CASINO_AA_TABLES,
    paytables.RUSSIAN_BET,
    paytables.RUSSIAN_BONUS,
)

TABLES: Final[dict[str, str | StrPromise]] = {
    "blind": _("Blind"),
    "trips": _("Trips (side bet)"),
    "ante": _("Ante"),
    "aa": _("AA bonus (side bet)"),
    "bet": _("Bet"),
    "bonus": _("Bonus on the five cards dealt (side bet)"),
}
OPTIONS: Final[dict[str, str | StrPromise]] = {
    "trips_on_fold": _("Trips after a fold"),
    "trips_win_only": _("Trips pays only when the dealer is beaten, and else comes back"),
    "three": _("Three antes may be played before the flop, too"),
    "aa_on_fold": _("AA bonus after a fold"),
    "doubles": _("Two combinations are paid"),
    "ante_on_win": _("The ante is paid 1:1 on a win"),
    "max_payout": _("Most chips that the Bet wins (0 = no limit)"),
    "insurance": _("Insurance is offered"),
    "insurance_part": _("Largest insurance, as a part of what the Bet can win"),
    "buy_dealer": _("A card can be bought for a dealer who does not qualify"),
    "single_again": _("After an exchange of one card further ones for 2, 3 … antes"),
}
_CHOICES: Final[dict[str, tuple[tuple[str, str | StrPromise], ...]]] = {
    "trips_on_fold": (("settle", _("is settled")), ("lose", _("is lost"))),
    "aa_on_fold": (("settle", _("is settled")), ("lose", _("is lost"))),
    "insurance_part": (("half", _("half of it")), ("full", _("all of it"))),
}
LIMITS: Final[dict[str, str | StrPromise]] = {
    "unit": _("Antes are multiples of (an even number)"),
    "least": _("Smallest ante"),
    "most": _("Largest ante (0 = no limit)"),
    "side_most": _("Largest side bet (0 = no limit)"),
}
_STANDARD: Final = _("Standard: %(pays)s. Empty: not paid.")


class PaysField(forms.CharField):
    """`500` or `3:2`; clean data is (pays, per), None for a line that is not paid."""

    widget = UnfoldAdminTextInputWidget

    def clean(self, value: Any) -> Any:
        text = (super().clean(value) or "").replace(" ", "")
        if not text:
            return None
        found = _PAYS.fullmatch(text)
        if found is None or not int(found[1]):
            raise forms.ValidationError(
                gettext("Write what is won for one chip, like 3, or for two, like 3:2.")
            )
        if int(found[1]) > paytables.MOST:
            most = {"most": paytables.MOST}
            raise forms.ValidationError(gettext("At most %(most)d for one chip.") % most)
        return int(found[1]), int(found[2] or 1)


@dataclass(frozen=True, slots=True)
class Part:
    """Fields that stand together under a title; `grid`: in columns, as they are short."""

    title: str | StrPromise
    fields: list[forms.BoundField]
    grid: bool = False


class HouseForm(forms.Form):
    """Everything of `Stakes` for one house game.

    `seen` is the fingerprint of the values whose edges were shown, so that saving is a second step
    that no change can slip in front of.
    """

    label = forms.CharField(
        label=_("Label"),
        max_length=40,
        help_text=_("As the lobby shows it: 1/2."),
        widget=UnfoldAdminTextInputWidget,
    )
    min_buy_in = forms.IntegerField(
        label=_("smallest buy-in"),
        min_value=1,
        max_value=_MOST_CHIPS,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    max_buy_in = forms.IntegerField(
        label=_("largest buy-in"),
        min_value=1,
        max_value=_MOST_CHIPS,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, widget=UnfoldAdminTextInputWidget)
    force = forms.BooleanField(
        label=_("Let the house lose: I mean it"), required=False, widget=UnfoldBooleanWidget
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, stakes: Stakes, data: QueryDict | None = None) -> None:
        self.stakes = stakes
        self.kind = SETTINGS[stakes.game]
        self.now = stakes.house if stakes.settings else self.kind()
        names = ("label", "min_buy_in", "max_buy_in")
        initial = {name: getattr(stakes, name) for name in names if stakes.pk}
        super().__init__(data, initial=initial)
        self.settings: Settings | None = None
        self._parts: list[tuple[str | StrPromise, list[str], bool]] = [
            (_("Stakes"), ["label", "min_buy_in", "max_buy_in"], False)
        ]
        self._add_limits()
        self._add_options()
        for name in self.tables:
            self._add_table(name)

    @property
    def tables(self) -> list[str]:
        """The pay tables of the game, by field of its settings."""
        return [name for name in self.kind.__struct_fields__ if name in TABLES]

    @property
    def parts(self) -> Iterator[Part]:
        """All fields in groups, as the page shows them; reason, force and seen apart."""
        for title, names, grid in self._parts:
            yield Part(title, [self[name] for name in names], grid)

    @property
    def print(self) -> str:
        """The fingerprint of what would be saved."""
        kept = {name: self.cleaned_data[name] for name in ("label", "min_buy_in", "max_buy_in")}
        return hashlib.sha256(msgspec.json.encode([kept, self.settings])).hexdigest()[:32]

    @property
    def confirmed(self) -> bool:
        """Whether the edges were shown with just these values."""
        return bool(self.cleaned_data["seen"] == self.print)

    def shown(self) -> None:
        """Note that the edges are shown with the values that the form holds."""
        assert isinstance(self.data, QueryDict)
        data = self.data.copy()
        data["seen"] = self.print
        self.data = data

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        if cleaned["max_buy_in"] < cleaned["min_buy_in"]:
            self.add_error("max_buy_in", gettext("The largest buy-in is below the smallest."))
        for name in self.tables:
            table = self._table(name, cleaned)
            if table is not None and not table.lines:
                first = f"{name}_{_categories(name)[0]}"
                self.add_error(first, gettext("Write at least one line."))
        if self.errors:
            return cleaned
        options = [name for name in self.kind.__struct_fields__ if name in OPTIONS]
        values: dict[str, Any] = {name: cleaned[name] for name in options}
        values["limits"] = Limits(**{name: cleaned[f"limit_{name}"] for name in LIMITS})
        values |= {name: self._table(name, cleaned) for name in self.tables}
        try:
            found = self.kind(**values)
            found.check()
        except RulesError as error:
            self._blame(error)
        else:
            self._hold(found, cleaned["min_buy_in"])
        return cleaned

    def _hold(self, found: Settings, min_buy_in: int) -> None:
        """Take the settings, if who buys in for the least can play a round."""
        needed = GAMES[self.stakes.game].least_chips(found)
        if min_buy_in < needed:
            chips = {"chips": needed}
            self.add_error("min_buy_in", gettext("A round takes %(chips)d chips at least.") % chips)
        else:
            self.settings = found

    def _blame(self, error: RulesError) -> None:
        field = f"limit_{error.data.get('field')}"
        if error.code == "limits" and field in self.fields:
            self.add_error(field, gettext("The limits do not fit together here."))
        else:
            self.add_error(None, gettext("The game cannot be played with these settings."))

    # --- fields ------------------------------------------------------------------------------

    def _add_limits(self) -> None:
        for name, label in LIMITS.items():
            self.fields[f"limit_{name}"] = forms.IntegerField(
                label=label,
                min_value=0,
                initial=getattr(self.now.limits, name),
                widget=UnfoldAdminIntegerFieldWidget,
            )
        self._parts.append((_("Limits in chips"), [f"limit_{name}" for name in LIMITS], True))

    def _add_options(self) -> None:
        names = [name for name in self.kind.__struct_fields__ if name in OPTIONS]
        for name in names:
            value = getattr(self.now, name)
            label = OPTIONS[name]
            if name in _CHOICES:
                self.fields[name] = forms.ChoiceField(
                    label=label,
                    choices=_CHOICES[name],
                    initial=value,
                    widget=UnfoldAdminSelectWidget,
                )
            elif isinstance(value, bool):
                self.fields[name] = forms.BooleanField(
                    label=label, required=False, initial=value, widget=UnfoldBooleanWidget
                )
            else:
                self.fields[name] = forms.IntegerField(
                    label=label, min_value=0, initial=value, widget=UnfoldAdminIntegerFieldWidget
                )
        self._parts.append((_("Options"), names, False))

    def _add_table(self, name: str) -> None:
        standard = getattr(self.kind(), name)
        shown = getattr(self.now, name)
        names = []
        if name in _optional(self.kind):
            self.fields[f"{name}_offered"] = forms.BooleanField(
                label=_("This bet is offered"),
                required=False,
                initial=shown is not None,
                widget=UnfoldBooleanWidget,
            )
            self._parts.append((TABLES[name], [f"{name}_offered"], False))
            standard = standard or _listed(name)
        for category in _categories(name):
            usual = standard.line(category)
            field = PaysField(label=naming.PAID[category], required=False, max_length=8)
            field.initial = _written((shown or standard).line(category))
            if usual:
                field.help_text = _STANDARD % {"pays": _written(usual)}
            self.fields[f"{name}_{category}"] = field
            names.append(f"{name}_{category}")
        title = _("%(bet)s pays, for one chip") % {"bet": TABLES[name]}
        self._parts.append((title, names, True))

    def _table(self, name: str, cleaned: dict[str, Any]) -> PayTable | None:
        if not cleaned.get(f"{name}_offered", True):
            return None
        lines = tuple(
            Line(category, *cleaned[f"{name}_{category}"])
            for category in _categories(name)
            if cleaned[f"{name}_{category}"]
        )
        known = [getattr(self.now, name), *_LISTED]
        same = [each for each in known if each is not None and each.lines == lines]
        return same[0] if same else PayTable("own", "Madang", lines)


def _optional(kind: type[Settings]) -> set[str]:
    return {"trips", "aa", "bonus"} & set(kind.__struct_fields__)


def _listed(name: str) -> PayTable:
    """What a side bet that is not offered at first begins with."""
    assert name == "bonus"
    return paytables.RUSSIAN_BONUS


def _categories(name: str) -> list[str]:
    """The lines that a table can have, the best hand first."""
    without = _WITHOUT.get(name, _PLAIN)
    return [each for each in reversed(LADDER) if each not in without]


def _written(line: Line | None) -> str:
    if line is None:
        return ""
    return str(line.pays) if line.per == 1 else f"{line.pays}:{line.per}"
