from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """The two statements of every action as functions of the database."""

    dependencies = [("tables", "0007_how_hands_were_played")]

    operations = [
        migrations.RunSQL(
            (SQL / "0002_open_and_write.sql").read_text(),
            (SQL / "0002_open_and_write.reverse.sql").read_text(),
        )
    ]
