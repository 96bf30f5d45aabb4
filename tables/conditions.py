"""What campaigns can reward at the tables, counted from the rows of finished hands.

Every condition counts hands that ended within the dates (the first moment counts, the last does
not), at the chosen games or at any poker game, with enough human opponents dealt in. Bots are
nobody's opponents here and earn nothing. Rounds against the house are hands of house games: only a
campaign that names those games counts them.

- played: the member was dealt in, and the hand was not called off.
- won: a pot or a share of one came to the member, with or without a showdown.
- showdowns: the same, after hands were compared (B8).
- rank: a high hand of a rank (A1) or better was turned up at the showdown, whether or not it won.
  What was folded, mucked or never called is nobody's business, and a beaten four of a kind is what
  such an event is for. Korean straights and flushes (D6) count as what they are in A1.
- pot: so many chips came to the member out of the pots of one hand, after rake. What came back
  uncalled is no winning (B6), and a short stack is not credited with a side pot that it had no
  part in (B7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from django import forms
from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
)

from rules.games import GAMES
from rules.korean import ORDER
from rules.lowball import Low
from rules.ranking import CATEGORIES
from tables import games
from tables.guide import naming
from wallet import conditions
from wallet.amounts import chips
from wallet.conditions import Condition, Detail, Query, Question, Rule

MOST_CHIPS: Final = 10**15

# A probe of the index a member, whose columns answer it alone: `tables_handseat_period`.
_COUNT: Final = """
    SELECT m.id, hands.times FROM accounts_member m
    CROSS JOIN LATERAL (
        SELECT count(*) AS times FROM tables_handseat s
        WHERE s.member_id = m.id AND s.ended_at >= %(since)s AND s.ended_at < %(until)s
            AND s.humans >= %(humans)s AND s.game = ANY(%(games)s) AND {met}
    ) hands
    WHERE m.id BETWEEN %(first)s AND %(last)s AND m.kind = 'human' AND hands.times > 0"""


def _query(met: str) -> Query:
    """The query of a condition: `met` is true of the rows of `tables_handseat` that count."""

    def query(question: Question) -> Iterable[tuple[int, int]]:
        told = question.params
        with connection.cursor() as cursor:
            cursor.execute(
                _COUNT.format(met=met),
                {
                    "since": question.since,
                    "until": question.until,
                    "first": question.first,
                    "last": question.last,
                    "humans": question.min_humans,
                    "games": told.get("games") or list(GAMES),
                    "rank": ORDER.index(told["rank"]) if "rank" in told else None,
                    "pot": told.get("pot"),
                },
            )
            found: list[tuple[int, int]] = cursor.fetchall()
        return found

    return query


# -- the details, as a form asks for them ----------------------------------------------------------


def _games() -> forms.Field:
    return forms.MultipleChoiceField(
        label=gettext_lazy("games"),
        choices=lambda: [(key, games.name(key)) for key in games.NAMES],
        required=False,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        help_text=gettext_lazy("None chosen: every poker game counts, and no round of the house."),
    )


def _rank() -> forms.Field:
    return forms.ChoiceField(
        label=gettext_lazy("this hand or a better one"),
        choices=lambda: [
            ("", "---------"),
            *((key, naming.CATEGORIES[key]) for key in reversed(CATEGORIES)),
        ],
        widget=UnfoldAdminSelectWidget,
        help_text=gettext_lazy("Turned up at the showdown, whether or not it won."),
    )


def _pot() -> forms.Field:
    return forms.IntegerField(
        label=gettext_lazy("chips out of the pots"),
        min_value=1,
        max_value=MOST_CHIPS,
        widget=UnfoldAdminIntegerFieldWidget,
        help_text=gettext_lazy("What one hand brings the member at least, after rake."),
    )


GAMES_PLAYED = Detail("games", _games)
RANK = Detail("rank", _rank)
POT = Detail("pot", _pot)


def _problems(rule: Rule) -> dict[str, str]:
    """A round against the house has no opponents, and is no hand of poker."""
    chosen = set(rule.params.get("games") or ())
    house = chosen - set(GAMES)
    if house and chosen - house:
        return {"games": _("Choose poker games or games of the house, not both.")}
    if house and rule.min_humans:
        return {"min_humans": _("A round against the house has no opponents: 0 fits.")}
    if house and "rank" in rule.params:
        return {"games": _("Hands of the house's games are not ranked here.")}
    if "rank" in rule.params and chosen and not any(_is_ranked(key) for key in chosen):
        return {"games": _("Nobody shows a high hand at these games.")}
    return {}


def _is_ranked(game: str) -> bool:
    """Whether hands of the game are described by A1 or D6: lows are not."""
    return not isinstance(GAMES[game].parts[0], Low)


# -- in words --------------------------------------------------------------------------------------


def _words(sentence: Callable[[Rule], str]) -> Callable[[Rule], str]:
    """A condition's sentence, and those that say at which games and against whom."""

    def words(rule: Rule) -> str:
        told = [sentence(rule)]
        chosen = rule.params.get("games") or ()
        if chosen:
            names = ", ".join(games.name(key) for key in chosen)
            told.append(_("Games that count: %(games)s.") % {"games": names})
        if rule.min_humans:
            text = ngettext(
                "At least %(n)d opponent must be a person, not a bot.",
                "At least %(n)d opponents must be people, not bots.",
                rule.min_humans,
            )
            told.append(text % {"n": rule.min_humans})
        return " ".join(told)

    return words


def _played(rule: Rule) -> str:
    return ngettext("Play a hand.", "Play %(n)d hands.", rule.needed) % {"n": rule.needed}


def _won(rule: Rule) -> str:
    text = ngettext(
        "Win a hand; a share of the pot counts.",
        "Win %(n)d hands; a share of the pot counts.",
        rule.needed,
    )
    return text % {"n": rule.needed}


def _showdowns(rule: Rule) -> str:
    text = ngettext(
        "Win a showdown; a share of the pot counts.",
        "Win %(n)d showdowns; a share of the pot counts.",
        rule.needed,
    )
    return text % {"n": rule.needed}


def _ranked(rule: Rule) -> str:
    text = ngettext(
        "Show this hand or a better one at the showdown, even if it loses: %(rank)s.",
        "Show this hand or a better one at %(n)d showdowns, even if it loses: %(rank)s.",
        rule.needed,
    )
    return text % {"n": rule.needed, "rank": naming.CATEGORIES[rule.params["rank"]]}


def _big(rule: Rule) -> str:
    text = ngettext(
        "Win at least %(chips)s chips out of the pot of one hand.",
        "Win at least %(chips)s chips out of the pot, in each of %(n)d hands.",
        rule.needed,
    )
    return text % {"n": rule.needed, "chips": chips(rule.params["pot"])}


def register() -> None:
    """Enter the conditions; called in `ready()`."""
    known: list[tuple[str, Any, str, tuple[Detail, ...], Callable[[Rule], str]]] = [
        ("played", gettext_lazy("hands played"), "true", (), _played),
        ("won", gettext_lazy("hands won"), "s.won > 0", (), _won),
        ("showdowns", gettext_lazy("showdowns won"), "s.showdown AND s.won > 0", (), _showdowns),
        ("rank", gettext_lazy("hands of a rank shown"), "s.rank >= %(rank)s", (RANK,), _ranked),
        ("pot", gettext_lazy("big pots won"), "s.won >= %(pot)s", (POT,), _big),
    ]
    for name, label, met, details, sentence in known:
        conditions.register(
            f"tables.{name}",
            Condition(label, _query(met), (*details, GAMES_PLAYED), _words(sentence), _problems),
        )
