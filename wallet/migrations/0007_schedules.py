from django.db import migrations

# name, task, keyword arguments, minute, hour
SCHEDULES = [
    ("Daily refill", "wallet.refill", "{}", "*/5", "*"),
    ("Event rewards", "wallet.campaigns", "{}", "2-59/5", "*"),
    ("Audit of what is new", "wallet.audit", "{}", "17", "*"),
    ("Full audit", "wallet.audit", '{"full": true}', "40", "4"),
    ("Sums of the house accounts", "wallet.checkpoint", "{}", "30", "4"),
]
ZONE = "Asia/Seoul"


def add(apps, schema_editor):
    crontabs = apps.get_model("django_celery_beat", "CrontabSchedule").objects
    tasks = apps.get_model("django_celery_beat", "PeriodicTask").objects
    for name, task, kwargs, minute, hour in SCHEDULES:
        crontab, _ = crontabs.get_or_create(
            minute=minute,
            hour=hour,
            day_of_week="*",
            day_of_month="*",
            month_of_year="*",
            timezone=ZONE,
        )
        tasks.get_or_create(
            name=name, defaults={"task": task, "kwargs": kwargs, "crontab": crontab}
        )


def remove(apps, schema_editor):
    names = [name for name, *_ in SCHEDULES]
    apps.get_model("django_celery_beat", "PeriodicTask").objects.filter(name__in=names).delete()


class Migration(migrations.Migration):
    """What Celery beat does for the wallet; staff change these rows in the admin."""

    dependencies = [
        ("wallet", "0006_supply"),
        ("django_celery_beat", "0019_alter_periodictasks_options"),
    ]

    operations = [migrations.RunPython(add, remove)]
