from axes.apps import AppConfig as AxesConfig
from django.apps import AppConfig, apps
from django.db.models.signals import pre_migrate
from django.utils.translation import gettext_lazy as _

from config.database import grant_ordinary


class ConfigConfig(AppConfig):
    name = "config"
    default = True

    def ready(self) -> None:
        # Binds the tasks of every process to the application of the site.
        import config.celery  # noqa: F401

        # Django sends the signal for apps with models only, so for one of those.
        pre_migrate.connect(grant_ordinary, sender=apps.get_app_config("accounts"))


class LogInsConfig(AxesConfig):
    """Under a name that staff understand."""

    verbose_name = _("Log-ins")
