"""Passwords are hashed as on the site, at the price of a test."""

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher


@pytest.fixture(autouse=True)
def _cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, cost in {"time_cost": 1, "memory_cost": 8, "parallelism": 1}.items():
        monkeypatch.setattr(Argon2PasswordHasher, name, cost)
