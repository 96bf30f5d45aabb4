"""The two roles of the database, as the tests and the site use them."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import psycopg
import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connection

from tests import services

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_site_is_app_which_makes_no_tables():
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        assert cursor.fetchone() == ("app",)
        with pytest.raises(DatabaseError, match="permission denied"):
            cursor.execute("CREATE TABLE mine (id int)")


def test_app_does_not_truncate_ordinary_tables(as_app):
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        as_app.execute("TRUNCATE django_content_type CASCADE")


@pytest.mark.parametrize("time", ["first", "second"])
def test_a_test_leaves_what_the_migrations_made_and_nothing_else(as_owner, time):
    types = ContentType.objects.count()
    assert types > 10
    assert not ContentType.objects.filter(app_label="made up").exists()
    ContentType.objects.create(app_label="made up", model=time)
    ContentType.objects.filter(app_label="contenttypes").delete()


def test_connections_that_died_in_the_pool_cost_nobody_a_request():
    """As after a restart of PostgreSQL: all of the pool's connections are gone at once."""
    meet = Barrier(3)

    def request(_: int) -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (pid,) = cursor.fetchone()
        meet.wait(30)  # so each has its own
        connection.close()  # back into the pool, as at the end of a request
        return pid

    with ThreadPoolExecutor(3) as threads:
        before = set(threads.map(request, range(3)))
        with psycopg.connect(services.cluster().url("postgres", services.worker())) as root:
            root.execute("SELECT pg_terminate_backend(pid, 10000) FROM unnest(%s) pid", [[*before]])
        after = set(threads.map(request, range(3)))
    assert len(before) == len(after) == 3
    assert not before & after
