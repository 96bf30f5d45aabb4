from django.db import migrations

NAME = "Forget old sessions and failed log-ins"


def add(apps, schema_editor):
    crontab, _ = apps.get_model("django_celery_beat", "CrontabSchedule").objects.get_or_create(
        minute="20",
        hour="4",
        day_of_week="*",
        day_of_month="*",
        month_of_year="*",
        timezone="Asia/Seoul",
    )
    apps.get_model("django_celery_beat", "PeriodicTask").objects.get_or_create(
        name=NAME, defaults={"task": "accounts.tidy", "crontab": crontab}
    )


def remove(apps, schema_editor):
    apps.get_model("django_celery_beat", "PeriodicTask").objects.filter(name=NAME).delete()


class Migration(migrations.Migration):
    """What Celery beat does for the accounts; staff change the row in the admin."""

    dependencies = [
        ("accounts", "0001_initial"),
        ("django_celery_beat", "0019_alter_periodictasks_options"),
    ]

    operations = [migrations.RunPython(add, remove)]
