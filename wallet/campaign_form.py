"""The form of a campaign: its condition, and a field of its own for each detail of a condition."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from wallet import conditions
from wallet.amounts import chips
from wallet.conditions import Rule
from wallet.models import Campaign

MOST_BUDGET = 10**15
YEARS = (2000, 2999)  # within them a moment is one in every time zone


class CampaignForm(forms.ModelForm[Campaign]):
    """A campaign as staff write it; `form` below adds the details that apps have registered."""

    condition = forms.ChoiceField(
        label=gettext_lazy("condition"),
        choices=conditions.choices,
        widget=UnfoldAdminSelectWidget,
    )
    change_reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, widget=UnfoldAdminTextInputWidget
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("reward", "needed", "cap"):
            self.fields[name].validators.append(MinValueValidator(1))
        for name in conditions.details():
            if name in self.fields:
                # Which of them are needed depends on the condition, and is looked at in `clean`.
                self.fields[name].required = False
                self.initial[name] = self.instance.params.get(name)

    def clean_budget(self) -> int:
        """A budget that the ledger can hold beside everything else."""
        budget: int = self.cleaned_data["budget"]
        if budget > MOST_BUDGET:
            text = _("At most %(most)s chips.") % {"most": chips(MOST_BUDGET)}
            raise ValidationError(text)
        return budget

    def clean_starts_at(self) -> datetime:
        """A moment of our times."""
        return self._of_our_times("starts_at")

    def clean_ends_at(self) -> datetime:
        """The same."""
        return self._of_our_times("ends_at")

    def _of_our_times(self, name: str) -> datetime:
        moment: datetime = self.cleaned_data[name]
        first, last = YEARS
        if not first <= moment.year <= last:
            text = _("The year lies between %(first)d and %(last)d.")
            raise ValidationError(text % {"first": first, "last": last})
        return moment

    def clean(self) -> dict[str, Any]:
        """Put what the condition knows into `params`, and say what does not fit."""
        cleaned = super().clean() or {}
        condition = conditions.get(cleaned.get("condition", ""))
        if condition is None:
            return cleaned
        params = {}
        for detail in condition.details:
            value = cleaned.get(detail.name)
            if value not in (None, "", []):
                params[detail.name] = value
            elif detail.field().required and detail.name not in self.errors:
                self.add_error(detail.name, _("This condition needs it."))
        self.instance.params = params
        if not self.errors:
            rule = Rule(cleaned["needed"], cleaned["min_humans"], params)
            for name, problem in condition.problems(rule).items():
                self.add_error(name, ValidationError(problem))
        return cleaned


def form() -> type[CampaignForm]:
    """The form with all details that are registered now."""
    fields = {name: detail.field() for name, (detail, _users) in conditions.details().items()}
    return type("CampaignForm", (CampaignForm,), fields)


def shown_when() -> dict[str, str]:
    """For each detail, when the page shows it: an expression over the chosen condition."""
    return {
        name: " || ".join(f"condition == '{user}'" for user in users)
        for name, (_detail, users) in conditions.details().items()
    }
