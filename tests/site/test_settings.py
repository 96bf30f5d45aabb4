"""What the environment may say, and the one line that it gets for anything else."""

import random

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import database, limits
from config.environment import key_problem, new_secrets, read, write
from config.limits import Span
from config.logs import hide_secrets


def test_times_and_delays_as_the_environment_gives_them(monkeypatch):
    for name, text in {"TURN_S": "0", "BOT_DELAY_MS": "0", "HAND_GAP_MS": "5-7"}.items():
        monkeypatch.setenv(name, text)
    monkeypatch.setenv("POLL_S", ".2")
    monkeypatch.delenv("SEAT_GRACE_S", raising=False)
    assert limits.seconds("TURN_S", 20) == 0
    assert limits.delay("BOT_DELAY_MS", "9") == Span(0, 0)
    assert limits.delay("HAND_GAP_MS", "9") == Span(5, 7)
    assert limits.delay("SEAT_GRACE_S", "60") == Span(60, 60)
    assert limits.period("POLL_S", "5") == 0.2


def test_a_delay_is_drawn_from_the_whole_span():
    random.seed(1)
    assert {Span(5, 7).draw() for _ in range(100)} == {5, 6, 7}


@pytest.mark.parametrize(
    ("read", "text", "line"),
    [
        (limits.seconds, "-1", "A_MS must be a whole number from 0 to 86400, not '-1'."),
        (limits.seconds, "1.5", "A_MS must be a whole number"),
        (limits.seconds, "", "A_MS must be a whole number"),
        (limits.seconds, "٣", "A_MS must be a whole number"),
        (limits.seconds, "86401", "A_MS must be a whole number from 0 to 86400"),
        (limits.delay, "900-100", "A_MS must not fall from 900 to 100."),
        (limits.delay, "1-2-3", "A_MS must be a whole number"),
        (limits.delay, "5-", "A_MS must be a whole number"),
        (limits.period, "0", "A_MS must be a number of seconds above 0, not '0'."),
        (limits.period, "nan", "A_MS must be a number of seconds above 0"),
        (limits.period, "inf", "A_MS must be a number of seconds above 0"),
    ],
)
def test_a_wrong_time_is_named(monkeypatch, read, text, line):
    monkeypatch.setenv("A_MS", text)
    with pytest.raises(ImproperlyConfigured) as refused:
        read("A_MS", 1)
    assert str(refused.value).startswith(line)


@pytest.mark.parametrize(
    ("env", "suffix"),
    [
        ({}, ""),
        ({"PORT": "8000"}, ""),
        ({"PORT": "443"}, ""),
        ({"PORT": "8001"}, "_8001"),
        ({"PORT": "8001", "COOKIE_SUFFIX": ""}, ""),
        ({"PORT": "8000", "COOKIE_SUFFIX": "-two"}, "-two"),
    ],
)
def test_sites_on_one_host_name_their_cookies_apart(monkeypatch, env, suffix):
    for name in ("PORT", "COOKIE_SUFFIX"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert limits.cookie_suffix() == suffix


def test_a_cookie_takes_no_odd_name(monkeypatch):
    monkeypatch.setenv("COOKIE_SUFFIX", "a;b")
    with pytest.raises(ImproperlyConfigured, match="COOKIE_SUFFIX must be at most 32"):
        limits.cookie_suffix()


def test_a_database_url_is_taken_apart():
    found = database.parse("DATABASE_URL", "postgresql://app:p%40ss@%2Ftmp%2Frun/madang?sslmode=x")
    assert found == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "madang",
        "USER": "app",
        "PASSWORD": "p@ss",
        "HOST": "/tmp/run",
        "PORT": "",
        "OPTIONS": {"sslmode": "x"},
    }


@pytest.mark.parametrize(
    "url",
    ["mysql://a@b/c", "postgresql://a@[b/c", "postgresql://b/c?x=1", "postgresql://b/c"],
)
def test_a_database_url_that_cannot_serve_is_refused(url):
    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_URL "):
        database.parse("DATABASE_URL", url)


def test_celery_names_a_unix_socket_its_own_way():
    assert database.broker("redis://h:1/2") == "redis://h:1/2"
    assert database.broker("unix:///a/b.sock?db=3") == "redis+socket:///a/b.sock?virtual_host=3"
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
        database.broker("http://h")


def test_secrets_are_made_well_and_kept_closed(tmp_path):
    secrets = new_secrets()
    assert key_problem(secrets["DECK_KEY"]) == ""
    assert key_problem("short")
    path = tmp_path / "env"
    write(path, secrets)
    assert read(path) == secrets
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_log_line_holds_no_secret():
    event = {
        "event": "logged in",
        "password": "x",
        "csrf_token": "x",
        "url": "redis://user:secret@host/0",
        "table": 3,
    }
    assert hide_secrets(None, "info", event) == {
        "event": "logged in",
        "password": "***",
        "csrf_token": "***",
        "url": "redis://user:***@host/0",
        "table": 3,
    }
