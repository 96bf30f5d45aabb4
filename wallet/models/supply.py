"""Where free chips come from: what staff edit, and what is noted on the way."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from wallet.models.ledger import Account


class Policy(models.Model):
    """A way to get free chips, with its amounts and limits; staff edit these rows."""

    class Kind(models.TextChoices):
        WELCOME = "welcome", _("welcome")
        REFILL = "refill", _("daily refill")
        RESCUE = "rescue", _("all-in rescue")
        ATTENDANCE = "attendance", _("attendance")
        CAMPAIGN = "campaign", _("campaign")
        STAFF = "staff", _("staff grant")

    slug = models.SlugField(max_length=48, unique=True)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    active = models.BooleanField(_("active"), default=True)
    amount = models.BigIntegerField(
        _("amount"), default=0, help_text=_("Staff grant: the most that one grant may be.")
    )
    floor = models.BigIntegerField(
        _("floor"),
        null=True,
        blank=True,
        help_text=_("Daily refill: fill the wallet up to this many chips instead of a fixed gift."),
    )
    threshold = models.BigIntegerField(
        _("threshold"),
        default=0,
        help_text=_("Rescue: for members with fewer chips than this, tables counted."),
    )
    per_day = models.PositiveSmallIntegerField(_("times a day"), default=1)
    cooldown_s = models.PositiveIntegerField(_("seconds between two"), default=0)
    seen_days = models.PositiveSmallIntegerField(
        _("seen within days"),
        default=7,
        help_text=_("Daily refill at midnight: only members seen in so many days."),
    )
    ladder = ArrayField(
        models.BigIntegerField(),
        verbose_name=_("ladder"),
        default=list,
        blank=True,
        help_text=_("Attendance: the chips of the first day, the second, and so on."),
    )

    class Meta:
        verbose_name = _("policy")
        verbose_name_plural = _("policies")
        constraints = [
            models.CheckConstraint(
                name="wallet_policy_amounts",
                condition=Q(amount__gte=0, threshold__gte=0)
                & (Q(floor__isnull=True) | Q(floor__gte=0)),
            )
        ]

    def __str__(self) -> str:
        return self.slug


class Visit(models.Model):
    """The last day on which a member was seen; the night's refill goes to the recently seen."""

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="visit"
    )
    seen_on = models.DateField()

    def __str__(self) -> str:
        return f"{self.member_id} {self.seen_on}"


class Batch(models.Model):
    """How far a job over all members has come, for the log and the staff. Decides nothing."""

    job = models.CharField(_("job"), max_length=24)
    period = models.CharField(_("period"), max_length=24)
    started_at = models.DateTimeField(_("started"))
    finished_at = models.DateTimeField(_("finished"), null=True)
    upto = models.BigIntegerField(_("done up to member"), default=0)
    last = models.BigIntegerField(_("last member"), default=0)
    paid = models.BigIntegerField(_("members paid"), default=0)
    chips = models.BigIntegerField(_("chips"), default=0)

    class Meta:
        verbose_name = _("batch")
        verbose_name_plural = _("batches")
        indexes = [models.Index(fields=["job", "period"], name="wallet_batch_of_period")]

    def __str__(self) -> str:
        return f"{self.job} {self.period} {self.upto}/{self.last}"


class Campaign(models.Model):
    """An event: who meets a condition within its dates gets a reward out of its own budget.

    `condition` is a name that an app above registered (`wallet.conditions`), `params` what that
    condition may be told (a rank, a pot, games). `needed` of them earn `reward`, `cap` times.
    Once it runs, `policy` is what its grants name and `account` holds what is left of the budget.
    Title and description are in English and, where given, in the other languages of the site.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        RUNNING = "running", _("running")
        ENDED = "ended", _("ended")

    slug = models.SlugField(
        _("short name"), max_length=40, unique=True, help_text=_("Latin letters, digits, hyphens.")
    )
    title = models.CharField(_("title"), max_length=80)
    title_ko = models.CharField(_("title in Korean"), max_length=80, blank=True)
    title_vi = models.CharField(_("title in Vietnamese"), max_length=80, blank=True)
    description = models.CharField(_("description"), max_length=300, blank=True)
    description_ko = models.CharField(_("description in Korean"), max_length=300, blank=True)
    description_vi = models.CharField(_("description in Vietnamese"), max_length=300, blank=True)
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.DRAFT)
    condition = models.CharField(_("condition"), max_length=40)
    params = models.JSONField(_("details of the condition"), default=dict, blank=True)
    min_humans = models.PositiveSmallIntegerField(_("human opponents"), default=1)
    needed = models.PositiveIntegerField(_("how many earn the reward"), default=1)
    reward = models.BigIntegerField(_("reward"))
    cap = models.PositiveSmallIntegerField(_("times a member"), default=1)
    budget = models.BigIntegerField(_("budget"))
    starts_at = models.DateTimeField(_("starts"))
    ends_at = models.DateTimeField(_("ends"))
    policy = models.OneToOneField(
        Policy, models.PROTECT, null=True, blank=True, editable=False, related_name="campaign"
    )
    account = models.OneToOneField(
        Account, models.PROTECT, null=True, blank=True, editable=False, related_name="campaign"
    )

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        constraints = [
            models.CheckConstraint(
                name="wallet_campaign_amounts",
                condition=Q(reward__gt=0, needed__gt=0, cap__gt=0, budget__gte=F("reward")),
                violation_error_message=_("The budget must pay for one reward at least."),
            ),
            models.CheckConstraint(
                name="wallet_campaign_dates",
                condition=Q(ends_at__gt=F("starts_at")),
                violation_error_message=_("A campaign ends after it starts."),
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def told(self, field: str) -> str:
        """`title` or `description` in the language of the moment, else in English."""
        language = (get_language() or "en").split("-")[0]
        return getattr(self, f"{field}_{language}", "") or str(getattr(self, field))
