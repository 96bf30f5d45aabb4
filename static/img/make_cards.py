"""Draw the deck: `python static/img/make_cards.py` writes cards.svg beside this file.

One sprite holds every card as a symbol of 250 x 350: `As` ... `2c`, the same with a giant index
as `big-As` ... `big-2c`, and `back`. All outlines are drawn here, letters included, so the cards
need no font. Suit colours come from the page (--suit-c ... --suit-s) with fallbacks inside.
"""

import re
from pathlib import Path

WIDTH, HEIGHT = 250, 350
FACE, EDGE, BRASS = "#fbf8f0", "#d8d0bd", "#b98d33"
COLOURS = {"c": "#1b1d21", "d": "#c22f27", "h": "#c22f27", "s": "#1b1d21"}

# Pips in a box of 100 around 0, 0; absolute commands only, so that `place` can move them.
PIPS = {
    "h": "M0 44C-12 30 -46 8 -46 -18C-46 -34 -35 -43 -23 -43C-12 -43 -4 -37 0 -27"
    "C4 -37 12 -43 23 -43C35 -43 46 -34 46 -18C46 8 12 30 0 44Z",
    "d": "M0 -49C8 -31 24 -12 39 0C24 12 8 31 0 49C-8 31 -24 12 -39 0C-24 -12 -8 -31 0 -49Z",
    "s": "M0 -48C10 -28 45 -8 45 15C45 29 35 36 25 36C16 36 9 32 5 25C6 36 10 43 17 47L-17 47"
    "C-10 43 -6 36 -5 25C-9 32 -16 36 -25 36C-35 36 -45 29 -45 15C-45 -8 -10 -28 0 -48Z",
    "c": "M-22 -25A22 22 0 1 1 22 -25A22 22 0 1 1 -22 -25ZM-46 12A22 22 0 1 1 -2 12"
    "A22 22 0 1 1 -46 12ZM2 12A22 22 0 1 1 46 12A22 22 0 1 1 2 12ZM-12 -12L12 -12L12 14L-12 14Z"
    "M-6 0L6 0C6 26 10 41 17 47L-17 47C-10 41 -6 26 -6 0Z",
}

# Letters as strokes in a box of 64 x 100.
GLYPHS = {
    "A": "M4 100L32 2L60 100M14 67L50 67",
    "K": "M9 0L9 100M58 0L11 60M27 42L60 100",
    "Q": "M32 1C12 1 5 22 5 50C5 78 12 99 32 99C52 99 59 78 59 50C59 22 52 1 32 1ZM36 72L60 103",
    "J": "M22 1L52 1M46 1L46 68C46 89 38 99 25 99C13 99 6 91 5 77",
    "T": "M1 18L13 2L13 100M49 1C36 1 31 20 31 50C31 80 36 99 49 99C62 99 67 80 67 50"
    "C67 20 62 1 49 1Z",
    "9": "M59 34C59 14 48 2 32 2C15 2 5 15 5 33C5 51 16 62 31 62C47 62 59 50 59 34"
    "C60 70 50 98 16 99",
    "8": "M32 2C17 2 9 11 9 24C9 38 18 46 32 46C46 46 55 38 55 24C55 11 47 2 32 2Z"
    "M32 46C15 46 5 57 5 72C5 88 16 99 32 99C48 99 59 88 59 72C59 57 49 46 32 46Z",
    "7": "M5 3L58 3C42 30 30 62 25 100",
    "6": "M5 66C5 86 16 98 32 98C49 98 59 85 59 67C59 49 48 38 33 38C17 38 5 50 5 66"
    "C4 30 14 2 48 1",
    "5": "M54 3L14 3L9 46C15 40 22 37 31 37C48 37 59 49 59 67C59 86 47 99 30 99C17 99 8 93 4 82",
    "4": "M45 100L45 2L4 72L62 72",
    "3": "M8 16C13 6 21 1 31 1C46 1 55 10 55 24C55 38 46 47 30 47M30 47C48 47 59 57 59 73"
    "C59 89 47 99 31 99C17 99 8 93 4 82",
    "2": "M6 25C7 10 17 1 32 1C47 1 57 11 57 26C57 37 52 45 42 56L6 98L60 98",
}

LEFT, MIDDLE, RIGHT = 112, 152, 192  # of the field right of the index
ROWS = {2: (72, 278), 3: (72, 175, 278), 4: (62, 137, 213, 288)}
# (column, row) of the pips of each number; rows below the middle stand on their heads.
SPOTS: dict[str, list[tuple[float, float]]] = {
    "2": [(MIDDLE, 78), (MIDDLE, 272)],
    "3": [(MIDDLE, 78), (MIDDLE, 175), (MIDDLE, 272)],
    "4": [(x, y) for x in (LEFT, RIGHT) for y in ROWS[2]],
    "5": [(x, y) for x in (LEFT, RIGHT) for y in ROWS[2]] + [(MIDDLE, 175)],
    "6": [(x, y) for x in (LEFT, RIGHT) for y in ROWS[3]],
    "7": [(x, y) for x in (LEFT, RIGHT) for y in ROWS[3]] + [(MIDDLE, 123)],
    "8": [(x, y) for x in (LEFT, RIGHT) for y in ROWS[3]] + [(MIDDLE, 123), (MIDDLE, 227)],
    "9": [(x, y) for x in (LEFT, RIGHT) for y in ROWS[4]] + [(MIDDLE, 175)],
    "T": [(x, y) for x in (LEFT, RIGHT) for y in ROWS[4]] + [(MIDDLE, 100), (MIDDLE, 250)],
}

# Court motifs around 0, 0, about 130 wide: (outline, is it filled, stroke width).
# A Silla crown of branching uprights, a hairpin through a chignon, a horsehair hat with its beads.
MOTIFS = {
    "K": [
        (
            "M-62 40C-30 48 30 48 62 40L58 64C30 72 -30 72 -58 64ZM-9 -62A9 9 0 1 1 9 -62"
            "A9 9 0 1 1 -9 -62Z",
            True,
            0,
        ),
        (
            "M0 42L0 -54M-24 -8L-24 -34M24 -8L24 -34M-24 -8L24 -8M-24 20L-24 8M24 20L24 8"
            "M-24 20L24 20M-20 -40L-20 -54M20 -40L20 -54M-20 -40L20 -40",
            False,
            8,
        ),
        ("M-50 40C-54 16 -66 -4 -60 -40M50 40C54 16 66 -4 60 -40", False, 8),
        (
            "M-40 54A5 5 0 1 1 -30 54A5 5 0 1 1 -40 54ZM-5 58A5 5 0 1 1 5 58A5 5 0 1 1 -5 58Z"
            "M30 54A5 5 0 1 1 40 54A5 5 0 1 1 30 54Z",
            True,
            0,
        ),
    ],
    "Q": [
        (
            "M0 -6C-8 -44 -60 -46 -66 -4C-70 34 -22 54 0 22C22 54 70 34 66 -4C60 -46 8 -44 0 -6Z",
            True,
            0,
        ),
        (
            "M-52 -14C-36 -20 -20 -12 -14 6M-54 6C-40 -2 -28 6 -24 22M52 -14C36 -20 20 -12 14 6"
            "M54 6C40 -2 28 6 24 22",
            False,
            4,
        ),
        ("M-84 30L70 -34", False, 9),
        (
            "M-94 34A10 10 0 1 1 -74 34A10 10 0 1 1 -94 34ZM60 -36A11 11 0 1 1 82 -36"
            "A11 11 0 1 1 60 -36ZM62 -54A9 9 0 1 1 80 -54A9 9 0 1 1 62 -54ZM62 -18"
            "A9 9 0 1 1 80 -18A9 9 0 1 1 62 -18ZM80 -44A9 9 0 1 1 98 -44A9 9 0 1 1 80 -44Z"
            "M80 -27A9 9 0 1 1 98 -27A9 9 0 1 1 80 -27Z",
            True,
            0,
        ),
        ("M-84 48L-84 66M-84 76L-84 78", False, 5),
    ],
    "J": [
        (
            "M-82 14C-82 2 -44 -6 0 -6C44 -6 82 2 82 14C82 27 44 34 0 34C-44 34 -82 27 -82 14Z",
            True,
            0,
        ),
        ("M-34 6L-28 -52C-14 -58 14 -58 28 -52L34 6C18 12 -18 12 -34 6Z", True, 0),
        ("M-34 -2C-18 5 18 5 34 -2", False, 7),
        ("M-46 34C-40 60 -20 70 0 74C20 70 40 60 46 34", False, 5),
        (
            "M-6 78A6 6 0 1 1 6 78A6 6 0 1 1 -6 78ZM-29 66A5 5 0 1 1 -19 66A5 5 0 1 1 -29 66Z"
            "M19 66A5 5 0 1 1 29 66A5 5 0 1 1 19 66Z",
            True,
            0,
        ),
    ],
}
# The colour of each outline of a motif: the suit's, brass, or that of the paper.
TINTS = {"K": ["suit", BRASS, BRASS, FACE], "Q": ["suit", FACE, BRASS, BRASS, BRASS]}
TINTS["J"] = ["suit", "suit", BRASS, BRASS, BRASS]


def number(value: float) -> str:
    """A coordinate with at most one decimal and no idle zero."""
    return f"{value:.1f}".rstrip("0").rstrip(".").replace("-0.0", "0") or "0"


def place(path: str, x: float, y: float, scale: float, *, turned: bool = False) -> str:
    """The outline scaled, turned by half a circle if asked, and moved to x, y."""
    sign = -scale if turned else scale
    out = []
    for command, body in re.findall(r"([MLCAZ])([^MLCAZ]*)", path):
        values = [float(v) for v in re.findall(r"-?\d+(?:\.\d+)?", body)]
        if command == "A":
            rx, ry, spin, large, sweep, ax, ay = values
            numbers = [rx * scale, ry * scale, spin, large, sweep, ax * sign + x, ay * sign + y]
        else:
            numbers = [v * sign + (y if i % 2 else x) for i, v in enumerate(values)]
        out.append(command + " ".join(number(n) for n in numbers))
    return "".join(out)


def fill(path: str, colour: str) -> str:
    return f'<path d="{path}" fill="{colour}"/>'


def stroke(path: str, colour: str, width: float) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{number(width)}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
    )


def glyph(rank: str, x: float, y: float, height: float, colour: str, *, weight: float = 15) -> str:
    """A rank letter with its upper left corner at x, y."""
    scale = height / 100
    return stroke(place(GLYPHS[rank], x, y, scale), colour, weight * scale)


def paper() -> str:
    return (
        f'<rect x="1" y="1" width="248" height="348" rx="22" fill="{FACE}" stroke="{EDGE}"'
        ' stroke-width="2"/>'
    )


def symbol(name: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{body}</symbol>'


def court(rank: str, suit: str, colour: str) -> str:
    """The picture of a court card: its motif over one large pip, in a thin frame."""
    out = [
        f'<rect x="82" y="38" width="136" height="274" rx="14" fill="{BRASS}" fill-opacity=".1"'
        f' stroke="{BRASS}" stroke-opacity=".55" stroke-width="2.5"/>'
    ]
    for (path, filled, width), tint in zip(MOTIFS[rank], TINTS[rank], strict=True):
        paint = colour if tint == "suit" else tint
        moved = place(path, 150, 122, 0.74)
        out.append(fill(moved, paint) if filled else stroke(moved, paint, width * 0.74))
    out.append(fill(place(PIPS[suit], 150, 242, 0.9), colour))
    return "".join(out)


def card(rank: str, suit: str) -> str:
    colour = f"var(--suit-{suit},{COLOURS[suit]})"
    index = glyph(rank, 21, 24, 74, colour, weight=17) + fill(
        place(PIPS[suit], 43, 132, 0.47), colour
    )
    if rank in MOTIFS:
        picture = court(rank, suit, colour)
    elif rank == "A":
        picture = fill(place(PIPS[suit], MIDDLE, 184, 1.35), colour)
    else:
        pips = [place(PIPS[suit], x, y, 0.5, turned=y > HEIGHT / 2) for x, y in SPOTS[rank]]
        picture = fill("".join(pips), colour)
    return symbol(rank + suit, paper() + index + picture)


def giant(rank: str, suit: str) -> str:
    colour = f"var(--suit-{suit},{COLOURS[suit]})"
    left = 28 if rank != "T" else 24
    body = glyph(rank, left, 30, 142, colour, weight=17) + fill(
        place(PIPS[suit], 152, 252, 1.5), colour
    )
    return symbol("big-" + rank + suit, paper() + body)


def back() -> str:
    """A flower lattice as on temple doors, in the five-colour manner of painted eaves."""
    step_x, step_y = 42, 42
    lines, petals, hearts = [], [], []
    left, top = 22, 22
    columns = [left + 20.5 + i * step_x for i in range(5)]
    rows = [top + 27.5 + i * step_y for i in range(7)]
    for x in columns:
        for y in rows:
            w, h = step_x / 2, step_y / 2
            lines.append(f"M{x - w} {y}L{x} {y - h}L{x + w} {y}L{x} {y + h}Z")
            for dx, dy in ((0, -8), (8, 0), (0, 8), (-8, 0)):
                petals.append(
                    f"M{x + dx - 5} {y + dy}A5 5 0 1 1 {x + dx + 5} {y + dy}"
                    f"A5 5 0 1 1 {x + dx - 5} {y + dy}Z"
                )
            hearts.append(f"M{x - 4} {y}A4 4 0 1 1 {x + 4} {y}A4 4 0 1 1 {x - 4} {y}Z")
    body = (
        paper()
        + '<rect x="12" y="12" width="226" height="326" rx="14" fill="#1d4f5c"/>'
        + '<rect x="18" y="18" width="214" height="314" rx="9" fill="none" stroke="#d3a94f"'
        ' stroke-width="3"/>'
        + stroke("".join(lines), "#3f8a7d", 2.5)
        + fill("".join(petals), "#d8604b")
        + fill("".join(hearts), "#f0d48c")
    )
    return symbol("back", body)


def sprite() -> str:
    """The whole file as text; the same text every time."""
    parts = ['<svg xmlns="http://www.w3.org/2000/svg">']
    for suit in "cdhs":
        for rank in "23456789TJQKA":
            parts += [card(rank, suit), giant(rank, suit)]
    return "\n".join([*parts, back(), "</svg>"]) + "\n"


if __name__ == "__main__":
    Path(__file__).with_name("cards.svg").write_text(sprite(), encoding="utf-8")
