"""What the guide's prose calls for: cards, pairs of hands, rankings, worked figures."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import gettext as _

from rules.cards import NAMES, parse
from tables.guide import examples, house, naming, reading, worked
from tables.guide.comparing import Made, Shown, made
from tables.guide.exercises import korean_bet
from wallet.amounts import chips

register = template.Library()

_SUITS = {
    "c": lambda: _("clubs"),
    "d": lambda: _("diamonds"),
    "h": lambda: _("hearts"),
    "s": lambda: _("spades"),
}
_PARTS = {
    "made": lambda: _("makes the hand"),
    "kicker": lambda: _("kicker"),
    "unused": lambda: _("does not count"),
}


@register.inclusion_tag("guide/parts/card.html")
def card(shown: Shown | str, part: str = "") -> dict[str, str]:
    """One card of the sprite; its part also in words, for those who hear the page."""
    each = shown if isinstance(shown, Shown) else Shown(shown, part)
    if each.name == "back":
        return {"name": "back", "part": "", "label": _("face-down card")}
    label = _("%(rank)s of %(suit)s") % {
        "rank": naming.RANKS[each.name[0]][0],
        "suit": _SUITS[each.name[1]](),
    }
    if each.part:
        label = f"{label}: {_PARTS[each.part]()}"
    return {"name": each.name, "part": each.part, "label": label}


@register.inclusion_tag("guide/parts/row.html")
def cards(text: str) -> dict[str, Any]:
    """A row of cards as they are written: `AsKd`, `xx` for a face-down one."""
    names = [text[at : at + 2] for at in range(0, len(text), 2)]
    return {"cards": [Shown("back" if name == "xx" else name) for name in names]}


@register.inclusion_tag("guide/parts/row.html")
def hand(found: Made | str, order: str = "western") -> dict[str, Any]:
    """A hand with the cards that make it marked."""
    shown = made(order, parse(found)) if isinstance(found, str) else found
    return {"cards": shown.cards}


@register.inclusion_tag("guide/parts/pair.html")
def pair(name: str) -> dict[str, Any]:
    """Two example hands, the winner and the reason."""
    found = examples.PAIRS[name]
    return {"verdict": found.verdict, "query": found.query, "pair": name}


@register.inclusion_tag("guide/parts/ranking.html")
def ranking(order: str) -> dict[str, Any]:
    """The hands of an order with places, examples and frequencies."""
    return {"places": {"western": examples.WESTERN, "korean": examples.KOREAN}[order]}


@register.inclusion_tag("guide/parts/lows.html")
def lows() -> dict[str, Any]:
    """How often each best low is dealt."""
    return {"lines": examples.LOW}


@register.inclusion_tag("guide/parts/omaha.html")
def omaha(hole: str, board: str) -> dict[str, Any]:
    """An Omaha hand and its board, what counts marked."""
    return {"omaha": examples.omaha(hole, board)}


@register.inclusion_tag("guide/parts/korean_amounts.html")
def korean_amounts(*keys: str) -> dict[str, Any]:
    """Worked amounts of the Korean buttons."""
    lines = worked.figures("korean")["lines"]
    return {"lines": [lines[key] for key in keys]}


@register.inclusion_tag("guide/parts/pays.html")
def pays(name: str, edges: bool = False) -> dict[str, Any]:
    """A pay table of a game against the house, or the listed ones side by side with their edges."""
    tables = house.TABLES[name] if edges else house.TABLES[name][:1]
    return {
        "name": name,
        "tables": tables,
        "lines": house.pay_lines(*tables),
        "edges": house.table_edges(name) if edges else [],
    }


@register.inclusion_tag("guide/parts/variants.html")
def variants(game: str) -> dict[str, Any]:
    """The options of a game against the house, with the edges that they make."""
    return {"sections": house.sections(game)}


@register.simple_tag
def figures(name: str) -> dict[str, Any]:
    """The amounts of a worked example."""
    return worked.figures(name)


@register.simple_tag
def count(name: str) -> int:
    """A number of hands: five, seven, eight_or_better, nine_or_better."""
    return {
        "five": examples.FIVE_CARD_HANDS,
        "seven": examples.SEVEN_CARD_HANDS,
        "eight_or_better": examples.EIGHT_OR_BETTER,
        "nine_or_better": examples.NINE_OR_BETTER,
    }[name]


@register.filter
def grouped(number: int) -> str:
    """A plain number with the reader's thousands separator (Django does not group in vi)."""
    return chips(number, plain=True)


@register.filter
def pip(name: str) -> str:
    """`As` → `A♠`"""
    return reading.shown(NAMES.index(name))


@register.filter
def category(found: examples.Place) -> str:
    """The name of a place in a ranking."""
    return str(naming.CATEGORIES[found.key])


@register.filter
def button(kind: str) -> str:
    """The name of a Korean button."""
    return str(korean_bet.NAMES[kind])
