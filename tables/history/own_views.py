"""A member's own hands: the list and the statistics."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from msgspec import Struct

from tables.history import chart, own
from tables.history.chart import Chart
from tables.history.forms import HandFilter, StatisticsFilter
from tables.history.own import Figures
from wallet import moments
from wallet.amounts import chips, signed
from wallet.views.reading import is_htmx, member_of, place, query

DASH = "–"


class Tile(Struct, frozen=True):
    """A figure with its name and what it was counted from."""

    key: str
    name: str
    value: str
    of: str


@login_required
@require_safe
def hands(request: HttpRequest) -> HttpResponse:
    """The reader's hands, filtered, newest first; htmx gets rows alone."""
    member = member_of(request)
    before = place(request)
    form = HandFilter(request.GET)
    page: dict[str, Any] = {"filter": form, "query": query(request), "here": request.path}
    if form.is_valid():
        page["hands"] = own.page(member.pk, form.filters(), before=before)
        page["filtered"] = bool(page["query"])
    else:
        page |= {"hands": own.Page((), None), "filtered": True}
    template = "tables/own_hand_rows.html" if is_htmx(request) else "tables/own_hands.html"
    return render(request, template, page)


@login_required
@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """How the reader plays and what came of it, in all and for each game and stake."""
    member = member_of(request)
    form = StatisticsFilter(request.GET)
    page: dict[str, Any] = {"filter": form, "query": query(request), "parts": []}
    if form.is_valid():
        filters = form.filters(moments.now())
        parts = own.by_stakes(member.pk, filters)
        page["parts"] = [(part, _cells(part)) for part in parts]
        if parts:
            whole = own.together(parts)
            drawn = chart.drawn(own.curve(member.pk, filters, whole.hands))
            page |= {"whole": whole, "tiles": _tiles(whole), "chart": drawn}
            page |= {"chart_words": _words(drawn), "box": f"0 0 {chart.WIDTH} {chart.HEIGHT}"}
    return render(request, "tables/statistics.html", page)


def _tiles(figures: Figures) -> list[Tile]:
    hands_ = ngettext("of %(n)s hand", "of %(n)s hands", figures.hands) % {
        "n": chips(figures.hands)
    }
    showdowns = ngettext("of %(n)s showdown", "of %(n)s showdowns", figures.showdowns) % {
        "n": chips(figures.showdowns)
    }
    went = _("of %(n)s that saw a later street") % {"n": chips(figures.saw)}
    ratio = _("%(bets)s bets and raises, %(calls)s calls") % {
        "bets": chips(figures.bets),
        "calls": chips(figures.calls),
    }
    return [
        Tile("hands", _("Hands counted"), chips(figures.hands), ""),
        Tile("net", _("Result"), signed(figures.net), ""),
        Tile("per-100", _("Per 100 hands"), _number(figures.per_hundred, sign=True), _("in units")),
        Tile("vpip", "VPIP", _share(figures.vpip), hands_),
        Tile("pfr", "PFR", _share(figures.pfr), hands_),
        Tile("aggression", _("Aggression"), _number(figures.aggression), ratio),
        Tile("went", _("Went to showdown"), _share(figures.went), went),
        Tile("won", _("Won at showdown"), _share(figures.won), showdowns),
    ]


def _cells(part: Figures) -> dict[str, str]:
    """The ratios of a line, written out."""
    return {
        "vpip": _share(part.vpip),
        "pfr": _share(part.pfr),
        "per_hundred": _number(part.per_hundred, sign=True),
    }


def _share(percent: float | None) -> str:
    return DASH if percent is None else f"{_one_decimal(percent)}%"


def _number(value: float | None, *, sign: bool = False) -> str:
    if value is None:
        return DASH
    before = "−" if round(value, 1) < 0 else "+" if sign and round(value, 1) > 0 else ""
    return before + _one_decimal(abs(value))


def _one_decimal(value: float) -> str:
    # Django cuts decimals off; it does not round.
    return formats.number_format(round(value, 1), 1)


def _words(drawn: Chart) -> str:
    """The chart for those who do not see it."""
    return _(
        "Over %(hands)s hands: %(total)s in the end, at best %(high)s after hand %(high_at)s, "
        "at worst %(low)s after hand %(low_at)s."
    ) % {
        "hands": chips(drawn.hands),
        "total": signed(drawn.total),
        "high": signed(drawn.highest[1]),
        "high_at": chips(drawn.highest[0]),
        "low": signed(drawn.lowest[1]),
        "low_at": chips(drawn.lowest[0]),
    }
