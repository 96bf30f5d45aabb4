"""A member's own hands: the list, and what they come to. Reads rows, never events."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Max, Q, QuerySet, Sum, Window
from django.db.models.functions import RowNumber
from msgspec import Struct

from rules.games import GAMES
from tables import games
from tables.models import Hand, HandSeat

PAGE = 50
CURVE_POINTS = 200
WON, LOST, EVEN = "won", "lost", "even"
_RESULTS = {WON: Q(net__gt=0), LOST: Q(net__lt=0), EVEN: Q(net=0)}


class Filters(Struct, frozen=True):
    """Which hands; None leaves nothing out. `until` is the first moment that is not in it."""

    game: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    result: str | None = None
    least_pot: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A hand in the list."""

    hand_id: int
    url: str
    title: str
    game: str
    stakes: str
    ended_at: datetime
    pot: int
    net: int


@dataclass(frozen=True, slots=True)
class Page:
    """Hands, newest first; pass `older` as `before` for the next page, None: there is none."""

    rows: tuple[Row, ...]
    older: int | None


@dataclass(frozen=True, slots=True)
class Figures:
    """Hands and how they were played: docs/history.md. `units` is the result in big blinds, big
    bets or seeds, each hand in those of its stakes.
    """

    game: str = ""
    stakes: str = ""
    hands: int = 0
    entered: int = 0
    raised: int = 0
    saw: int = 0
    showdowns: int = 0
    showdowns_won: int = 0
    bets: int = 0
    calls: int = 0
    net: int = 0
    units: float = 0.0

    @property
    def vpip(self) -> float | None:
        return _percent(self.entered, self.hands)

    @property
    def pfr(self) -> float | None:
        return _percent(self.raised, self.hands)

    @property
    def went(self) -> float | None:
        """Of the hands that saw a later street, those that came to a showdown."""
        return _percent(self.showdowns, self.saw)

    @property
    def won(self) -> float | None:
        return _percent(self.showdowns_won, self.showdowns)

    @property
    def aggression(self) -> float | None:
        return self.bets / self.calls if self.calls else None

    @property
    def per_hundred(self) -> float | None:
        return self.units / self.hands * 100 if self.hands else None


def page(member_id: int, filters: Filters, *, before: int | None = None) -> Page:
    """Finished hands of a member; `before` is the hand that the page goes on from."""
    found = _chosen(member_id, filters)
    if before is not None:
        found = found.filter(hand_id__lt=before)
    found = found.select_related("hand__table__parent").defer("hand__events", "hand__sealed")
    seats = list(found.order_by("-hand_id")[: PAGE + 1])
    rows = tuple(_row(seat) for seat in seats[:PAGE])
    return Page(rows, rows[-1].hand_id if len(seats) > PAGE else None)


def by_stakes(member_id: int, filters: Filters) -> list[Figures]:
    """A member's figures for each poker game and stake, in the order of the games."""
    groups = (
        _poker(member_id, filters)
        .values("game", "unit")
        .annotate(
            hands=Count("pk"),
            entered_=Count("pk", filter=Q(entered=True)),
            raised_=Count("pk", filter=Q(raised=True)),
            saw_=Count("pk", filter=Q(saw=True) | Q(showdown=True)),
            showdowns=Count("pk", filter=Q(showdown=True)),
            showdowns_won=Count("pk", filter=Q(showdown=True, won__gt=0)),
            bets_=Sum("bets"),
            calls_=Sum("calls"),
            net_=Sum("net"),
            last=Max("hand_id"),
        )
    )
    found = list(groups)
    amounts = dict(
        Hand.objects.filter(pk__in=[group["last"] for group in found]).values_list("pk", "stakes")
    )
    order = list(GAMES)
    found.sort(key=lambda group: (order.index(group["game"]), group["unit"]))
    return [_figures(group, games.stakes(amounts[group["last"]])) for group in found]


def together(parts: list[Figures]) -> Figures:
    """The sum of all stakes."""
    counted = ("hands", "entered", "raised", "saw", "showdowns", "showdowns_won", "bets", "calls")
    sums = {name: sum(getattr(part, name) for part in parts) for name in (*counted, "net")}
    return Figures(**sums, units=sum(part.units for part in parts))


def curve(member_id: int, filters: Filters, hands: int) -> list[tuple[int, int]]:
    """(hands, net after them) of so many hands from the first to the last, some 200 points."""
    step = max(1, hands // CURVE_POINTS)
    played = _poker(member_id, filters).annotate(
        place=Window(RowNumber(), order_by="hand_id"),
        total=Window(Sum("net"), order_by="hand_id"),
    )
    kept = played.annotate(rest=F("place") % step).filter(Q(rest=0) | Q(place=hands))
    points = kept.order_by("place").values_list("place", "total")
    return [(0, 0), *((place, int(total)) for place, total in points)]


def _chosen(member_id: int, filters: Filters) -> QuerySet[HandSeat]:
    found = HandSeat.objects.filter(member_id=member_id)
    if filters.game:
        found = found.filter(game=filters.game)
    if filters.since:
        found = found.filter(ended_at__gte=filters.since)
    if filters.until:
        found = found.filter(ended_at__lt=filters.until)
    if filters.result:
        found = found.filter(_RESULTS[filters.result])
    if filters.least_pot:
        found = found.filter(hand__pot__gte=filters.least_pot)
    return found


def _poker(member_id: int, filters: Filters) -> QuerySet[HandSeat]:
    """Rounds against the house are no hands of poker."""
    return _chosen(member_id, filters).filter(game__in=list(GAMES))


def _row(seat: HandSeat) -> Row:
    hand = seat.hand
    return Row(
        hand.pk,
        hand.get_absolute_url(),
        games.hand(str(hand.table), hand.number),
        games.name(hand.game),
        games.stakes(hand.stakes),
        seat.ended_at,
        hand.pot,
        seat.net,
    )


def _figures(group: Mapping[str, Any], stakes: str) -> Figures:
    return Figures(
        game=games.name(group["game"]),
        stakes=stakes,
        hands=group["hands"],
        entered=group["entered_"],
        raised=group["raised_"],
        saw=group["saw_"],
        showdowns=group["showdowns"],
        showdowns_won=group["showdowns_won"],
        bets=group["bets_"],
        calls=group["calls_"],
        net=int(group["net_"]),
        units=int(group["net_"]) / group["unit"],
    )


def _percent(part: int, whole: int) -> float | None:
    return part / whole * 100 if whole else None
