from django.db import migrations, models

ACTS = [
    ("grant", "chips granted"),
    ("reverse", "transfer reversed"),
    ("take_back", "grant taken back"),
    ("freeze", "wallet frozen"),
    ("unfreeze", "wallet opened again"),
    ("add", "added"),
    ("change", "changed"),
    ("start", "campaign started"),
    ("finish", "campaign ended"),
    ("look", "deck looked at"),
]


class Migration(migrations.Migration):
    """A look into the deck of a finished hand is an act of staff too."""

    dependencies = [("wallet", "0013_borders")]

    operations = [
        migrations.AlterField(
            "staffact", "act", models.CharField(choices=ACTS, max_length=12, verbose_name="act")
        ),
    ]
