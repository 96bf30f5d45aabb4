"""Forms of My Page: which lines of the statement, and the member's own limits."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
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
_DAY_FORMAT = "%Y-%m-%d"
_DAY = forms.DateInput({"type": "date"}, format=_DAY_FORMAT)


class DaysFilter(forms.Form):
    """From one day to another; empty fields leave nothing out."""

    since = forms.DateField(
        label=_("From day"), required=False, widget=_DAY, input_formats=[_DAY_FORMAT]
    )
    until = forms.DateField(
        label=_("To day"), required=False, widget=_DAY, input_formats=[_DAY_FORMAT]
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        for name, day in (("since", since), ("until", until)):
            if day and not FIRST_DAY <= day <= LAST_DAY:
                self.add_error(name, ValidationError(_("There are no entries of that time.")))
        if since and until and until < since:
            self.add_error("until", ValidationError(_("The last day lies before the first.")))
        return cleaned

    def between(self) -> dict[str, datetime | None]:
        """The first moment of the days and the first after them."""
        since, until = self.cleaned_data["since"], self.cleaned_data["until"]
        return {
            "since": moments.midnight(since) if since else None,
            "until": moments.midnight(until + moments.DAY) if until else None,
        }


class StatementFilter(DaysFilter):
    """Reason, table and days of a statement; empty fields leave nothing out."""

    reason = forms.ChoiceField(
        label=_("What for"),
        required=False,
        choices=[("", _("Everything")), *((reason.value, reason.label) for reason in IN_WALLETS)],
    )
    table = forms.ChoiceField()  # the member's own tables, see below
    field_order = ["reason", "table", "since", "until"]

    def __init__(self, data: QueryDict, *, member: Member) -> None:
        super().__init__(data)
        tables = forms.ChoiceField(
            label=_("Table"),
            required=False,
            choices=[("", _("All tables")), *selectors.tables_of(member)],
        )
        self.fields["table"] = tables

    def filters(self) -> dict[str, Any]:
        """The filters of `selectors.statement`; the last day is in it to its end."""
        chosen = self.cleaned_data
        return {
            "reason": chosen["reason"] or None,
            "table": chosen["table"] or None,
            **self.between(),
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

    lengths: tuple[tuple[int, Any], ...] = ()

    def __init__(self, data: QueryDict | None = None, initial: dict[str, Any] | None = None):
        # Two of these stand on one page.
        super().__init__(data, initial=initial, auto_id=f"{type(self).__name__.lower()}_%s")
        self.fields["days"] = forms.TypedChoiceField(
            label=_("For how long"), coerce=int, choices=list(self.lengths)
        )

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

    def __init__(self, data: QueryDict | None = None, initial: dict[str, Any] | None = None):
        super().__init__(data, initial=initial)
        self.fields["days"].widget = forms.HiddenInput()
