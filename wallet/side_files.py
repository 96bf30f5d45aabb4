"""SQL that stands in numbered files beside the migrations that run it.

A file is never edited once it has run anywhere; a change is a new file with a new migration.
"""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parent / "sql"


def run(name: str) -> migrations.RunSQL:
    """The operation that runs `sql/NAME.sql`, and `sql/NAME.reverse.sql` backwards."""
    return migrations.RunSQL(
        (SQL / f"{name}.sql").read_text(), (SQL / f"{name}.reverse.sql").read_text()
    )
