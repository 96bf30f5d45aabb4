"""Cards as small integers.

Inside the rules a card is `rank * 4 + suit`, ranks 2..A as 0..12 and suits c d h s as 0..3, which
are also the ids that phevaluator uses. Outside (events, wire, files) a card is its two characters.
"""

from __future__ import annotations

from typing import Final

from rules.errors import Malformed

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"

#: Stands for a card that a recorded hand never showed; no dealt hand contains it.
UNKNOWN: Final = 52

NAMES: Final[tuple[str, ...]] = (*(rank + suit for rank in RANKS for suit in SUITS), "??")
DECK: Final[tuple[int, ...]] = tuple(range(52))

_IDS: Final[dict[str, int]] = {name: card for card, name in enumerate(NAMES[:52])}


def card(name: str) -> int:
    """Return the id of a card written as `As`. Raises `Malformed("card")` for anything else."""
    found = _IDS.get(name) if isinstance(name, str) else None
    if found is None:
        raise Malformed("card", card=str(name)[:8])
    return found


def parse(text: str) -> tuple[int, ...]:
    """Return the ids of cards written one after the other (`AsKd`), spaces allowed.

    Raises `Malformed` with code `card` for what is no card and `card_repeated` for a card given
    twice.
    """
    if not isinstance(text, str):
        raise Malformed("card", card=str(text)[:8])
    joined = "".join(text.split())
    found = tuple(card(joined[at : at + 2]) for at in range(0, len(joined), 2))
    if len(set(found)) != len(found):
        raise Malformed("card_repeated", cards=joined[:120])
    return found


def names(cards: tuple[int, ...] | list[int]) -> tuple[str, ...]:
    """Return the two-character names of the cards, in the same order."""
    return tuple([NAMES[each] for each in cards])
