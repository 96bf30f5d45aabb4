"""Fixtures that every test may use. The services behind them: tests/services.py."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.core.cache import cache
from django.db import connections
from django.test import TransactionTestCase
from playwright.sync_api import Browser

from tests import browser, services
from tests.browser import Visit, Visitor
from tests.kept import Kept
from tests.live import LiveSite

_sites: Kept[LiveSite] = Kept()
_browsers: Kept[Browser] = Kept()
_KEPT: dict[str, Kept[Any]] = {"kept_sites": _sites, "chromium": _browsers}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Function]) -> None:
    """Tests that share a site or a browser stand together, and dear ones come first.

    Each worker begins with its part of the list, and takes from the others' ends: at the first
    worker's beginning stand the browser's tests, at the second one's the long ones.
    """
    shared = [item for item in items if _KEPT.keys() & item.fixturenames]
    shared.sort(key=lambda item: ("still_site" in item.fixturenames, "site" in item.fixturenames))
    others = [item for item in items if not _KEPT.keys() & item.fixturenames]
    long = [item for item in others if item.get_closest_marker("long")]
    short = [item for item in others if not item.get_closest_marker("long")]
    workers = max(2, getattr(config, "workerinput", {}).get("workercount", 2))
    cut = max(0, len(items) // workers - len(shared))
    items[:] = [*shared, *short[:cut], *long, *short[cut:]]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Function) -> None:
    """What the next test does not share must not disturb it."""
    for name, kept in _KEPT.items():
        if name not in item.fixturenames:
            kept.end()


def pytest_sessionfinish() -> None:
    for kept in _KEPT.values():
        kept.end()


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
    services.restore(beside=_sites.held)


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
def own_site(transactional_db: None) -> Iterator[LiveSite]:
    """The site as real processes (web, clock) on this test's database, to be killed; no delays."""
    with LiveSite() as running:
        yield running


@pytest.fixture
def kept_sites(transactional_db: None) -> Kept[LiveSite]:
    """The site that tests share; a test of this fixture's name is what keeps it running."""
    return _sites


@pytest.fixture
def site(kept_sites: Kept[LiveSite]) -> LiveSite:
    """The site as real processes (web, clock) that other tests use, too, each with the database
    as the migrations left it. Nothing is delayed, and nobody runs out of time, however slow the
    machine is.
    """
    return kept_sites.get("site", lambda: LiveSite(TURN_S="600", CHOICE_S="600"))


@pytest.fixture
def still_site(kept_sites: Kept[LiveSite]) -> LiveSite:
    """A site without a clock, shared likewise: nobody plays but the test itself."""
    return kept_sites.get("still", lambda: LiveSite(clocks=0))


@contextmanager
def _browser() -> Iterator[Browser]:
    with pytest.MonkeyPatch.context() as patch, browser.launched() as running:
        # Django takes the loop that Playwright keeps in this thread for async code.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield running


@pytest.fixture
def chromium() -> Browser:
    """The browser that tests share, which must not be async: Playwright holds the loop."""
    if not browser.find():
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail(services.NO_BROWSER)
        pytest.skip(services.NO_BROWSER)
    return _browsers.get("chromium", _browser)


@pytest.fixture
def visit(chromium: Browser, site: LiveSite) -> Iterator[Visit]:
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
