"""/healthz tells a load balancer, and `manage.py up`, who lives."""

import time

import pytest
from django.core.cache import cache

pytestmark = pytest.mark.django_db


def test_it_names_who_lives(client):
    cache.set("alive:clock", time.time(), 30)
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {
        "ok": True,
        "database": True,
        "redis": True,
        "clock": True,
        "worker": False,
    }


def test_an_old_sign_of_life_is_none(client):
    cache.set("alive:clock", time.time() - 60, 30)
    assert client.get("/healthz").json()["clock"] is False


def test_without_redis_the_site_still_serves(client, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "redis://127.0.0.1:9/0",
        }
    }
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json()["redis"] is False
    assert answer.json()["clock"] is None


def test_it_only_answers_reads(client):
    assert client.post("/healthz").status_code == 405
