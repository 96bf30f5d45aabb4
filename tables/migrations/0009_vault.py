from django.db import migrations


class Migration(migrations.Migration):
    """The permission of the auditor."""

    dependencies = [("tables", "0008_open_and_write")]

    operations = [
        migrations.AlterModelOptions(
            name="hand",
            options={
                "permissions": [("open_vault", "Can open the deck of a finished hand")],
                "verbose_name": "hand",
                "verbose_name_plural": "hands",
            },
        ),
    ]
