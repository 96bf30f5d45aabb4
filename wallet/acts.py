"""The acts of staff as the admin confirms them: what each will do to a row, in words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wallet import staff
from wallet.amounts import chips, signed
from wallet.confirming import Confirmed, GrantForm
from wallet.models import Account, Campaign, Entry, Grant, Transfer

Values = dict[str, Any]


def grant(actor_id: int) -> Confirmed:
    """Chips from the mint for members' wallets, once however often the form is sent."""

    def line(wallet: Account, values: Values) -> str:
        amount = values.get("amount")
        if wallet.kind != Account.Kind.MEMBER:
            return _("%(who)s: is no member's wallet") % {"who": wallet}
        held = wallet.balance or 0
        words = {"who": wallet.member, "held": chips(held)}
        if amount is None:
            return _("%(who)s: holds %(held)s chips now") % words
        words |= {"amount": signed(amount), "after": chips(held + amount)}
        return _("%(who)s: %(held)s → %(after)s chips (%(amount)s from the mint)") % words

    def act(wallets: list[Account], values: Values) -> bool:
        paid = staff.grant(
            wallets=wallets,
            amount=values["amount"],
            token=values["token"],
            actor_id=actor_id,
            reason=values["reason"],
        )
        return bool(paid)

    return Confirmed("grant", gettext_lazy("Grant chips"), line, act, GrantForm, together=True)


def freeze(actor_id: int) -> Confirmed:
    """Nothing but corrections leaves the wallet."""

    def line(wallet: Account, values: Values) -> str:
        text = _("%(who)s: cannot buy in any more; chips on tables come back; corrections still go")
        return text % {"who": wallet.member or wallet}

    def act(wallet: Account, values: Values) -> bool:
        return staff.freeze(wallet=wallet, actor_id=actor_id, reason=values["reason"])

    return Confirmed("freeze", gettext_lazy("Freeze"), line, act)


def unfreeze(actor_id: int) -> Confirmed:
    """A frozen wallet can buy in again."""

    def line(wallet: Account, values: Values) -> str:
        return _("%(who)s: can buy in again") % {"who": wallet.member or wallet}

    def act(wallet: Account, values: Values) -> bool:
        return staff.unfreeze(wallet=wallet, actor_id=actor_id, reason=values["reason"])

    return Confirmed("unfreeze", gettext_lazy("Open again"), line, act)


def reverse(actor_id: int) -> Confirmed:
    """The exact opposite of a transfer."""

    def line(transfer: Transfer, values: Values) -> str:
        if staff.at_table(transfer):
            return _("%(object)s: moved chips of a table, and will be refused") % {
                "object": transfer
            }
        legs = Entry.objects.filter(transfer=transfer).select_related("account__member")
        shown = [
            f"{leg.account.member or leg.account} {signed(-leg.amount)}"
            for leg in legs.order_by("leg")[:12]
        ]
        more = transfer.legs - len(shown)
        return f"{transfer}: {', '.join(shown)}" + (f" … +{more}" if more > 0 else "")

    def act(transfer: Transfer, values: Values) -> bool:
        return staff.reverse(transfer=transfer, actor_id=actor_id, reason=values["reason"])

    return Confirmed("reverse", gettext_lazy("Reverse"), line, act)


def take_back(actor_id: int) -> Confirmed:
    """One member's grant back to where it came from."""

    def line(given: Grant, values: Values) -> str:
        words = {"who": given.member, "amount": signed(-given.amount), "policy": given.policy}
        return _("%(who)s: %(amount)s chips (%(policy)s)") % words

    def act(given: Grant, values: Values) -> bool:
        return staff.take_back(given=given, actor_id=actor_id, reason=values["reason"])

    return Confirmed("take_back", gettext_lazy("Take back"), line, act)


def start(actor_id: int) -> Confirmed:
    """A campaign's budget comes out of the mint."""

    def line(campaign: Campaign, values: Values) -> str:
        words = {"title": campaign.title, "budget": chips(campaign.budget)}
        return _("%(title)s: %(budget)s chips come from the mint as its budget") % words

    def act(campaign: Campaign, values: Values) -> bool:
        staff.start(campaign=campaign, actor_id=actor_id, reason=values["reason"])
        return True

    return Confirmed("start", gettext_lazy("Start"), line, act)


def finish(actor_id: int) -> Confirmed:
    """What is left of a campaign's budget goes back."""

    def line(campaign: Campaign, values: Values) -> str:
        left = campaign.account.balance if campaign.account else 0
        words = {"title": campaign.title, "left": chips(left or 0)}
        return _("%(title)s: ends now; %(left)s chips go back to the mint") % words

    def act(campaign: Campaign, values: Values) -> bool:
        return staff.finish(campaign=campaign, actor_id=actor_id, reason=values["reason"])

    return Confirmed("finish", gettext_lazy("End"), line, act)
