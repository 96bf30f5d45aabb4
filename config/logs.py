"""Logging: one line an event on standard output, which `manage.py up` leads into DATA/log."""

from __future__ import annotations

import re
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

SECRET = re.compile(r"password|secret|token|cookie|authorization|session|deck_key|seed", re.I)
IN_URL = re.compile(r"(?<=://)([^\s:/@]*):[^\s/@]+@")


def hide_secrets(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """Blank out what the name of a value calls secret, and passwords inside of URLs."""
    for name, value in event.items():
        if name not in ("event", "exception") and SECRET.search(name):
            event[name] = "***"
        elif isinstance(value, str):
            event[name] = IN_URL.sub(r"\1:***@", value)
    return event


def configure(*, level: str, json: bool) -> dict[str, Any]:
    """Set structlog up and return Django's LOGGING; both end in the same line."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    last: Processor = (
        structlog.processors.JSONRenderer()
        if json
        else structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0)
    )
    lines = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": shared,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            hide_secrets,
            last,
        ],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": lines},
        "handlers": {
            "out": {
                "class": "logging.StreamHandler",
                "stream": "ext://sys.stdout",
                "formatter": "lines",
            }
        },
        "root": {"handlers": ["out"], "level": level},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            "uvicorn": {"level": "WARNING"},
            "axes": {"level": "WARNING"},
            # Who asks under a name that is not ours is told so (400): no fault of ours to trace.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
        },
    }
