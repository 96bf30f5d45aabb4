from django.db import migrations

G = 1_000_000  # the unit of the free chips

POLICIES = {
    "welcome": {"amount": 10 * G},
    "refill": {"amount": G, "seen_days": 7},
    "rescue": {"amount": G // 2, "threshold": G // 10, "per_day": 3, "cooldown_s": 600},
    "attendance": {
        "ladder": [G // 5, G // 5, 3 * G // 10, 3 * G // 10, 2 * G // 5, G // 2, 2 * G]
    },
}


def add(apps, schema_editor):
    policies = apps.get_model("wallet", "Policy").objects
    for slug, values in POLICIES.items():
        policies.get_or_create(slug=slug, defaults={"kind": slug, **values})


class Migration(migrations.Migration):
    """The policies that a site starts with; staff edit their rows."""

    dependencies = [("wallet", "0002_ledger")]

    operations = [migrations.RunPython(add, migrations.RunPython.noop)]
