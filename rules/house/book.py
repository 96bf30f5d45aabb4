"""The figures of the rule book (E1 to E3) that every run of the edges is held against.

Percent, with the digits that the book prints. A sampled figure may be off by so many of its
standard errors; an exact one agrees to the last digit printed.
"""

from __future__ import annotations

from typing import Final

from rules.house.edges import Edge

_ERRORS: Final = 3
#: A quick look is taken again and again, with another seed each time, so it may miss by more.
_QUICK_ERRORS: Final = 4.5

#: (game, bet) -> name of the figure -> what the book prints; `edge_percent` is the edge itself.
FIGURES: Final[dict[tuple[str, str], dict[str, str]]] = {
    ("uth", "ante"): {
        "edge_percent": "2.184971",
        "element_of_risk_percent": "0.526214",
        "raised_percent": "37.707",
        "kinds_as_in_the_book": "169",
        "three_is_better": "0",
    },
    ("uth", "trips 50-40-30-9-7-4-3"): {"edge_percent": "0.9018"},
    ("uth", "trips 50-40-30-8-6-5-3"): {"edge_percent": "1.9040"},
    ("uth", "trips 50-40-30-8-7-4-3"): {"edge_percent": "3.4979"},
    ("uth", "trips 50-40-30-7-6-5-3"): {"edge_percent": "4.5002"},
    ("uth", "trips 50-40-20-7-6-5-3"): {"edge_percent": "6.1808"},
    ("casino_holdem", "ante"): {
        "edge_percent": "2.157646",
        "element_of_risk_percent": "0.817348",
        "call_percent": "81.9907",
    },
    ("casino_holdem", "aa 7-to-1"): {"edge_percent": "6.2583"},
    ("casino_holdem", "aa 10-8-7"): {"edge_percent": "2.9681"},
    ("casino_holdem", "aa flush-25"): {"edge_percent": "5.2756"},
    ("russian_poker", "ante"): {"edge_percent": "7.01"},
}
#: The largest standard error of the full run of Russian Poker.
RUSSIAN_ERROR: Final = 0.07


def figures(edge: Edge) -> dict[str, float]:
    """The figures of a bet that the book has, by name, and how sure a sampled edge is."""
    names = FIGURES.get((edge.game, edge.bet), {})
    found = {"edge_percent": edge.edge_percent}
    found |= {name: edge.details[name] for name in names if name in edge.details}
    if not edge.exact:
        found["standard_error"] = edge.standard_error
    return found


def wrong(edge: Edge, *, quick: bool = False) -> list[str]:
    """What is not as the book says, in words; empty if all is."""
    found = []
    for name, printed in FIGURES.get((edge.game, edge.bet), {}).items():
        if name != "edge_percent" and name not in edge.details:
            continue  # a sample has the edge alone
        value = edge.edge_percent if name == "edge_percent" else edge.details[name]
        if not _agrees(value, printed, edge, _QUICK_ERRORS if quick else _ERRORS):
            found.append(f"{edge.game} {edge.bet}: {name} is {value:.6f}, the book has {printed}")
    if not (edge.exact or quick) and edge.standard_error > RUSSIAN_ERROR:
        found.append(f"{edge.game} {edge.bet}: standard error {edge.standard_error:.4f}")
    return found


def _agrees(value: float, printed: str, edge: Edge, errors: float) -> bool:
    if not edge.exact:
        return abs(value - float(printed)) <= errors * edge.standard_error
    digits = len(printed.partition(".")[2])
    return f"{value:.{digits}f}" == printed
