"""Scheduled jobs. Each may run twice at once, or be killed and run again: it pays once."""

from __future__ import annotations

import structlog
from celery import shared_task
from django.db import connection

from wallet import auditing, campaigns, moments, refill, sweep
from wallet.models import Campaign

log = structlog.get_logger(__name__)


@shared_task(name="wallet.refill")
def refill_today() -> None:
    """Today's refill for everybody seen lately; every few minutes, so no minute matters."""
    refill.run()


@shared_task(name="wallet.campaigns")
def pay_campaigns() -> None:
    """Pay what running campaigns owe; end those whose time is over."""
    for campaign in Campaign.objects.filter(status=Campaign.Status.RUNNING):
        ended = campaign.ends_at + campaigns.SETTLES <= moments.now()
        paid = campaigns.pay(campaign)
        if paid:
            log.info("campaign", slug=campaign.slug, paid=paid, chips=paid * campaign.reward)
        if ended:
            campaigns.finish(campaign=campaign)
            log.info("campaign ended", slug=campaign.slug)


@shared_task(name="wallet.audit")
def audit(full: bool = False) -> None:
    """Audit what is new, or everything; a fault stands in the result and in the log."""
    auditing.run(since=0 if full else auditing.last_clean())


@shared_task(name="wallet.checkpoint")
def checkpoint() -> None:
    """Note the sums of the house accounts, so that reading them stays quick."""
    border = auditing.border()
    with connection.cursor() as cursor:
        cursor.execute("SELECT wallet_take_checkpoint(%s)", [border])


@shared_task(name="wallet.sweep")
def finish_orphans() -> None:
    """Send the chips of seat sessions home whose seat is gone."""
    sweep.run()
