from django.db import migrations

from wallet.side_files import run


class Migration(migrations.Migration):
    """After an exclusion play opens seven days after it was asked for, whoever writes the row."""

    dependencies = [("wallet", "0014_looks")]

    operations = [run("0011_reopening")]
