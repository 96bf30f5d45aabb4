"""Reading the tables: the lobby, and where a member sits."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db.models import Count, F, Max, Sum
from django.db.models.functions import Coalesce

from rules.house import GAMES as HOUSE_GAMES
from rules.house import Limits
from tables import games
from tables.models import HandSeat, Seat, Table


def lobby() -> list[dict[str, Any]]:
    """All open poker tables in the order of the lobby, with figures that are a few seconds old.

    Keys: id, url, name, game (a name to read), game_key, stakes (label), amounts (of the stakes,
    by name), seats, taken, members, bots, average_pot, min_buy_in, max_buy_in, practice (bots play
    here).
    """
    rows = (
        Table.objects.filter(is_open=True, parent=None)
        .exclude(stakes__game__in=HOUSE_GAMES)
        .order_by("position", "pk")
        .values(
            "id",
            "name",
            "seats",
            "bot_seats",
            game_key=F("stakes__game"),
            label=F("stakes__label"),
            amounts=F("stakes__amounts"),
            min_buy_in=F("stakes__min_buy_in"),
            max_buy_in=F("stakes__max_buy_in"),
            members=F("figures__members"),
            bots=F("figures__bots"),
            average_pot=F("figures__average_pot"),
        )
    )
    return [_row({**row}) for row in rows]


def _row(row: dict[str, Any]) -> dict[str, Any]:
    members, bots = row["members"] or 0, row["bots"] or 0
    return {
        "id": row["id"],
        "url": f"/tables/{row['id']}/",
        "name": row["name"],
        "game": games.name(row["game_key"]),
        "game_key": row["game_key"],
        "stakes": row["label"],
        "amounts": row["amounts"],
        "seats": row["seats"],
        "taken": members + bots,
        "members": members,
        "bots": bots,
        "average_pot": row["average_pot"] or 0,
        "min_buy_in": row["min_buy_in"],
        "max_buy_in": row["max_buy_in"],
        "practice": row["bot_seats"] > 0,
    }


def house_lobby() -> list[dict[str, Any]]:
    """All open tables against the house.

    Keys: id, url, name, game (a name to read), game_key, least and most (the smallest and largest
    ante; 0: no largest), members (who play there now), min_buy_in, max_buy_in.
    """
    rows = (
        Table.objects.filter(is_open=True, parent=None, stakes__game__in=HOUSE_GAMES)
        .order_by("position", "pk")
        .values(
            "id",
            "name",
            game_key=F("stakes__game"),
            limits=F("stakes__settings__limits"),
            min_buy_in=F("stakes__min_buy_in"),
            max_buy_in=F("stakes__max_buy_in"),
            members=Coalesce(F("figures__members"), 0),
        )
    )
    shown = []
    for row in rows:
        limits = msgspec.convert(row.pop("limits") or {}, Limits)
        told = {"url": f"/tables/{row['id']}/", "game": games.name(row["game_key"])}
        shown.append({**row, **told, "least": limits.least, "most": limits.most})
    return shown


def seated_at(member_id: int) -> list[int]:
    """The tables at which a member has a seat, the last one first; for a box its house table."""
    seats = Seat.objects.filter(member_id=member_id, left_at=None).order_by("-pk")
    found = seats.values_list(Coalesce(F("table__parent_id"), F("table_id")), flat=True)
    return list(found)


def sitting(table_id: int, member_id: int) -> dict[str, int]:
    """What the present sitting of a member at a house table came to so far.

    Keys: rounds, staked (chips on the felt), net (below 0: lost), best (largest win of a round).
    """
    session = Seat.objects.filter(
        table__parent=table_id, member=member_id, left_at=None
    ).values_list("session", flat=True)
    played = HandSeat.objects.filter(member=member_id, session__in=list(session))
    sums = played.aggregate(Count("pk"), Sum("hand__pot"), Sum("net"), Max("net"))
    return {
        "rounds": sums["pk__count"],
        "staked": sums["hand__pot__sum"] or 0,
        "net": sums["net__sum"] or 0,
        "best": max(sums["net__max"] or 0, 0),
    }
