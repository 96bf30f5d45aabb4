"""The database as the settings see it: a URL checked and taken apart, and the grants of `app`."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import psycopg
from django.core.exceptions import ImproperlyConfigured
from psycopg.conninfo import conninfo_to_dict

_NAMES = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}


def parse(variable: str, url: str) -> dict[str, Any]:
    """Django's settings of the database at `url`; `variable` is named in the error.

    The URL is what libpq takes: `postgresql://role:password@host:port/name?sslmode=…`, with the
    folder of a unix socket as percent-encoded host.
    """
    if not url.startswith(("postgres://", "postgresql://")):
        raise ImproperlyConfigured(f"{variable} is not a postgresql:// URL.")
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise ImproperlyConfigured(f"{variable} cannot be read: {error}".strip()) from None
    if not parts.get("dbname") or not parts.get("user"):
        raise ImproperlyConfigured(f"{variable} must name a role and a database.")
    known = {name: str(parts.pop(key, "")) for key, name in _NAMES.items()}
    return {"ENGINE": "django.db.backends.postgresql", **known, "OPTIONS": parts}


def pooled(settings: dict[str, Any], pool: dict[str, Any]) -> dict[str, Any]:
    """The same database through psycopg's pool, which ASGI threads need (no CONN_MAX_AGE).

    A connection is looked at when it is taken out of the pool, once a request: those that died with
    a restart of PostgreSQL are replaced before anybody uses them. The threads of sockets and clock
    keep theirs and pay nothing.
    """
    return {
        **settings,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {**settings["OPTIONS"], "pool": pool},
    }


def broker(redis_url: str) -> str:
    """The same Redis as Celery names it, which has its own form for unix sockets."""
    parts = urlsplit(redis_url)
    if parts.scheme not in ("redis", "rediss", "unix"):
        raise ImproperlyConfigured("REDIS_URL is not a redis://, rediss:// or unix:// URL.")
    if parts.scheme != "unix":
        return redis_url
    number = parse_qs(parts.query).get("db", ["0"])[0]
    return f"redis+socket://{parts.path}?virtual_host={number}"


def grant_ordinary(*, using: str, **_: object) -> None:
    """Before a migration: let `app` use every table and sequence that `owner` is about to make.

    The ledger takes back what is too much in the migration that makes it.
    """
    from django.db import connections

    with connections[using].cursor() as cursor:
        cursor.execute(
            "ALTER DEFAULT PRIVILEGES IN SCHEMA public "
            "GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO app"
        )
        cursor.execute(
            "ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO app"
        )
