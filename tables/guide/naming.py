"""Hands in words: a `Rank` of the rules in the reader's language, in full."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rules.ranking import Rank

#: One card of a rank, several of it.
RANKS: Final = {
    "A": (_("ace"), _("aces")),
    "K": (_("king"), _("kings")),
    "Q": (_("queen"), _("queens")),
    "J": (_("jack"), _("jacks")),
    "T": (_("ten"), _("tens")),
    "9": (_("nine"), _("nines")),
    "8": (_("eight"), _("eights")),
    "7": (_("seven"), _("sevens")),
    "6": (_("six"), _("sixes")),
    "5": (_("five"), _("fives")),
    "4": (_("four"), _("fours")),
    "3": (_("three"), _("threes")),
    "2": (_("two"), _("twos")),
}
SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

#: The bare name of each category.
CATEGORIES: Final = {
    "royal_flush": _("Royal flush"),
    "back_straight_flush": _("Back straight flush"),
    "straight_flush": _("Straight flush"),
    "four_of_a_kind": _("Four of a kind"),
    "full_house": _("Full house"),
    "flush": _("Flush"),
    "mountain": _("Mountain"),
    "back_straight": _("Back straight"),
    "straight": _("Straight"),
    "three_of_a_kind": _("Three of a kind"),
    "two_pair": _("Two pair"),
    "one_pair": _("One pair"),
    "high_card": _("High card"),
    "low": _("Low without a pair"),
    "low_one_pair": _("Low with a pair"),
    "low_two_pair": _("Low with two pair"),
    "low_three_of_a_kind": _("Low with three of a kind"),
    "low_full_house": _("Low with a full house"),
    "low_four_of_a_kind": _("Low with four of a kind"),
}

#: What a line of a pay table says: the categories, and two that only house games know.
PAID: Final = CATEGORIES | {
    "pair_of_aces": _("Pair of aces"),
    "ace_king": _("Ace-king"),
}

# {a} and {b}: one card of the first and second rank that matters; {aa} and {bb}: several of them;
# {all}: the five ranks. The second entry says from which rank on the kickers are listed.
_PATTERNS: Final = {
    "royal_flush": (_("Royal flush"), 0),
    "back_straight_flush": (_("Back straight flush"), 0),
    "straight_flush": (_("Straight flush, {a} high"), 0),
    "four_of_a_kind": (_("Four of a kind, {aa}"), 1),
    "full_house": (_("Full house, {aa} over {bb}"), 0),
    "flush": (_("Flush, {all}"), 0),
    "mountain": (_("Mountain"), 0),
    "back_straight": (_("Back straight"), 0),
    "straight": (_("Straight, {a} high"), 0),
    "three_of_a_kind": (_("Three of a kind, {aa}"), 1),
    "two_pair": (_("Two pair, {aa} and {bb}"), 2),
    "one_pair": (_("Pair of {aa}"), 1),
    "high_card": (_("High card, {all}"), 0),
    "low": (_("{all} low"), 0),
    "low_one_pair": (_("Low with a pair of {aa}"), 1),
    "low_two_pair": (_("Low with {aa} and {bb}"), 2),
    "low_three_of_a_kind": (_("Low with three {aa}"), 1),
    "low_full_house": (_("Low with a full house, {aa} over {bb}"), 0),
    "low_four_of_a_kind": (_("Low with four {aa}"), 1),
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
    kicker = gettext("the kicker")
    kickers = (kicker, gettext("the second kicker"), gettext("the third kicker"))
    return {
        "straight_flush": (gettext("the top card"),),
        "straight": (gettext("the top card"),),
        "four_of_a_kind": (gettext("the four of a kind"), kicker),
        "full_house": (gettext("the three of a kind"), gettext("the pair")),
        "three_of_a_kind": (gettext("the three of a kind"), *kickers),
        "two_pair": (gettext("the higher pair"), gettext("the lower pair"), kicker),
        "one_pair": (gettext("the pair"), *kickers),
    }.get(key, ())


def _from_the_top(place: int) -> str:
    return (
        gettext("the highest card"),
        gettext("the second card"),
        gettext("the third card"),
        gettext("the fourth card"),
        gettext("the fifth card"),
    )[place]
