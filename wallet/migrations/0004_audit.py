
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('wallet', '0003_policies'),
    ]

    operations = [
        migrations.CreateModel(
            name='AuditRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('started_at', models.DateTimeField(verbose_name='started')),
                ('seconds', models.FloatField(verbose_name='seconds')),
                ('since', models.BigIntegerField()),
                ('border', models.BigIntegerField()),
                ('entries', models.BigIntegerField(verbose_name='entries')),
                ('ok', models.BooleanField(verbose_name='without faults')),
                ('checks', models.JSONField(default=list, verbose_name='checks')),
            ],
            options={
                'verbose_name': 'audit',
                'verbose_name_plural': 'audits',
            },
        ),
    ]
