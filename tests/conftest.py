"""Fixtures that every test may use. The services behind them: tests/services.py."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.core.cache import cache
from django.db import connections
from django.test import TransactionTestCase
from playwright.sync_api import Browser

from tests import browser, services
from tests.browser import Visitor
from tests.live import LiveSite


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


setattr(TransactionTestCase, "_fixture_teardown", _restore)  # noqa: B010 (not in the stubs)


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


@pytest.fixture
def site(transactional_db: None) -> Iterator[LiveSite]:
    """The site as real processes (web, clock) on this test's database; delays are 0."""
    with LiveSite() as running:
        yield running


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for the tests of one module, which must not be async: Playwright holds the loop."""
    if not browser.find():
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail(services.NO_BROWSER)
        pytest.skip(services.NO_BROWSER)
    with pytest.MonkeyPatch.context() as patch, browser.launched() as running:
        # Django takes the loop that Playwright keeps in this thread for async code.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield running


@pytest.fixture
def visit(chromium: Browser, site: LiveSite) -> Iterator[Callable[..., Visitor]]:
    """Call it for one more person at the site: `visit(language="ko", size=NARROW)`.

    A script error, a console error or a failed answer fails the test at its end.
    """
    visitors: list[Visitor] = []

    def come(**options: Any) -> Visitor:
        visitors.append(Visitor(chromium, site.url, **options))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()
    assert [fault for visitor in visitors for fault in visitor.faults] == []
