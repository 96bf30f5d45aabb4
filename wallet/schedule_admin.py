"""The schedules of Celery beat for staff: what runs by itself, when, and whether it is on."""

from __future__ import annotations

from typing import Any

from cron_descriptor import Options, get_description
from django.contrib import admin
from django.utils.translation import get_language, gettext, gettext_noop, to_locale
from django.utils.translation import gettext_lazy as _
from django_celery_beat.admin import (
    CrontabScheduleAdmin,
    IntervalScheduleAdmin,
    PeriodicTaskAdmin,
    PeriodicTaskForm,
    PeriodicTaskInline,
    TaskSelectWidget,
)
from django_celery_beat.models import (
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    SolarSchedule,
)
from unfold.admin import ModelAdmin, TabularInline
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

# What the migrations schedule, for the catalogues.
NAMES = (
    gettext_noop("Daily refill"),
    gettext_noop("Event rewards"),
    gettext_noop("Audit of what is new"),
    gettext_noop("Full audit"),
    gettext_noop("Sums of the house accounts"),
    gettext_noop("Orphaned seat sessions"),
    gettext_noop("Old lines of chat"),
    gettext_noop("Forget old sessions and failed log-ins"),
)
CRON_LOCALES = {"ko": "ko_KR", "vi": "vi_VN"}

# Once, and by the sun: nobody here needs these.
for model in (ClockedSchedule, CrontabSchedule, IntervalSchedule, PeriodicTask, SolarSchedule):
    admin.site.unregister(model)


def in_words(crontab: CrontabSchedule) -> str:
    """When a crontab is due, in the language of the moment."""
    options = Options()
    options.use_24hour_time_format = True
    options.locale_code = CRON_LOCALES.get(to_locale(get_language() or "en"), "en_US")
    fields = ("minute", "hour", "day_of_month", "month_of_year", "day_of_week")
    expression = " ".join(str(getattr(crontab, field)) for field in fields)
    return f"{get_description(expression, options)} ({crontab.timezone})"


class TaskSelect(UnfoldAdminSelectWidget, TaskSelectWidget):
    """The registered tasks as a menu in the admin's style."""


class TaskForm(PeriodicTaskForm):
    """A periodic task in the admin's style."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "regtask" in self.fields:
            self.fields["regtask"].widget = TaskSelect()
            self.fields["task"].widget = UnfoldAdminTextInputWidget()


@admin.register(PeriodicTask)
class TaskAdmin(PeriodicTaskAdmin, ModelAdmin):
    form = TaskForm
    change_form_template = None
    change_list_template = None
    date_hierarchy = None
    list_display = ["title", "enabled", "due", "last_run_at", "total_run_count"]
    list_filter = ["enabled"]
    readonly_fields = ["last_run_at", "total_run_count"]
    fieldsets = [
        (None, {"fields": ["name", "regtask", "task", "enabled", "description"]}),
        (_("Schedule"), {"fields": ["crontab", "interval", "start_time", "one_off"]}),
        (_("Arguments"), {"fields": ["args", "kwargs"]}),
        (_("Past runs"), {"fields": ["last_run_at", "total_run_count"]}),
    ]

    @admin.display(description=_("name"), ordering="name")
    def title(self, task: PeriodicTask) -> str:
        return gettext(task.name)

    @admin.display(description=_("due"))
    def due(self, task: PeriodicTask) -> str:
        return in_words(task.crontab) if task.crontab else str(task.interval or "")


class TaskInline(PeriodicTaskInline, TabularInline):
    """The tasks of a schedule."""

    fields = ["name", "task", "kwargs"]
    readonly_fields = fields


@admin.register(CrontabSchedule)
class CrontabAdmin(CrontabScheduleAdmin, ModelAdmin):
    list_display = ["due", "minute", "hour", "day_of_week", "timezone"]
    fields = ["minute", "hour", "day_of_month", "month_of_year", "day_of_week", "timezone"]
    readonly_fields = ()
    inlines = [TaskInline]

    @admin.display(description=_("due"))
    def due(self, crontab: CrontabSchedule) -> str:
        return in_words(crontab)


@admin.register(IntervalSchedule)
class IntervalAdmin(IntervalScheduleAdmin, ModelAdmin):
    inlines = [TaskInline]
