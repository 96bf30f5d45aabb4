"""What the charging station and the limits say to a member, in the language of the moment."""

from __future__ import annotations

import math
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from wallet.amounts import chips
from wallet.limits import Limit
from wallet.models import Policy
from wallet.offers import Offer
from wallet.selectors import Purse

HOUR = 60  # minutes


def left(moment: datetime, now: datetime) -> str:
    """How long it is until then, in minutes that have begun: "7 min", "5 h 20 min"."""
    return span(math.ceil((moment - now).total_seconds()))


def span(seconds: int) -> str:
    """A length of time in minutes that have begun."""
    minutes = max(0, -(-seconds // 60))
    return hours(minutes) if minutes >= HOUR else _("%(minutes)d min") % {"minutes": minutes}


def when(moment: datetime) -> str:
    """A moment as the pages write it."""
    return date_format(localtime(moment), "Y-m-d H:i")


def clock(moment: datetime) -> str:
    """The time of day of a moment."""
    return date_format(localtime(moment), "H:i")


def rescue(offer: Offer, purse: Purse, now: datetime) -> str:
    """Whether the member can be rescued now, and if not, why not and when."""
    if offer.code is None:
        return _("You can ask for it now: %(chips)s.") % {"chips": chips(offer.amount)}
    if offer.code == "used_up" and offer.next_at:
        return _("Used up for today: %(given)d of %(limit)d. The next one comes in %(left)s.") % {
            "given": offer.given,
            "limit": offer.limit,
            "left": left(offer.next_at, now),
        }
    if offer.code == "cooling" and offer.next_at:
        return _("There is a pause between two rescues. The next: at %(time)s, in %(left)s.") % {
            "time": clock(offer.next_at),
            "left": left(offer.next_at, now),
        }
    if offer.code == "enough":
        return _enough(offer.data["held"], offer.data["threshold"], purse)
    return _("There is no rescue at the moment.")


def _enough(held: int, threshold: int, purse: Purse) -> str:
    facts = {
        "held": chips(held),
        "threshold": chips(threshold),
        "wallet": chips(purse.in_wallet),
        "tables": chips(purse.at_tables),
        "bets": chips(purse.in_play),
    }
    if purse.in_wallet >= threshold or not purse.sessions:
        return _("You have %(held)s chips. Rescue is for who has fewer than %(threshold)s.") % facts
    if any(bet.in_hand for bet in purse.bets.values()):
        return (
            _(
                "You are in a hand that is still running: %(bets)s in the pot and %(tables)s in "
                "front of you count as yours until it is settled. If you have fewer than "
                "%(threshold)s then, you can ask."
            )
            % facts
        )
    if purse.bets:
        return (
            _(
                "You are in a round that is still open: %(bets)s in bets and %(tables)s in front "
                "of you count as yours until it is settled. If you have fewer than %(threshold)s "
                "then, you can ask."
            )
            % facts
        )
    return (
        _(
            "You still have %(tables)s chips at a table. They count: rescue is for who has fewer "
            "than %(threshold)s in all."
        )
        % facts
    )


def refill(offer: Offer, policy: Policy | None, now: datetime) -> str:
    """Whether today's refill has come, and when the next one comes."""
    if policy is None or offer.code == "off":
        return _("There is no daily refill at the moment.")
    if offer.code == "granted" and offer.next_at:
        return _("Today's %(chips)s have come. The next: at midnight, in %(left)s.") % {
            "chips": chips(offer.amount),
            "left": left(offer.next_at, now),
        }
    if policy.floor is not None:
        return _("Your wallet holds %(floor)s or more, so nothing is missing today.") % {
            "floor": chips(policy.floor)
        }
    return _("Today's %(chips)s are on their way: they come by themselves.") % {
        "chips": chips(policy.amount)
    }


def attendance(offer: Offer, now: datetime) -> str:
    """Whether today's stamp is there, and what comes next."""
    if offer.code == "off":
        return _("There is no attendance ladder at the moment.")
    if offer.code == "granted" and offer.next_at:
        return _("Today's stamp is there: day %(day)d. The next one in %(left)s.") % {
            "day": offer.data["rung"],
            "left": left(offer.next_at, now),
        }
    return _("Today is day %(day)d: %(chips)s for being here.") % {
        "day": offer.data["rung"],
        "chips": chips(offer.amount),
    }


def changed(limit: Limit, value: str, former: str) -> str:
    """What a change of a limit does: `value` and `former` are the new and the old limit."""
    if limit.next_from is None:
        return _("This holds from now on: %(value)s.") % {"value": value}
    return _(
        "A looser limit waits a day: %(value)s from %(time)s on. Until then it stays at %(former)s."
    ) % {"value": value, "time": when(limit.next_from), "former": former}


def loss(limit: int | None) -> str:
    """A daily loss limit."""
    return _("no limit") if limit is None else _("%(chips)s a day") % {"chips": chips(limit)}


def minutes(limit: int | None) -> str:
    """A daily time limit."""
    return _("no limit") if limit is None else _("%(time)s a day") % {"time": hours(limit)}


def hours(minutes: int) -> str:
    """A length of time to the minute."""
    return _("%(hours)d h %(minutes)d min") % {"hours": minutes // HOUR, "minutes": minutes % HOUR}
