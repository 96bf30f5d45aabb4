"""Forms of My Page: which lines of the statement, and the member's own limits."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import Member
from wallet import moments, selectors
from wallet.models import Reason

# What moves a member's wallet; hands and rounds move seat sessions, budgets the house.
IN_WALLETS = [
    reason
    for reason in Reason
    if reason not in {Reason.HAND, Reason.ROUND, Reason.CAMPAIGN_FUND, Reason.CAMPAIGN_RETURN}
]
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2999, 12, 30)
MOST_CHIPS = 10**15
MOST_MINUTES = 24 * 60


class StatementFilter(forms.Form):
    """Reason, table and days of a statement; empty fields leave nothing out."""

    reason = forms.ChoiceField(label=_("What for"), required=False)
    table = forms.ChoiceField(label=_("Table"), required=False)
    since = forms.DateField(label=_("From day"), required=False)
    until = forms.DateField(label=_("To day"), required=False)

    def __init__(self, *args: Any, member: Member, **kwargs: Any) -> None:
        super().__init__(*args, use_required_attribute=False, **kwargs)
        everything = ("", _("Everything"))
        self.fields["reason"].choices = [everything, *((r.value, r.label) for r in IN_WALLETS)]
        self.fields["table"].choices = [
            ("", _("All tables")),
            *selectors.tables_of(member),
        ]
        for name in ("since", "until"):
            field = self.fields[name]
            field.widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
            field.input_formats = ["%Y-%m-%d"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        for name, day in (("since", since), ("until", until)):
            if day and not FIRST_DAY <= day <= LAST_DAY:
                self.add_error(name, ValidationError(_("There are no entries of that time.")))
        if since and until and until < since:
            self.add_error("until", ValidationError(_("The last day lies before the first.")))
        return cleaned

    def filters(self) -> dict[str, Any]:
        """The filters of `selectors.statement`; the last day is in it to its end."""
        chosen = self.cleaned_data
        return {
            "reason": chosen["reason"] or None,
            "table": chosen["table"] or None,
            "since": moments.midnight(chosen["since"]) if chosen["since"] else None,
            "until": moments.midnight(chosen["until"] + moments.DAY) if chosen["until"] else None,
        }


class LossForm(forms.Form):
    """The most chips that may be lost in a day."""

    chips = forms.IntegerField(
        label=_("Chips a day"),
        required=False,
        min_value=0,
        max_value=MOST_CHIPS,
        help_text=_("Leave it empty for no limit."),
    )


class MinutesForm(forms.Form):
    """The most minutes at tables in a day."""

    minutes = forms.IntegerField(
        label=_("Minutes a day"),
        required=False,
        min_value=0,
        max_value=MOST_MINUTES,
        help_text=_("Leave it empty for no limit."),
    )


class DaysForm(forms.Form):
    """How many days from now."""

    days = forms.TypedChoiceField(label=_("For how long"), coerce=int)
    lengths: tuple[tuple[int, Any], ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Two of these stand on one page.
        super().__init__(*args, auto_id=f"{type(self).__name__.lower()}_%s", **kwargs)
        self.fields["days"].choices = list(self.lengths)

    def until(self, now: datetime) -> datetime:
        """The moment that the chosen days end."""
        return now + timedelta(days=self.cleaned_data["days"])


class BreakForm(DaysForm):
    """A break of days."""

    lengths = ((1, _("1 day")), (3, _("3 days")), (7, _("7 days")), (30, _("30 days")))


class ExcludeForm(DaysForm):
    """A self-exclusion of months."""

    lengths = (
        (30, _("1 month (30 days)")),
        (90, _("3 months (90 days)")),
        (180, _("6 months (180 days)")),
        (365, _("1 year (365 days)")),
    )


class SureForm(ExcludeForm):
    """The same, said once more on purpose."""

    sure = forms.BooleanField(label=_("I understand that I cannot end this early."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["days"].widget = forms.HiddenInput()
