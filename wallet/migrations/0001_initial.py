
import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('house', 'house'), ('member', 'member'), ('escrow', 'seat session'), ('campaign', 'campaign')], max_length=8, verbose_name='kind')),
                ('status', models.CharField(choices=[('open', 'open'), ('frozen', 'frozen'), ('closed', 'closed')], default='open', max_length=8, verbose_name='status')),
                ('name', models.CharField(blank=True, default='', max_length=64, verbose_name='name')),
                ('balance', models.BigIntegerField(null=True, verbose_name='balance')),
                ('seq', models.BigIntegerField(null=True)),
                ('link_kind', models.CharField(blank=True, default='', max_length=16)),
                ('link_id', models.CharField(blank=True, default='', max_length=40)),
                ('opened_at', models.DateTimeField(verbose_name='opened')),
                ('moved_at', models.DateTimeField(verbose_name='last entry')),
                ('closed_at', models.DateTimeField(null=True, verbose_name='closed')),
                ('member', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='accounts', to=settings.AUTH_USER_MODEL, verbose_name='member')),
            ],
            options={
                'verbose_name': 'account',
                'verbose_name_plural': 'accounts',
            },
        ),
        migrations.CreateModel(
            name='Checkpoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('border', models.BigIntegerField()),
                ('balance', models.BigIntegerField()),
                ('taken_at', models.DateTimeField()),
                ('account', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='wallet.account')),
            ],
        ),
        migrations.CreateModel(
            name='Policy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=48, unique=True)),
                ('kind', models.CharField(choices=[('welcome', 'welcome'), ('refill', 'daily refill'), ('rescue', 'all-in rescue'), ('attendance', 'attendance'), ('campaign', 'campaign'), ('staff', 'staff grant')], max_length=12, verbose_name='kind')),
                ('active', models.BooleanField(default=True, verbose_name='active')),
                ('amount', models.BigIntegerField(default=0, verbose_name='amount')),
                ('floor', models.BigIntegerField(blank=True, help_text='Daily refill: fill the wallet up to this many chips instead of a fixed gift.', null=True, verbose_name='floor')),
                ('threshold', models.BigIntegerField(default=0, help_text='Rescue: for members with fewer chips than this, tables counted.', verbose_name='threshold')),
                ('per_day', models.PositiveSmallIntegerField(default=1, verbose_name='times a day')),
                ('cooldown_s', models.PositiveIntegerField(default=0, verbose_name='seconds between two')),
                ('seen_days', models.PositiveSmallIntegerField(default=7, help_text='Daily refill at midnight: only members seen in so many days.', verbose_name='seen within days')),
                ('ladder', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), blank=True, default=list, help_text='Attendance: the chips of the first day, the second, and so on.', size=None, verbose_name='ladder')),
            ],
            options={
                'verbose_name': 'policy',
                'verbose_name_plural': 'policies',
                'constraints': [models.CheckConstraint(condition=models.Q(('amount__gte', 0), ('threshold__gte', 0), models.Q(('floor__isnull', True), ('floor__gte', 0), _connector='OR')), name='wallet_policy_amounts')],
            },
        ),
        migrations.CreateModel(
            name='Grant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.BigIntegerField(verbose_name='amount')),
                ('leg', models.IntegerField()),
                ('period', models.CharField(max_length=24, verbose_name='period')),
                ('member', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='grants', to=settings.AUTH_USER_MODEL)),
                ('policy', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='grants', to='wallet.policy')),
            ],
            options={
                'verbose_name': 'grant',
                'verbose_name_plural': 'grants',
            },
        ),
        migrations.CreateModel(
            name='Transfer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=120, unique=True)),
                ('reason', models.CharField(choices=[('welcome', 'Welcome chips'), ('refill', 'Daily refill'), ('rescue', 'All-in rescue'), ('attendance', 'Attendance'), ('campaign', 'Event reward'), ('campaign_fund', 'Event budget'), ('campaign_return', 'Event budget returned'), ('staff', 'Granted by staff'), ('buy_in', 'Buy-in'), ('top_up', 'Top-up'), ('hand', 'Hand settled'), ('round', 'Round settled'), ('cash_out', 'Back from the table'), ('reversal', 'Correction')], max_length=24, verbose_name='reason')),
                ('legs', models.IntegerField()),
                ('link_kind', models.CharField(blank=True, default='', max_length=16)),
                ('link_id', models.CharField(blank=True, default='', max_length=40)),
                ('fingerprint', models.BinaryField(max_length=32)),
                ('created_at', models.DateTimeField(verbose_name='time')),
                ('actor', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='done by')),
                ('reverses', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='wallet.transfer')),
                ('reverses_grant', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='wallet.grant')),
            ],
            options={
                'verbose_name': 'transfer',
                'verbose_name_plural': 'transfers',
            },
        ),
        migrations.AddField(
            model_name='grant',
            name='transfer',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='grants', to='wallet.transfer'),
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.BigIntegerField(verbose_name='amount')),
                ('seq', models.BigIntegerField(null=True)),
                ('balance_after', models.BigIntegerField(null=True, verbose_name='balance after')),
                ('leg', models.IntegerField()),
                ('account', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='entries', to='wallet.account')),
                ('transfer', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='entries', to='wallet.transfer')),
            ],
            options={
                'verbose_name': 'entry',
                'verbose_name_plural': 'entries',
            },
        ),
        migrations.AddIndex(
            model_name='account',
            index=models.Index(condition=models.Q(('kind', 'escrow'), models.Q(('status', 'closed'), _negated=True)), fields=['member'], name='wallet_account_at_tables'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('id__lt', 1000), ('kind', 'house')), models.Q(models.Q(('kind', 'house'), _negated=True), ('id__gte', 1000)), _connector='OR'), name='wallet_account_house_ids'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('balance__isnull', True), ('kind', 'house'), ('seq__isnull', True)), models.Q(models.Q(('kind', 'house'), _negated=True), ('balance__isnull', False), ('seq__isnull', False)), _connector='OR'), name='wallet_account_cached'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(('balance__gte', 0), ('seq__gte', 0)), name='wallet_account_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'closed'), _negated=True), models.Q(('balance', 0), ('kind__in', ['escrow', 'campaign'])), _connector='OR'), name='wallet_account_closed_empty'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['member', 'escrow']), ('member__isnull', False)), models.Q(('kind__in', ['house', 'campaign']), ('member__isnull', True)), _connector='OR'), name='wallet_account_member'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'member')), fields=('member',), name='wallet_account_one_wallet'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.UniqueConstraint(condition=models.Q(('name', ''), _negated=True), fields=('kind', 'name'), name='wallet_account_name'),
        ),
        migrations.AddConstraint(
            model_name='checkpoint',
            constraint=models.UniqueConstraint(models.F('account'), models.OrderBy(models.F('border'), descending=True), name='wallet_checkpoint_of_account'),
        ),
        migrations.AddConstraint(
            model_name='transfer',
            constraint=models.CheckConstraint(condition=models.Q(('legs__gte', 2)), name='wallet_transfer_two_legs'),
        ),
        migrations.AddConstraint(
            model_name='transfer',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('reason', 'reversal'), _negated=True), ('reverses__isnull', True), ('reverses_grant__isnull', True)), models.Q(('reason', 'reversal'), ('reverses__isnull', False), ('reverses_grant__isnull', True)), models.Q(('reason', 'reversal'), ('reverses__isnull', True), ('reverses_grant__isnull', False)), _connector='OR'), name='wallet_transfer_reversal'),
        ),
        migrations.AddConstraint(
            model_name='transfer',
            constraint=models.UniqueConstraint(condition=models.Q(('reverses__isnull', False)), fields=('reverses',), name='wallet_transfer_reversed_once'),
        ),
        migrations.AddConstraint(
            model_name='transfer',
            constraint=models.UniqueConstraint(condition=models.Q(('reverses_grant__isnull', False)), fields=('reverses_grant',), name='wallet_transfer_grant_reversed_once'),
        ),
        migrations.AddConstraint(
            model_name='grant',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='wallet_grant_positive'),
        ),
        migrations.AddConstraint(
            model_name='grant',
            constraint=models.UniqueConstraint(fields=('policy', 'period', 'member'), name='wallet_grant_once'),
        ),
        migrations.AddConstraint(
            model_name='grant',
            constraint=models.UniqueConstraint(fields=('transfer', 'leg'), name='wallet_grant_entry'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('seq__isnull', True)), fields=['account', 'id'], name='wallet_entry_of_house'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='wallet_entry_not_zero'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('leg__gte', 1)), name='wallet_entry_leg'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('account__lt', 1000), ('balance_after__isnull', True), ('seq__isnull', True)), models.Q(('account__gte', 1000), ('balance_after__isnull', False), ('seq__gte', 1)), _connector='OR'), name='wallet_entry_numbered'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('transfer', 'leg'), name='wallet_entry_of_transfer'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(condition=models.Q(('seq__isnull', False)), fields=('account', 'seq'), name='wallet_entry_of_account'),
        ),
    ]
