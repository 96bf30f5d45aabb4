"""The two roles of the database, as the tests and the site use them."""

import psycopg
import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connection

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
