from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WalletConfig(AppConfig):
    name = "wallet"
    verbose_name = _("Wallet")

    def ready(self) -> None:
        from accounts.signals import member_joined
        from wallet import grants, ledger_checks

        member_joined.connect(grants.on_member_joined, dispatch_uid="wallet.welcome")
        ledger_checks.register()
