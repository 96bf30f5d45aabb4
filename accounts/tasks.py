"""Scheduled jobs of the accounts."""

from __future__ import annotations

from datetime import timedelta

from axes.models import AccessAttempt
from celery import shared_task
from django.utils import timezone

from accounts.session_store import SessionStore

KEEP_FAILED_LOG_INS = timedelta(days=30)


@shared_task(name="accounts.tidy")
def tidy() -> None:
    """Forget sessions that have run out, and failed log-ins of more than a month ago."""
    SessionStore.clear_expired()
    long_ago = timezone.now() - KEEP_FAILED_LOG_INS
    AccessAttempt.objects.filter(attempt_time__lt=long_ago).delete()
