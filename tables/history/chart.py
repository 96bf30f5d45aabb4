"""A line of results drawn as SVG: where its points lie, and the amounts along its side."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

WIDTH, HEIGHT = 1000, 300
MOST_STEPS = 5


class Chart(Struct, frozen=True):
    """points: of a polyline in a box of WIDTH x HEIGHT. zero: height of the line of no result.

    ticks: amounts of the equal steps along the side, from the top; lines: their heights. highest
    and lowest are (hands, total).
    """

    points: str
    zero: float
    ticks: tuple[int, ...]
    lines: tuple[float, ...]
    hands: int
    total: int
    highest: tuple[int, int]
    lowest: tuple[int, int]


def drawn(curve: Sequence[tuple[int, int]]) -> Chart:
    """The chart of (hands, total) points, of which the first is (0, 0)."""
    totals = [total for _, total in curve]
    ticks = _ticks(min(totals), max(totals))
    top, span = ticks[0], ticks[0] - ticks[-1]
    hands, total = curve[-1]
    points = " ".join(
        f"{WIDTH * at / max(hands, 1):.1f},{HEIGHT * (top - value) / span:.1f}"
        for at, value in curve
    )
    return Chart(
        points=points,
        zero=round(HEIGHT * top / span, 1),
        ticks=ticks,
        lines=tuple(round(HEIGHT * (top - tick) / span, 1) for tick in ticks),
        hands=hands,
        total=total,
        highest=max(curve, key=lambda point: point[1]),
        lowest=min(curve, key=lambda point: point[1]),
    )


def _ticks(low: int, high: int) -> tuple[int, ...]:
    """Equal round steps from at or above `high` down to at or below `low`, zero among them."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            top, bottom = -(-high // step), low // step
            if top - bottom <= MOST_STEPS:
                steps = range(max(top, bottom + 1), bottom - 1, -1)
                return tuple(step * count for count in steps)
        size *= 10
