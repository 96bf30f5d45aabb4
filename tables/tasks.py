"""Scheduled jobs of the tables."""

from __future__ import annotations

from celery import shared_task

from tables import chat


@shared_task(name="tables.tidy_chat")
def tidy_chat() -> None:
    """Delete the lines of chat whose time is over."""
    chat.tidy()
