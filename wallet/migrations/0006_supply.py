
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from wallet.side_files import run


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_initial'),
        ('wallet', '0005_moments'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Batch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('job', models.CharField(max_length=24, verbose_name='job')),
                ('period', models.CharField(max_length=24, verbose_name='period')),
                ('started_at', models.DateTimeField(verbose_name='started')),
                ('finished_at', models.DateTimeField(null=True, verbose_name='finished')),
                ('upto', models.BigIntegerField(default=0, verbose_name='done up to member')),
                ('last', models.BigIntegerField(default=0, verbose_name='last member')),
                ('paid', models.BigIntegerField(default=0, verbose_name='members paid')),
                ('chips', models.BigIntegerField(default=0, verbose_name='chips')),
            ],
            options={
                'verbose_name': 'batch',
                'verbose_name_plural': 'batches',
            },
        ),
        migrations.CreateModel(
            name='Campaign',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=40, unique=True)),
                ('title', models.CharField(max_length=80, verbose_name='title')),
                ('status', models.CharField(choices=[('draft', 'draft'), ('running', 'running'), ('ended', 'ended')], default='draft', max_length=8, verbose_name='status')),
                ('condition', models.CharField(max_length=40, verbose_name='condition')),
                ('params', models.JSONField(blank=True, default=dict, verbose_name='details of the condition')),
                ('min_humans', models.PositiveSmallIntegerField(default=1, verbose_name='human opponents')),
                ('needed', models.PositiveIntegerField(default=1, verbose_name='how many earn the reward')),
                ('reward', models.BigIntegerField(verbose_name='reward')),
                ('cap', models.PositiveSmallIntegerField(default=1, verbose_name='times a member')),
                ('budget', models.BigIntegerField(verbose_name='budget')),
                ('starts_at', models.DateTimeField(verbose_name='starts')),
                ('ends_at', models.DateTimeField(verbose_name='ends')),
            ],
            options={
                'verbose_name': 'campaign',
                'verbose_name_plural': 'campaigns',
            },
        ),
        migrations.CreateModel(
            name='Limits',
            fields=[
                ('member', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='limits', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('daily_loss', models.BigIntegerField(null=True)),
                ('next_daily_loss', models.BigIntegerField(null=True)),
                ('daily_loss_from', models.DateTimeField(null=True)),
                ('daily_minutes', models.IntegerField(null=True)),
                ('next_daily_minutes', models.IntegerField(null=True)),
                ('daily_minutes_from', models.DateTimeField(null=True)),
                ('break_until', models.DateTimeField(null=True)),
                ('excluded_until', models.DateTimeField(null=True)),
                ('reopens_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Visit',
            fields=[
                ('member', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='visit', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('seen_on', models.DateField()),
            ],
        ),
        migrations.AddIndex(
            model_name='grant',
            index=models.Index(fields=['member', '-id'], name='wallet_grant_of_member'),
        ),
        migrations.AddIndex(
            model_name='batch',
            index=models.Index(fields=['job', 'period'], name='wallet_batch_of_period'),
        ),
        migrations.AddField(
            model_name='campaign',
            name='account',
            field=models.OneToOneField(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='campaign', to='wallet.account'),
        ),
        migrations.AddField(
            model_name='campaign',
            name='policy',
            field=models.OneToOneField(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='campaign', to='wallet.policy'),
        ),
        migrations.AddConstraint(
            model_name='limits',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('daily_loss__isnull', True), ('daily_loss__gte', 0), _connector='OR'), models.Q(('daily_minutes__isnull', True), ('daily_minutes__gte', 0), _connector='OR'), models.Q(('next_daily_loss__isnull', True), ('next_daily_loss__gte', 0), _connector='OR'), models.Q(('next_daily_minutes__isnull', True), ('next_daily_minutes__gte', 0), _connector='OR')), name='wallet_limits_positive'),
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.CheckConstraint(condition=models.Q(('budget__gte', models.F('reward')), ('cap__gt', 0), ('needed__gt', 0), ('reward__gt', 0)), name='wallet_campaign_amounts', violation_error_message='The budget must pay for one reward at least.'),
        ),
        migrations.AddConstraint(
            model_name='campaign',
            constraint=models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('starts_at'))), name='wallet_campaign_dates', violation_error_message='A campaign ends after it starts.'),
        ),
        run("0005_supply"),
        run("0006_limits"),
    ]
