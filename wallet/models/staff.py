"""What staff did to the wallet: one row an act, written in the act's own transaction."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class StaffAct(models.Model):
    """One act of staff: who did what to which object, why and when, and what it changed.

    Rows are only ever added, by the function `wallet_staff_act`; the database refuses everything
    else to everybody. `kind` and `object_id` name the object (account, transfer, grant, policy,
    campaign), `object_text` says what it was called then. `change` holds [before, after] by field.
    """

    class Act(models.TextChoices):
        GRANT = "grant", _("chips granted")
        REVERSE = "reverse", _("transfer reversed")
        TAKE_BACK = "take_back", _("grant taken back")
        FREEZE = "freeze", _("wallet frozen")
        UNFREEZE = "unfreeze", _("wallet opened again")
        ADD = "add", _("added")
        CHANGE = "change", _("changed")
        START = "start", _("campaign started")
        FINISH = "finish", _("campaign ended")
        LOOK = "look", _("deck looked at")

    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.DO_NOTHING, verbose_name=_("done by"), related_name="+"
    )
    act = models.CharField(_("act"), max_length=12, choices=Act)
    kind = models.CharField(_("kind"), max_length=16)
    object_id = models.BigIntegerField(_("number"))
    object_text = models.CharField(_("object"), max_length=120)
    reason = models.CharField(_("reason"), max_length=300)
    change = models.JSONField(_("change"), default=dict)
    made_at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("act of staff")
        verbose_name_plural = _("acts of staff")
        permissions = [
            ("grant_chips", "Can grant chips to members"),
            ("correct_transfers", "Can reverse transfers and take grants back"),
            ("freeze_wallets", "Can freeze wallets and open them again"),
            ("run_campaigns", "Can start and end campaigns"),
        ]
        constraints = [
            models.CheckConstraint(name="wallet_staff_act_reason", condition=~Q(reason=""))
        ]
        indexes = [models.Index(fields=["kind", "object_id"], name="wallet_staff_act_of_object")]

    def __str__(self) -> str:
        return f"{self.act} {self.kind} {self.object_id}"
