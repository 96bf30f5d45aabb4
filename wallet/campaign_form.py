"""The form of a campaign: its condition, and a field of its own for each detail of a condition."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from wallet import conditions
from wallet.conditions import Rule
from wallet.models import Campaign


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
        for name in conditions.details():
            if name in self.fields:
                # Which of them are needed depends on the condition, and is looked at in `clean`.
                self.fields[name].required = False
                self.initial[name] = self.instance.params.get(name)

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
