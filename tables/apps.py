from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    name = "tables"
    verbose_name = _("Tables")

    def ready(self) -> None:
        from accounts.signals import member_leaving
        from tables import chat, conditions, registry

        member_leaving.connect(chat.forget)
        registry.register()
        conditions.register()
