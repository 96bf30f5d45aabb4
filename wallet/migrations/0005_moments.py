from django.db import migrations, models

from wallet.side_files import run


class Migration(migrations.Migration):

    dependencies = [("wallet", "0004_audit")]

    operations = [
        migrations.RemoveIndex("account", "wallet_account_at_tables"),
        migrations.AddIndex(
            "account",
            models.Index(
                condition=models.Q(("kind", "escrow")),
                fields=["member", "closed_at"],
                name="wallet_account_sittings",
            ),
        ),
        run("0004_moments"),
    ]
