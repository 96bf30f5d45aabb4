"""Hands in words: a `Rank` of the rules in the reader's language, in full."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from rules.ranking import Rank

#: One card of a rank, several of it.
RANKS: Final = {
    "A": (lazy("ace"), lazy("aces")),
    "K": (lazy("king"), lazy("kings")),
    "Q": (lazy("queen"), lazy("queens")),
    "J": (lazy("jack"), lazy("jacks")),
    "T": (lazy("ten"), lazy("tens")),
    "9": (lazy("nine"), lazy("nines")),
    "8": (lazy("eight"), lazy("eights")),
    "7": (lazy("seven"), lazy("sevens")),
    "6": (lazy("six"), lazy("sixes")),
    "5": (lazy("five"), lazy("fives")),
    "4": (lazy("four"), lazy("fours")),
    "3": (lazy("three"), lazy("threes")),
    "2": (lazy("two"), lazy("twos")),
}
SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

#: The bare name of each category.
CATEGORIES: Final = {
    "royal_flush": lazy("Royal flush"),
    "back_straight_flush": lazy("Back straight flush"),
    "straight_flush": lazy("Straight flush"),
    "four_of_a_kind": lazy("Four of a kind"),
    "full_house": lazy("Full house"),
    "flush": lazy("Flush"),
    "mountain": lazy("Mountain"),
    "back_straight": lazy("Back straight"),
    "straight": lazy("Straight"),
    "three_of_a_kind": lazy("Three of a kind"),
    "two_pair": lazy("Two pair"),
    "one_pair": lazy("One pair"),
    "high_card": lazy("High card"),
    "low": lazy("Low without a pair"),
    "low_one_pair": lazy("Low with a pair"),
    "low_two_pair": lazy("Low with two pair"),
    "low_three_of_a_kind": lazy("Low with three of a kind"),
    "low_full_house": lazy("Low with a full house"),
    "low_four_of_a_kind": lazy("Low with four of a kind"),
}

# {a} and {b}: one card of the first and second rank that matters; {aa} and {bb}: several of them;
# {all}: the five ranks. The second entry says from which rank on the kickers are listed.
_PATTERNS: Final = {
    "royal_flush": (lazy("Royal flush"), 0),
    "back_straight_flush": (lazy("Back straight flush"), 0),
    "straight_flush": (lazy("Straight flush, {a} high"), 0),
    "four_of_a_kind": (lazy("Four of a kind, {aa}"), 1),
    "full_house": (lazy("Full house, {aa} over {bb}"), 0),
    "flush": (lazy("Flush, {all}"), 0),
    "mountain": (lazy("Mountain"), 0),
    "back_straight": (lazy("Back straight"), 0),
    "straight": (lazy("Straight, {a} high"), 0),
    "three_of_a_kind": (lazy("Three of a kind, {aa}"), 1),
    "two_pair": (lazy("Two pair, {aa} and {bb}"), 2),
    "one_pair": (lazy("Pair of {aa}"), 1),
    "high_card": (lazy("High card, {all}"), 0),
    "low": (lazy("{all} low"), 0),
    "low_one_pair": (lazy("Low with a pair of {aa}"), 1),
    "low_two_pair": (lazy("Low with {aa} and {bb}"), 2),
    "low_three_of_a_kind": (lazy("Low with three {aa}"), 1),
    "low_full_house": (lazy("Low with a full house, {aa} over {bb}"), 0),
    "low_four_of_a_kind": (lazy("Low with four {aa}"), 1),
}


def category(rank: Rank) -> str:
    """ "Full house" """
    return str(CATEGORIES[rank.category])


def full(rank: Rank) -> str:
    """ "Two pair, kings over twos, kicker 9": everything that decides, but suits."""
    pattern, kickers_from = _PATTERNS[rank.category]
    ranks = rank.ranks
    text = str(pattern).replace("{all}", notation(ranks))
    for place, gap in ((0, "a"), (1, "b")):
        if len(ranks) > place:
            one, several = RANKS[ranks[place]]
            text = text.replace("{" + gap * 2 + "}", str(several)).replace(
                "{" + gap + "}", str(one)
            )
    kickers = ranks[kickers_from:] if kickers_from else ()
    if not kickers:
        return text
    listed = ngettext("kicker %(ranks)s", "kickers %(ranks)s", len(kickers))
    return f"{text}, {listed % {'ranks': notation(kickers)}}"


def notation(ranks: Sequence[str]) -> str:
    """ "A-10-7" """
    return "-".join(letter(rank) for rank in ranks)


def letter(rank: str) -> str:
    """A rank as it stands on a card."""
    return "10" if rank == "T" else rank


def deciding(category_key: str, place: int) -> str:
    """Which part of a hand of a category the rank at `place` is: "the pair", "the kicker"."""
    if category_key.startswith("low"):
        if category_key == "low":
            return _from_the_top(place)
        category_key = category_key.removeprefix("low_")
    parts = _parts(category_key)
    return parts[place] if place < len(parts) else _from_the_top(place)


def _parts(key: str) -> tuple[str, ...]:
    kicker = _("the kicker")
    kickers = (kicker, _("the second kicker"), _("the third kicker"))
    return {
        "straight_flush": (_("the top card"),),
        "straight": (_("the top card"),),
        "four_of_a_kind": (_("the four of a kind"), kicker),
        "full_house": (_("the three of a kind"), _("the pair")),
        "three_of_a_kind": (_("the three of a kind"), *kickers),
        "two_pair": (_("the higher pair"), _("the lower pair"), kicker),
        "one_pair": (_("the pair"), *kickers),
    }.get(key, ())


def _from_the_top(place: int) -> str:
    return (
        _("the highest card"),
        _("the second card"),
        _("the third card"),
        _("the fourth card"),
        _("the fifth card"),
    )[place]
