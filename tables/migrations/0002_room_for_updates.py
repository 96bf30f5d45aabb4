from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    """Storage settings that the models cannot say; the tables' time is the ledger's site_now()."""

    dependencies = [("tables", "0001_initial"), ("wallet", "0002_ledger")]

    operations = [
        migrations.RunSQL(
            (SQL / "0001_room_for_updates.sql").read_text(),
            (SQL / "0001_room_for_updates.reverse.sql").read_text(),
        )
    ]
