"""What the guide is about: its topics in reading order, and which of them each game belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Topic:
    """One page: its name in the URL, its title, and one sentence about it."""

    slug: str
    title: str | Promise
    summary: str | Promise
    is_tool: bool = False

    def get_absolute_url(self) -> str:
        return reverse("guide_topic", args=[self.slug])


@dataclass(frozen=True, slots=True)
class Group:
    """Topics that belong together."""

    title: str | Promise
    topics: tuple[Topic, ...]


GROUPS: Final = (
    Group(
        _("Hands"),
        (
            Topic(
                "rankings", _("Hand rankings"), _("The ten hands in order, and how rare each is.")
            ),
            Topic(
                "comparisons",
                _("Who wins?"),
                _("Pairs of hands side by side: kickers, ties, the wheel, a board for everybody."),
            ),
            Topic(
                "suits",
                _("Suits and the Korean order"),
                _("Where suits are equal, where they decide, and the thirteen Korean hands."),
            ),
            Topic(
                "low",
                _("Low hands"),
                _("Ace to five, and what it takes to qualify for half a pot."),
            ),
        ),
    ),
    Group(
        _("At the table"),
        (
            Topic(
                "principles",
                _("Ten table principles"),
                _("What you can rely on at every table, and how the site keeps it."),
            ),
            Topic(
                "fair-play",
                _("Game money and fair play"),
                _("Chips without cash value, limits of your own, and a shuffle you can check."),
            ),
        ),
    ),
    Group(
        _("Games"),
        (
            Topic(
                "holdem", _("Texas hold'em"), _("Blinds, streets, raises and all-ins, no limit.")
            ),
            Topic(
                "limits",
                _("Limit and pot-limit hold'em"),
                _("The same cards with fixed bets, or with the pot as the ceiling."),
            ),
            Topic(
                "omaha", _("Omaha"), _("Four cards of your own, exactly two play. High and hi-lo.")
            ),
            Topic(
                "stud",
                _("Seven-card stud"),
                _("Antes, the bring-in, four open cards and no board."),
            ),
            Topic("razz", _("Razz"), _("Stud turned round: the lowest hand takes the pot.")),
            Topic(
                "stud-hi-lo",
                _("Stud hi-lo"),
                _("Half the pot for the best hand, half for the best low."),
            ),
            Topic(
                "korean-seven",
                _("Korean seven poker"),
                _("Throw one, show one, and bet by the size of the pot."),
            ),
        ),
    ),
    Group(
        _("Against the house"),
        (
            Topic(
                "ultimate-holdem",
                _("Ultimate Texas Hold'em"),
                _("Three chances to raise, a Blind for big hands, and the edge of every rule."),
            ),
            Topic(
                "casino-holdem",
                _("Casino Hold'em"),
                _("One decision after the flop, an ante that pays by your hand, the AA bonus."),
            ),
            Topic(
                "russian-poker",
                _("Russian Poker"),
                _("A sixth card or an exchange, two combinations paid, insurance."),
            ),
        ),
    ),
    Group(
        _("Try it"),
        (
            Topic(
                "house-hint",
                _("What would you do against the house?"),
                _("Pick your cards and see what every choice is worth."),
                is_tool=True,
            ),
            Topic(
                "compare",
                _("Compare two hands"),
                _("Pick the cards and see which hand wins, and why."),
                is_tool=True,
            ),
            Topic(
                "odds",
                _("Odds"),
                _("What two to ten hands can expect of the pot."),
                is_tool=True,
            ),
            Topic(
                "opener",
                _("Practice: who opens?"),
                _("Bring-in, first to act, boss: find the seat."),
                is_tool=True,
            ),
            Topic(
                "side-pots",
                _("Practice: side pots"),
                _("All-ins of different sizes: what goes back, which pots there are."),
                is_tool=True,
            ),
            Topic(
                "korean-bets",
                _("Practice: Korean bets"),
                _("What each button costs, to the chip."),
                is_tool=True,
            ),
        ),
    ),
)

TOPICS: Final = {topic.slug: topic for group in GROUPS for topic in group.topics}

#: The page about each game of `rules.games.GAMES` and `rules.house.GAMES`, so that a table can link
#: to `/guide/<game>/`.
GAMES: Final = {
    "nlhe": "holdem",
    "flhe": "limits",
    "plhe": "limits",
    "plo": "omaha",
    "flo8": "omaha",
    "stud": "stud",
    "stud8": "stud-hi-lo",
    "stud9": "stud-hi-lo",
    "kr7": "korean-seven",
    "kr7_three": "korean-seven",
    "uth": "ultimate-holdem",
    "casino_holdem": "casino-holdem",
    "russian_poker": "russian-poker",
}
