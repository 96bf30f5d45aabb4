"""The ledger's tables. Only the functions of `wallet/sql` write them; the site's role may read.

What the database promises about them stands in `docs/ledger.md`.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

FIRST_CACHED_ID = 1000  # below it: the house accounts, which carry no cached balance


class Reason(models.TextChoices):
    """Why chips moved. The words are what a member reads in the statement."""

    WELCOME = "welcome", _("Welcome chips")
    REFILL = "refill", _("Daily refill")
    RESCUE = "rescue", _("All-in rescue")
    ATTENDANCE = "attendance", _("Attendance")
    CAMPAIGN = "campaign", _("Event reward")
    CAMPAIGN_FUND = "campaign_fund", _("Event budget")
    CAMPAIGN_RETURN = "campaign_return", _("Event budget returned")
    STAFF = "staff", _("Granted by staff")
    BUY_IN = "buy_in", _("Buy-in")
    TOP_UP = "top_up", _("Top-up")
    HAND = "hand", _("Hand settled")
    ROUND = "round", _("Round settled")
    CASH_OUT = "cash_out", _("Back from the table")
    REVERSAL = "reversal", _("Correction")


class Account(models.Model):
    """Chips of a member, of one seat session, of a campaign, or of the house.

    Everybody's account but the house's is cached: `balance` is the `balance_after` of its newest
    entry and `seq` that entry's number. `name` tells accounts of one kind apart: a house account's
    name, the seat session of an escrow, the slug of a campaign.
    """

    class Kind(models.TextChoices):
        HOUSE = "house", _("house")
        MEMBER = "member", _("member")
        ESCROW = "escrow", _("seat session")
        CAMPAIGN = "campaign", _("campaign")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        FROZEN = "frozen", _("frozen")
        CLOSED = "closed", _("closed")

    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.OPEN)
    name = models.CharField(_("name"), max_length=64, blank=True, default="")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        verbose_name=_("member"),
        null=True,
        db_index=False,
        related_name="accounts",
    )
    balance = models.BigIntegerField(_("balance"), null=True)
    seq = models.BigIntegerField(null=True)
    link_kind = models.CharField(max_length=16, blank=True, default="")
    link_id = models.CharField(max_length=40, blank=True, default="")
    opened_at = models.DateTimeField(_("opened"))
    moved_at = models.DateTimeField(_("last entry"))
    closed_at = models.DateTimeField(_("closed"), null=True)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [
            models.CheckConstraint(
                name="wallet_account_house_ids",
                condition=Q(kind="house", id__lt=FIRST_CACHED_ID)
                | (~Q(kind="house") & Q(id__gte=FIRST_CACHED_ID)),
            ),
            models.CheckConstraint(
                name="wallet_account_cached",
                condition=Q(kind="house", balance__isnull=True, seq__isnull=True)
                | (~Q(kind="house") & Q(balance__isnull=False, seq__isnull=False)),
            ),
            models.CheckConstraint(
                name="wallet_account_not_negative", condition=Q(balance__gte=0, seq__gte=0)
            ),
            models.CheckConstraint(
                name="wallet_account_closed_empty",
                condition=~Q(status="closed") | Q(balance=0, kind__in=["escrow", "campaign"]),
            ),
            models.CheckConstraint(
                name="wallet_account_member",
                condition=Q(kind__in=["member", "escrow"], member__isnull=False)
                | Q(kind__in=["house", "campaign"], member__isnull=True),
            ),
            models.UniqueConstraint(
                name="wallet_account_one_wallet", fields=["member"], condition=Q(kind="member")
            ),
            models.UniqueConstraint(
                name="wallet_account_name", fields=["kind", "name"], condition=~Q(name="")
            ),
        ]
        indexes = [
            models.Index(
                name="wallet_account_sittings",
                fields=["member", "closed_at"],
                condition=Q(kind="escrow"),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.name or self.member_id} ({self.pk})"


class Transfer(models.Model):
    """One balanced move of chips: `legs` entries that sum to zero.

    `key` makes it happen once; `fingerprint` is the SHA-256 of what it says, so that the same key
    with other contents is an error. `link_kind` and `link_id` say what it was for.
    """

    key = models.CharField(max_length=120, unique=True)
    reason = models.CharField(_("reason"), max_length=24, choices=Reason)
    legs = models.IntegerField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        verbose_name=_("done by"),
        null=True,
        db_index=False,
        related_name="+",
    )
    link_kind = models.CharField(max_length=16, blank=True, default="")
    link_id = models.CharField(max_length=40, blank=True, default="")
    reverses = models.ForeignKey(
        "self", models.DO_NOTHING, null=True, db_index=False, db_constraint=False, related_name="+"
    )
    reverses_grant = models.ForeignKey(
        "Grant", models.DO_NOTHING, null=True, db_index=False, db_constraint=False, related_name="+"
    )
    fingerprint = models.BinaryField(max_length=32)
    created_at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")
        constraints = [
            models.CheckConstraint(name="wallet_transfer_two_legs", condition=Q(legs__gte=2)),
            models.CheckConstraint(
                name="wallet_transfer_reversal",
                condition=Q(
                    ~Q(reason="reversal"), reverses__isnull=True, reverses_grant__isnull=True
                )
                | Q(reason="reversal", reverses__isnull=False, reverses_grant__isnull=True)
                | Q(reason="reversal", reverses__isnull=True, reverses_grant__isnull=False),
            ),
            models.UniqueConstraint(
                name="wallet_transfer_reversed_once",
                fields=["reverses"],
                condition=Q(reverses__isnull=False),
            ),
            models.UniqueConstraint(
                name="wallet_transfer_grant_reversed_once",
                fields=["reverses_grant"],
                condition=Q(reverses_grant__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} ({self.pk})"


class Entry(models.Model):
    """One signed leg of a transfer. On cached accounts `seq` counts 1, 2, 3 … without a hole."""

    transfer = models.ForeignKey(
        Transfer, models.DO_NOTHING, db_index=False, db_constraint=False, related_name="entries"
    )
    account = models.ForeignKey(
        Account, models.DO_NOTHING, db_index=False, db_constraint=False, related_name="entries"
    )
    amount = models.BigIntegerField(_("amount"))
    seq = models.BigIntegerField(null=True)
    balance_after = models.BigIntegerField(_("balance after"), null=True)
    leg = models.IntegerField()

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.CheckConstraint(name="wallet_entry_not_zero", condition=~Q(amount=0)),
            models.CheckConstraint(name="wallet_entry_leg", condition=Q(leg__gte=1)),
            models.CheckConstraint(
                name="wallet_entry_numbered",
                condition=Q(
                    account__lt=FIRST_CACHED_ID, seq__isnull=True, balance_after__isnull=True
                )
                | Q(account__gte=FIRST_CACHED_ID, seq__gte=1, balance_after__isnull=False),
            ),
            models.UniqueConstraint(name="wallet_entry_of_transfer", fields=["transfer", "leg"]),
            models.UniqueConstraint(
                name="wallet_entry_of_account",
                fields=["account", "seq"],
                condition=Q(seq__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                name="wallet_entry_of_house",
                fields=["account", "id"],
                condition=Q(seq__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.account_id}:{self.seq} {self.amount:+}"


class Grant(models.Model):
    """That a member got a policy's chips for a period: the row that makes it happen once.

    It points at the entry (`transfer`, `leg`) that paid it; the database checks that entry's
    member and amount.
    """

    policy = models.ForeignKey(
        "Policy", models.DO_NOTHING, db_index=False, db_constraint=False, related_name="grants"
    )
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        db_index=False,
        db_constraint=False,
        related_name="grants",
    )
    transfer = models.ForeignKey(
        Transfer, models.DO_NOTHING, db_index=False, db_constraint=False, related_name="grants"
    )
    amount = models.BigIntegerField(_("amount"))
    leg = models.IntegerField()
    period = models.CharField(_("period"), max_length=24)

    class Meta:
        verbose_name = _("grant")
        verbose_name_plural = _("grants")
        constraints = [
            models.CheckConstraint(name="wallet_grant_positive", condition=Q(amount__gt=0)),
            models.UniqueConstraint(
                name="wallet_grant_once", fields=["policy", "period", "member"]
            ),
            models.UniqueConstraint(name="wallet_grant_entry", fields=["transfer", "leg"]),
        ]
        indexes = [models.Index(name="wallet_grant_of_member", fields=["member", "-id"])]

    def __str__(self) -> str:
        return f"{self.policy_id} {self.period} → {self.member_id}"


class Checkpoint(models.Model):
    """The sum of a house account over all entries up to `border`, so that nobody sums twice."""

    account = models.ForeignKey(
        Account, models.DO_NOTHING, db_index=False, db_constraint=False, related_name="+"
    )
    border = models.BigIntegerField()
    balance = models.BigIntegerField()
    taken_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                F("account"), F("border").desc(), name="wallet_checkpoint_of_account"
            )
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.border}: {self.balance}"
