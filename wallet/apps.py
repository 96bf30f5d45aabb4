from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WalletConfig(AppConfig):
    name = "wallet"
    verbose_name = _("Wallet")

    def ready(self) -> None:
        from accounts.signals import member_joined, member_leaving
        from wallet import charging, grants, ledger_checks, links, sittings

        member_joined.connect(grants.on_member_joined, dispatch_uid="wallet.welcome")
        member_leaving.connect(sittings.on_member_leaving, dispatch_uid="wallet.at_tables")
        ledger_checks.register()
        links.register("rung", charging.rung_links)
        links.register("campaign", charging.campaign_links)
