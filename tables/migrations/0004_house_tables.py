import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """House tables: settings beside stakes, and a box for every member at one."""

    dependencies = [
        ('tables', '0003_what_hands_were'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='stakes',
            name='settings',
            field=models.JSONField(blank=True, default=dict, help_text='Games against the house: limits, options and pay tables.', verbose_name='settings'),
        ),
        migrations.AddField(
            model_name='table',
            name='owner',
            field=models.ForeignKey(blank=True, db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='boxes', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='table',
            name='parent',
            field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='boxes', to='tables.table'),
        ),
        migrations.AddField(
            model_name='tablestate',
            name='is_house',
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name='hand',
            name='status',
            field=models.CharField(choices=[('sealed', 'sealed'), ('running', 'running'), ('over', 'over'), ('void', 'void')], default='running', max_length=8),
        ),
        migrations.AlterField(
            model_name='stakes',
            name='amounts',
            field=models.JSONField(blank=True, default=dict, help_text='Chips of the forced bets and limits, by name.', verbose_name='amounts'),
        ),
        migrations.AlterField(
            model_name='table',
            name='name',
            field=models.CharField(max_length=40, verbose_name='name'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(condition=models.Q(('parent', None)), fields=('name',), name='tables_table_name'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('owner', 'parent'), name='tables_table_one_box'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('owner', None), ('parent', None)), models.Q(('owner__isnull', False), ('parent__isnull', False)), _connector='OR'), name='tables_table_box_has_owner'),
        ),
    ]
