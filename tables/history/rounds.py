"""A finished round against the house told in sentences: what `text` does not know from hands."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.events import Act, Event, Post
from rules.house.events import Settle, Verdict
from wallet.amounts import chips, signed

BETS = {
    "ante": gettext_lazy("Ante"),
    "blind": gettext_lazy("Blind"),
    "trips": gettext_lazy("Trips"),
    "play": gettext_lazy("Play bet"),
    "aa": gettext_lazy("AA bonus"),
    "call": gettext_lazy("Call bet"),
    "bonus": gettext_lazy("Bonus"),
    "fee": gettext_lazy("Card fee"),
    "bet": gettext_lazy("Main bet"),
    "insurance": gettext_lazy("Insurance"),
    "buy": gettext_lazy("Dealer's card"),
}


def tell(event: Event, nick: str) -> Iterator[str]:
    """The sentences of an event that only rounds have, or that they tell in their own words."""
    match event:
        case Post():
            words = {"nick": nick, "chips": chips(event.amount), "bet": BETS[event.kind]}
            yield _("%(nick)s bets %(chips)s: %(bet)s.") % words
        case Act():
            yield _act(event.kind) % {"nick": nick, "chips": chips(event.amount)}
        case Verdict():
            yield from _verdict(event, nick)
        case Settle(net=0):
            yield _("%(bet)s: push.") % {"bet": BETS[event.bet]}
        case Settle():
            yield f"{BETS[event.bet]}: {signed(event.net)}."


def _act(kind: str) -> str:
    return {
        "check": _("%(nick)s checks."),
        "fold": _("%(nick)s folds."),
        "buy_card": _("%(nick)s buys a sixth card for %(chips)s."),
        "exchange": _("%(nick)s pays %(chips)s to exchange cards."),
        "insure": _("%(nick)s insures the hand for %(chips)s."),
        "take": _("%(nick)s takes the ante."),
        "buy_dealer": _("%(nick)s buys the dealer a card for %(chips)s."),
    }.get(kind, _("%(nick)s plays on for %(chips)s."))


def _verdict(event: Verdict, nick: str) -> Iterator[str]:
    if event.qualifies is False and event.result != "fold":
        yield _("The dealer does not qualify.")
    sentence = {
        "win": _("%(nick)s beats the dealer."),
        "lose": _("The dealer wins."),
        "tie": _("Both hands are equal."),
    }.get(event.result)
    if sentence:
        yield sentence % {"nick": nick}
