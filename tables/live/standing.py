"""What the socket tells a member about himself alone: seat, wishes, why dealt out, waiting list."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tables.coming_back import Back
from tables.dealer.commands import NO_WISHES, Wishes
from tables.dealer.line import Offer
from tables.dealer.replica import Replica

#: Why a seat is dealt out although its member has not asked for it, and what to do.
AWAY = {
    "timeouts": _("Your time ran out twice, so you are dealt out. Come back when you are ready."),
    "no_chips": _("You have no chips left at this table. Add chips to go on, or leave."),
    "frozen": _("Your account is frozen, so you are dealt out. Leaving pays you out as always."),
    "excluded": _("You have excluded yourself from play, so you are dealt out. You can leave."),
    "break": _("Your break has begun, so you are dealt out. You can leave with your chips."),
    "time_limit": _("You have played as long today as you allowed yourself: you are dealt out."),
    "loss_limit": _("You have lost today what you allowed yourself to: you are dealt out."),
}
#: Why a seat was given up although its member has not done it just now.
LEFT = {
    "lost": _("Your line was lost for too long, so you left. Your chips go back to your wallet."),
    "idle": _("You sat out for too long, so you left. Your chips go back to your wallet."),
    "closed": _("This table was closed, so you left. Your chips are in your wallet."),
    "wish": _("You have left, as you wished. Your chips are in your wallet."),
}


class Standing(NamedTuple):
    """Where a member stands at a table, as its state says it."""

    seat: int | None = None
    hand_seat: int | None = None
    wishes: Wishes = NO_WISHES
    away: str = ""
    place: int = 0
    waiting: int = 0
    offer: Offer | None = None

    def told(self, wallet: int, back: Back | None, language: str) -> dict[str, Any]:
        """The fields of `you`: docs/protocol.md."""
        wishes = self.wishes
        return {
            "seat": self.seat,
            "hand_seat": self.hand_seat,
            "wallet": wallet,
            "wishes": None
            if self.seat is None
            else {
                "refill": wishes.refill,
                "sit_out": wishes.sit_out,
                "leave": wishes.leave,
                "muck": not wishes.asks,
            },
            "away": {"code": self.away, "text": sentence(AWAY, self.away, language)}
            if self.away
            else None,
            "line": {"place": self.place, "of": self.waiting} if self.place else None,
            "offer": {"seat": self.offer.seat, "until": self.offer.until} if self.offer else None,
            "back": {"least": back.chips, "until": back.until} if back else None,
        }


NOWHERE = Standing()


def of(replica: Replica, member_id: int) -> Standing:
    """Where this member stands now."""
    seat, hand_seat = replica.seat_of(member_id), replica.hand_seat_of(member_id)
    wishes, away = NO_WISHES, ""
    if seat is not None:
        plate = replica.roster[seat]
        wishes = plate.wishes
        away = plate.why if plate.away_ms and plate.why in AWAY else ""
    line = replica.line
    place = line.place(member_id)
    if not place:
        return Standing(seat, hand_seat, wishes, away)
    return Standing(
        seat, hand_seat, wishes, away, place, len(line.members), line.offer_to(member_id)
    )


def sentence(sentences: dict[str, Any], code: str, language: str) -> str:
    """The sentence of a code in a language; nothing for a code that has none."""
    with translation.override(language):
        return str(sentences.get(code, ""))
