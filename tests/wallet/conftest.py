"""Fixtures of the wallet's tests."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import psycopg
import pytest

from wallet import audits, ledger_checks, moments

SetClock = Callable[[str], datetime]


@pytest.fixture(autouse=True)
def _the_ledgers_own_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat sessions are opened here without any table, which the tables' checks would report."""
    monkeypatch.setattr(audits, "_checks", {})
    ledger_checks.register()


@pytest.fixture
def set_clock(as_owner: psycopg.Connection) -> SetClock:
    """Sets `site_now()` to a time in Seoul; it runs on from there. Gives that moment."""

    def set_to(text: str) -> datetime:
        moment = datetime.fromisoformat(text).replace(tzinfo=moments.zone())
        as_owner.execute(
            "INSERT INTO site_clock (shift) VALUES (%(to)s - clock_timestamp())"
            " ON CONFLICT (id) DO UPDATE SET shift = EXCLUDED.shift",
            {"to": moment},
        )
        return moment

    return set_to
