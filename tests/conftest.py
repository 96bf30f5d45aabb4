"""Fixtures that every test may use. The services behind them: tests/services.py."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.core.cache import cache
from django.db import connections
from django.test import TransactionTestCase

from tests import services


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: Any) -> Iterator[None]:
    """A migrated database of this process's own; the tests query it as `app`."""
    services.make_database()
    yield
    with django_db_blocker.unblock():
        for connection in connections.all():
            connection.close()
            if hasattr(connection, "close_pool"):
                connection.close_pool()


def _restore(case: TransactionTestCase) -> None:
    """Instead of Django's flush: `app` may not truncate, and what migrations made stays."""
    services.restore()


TransactionTestCase._fixture_teardown = _restore


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    """No rate limit or cached figure of one test reaches the next."""
    if request.node.get_closest_marker("django_db"):
        cache.clear()


@pytest.fixture
def as_owner(transactional_db: None) -> Iterator[psycopg.Connection]:
    """A plain connection as role `owner` (autocommit), for raw SQL past the site."""
    with psycopg.connect(os.environ["OWNER_DATABASE_URL"], autocommit=True) as connection:
        yield connection


@pytest.fixture
def as_app(transactional_db: None) -> Iterator[psycopg.Connection]:
    """A plain connection as role `app` (autocommit), for raw SQL as the site's own role."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        yield connection
