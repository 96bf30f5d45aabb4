from django.db import migrations

from wallet.side_files import run


class Migration(migrations.Migration):
    """A refill looks its members up once."""

    dependencies = [("wallet", "0010_inlined")]

    operations = [run("0009_refill")]
