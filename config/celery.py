"""The Celery application: the worker and the beat of the site."""

from __future__ import annotations

import contextlib
import os
import time
from typing import Any

from celery import Celery
from celery.signals import heartbeat_sent, setup_logging, worker_ready

from config.environment import load

load()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("madang")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.set_default()


@setup_logging.connect
def keep_logging(**_: Any) -> None:
    """Leave logging as the settings have it."""


@worker_ready.connect
@heartbeat_sent.connect
def beat(**_: Any) -> None:
    """Tell /healthz that a worker lives."""
    from django.core.cache import cache
    from redis.exceptions import RedisError

    with contextlib.suppress(RedisError):
        cache.set("alive:worker", time.time(), 30)
