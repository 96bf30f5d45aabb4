"""Every migration of ours can be taken back, and what it made comes again as it was."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from psycopg import sql

from config.environment import ROOT
from tests import services


@pytest.mark.usefixtures("django_db_setup")
def test_back_to_the_first_migration_and_forward_again() -> None:
    database = f"reversal_{services.worker()}"
    name, cluster = sql.Identifier(database), services.cluster()
    with services._superuser("postgres") as connection:
        template = sql.Identifier(services.TEMPLATE)
        connection.execute(
            sql.SQL("CREATE DATABASE {} OWNER owner TEMPLATE {}").format(name, template)
        )
        try:
            done = subprocess.run(
                [sys.executable, "-m", "tests.site.backwards"],
                cwd=ROOT,
                env=os.environ
                | {
                    "DATABASE_URL": cluster.url("app", database),
                    "OWNER_DATABASE_URL": cluster.url("owner", database),
                    "AS_OWNER": "1",
                    "DJANGO_SETTINGS_MODULE": "config.settings",
                    "HAND_GAP_MS": "0",
                },
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stderr
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))
