"""The staff's page of a game against the house: fields, then the edges, then saved."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from unfold.admin import ModelAdmin

from rules.house import pricing
from rules.house.pricing import Price
from tables import games, house_stakes
from tables.errors import Refused
from tables.house_forms import HouseForm
from tables.models import Stakes
from wallet.confirming import actor
from wallet.errors import WalletError


def edit(site: ModelAdmin, request: HttpRequest, stakes: Stakes) -> HttpResponse:
    """Show the form; sent once it shows the edges, sent again unchanged it saves."""
    form = HouseForm(stakes, request.POST if request.method == "POST" else None)
    prices: tuple[Price, ...] = ()
    if form.is_bound and form.is_valid():
        assert form.settings is not None
        prices = house_stakes.quote(stakes.game, form.settings)
        if form.confirmed and _saved(request, form, prices):
            words = {"name": stakes.label}
            site.message_user(request, _("%(name)s was saved.") % words, messages.SUCCESS)
            return redirect("admin:tables_stakes_changelist")
        form.shown()
    context: dict[str, Any] = {
        **site.admin_site.each_context(request),
        "title": games.name(stakes.game),
        "opts": Stakes._meta,
        "form": form,
        "prices": prices,
        "losing": pricing.below_zero(prices),
    }
    return TemplateResponse(request, "admin/tables/house.html", context)


def _saved(request: HttpRequest, form: HouseForm, prices: tuple[Price, ...]) -> bool:
    """Save it; False, and the reason at the field that it is about, if it may not be."""
    values, stakes = form.cleaned_data, form.stakes
    for name in ("label", "min_buy_in", "max_buy_in"):
        setattr(stakes, name, values[name])
    assert form.settings is not None
    try:
        house_stakes.save(
            stakes=stakes,
            settings=form.settings,
            prices=prices,
            forced=values["force"],
            actor_id=actor(request),
            reason=values["reason"],
        )
    except Refused:
        form.add_error("force", _("The house would lose on this. Say that you mean it."))
    except WalletError as refusal:
        form.add_error("reason", refusal.text)
    except ValidationError as error:
        form.add_error(None, error.messages)
    else:
        return True
    return False
