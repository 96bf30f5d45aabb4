"""Refusals of the tables, and the sentence that a member reads for every code.

A refusal changes nothing. Codes of `rules` and `wallet` have their sentences here too, because a
table is where they are met.
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from rules.errors import RulesError, Stale
from wallet import errors as wallet_errors
from wallet.amounts import chips
from wallet.errors import WalletError


class Refused(Exception):
    """A command that the table does not accept; `code` names why, `data` holds the facts."""

    kind = "refused"

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


class Late(Refused):
    """A command for a hand, a turn or a price that has passed."""

    kind = "stale"


class Broken(Exception):
    """The table's own record does not fold: nothing may go on before somebody has looked."""


SENTENCES = {
    # the table
    "no_such_table": _("There is no such table."),
    "closed": _("This table is closed."),
    "paused": _("The table is paused while we look at a problem. Your chips are safe."),
    "log_in": _("Please log in to play."),
    "seat_taken": _("Somebody else has just taken this seat. Nothing was taken."),
    "held": _("This seat is kept for somebody on the waiting list. Nothing was taken."),
    "rathole": _(
        "You left this table with %(min)s chips. For %(minutes)s more minutes a seat here takes "
        "at least as many. Nothing was taken."
    ),
    "seat_free": _("There is a free seat at this table: take it."),
    "waiting": _("You are on the waiting list of this table already."),
    "not_waiting": _("You are not on the waiting list of this table."),
    "line_full": _("The waiting list of this table is full."),
    "lines": _("You are on %(most)s waiting lists, which is the most."),
    "no_funds": _("A seat here takes at least %(min)s chips, more than your wallet holds."),
    "refill": _("Automatic top-up goes to a stack between %(min)s and %(max)s chips."),
    "no_blinds": _("This game has no big blind to wait for."),
    "no_such_seat": _("This table has no such seat."),
    "seated": _("You already have a seat at this table."),
    "not_seated": _("You have no seat at this table."),
    "leaving": _("You are leaving this table when the hand ends."),
    "buy_in": _("A buy-in here is between %(min)s and %(max)s chips. Nothing was taken."),
    "top_up": _("You can add at most %(max)s chips. Nothing was taken."),
    "no_chips": _("You have no chips at this table. Add some first."),
    "bots_only_practice": _("Bots do not play at this table."),
    "no_hand": _("There is no hand to act in."),
    "id_used": _("Something else was done under this name before. Nothing was done now."),
    "other_hand": _("That hand is over. Nothing was done."),
    "not_dealt_in": _("You are not in this hand."),
    # the chat
    "chat_off": _("There is no chat at this table."),
    "chat_seated": _("Take a seat to write in the chat of this table."),
    "chat_muted": _("You may not write in chats until %(until)s. Reason: %(reason)s"),
    "chat_empty": _("There is nothing in this line."),
    "chat_long": _("A line has at most %(most)s characters."),
    "chat_fast": _("You write very fast. Please wait a moment."),
    "chat_self": _("This is you."),
    "chat_blocks": _("You have blocked %(most)s members, which is the most."),
    "chat_reports": _("You have reported a lot today. Please go on tomorrow."),
    "no_such_member": _("There is no such member."),
    "no_such_line": _("This line is gone."),
    # house tables
    "round_running": _("Your round is not over yet. Nothing was taken."),
    "rules_changed": _("The pay table has changed. Please look at it and bet again."),
    "stack": _("This round may take %(needed)s chips. Add some or bet less; nothing was taken."),
    "limit": _("A bet here is between %(least)s and %(most)s chips. Nothing was taken."),
    "least": _("A bet here is at least %(least)s chips. Nothing was taken."),
    "unit": _("The ante goes in steps of %(unit)s chips. Nothing was taken."),
    "bet": _("This table does not take this bet. Nothing was taken."),
    "unavailable": _("The table did not answer. Please try again; nothing was done twice."),
    # frames
    "malformed": _("This message could not be read."),
    "unknown_type": _("This message could not be read."),
    "join_first": _("Join the table first."),
    "too_fast": _("Too many messages. Please slow down."),
    "no_such_hand": _("There is no such hand."),
    "hand_running": _("This hand is not over. Its deck stays shut until it is."),
    "not_paused": _("The table is not paused."),
    # rules
    "turn": _("The price has changed since. Nothing was done."),
    "hand_over": _("That hand is over. Nothing was done."),
    "not_on_turn": _("It is not your turn."),
    "not_in_hand": _("You are not in this hand."),
    "not_offered": _("You cannot do that now. Nothing was done."),
    "amount": _("This amount is not possible. Nothing was done."),
    "action": _("You cannot do that now. Nothing was done."),
    "choice": _("Please choose the cards that the game asks for."),
    "not_your_card": _("You do not hold this card."),
    # the wallet
    **wallet_errors.SENTENCES,
}
_ANY = _("You cannot do that now. Nothing was done.")


def sentence(code: str, data: dict[str, object], language: str) -> str:
    """The sentence for a code in a language; a general one when the code has none."""
    with translation.override(language):
        text = str(SENTENCES.get(code, _ANY))
        told = {name: _told(value, language) for name, value in data.items()}
        try:
            return text % told if "%(" in text else text
        except (KeyError, ValueError):
            return str(_ANY)


def _told(value: object, language: str) -> object:
    """A fact as the sentence says it: numbers here are chips, times the site's."""
    if isinstance(value, datetime):
        return date_format(timezone.localtime(value), "SHORT_DATETIME_FORMAT")
    return chips(value, language) if type(value) is int else value


def refusal(error: RulesError | WalletError | Refused) -> Refused:
    """The refusal that a member sees for an error of any layer below."""
    if isinstance(error, Refused):
        return error
    family = Late if isinstance(error, Stale) else Refused
    facts = {name: value for name, value in error.data.items() if name != "account"}
    return family(error.code, **facts)
