from django.db import migrations

from wallet.side_files import run


class Migration(migrations.Migration):
    """The clock, the guards, the functions: all that the models cannot say."""

    dependencies = [("wallet", "0001_initial")]

    operations = [run("0001_clock"), run("0002_guards"), run("0003_posting")]
