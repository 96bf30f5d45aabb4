"""What the ledger refuses: a code, its data, and a sentence for the member.

The database names every refusal by a constraint; `translated()` is the one place where such a name
becomes a `WalletError`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

# Constraint of the database → code. Codes without a sentence are mistakes of a program: no member
# can bring them about by pressing buttons.
CODES = {
    "wallet_account_not_negative": "insufficient",
    "wallet_account_frozen": "frozen",
    "wallet_account_closed": "closed",
    "wallet_account_closed_empty": "not_empty",
    "wallet_account_one_wallet": "account_exists",
    "wallet_account_name": "account_exists",
    "wallet_account_opens_empty": "account_changed",
    "wallet_account_identity": "account_changed",
    "wallet_account_moved_by_entry": "account_changed",
    "wallet_account_house_ids": "account_kind",
    "wallet_account_status": "account_kind",
    "wallet_append_only": "append_only",
    "wallet_checkpoint_true": "checkpoint",
    "wallet_entry_account": "no_account",
    "wallet_entry_balanced": "unbalanced",
    "wallet_entry_chain": "chain",
    "wallet_entry_not_zero": "zero",
    "wallet_entry_id": "entry_id",
    "wallet_leg_draft": "no_draft",
    "wallet_transfer_two_legs": "unbalanced",
    "wallet_transfer_posted": "unbalanced",
    "wallet_transfer_fingerprint": "key_conflict",
    "wallet_transfer_says": "fingerprint",
    "wallet_transfer_time": "time",
    "wallet_transfer_reversed_once": "reversed",
    "wallet_transfer_grant_reversed_once": "reversed",
    "wallet_transfer_reversal": "reversal",
    "wallet_transfer_reverses": "no_transfer",
    "wallet_transfer_reverses_grant": "no_transfer",
    "wallet_reversal_exact": "reversal",
    "wallet_posts_once": "posts_once",
    "wallet_limit_excluded": "excluded",
    "wallet_limit_break": "break",
    "wallet_limit_time_limit": "time_limit",
    "wallet_limit_loss_limit": "loss_limit",
    "wallet_limits_bind": "bound",
    "wallet_limits_reopen": "bound",
    "wallet_grant_once": "granted",
    "wallet_grant_entry": "granted",
    "wallet_grant_paid": "grant_unpaid",
    "wallet_staff_act_reason": "no_reason",
}

SENTENCES = {
    "insufficient": _("Your wallet does not hold that many chips. Nothing was taken."),
    "frozen": _("Your account is frozen. You cannot buy in; what is on tables comes back to you."),
    "closed": _("This seat's account is closed already. Nothing was taken."),
    "key_conflict": _("This was done before with another amount. Nothing was taken."),
    "reversed": _("This has been corrected already. Nothing was taken."),
    "granted": _("You have had these chips already."),
    "excluded": _("You have excluded yourself from play. Nothing was taken."),
    "break": _("You are taking a break from play. Nothing was taken."),
    "time_limit": _("You have played as long today as you allowed yourself. Nothing was taken."),
    "loss_limit": _("This could take more than you allowed yourself to lose today."),
    "bound": _("A break or an exclusion can be lengthened, but not shortened."),
    "not_excluded": _("There is no exclusion that has run out."),
    "enough": _("Rescue is for members with fewer chips than this, tables counted."),
    "used_up": _("You have had everything that there is today. Come back tomorrow."),
    "cooling": _("Not yet: a little later you can have this again."),
    "off": _("This is not available at the moment."),
    # what staff meet
    "no_reason": _("Please say why."),
    "above_limit": _("One grant is at most %(most)s chips; the policy says so."),
    "at_table": _("These chips went to or from a table and are corrected by a grant, not undone."),
    "account_kind": _("Only the wallet of a member can be frozen or given chips."),
    "no_condition": _("No game counts this condition any more."),
    "wrong_rule": _("The condition does not take these details."),
    "not_draft": _("This campaign was started before."),
}
_OTHER = _("The chips could not be moved. Nothing was taken.")


class WalletError(Exception):
    """The ledger refused. `code` says why, `data` holds the facts; the transaction is lost."""

    def __init__(self, code: str, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.data = data

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.data.items())
        return f"{self.code} ({facts})" if facts else self.code

    @property
    def text(self) -> str:
        """The sentence for the member, in the language of the moment."""
        return str(SENTENCES.get(self.code, _OTHER)) % self.data


@contextmanager
def translated() -> Iterator[None]:
    """Turn a refusal of the database into a WalletError; other errors pass."""
    try:
        yield
    except DatabaseError as error:
        diagnosis = error.__cause__.diag if isinstance(error.__cause__, psycopg.Error) else None
        code = CODES.get(diagnosis.constraint_name or "") if diagnosis else None
        if diagnosis is None or code is None:
            raise
        raise WalletError(code, **_facts(diagnosis.message_detail)) from error


def _facts(detail: str | None) -> dict[str, Any]:
    """The facts that the ledger's functions give as JSON; constraints proper give only prose."""
    try:
        facts = json.loads(detail or "")
    except json.JSONDecodeError:
        return {}
    return facts if isinstance(facts, dict) else {}
