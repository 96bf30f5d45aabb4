"""The lobby."""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Member
from tables import games, selectors
from wallet.amounts import chips
from wallet.selectors import balance

POLL_S = 5
# Whoever brings this many of a table's largest buy-ins can lose some without losing all.
COMFORTABLE_BUY_INS = 5


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """All open tables or those of one family of games, and the seat that suits the reader."""
    return render(request, "tables/lobby.html", _page(request))


@require_safe
def lobby_tables(request: HttpRequest) -> HttpResponse:
    """The lobby's tables alone, for its poll; 204 while nothing has changed since `seen`."""
    page = _page(request)
    if request.GET.get("seen") == page["digest"]:
        return HttpResponse(status=204)
    return render(request, "tables/lobby_tables.html", page)


def _page(request: HttpRequest) -> dict[str, Any]:
    member = request.user if isinstance(request.user, Member) else None
    seated = selectors.seated_at(member.pk) if member else []
    places = selectors.places_of(member.pk) if member else {}
    rows = [_shown(row, row["id"] in seated, places.get(row["id"], 0)) for row in selectors.lobby()]
    house = [_shown_house(row, row["id"] in seated) for row in selectors.house_lobby()]
    suggested = suggest(rows, balance(member), seated) if member else None
    if not (suggested and suggested["yours"]):
        # Nobody waits at a house table: a seat among people comes first.
        suggested = next((row for row in house if row["yours"]), suggested)
    stakes = quick_choices(rows, suggested) if member else []
    families = _families([*rows, *house], request.GET.get("game", ""))
    chosen = next((each["key"] for each in families if each["is_chosen"]), "")
    if chosen:
        rows = [row for row in rows if games.family(row["game_key"]) == chosen]
        house = house if chosen == "house" else []
    seen = [rows, house, suggested, families, request.LANGUAGE_CODE]
    digest = hashlib.sha256(msgspec.json.encode(seen))
    return {
        "tables": rows,
        "house": house,
        "families": families,
        "family": chosen,
        "next": suggested,
        "digest": digest.hexdigest()[:16],
        "poll_s": POLL_S,
        "stakes": stakes,
    }


def _families(rows: list[dict[str, Any]], wanted: str) -> list[dict[str, Any]]:
    """All games, then every family that has a table; `wanted` is chosen, else all."""
    counts = Counter(games.family(row["game_key"]) for row in rows)
    named = {"": _("All games"), **{k: str(n) for k, n in games.FAMILIES.items() if counts[k]}}
    chosen = wanted if wanted in named else ""
    counts[""] = len(rows)
    return [
        {"key": key, "name": name, "tables": counts[key], "is_chosen": key == chosen}
        for key, name in named.items()
    ]


def quick_choices(
    rows: list[dict[str, Any]], suggested: dict[str, Any] | None
) -> list[dict[str, Any]]:
    """The stakes at which tables are open, for the quick seat: with what a seat takes, how many
    are free, and the one to begin with.
    """
    choices: dict[int, dict[str, Any]] = {}
    for row in rows:
        choice = choices.setdefault(row["stakes_id"], {**row, "free": 0, "is_chosen": False})
        choice["free"] += row["free"]
    chosen = choices.get(suggested.get("stakes_id", 0)) if suggested else None
    if chosen:
        chosen["is_chosen"] = True
    return list(choices.values())


def _shown(row: dict[str, Any], yours: bool, place: int) -> dict[str, Any]:
    """A lobby row with what the page makes of it: a dot a seat, and what its button says.

    place: the reader's on the waiting list, 0 = not on it.
    """
    free = max(row["seats"] - row["taken"], 0)
    dots = ["taken"] * row["members"] + ["bot"] * row["bots"] + ["free"] * free
    is_free = row["free"] > 0
    action = _("Back to your seat") if yours else _("Take a seat") if is_free else _("Watch")
    shown = {"stakes": _stakes(row), "dots": dots, "action": str(action)}
    may_wait = not (yours or place or is_free)
    door = _door(row["url"], is_open=is_free and not yours)
    return {**row, **shown, "door": door, "yours": yours, "place": place, "may_wait": may_wait}


def _shown_house(row: dict[str, Any], yours: bool) -> dict[str, Any]:
    """A row of a house table with what the page makes of it."""
    action = _("Back to your seat") if yours else _("Take a seat")
    ante = chips(row["least"])
    if row["most"]:
        ante = f"{ante} – {chips(row['most'])}"
    door = _door(row["url"], is_open=not yours)
    return {**row, "ante": ante, "action": str(action), "door": door, "yours": yours}


def _door(url: str, *, is_open: bool) -> str:
    """Where the button of a row leads: with a seat to take, to a page that asks for the buy-in."""
    return f"{url}?seat" if is_open else url


def _stakes(row: dict[str, Any]) -> str:
    """The amounts that a game is known by, in the reader's figures; else the label."""
    return games.stakes(row["amounts"]) or str(row["stakes"])


def suggest(rows: list[dict[str, Any]], wallet: int, seated: list[int]) -> dict[str, Any] | None:
    """The seat that a member with `wallet` chips wants next; None if there is none.

    The seat that the member has already; else the highest stakes that the chips allow with ease,
    or the lowest that they allow at all, and among equals the table with most people.
    """
    for table_id in seated:
        for row in rows:
            if row["id"] == table_id:
                return row
    open_to = [r for r in rows if r["free"] > 0 and r["min_buy_in"] <= wallet]
    if not open_to:
        return None
    with_ease = [r for r in open_to if r["max_buy_in"] * COMFORTABLE_BUY_INS <= wallet]
    stake = (
        max(r["min_buy_in"] for r in with_ease)
        if with_ease
        else min(r["min_buy_in"] for r in open_to)
    )
    candidates = [r for r in with_ease or open_to if r["min_buy_in"] == stake]
    return max(candidates, key=lambda r: (r["members"], r["taken"]))
