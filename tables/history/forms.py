"""Which of a member's hands are listed or counted."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules.games import GAMES
from tables import games
from tables.history.own import EVEN, LOST, WON, Filters
from wallet import moments
from wallet.forms import MOST_CHIPS, DaysFilter

PERIODS = {
    "7": _("7 days"),
    "30": _("30 days"),
    "90": _("90 days"),
    "365": _("365 days"),
}


def _games(only_poker: bool) -> list[tuple[str, Any]]:
    known = [(key, name) for key, name in games.NAMES.items() if key in GAMES or not only_poker]
    return [("", _("All games")), *known]


class HandFilter(DaysFilter):
    """Game, days, result and pot of the list; empty fields leave nothing out."""

    game = forms.ChoiceField(label=_("Game"), required=False, choices=_games(only_poker=False))
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=[("", _("All results")), (WON, _("Won")), (LOST, _("Lost")), (EVEN, _("Even"))],
    )
    pot = forms.IntegerField(
        label=_("Pot of at least"), required=False, min_value=0, max_value=MOST_CHIPS
    )
    field_order = ["game", "result", "pot", "since", "until"]

    def filters(self) -> Filters:
        """What `own.page` takes."""
        chosen = self.cleaned_data
        return Filters(
            game=chosen["game"] or None,
            **self.between(),
            result=chosen["result"] or None,
            least_pot=chosen["pot"] or None,
        )


class StatisticsFilter(forms.Form):
    """Game and period of the statistics."""

    game = forms.ChoiceField(label=_("Game"), required=False, choices=_games(only_poker=True))
    days = forms.ChoiceField(
        label=_("Period"), required=False, choices=[("", _("All time")), *PERIODS.items()]
    )

    def filters(self, now: datetime) -> Filters:
        """The last days include today, from midnight on."""
        chosen = self.cleaned_data
        since = None
        if chosen["days"]:
            first = moments.day_of(now) - moments.DAY * (int(chosen["days"]) - 1)
            since = moments.midnight(first)
        return Filters(game=chosen["game"] or None, since=since)
