"""Reading the tables: the lobby, and where a member sits."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import connection
from django.db.models import Count, F, Max, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from rules.house import GAMES as HOUSE_GAMES
from rules.house import Limits
from tables import games
from tables.models import HandSeat, Seat, Table, Waiting


def lobby() -> list[dict[str, Any]]:
    """All open poker tables in the order of the lobby, with figures that are a few seconds old.

    Keys: id, url, name, game (a name to read), game_key, stakes (label), amounts (of the stakes,
    by name), seats, taken, members, bots, average_pot, min_buy_in, max_buy_in, practice (bots play
    here), stakes_id, waiting (how many wait for a seat), free (seats that nobody sits on or waits
    for).
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
            "stakes_id",
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
    live = Waiting.objects.filter(ended_at=None).order_by()
    waiting = dict(live.values_list("table_id").annotate(Count("id")))
    return [_row({**row}, waiting.get(row["id"], 0)) for row in rows]


def _row(row: dict[str, Any], waiting: int) -> dict[str, Any]:
    members, bots = row["members"] or 0, row["bots"] or 0
    return {
        "stakes_id": row["stakes_id"],
        "waiting": waiting,
        "free": max(row["seats"] - members - bots - waiting, 0),
        "id": row["id"],
        "url": f"/tables/{row['id']}/",
        "name": games.table(row["name"]),
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
    for found in rows:
        row = dict[str, Any](found)
        limits = msgspec.convert(row.pop("limits") or {}, Limits)
        told = {
            "url": f"/tables/{row['id']}/",
            "name": games.table(row["name"]),
            "game": games.name(row["game_key"]),
        }
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


def places_of(member_id: int) -> dict[int, int]:
    """The member's place on the waiting list of each table where he waits, counted from 1."""
    lists = lists_of(member_id)
    return {row["table_id"]: row["place"] for row in lists if row["is_live"]}


_LISTS = """
    SELECT w.id, w.table_id, t.name, w.ended_at IS NULL, w.outcome,
        (SELECT count(*) FROM tables_waiting o WHERE o.table_id = w.table_id
            AND o.ended_at IS NULL AND o.id <= w.id),
        (SELECT count(*) FROM tables_waiting o WHERE o.table_id = w.table_id
            AND o.ended_at IS NULL),
        ceil(extract(epoch FROM w.offer_until - site_now()))::int
    FROM tables_waiting w JOIN tables_table t ON t.id = w.table_id
    WHERE w.member_id = %s AND NOT w.is_told
        AND (w.ended_at IS NULL OR w.ended_at > site_now() - interval '1 hour')
    ORDER BY w.ended_at IS NULL DESC, w.offer_until IS NULL, w.id"""


def lists_of(member_id: int) -> list[dict[str, Any]]:
    """Where a member waits for a seat, offers first; then how places of the last hour ended.

    Keys: id, table_id, table, url, is_live, place, of, offered_s (seconds that a seat is still
    kept, None without an offer), why (a sentence, of an ended one).
    """
    with connection.cursor() as cursor:
        cursor.execute(_LISTS, [member_id])
        rows = cursor.fetchall()
    return [
        {
            "id": id,
            "table_id": table_id,
            "table": games.table(name),
            "url": f"/tables/{table_id}/",
            "is_live": is_live,
            "place": place,
            "of": of,
            "offered_s": max(0, offered) if is_live and offered is not None else None,
            "why": "" if is_live else _why(outcome, games.table(name)),
        }
        for id, table_id, name, is_live, outcome, place, of, offered in rows
    ]


def _why(outcome: str, table: str) -> str:
    """How a place on a waiting list ended, for the member who had it."""
    sentences = {
        "timed_out": _("The seat at %(table)s was kept for you in vain, and went to the next."),
        "away": _("A seat came free at %(table)s while you were away, and went to the next."),
        "barred": _("A seat came free at %(table)s, but your account may not play now."),
        "broke": _("A seat came free at %(table)s, but your wallet held too few chips for it."),
        "closed": _("%(table)s has closed, and its waiting list with it."),
    }
    return sentences.get(outcome, "%(table)s") % {"table": table}
