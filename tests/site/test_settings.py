"""What the environment may say, and the one line that it gets for anything else."""

import random

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import database, limits
from config.environment import key_problem, new_secrets, read, write
from config.limits import Span
from config.logs import hide_secrets


def test_times_and_delays_as_the_environment_gives_them():
    values = limits.read({"TURN_S": "0", "BOT_DELAY_MS": "0", "HAND_GAP_MS": "5-7", "POLL_S": ".2"})
    assert values["TURN_S"] == 0
    assert values["TIME_BANK_S"] == 30
    assert values["BOT_DELAY_MS"] == Span(0, 0)
    assert values["HAND_GAP_MS"] == Span(5, 7)
    assert values["SEAT_GRACE_S"] == Span(60, 60)
    assert values["POLL_S"] == 0.2


def test_a_delay_is_drawn_from_the_whole_span():
    random.seed(1)
    assert {Span(5, 7).draw() for _ in range(100)} == {5, 6, 7}


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("TURN_S", "-1", "TURN_S must be a whole number from 0 to 86400, not '-1'."),
        ("TURN_S", "1.5", "TURN_S must be a whole number"),
        ("TURN_S", "", "TURN_S must be a whole number"),
        ("TURN_S", "٣", "TURN_S must be a whole number"),
        ("CHOICE_S", "86401", "CHOICE_S must be a whole number from 0 to 86400"),
        ("BOT_DELAY_MS", "900-100", "BOT_DELAY_MS must not fall from 900 to 100."),
        ("BOT_DELAY_MS", "1-2-3", "BOT_DELAY_MS must be a whole number"),
        ("HAND_GAP_MS", "5-", "HAND_GAP_MS must be a whole number"),
        ("POLL_S", "0", "POLL_S must be a number of seconds above 0, not '0'."),
        ("POLL_S", "nan", "POLL_S must be a number of seconds above 0"),
        ("POLL_S", "inf", "POLL_S must be a number of seconds above 0"),
    ],
)
def test_a_wrong_time_is_named(name, text, line):
    with pytest.raises(ImproperlyConfigured) as refused:
        limits.read({name: text})
    assert str(refused.value).startswith(line)


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
