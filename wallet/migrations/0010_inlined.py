from django.db import migrations

from wallet.side_files import run


class Migration(migrations.Migration):
    """What a draft says is worked out inside the queries that ask."""

    dependencies = [("wallet", "0009_sweep")]

    operations = [run("0008_inlined")]
