"""The member's own limits: daily loss, daily time, a break, self-exclusion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from wallet import limits as own
from wallet import moments, wording
from wallet.errors import WalletError
from wallet.forms import BreakForm, ExcludeForm, LossForm, MinutesForm, SureForm
from wallet.limits import Binding
from wallet.views.reading import member_of

Done = str | HttpResponse


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def limits(request: HttpRequest) -> HttpResponse:
    """What binds the member, and the forms to change it; `what` names the form that was sent."""
    member_id = member_of(request).pk
    binding = own.of_member(member_id)
    bound = _forms(binding)
    what = request.POST.get("what", "")
    if request.method == "POST" and what in _CHANGES:
        make, change = _CHANGES[what]
        form = make(request.POST)
        if form.is_valid():
            try:
                done = change(request, member_id, form)
            except WalletError as error:
                form.add_error(None, error.text)
            else:
                if isinstance(done, HttpResponse):
                    return done
                messages.success(request, done)
                return redirect("limits")
        if what == "sure":
            return _ask(request, form)
        bound[what] = form
    today = own.today(member_id)
    page = {"binding": binding, "today": today, "now": moments.now(), **bound}
    words = _words(binding) | {"played": wording.hours(today.minutes)}
    return render(request, "wallet/limits.html", page | {"words": words})


def _forms(binding: Binding) -> dict[str, forms.Form]:
    return {
        "loss": LossForm(initial={"chips": binding.daily_loss.value}),
        "minutes": MinutesForm(initial={"minutes": binding.daily_minutes.value}),
        "break": BreakForm(),
        "exclude": ExcludeForm(),
    }


def _words(binding: Binding) -> dict[str, str]:
    return {
        "loss": wording.loss(binding.daily_loss.value),
        "next_loss": wording.loss(binding.daily_loss.next_value),
        "minutes": wording.minutes(binding.daily_minutes.value),
        "next_minutes": wording.minutes(binding.daily_minutes.next_value),
    }


def _loss(_request: HttpRequest, member_id: int, form: forms.Form) -> Done:
    limit = own.set_daily_loss(member_id=member_id, chips=form.cleaned_data["chips"])
    return wording.changed(
        limit, wording.loss(form.cleaned_data["chips"]), wording.loss(limit.value)
    )


def _minutes(_request: HttpRequest, member_id: int, form: forms.Form) -> Done:
    limit = own.set_daily_minutes(member_id=member_id, minutes=form.cleaned_data["minutes"])
    return wording.changed(
        limit, wording.minutes(form.cleaned_data["minutes"]), wording.minutes(limit.value)
    )


def _break(_request: HttpRequest, member_id: int, form: forms.Form) -> Done:
    assert isinstance(form, BreakForm)
    until = form.until(moments.now())
    own.take_break(member_id=member_id, until=until)
    return _("Your break has begun. You can play again from %(time)s on.") % {
        "time": wording.when(until)
    }


def _exclude(request: HttpRequest, member_id: int, form: forms.Form) -> Done:
    """Nothing happens yet: the member is asked once more."""
    days = form.cleaned_data["days"]
    return _ask(request, SureForm(initial={"days": days}), days)


def _sure(_request: HttpRequest, member_id: int, form: forms.Form) -> Done:
    assert isinstance(form, SureForm)
    until = form.until(moments.now())
    own.exclude(member_id=member_id, until=until)
    return _("You have excluded yourself from play until %(time)s.") % {"time": wording.when(until)}


def _reopen(_request: HttpRequest, member_id: int, _form: forms.Form) -> Done:
    opens = own.reopen(member_id=member_id)
    return _("Noted. Play opens for you at %(time)s.") % {"time": wording.when(opens)}


def _ask(request: HttpRequest, form: forms.Form, days: int | None = None) -> HttpResponse:
    """The page that asks whether the member really means the exclusion."""
    lengths = dict(ExcludeForm.lengths)
    chosen = days or form.cleaned_data.get("days")
    if chosen not in lengths:
        return redirect("limits")
    return render(request, "wallet/exclude.html", {"form": form, "length": lengths[chosen]})


Change = Callable[[HttpRequest, int, forms.Form], Done]
_CHANGES: dict[str, tuple[Callable[[Any], forms.Form], Change]] = {
    "loss": (LossForm, _loss),
    "minutes": (MinutesForm, _minutes),
    "break": (BreakForm, _break),
    "exclude": (ExcludeForm, _exclude),
    "sure": (SureForm, _sure),
    "reopen": (forms.Form, _reopen),
}
