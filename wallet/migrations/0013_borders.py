from django.db import migrations

from wallet.side_files import run


class Migration(migrations.Migration):
    """Checkpoints only at borders that were given; the log of staff only by its function."""

    dependencies = [("wallet", "0012_campaign_words")]

    operations = [run("0010_borders")]
