from django.db import migrations

NAME = "Orphaned seat sessions"


def add(apps, schema_editor):
    crontab, _ = apps.get_model("django_celery_beat", "CrontabSchedule").objects.get_or_create(
        minute="4-59/10",
        hour="*",
        day_of_week="*",
        day_of_month="*",
        month_of_year="*",
        timezone="Asia/Seoul",
    )
    apps.get_model("django_celery_beat", "PeriodicTask").objects.get_or_create(
        name=NAME, defaults={"task": "wallet.sweep", "kwargs": "{}", "crontab": crontab}
    )


def remove(apps, schema_editor):
    apps.get_model("django_celery_beat", "PeriodicTask").objects.filter(name=NAME).delete()


class Migration(migrations.Migration):
    """Every ten minutes the sweep looks for seat sessions whose seat is gone."""

    dependencies = [
        ("wallet", "0008_staff_log"),
        ("django_celery_beat", "0019_alter_periodictasks_options"),
    ]

    operations = [migrations.RunPython(add, remove)]
