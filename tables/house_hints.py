"""Hints at house tables: what is best in a member's running round, and why, in words."""

from __future__ import annotations

from threading import BoundedSemaphore
from typing import Any, Final

from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from rules.hand import Action
from rules.house import SEAT, Round
from rules.house.hints import Hint, hint
from tables.dealer import boxes, record

_KEPT_S: Final = 3600
#: In Russian Poker a hint takes up to some seconds of a core: one at a time in a process.
_COUNTING: Final = BoundedSemaphore(1)
_WAIT_S: Final = 10

REASONS: Final = {
    "uth_raise": _("The table of starting hands raises this hand."),
    "wait": _("Seeing more cards costs nothing."),
    "two_pair_or_better": _("Two pair or better, with a card of your own."),
    "hidden_pair": _("A pair or better that uses a card of your own."),
    "four_to_a_flush": _("Four to a flush."),
    "straight_draw": _("One card completes a straight."),
    "high_cards": _("Your cards are high enough."),
    "casino_nothing": _("No pair, no draw, no high cards."),
    "uth_few_outs": _("Fewer than 21 cards help the dealer."),
    "uth_too_many_outs": _("21 cards or more help the dealer."),
    "best_value": _("It is worth most."),
    "counted": _("Counted exactly it is worth more than what the short rule says."),
    "insurance_pays": _("The insurance is worth its price here."),
    "buy_dealer_pays": _("A card for the dealer gains more than the ante."),
    "take_pays": _("The ante is worth more than a card for the dealer."),
}


def of_member(*, table_id: int, member_id: int) -> dict[str, Any] | None:
    """The hint for a member's turn at a house table; None if no decision of his is open.

    `{kind, amount, cards, value, text, others}`; value: what the choice is worth in antes, null if
    that is not known exactly; others: of every other kind the best choice, the best first.
    Locks nothing.
    """
    round_ = _running(table_id, member_id)
    if round_ is None:
        return None
    number, table = round_
    key = f"house-hint-{number}-{table.turn(SEAT)}"
    told = cache.get(key)
    if told is None:
        if not _COUNTING.acquire(timeout=_WAIT_S):
            return None
        try:
            told = _told(hint(table))
        finally:
            _COUNTING.release()
        cache.set(key, told, _KEPT_S)
    return {**told, "text": str(REASONS[told["reason"]])}


def _running(table_id: int, member_id: int) -> tuple[int, Round] | None:
    """The member's running round with the id of its hand."""
    box = boxes.door(table_id=table_id, member_id=member_id)
    head = record.head(box) if box is not None else None
    if box is None or head is None or not head.house or not head.seq:
        return None
    replica, _folded = record.from_base(box, head)
    running = replica.running
    return (replica.hand_id, running) if isinstance(running, Round) else None


def _told(found: Hint) -> dict[str, Any]:
    best: dict[str, dict[str, Any]] = {}
    for action, value in found.others:
        if action.kind != found.action.kind:
            best.setdefault(action.kind, _choice(action, value))
    others = list(best.values())
    return {**_choice(found.action, found.value), "reason": found.reason, "others": others}


def _choice(action: Action, value: float | None) -> dict[str, Any]:
    rounded = None if value is None else round(value, 4)
    return {
        "kind": action.kind,
        "amount": action.amount,
        "cards": list(action.cards),
        "value": rounded,
    }
