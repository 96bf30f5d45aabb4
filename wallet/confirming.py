"""Acts of staff on chosen rows: a page that says what will happen and asks why, then the act."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextInputWidget

from wallet.errors import WalletError

MOST = 100  # rows that one act takes


class ReasonForm(forms.Form):
    """Why it is done: required, kept in the log."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, widget=UnfoldAdminTextInputWidget
    )

    @property
    def confirmed(self) -> bool:
        """Whether what will happen was shown with just these values."""
        return True

    def shown(self) -> None:
        """Note that the page is shown with the values that the form holds."""


class GrantForm(ReasonForm):
    """How many chips. `token` makes the act happen once, `seen` is the amount that was shown."""

    amount = forms.IntegerField(
        label=gettext_lazy("Chips for each"), min_value=1, widget=UnfoldAdminIntegerFieldWidget
    )
    token = forms.CharField(max_length=24, widget=forms.HiddenInput)
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)
    field_order = ["amount", "reason"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"token": secrets.token_hex(10)})
        super().__init__(*args, **kwargs)

    @property
    def confirmed(self) -> bool:
        """Whether the amount is the one whose consequences were shown."""
        return bool(self.cleaned_data["seen"] == self.cleaned_data["amount"])

    def shown(self) -> None:
        """Let the next sending of the same amount be the confirmation."""
        assert isinstance(self.data, QueryDict)
        data = self.data.copy()
        data["seen"] = str(self.cleaned_data["amount"])
        self.data = data


def actor(request: HttpRequest) -> int:
    """The member of staff who acts. The admin lets nobody else this far."""
    assert request.user.pk is not None
    return request.user.pk


Line = Callable[[Any, dict[str, Any]], str]
Done = Callable[[Any, dict[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class Confirmed:
    """An act: `line` says what it will do to a row, given what is known of the form so far.

    `act` does it and says whether it did anything new; with `together` it gets all rows at once.
    """

    name: str
    title: str | Promise
    line: Line
    act: Done
    form: type[ReasonForm] = ReasonForm
    together: bool = False


def confirm(
    site: admin.ModelAdmin[Any], request: HttpRequest, chosen: QuerySet[Any], what: Confirmed
) -> HttpResponse | None:
    """The page of an act, or after the confirmation None: the act is done, and said so."""
    rows = list(chosen.order_by("pk")[: MOST + 1])
    if len(rows) > MOST:
        text = _("Choose at most %(most)d at once.") % {"most": MOST}
        site.message_user(request, text, messages.ERROR)
        return None
    form = what.form(request.POST) if "post" in request.POST else what.form()
    if form.is_bound and form.is_valid():
        if form.confirmed:
            for level, text in _run(what, rows, form.cleaned_data):
                site.message_user(request, text, level)
            return None
        form.shown()
    known = getattr(form, "cleaned_data", {})
    context = {
        **site.admin_site.each_context(request),
        "title": what.title,
        "opts": site.model._meta,
        "form": form,
        "lines": [what.line(row, known) for row in rows],
        "rows": rows,
        "action": what.name,
        "action_checkbox_name": ACTION_CHECKBOX_NAME,
    }
    return TemplateResponse(request, "admin/wallet/confirm.html", context)


def _run(what: Confirmed, rows: Sequence[Any], values: dict[str, Any]) -> Iterator[tuple[int, str]]:
    for each in [rows] if what.together else rows:
        name = ", ".join(str(row) for row in rows) if what.together else str(each)
        try:
            fresh = what.act(each, values)
        except WalletError as refusal:
            text = _("%(object)s: %(problem)s") % {"object": name, "problem": refusal.text}
            yield messages.ERROR, text
            continue
        if fresh:
            yield messages.SUCCESS, _("%(object)s: done.") % {"object": name}
        else:
            yield messages.WARNING, _("%(object)s: this was done before.") % {"object": name}
