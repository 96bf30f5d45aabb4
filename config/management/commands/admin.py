"""`manage.py admin`: make a superuser, whether the site runs or not."""

from __future__ import annotations

import os
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from accounts.models import Member
from config.embedded import ServiceError
from config.site import Site


class Command(BaseCommand):
    help = "Make a superuser: ADMIN_NAME and ADMIN_PASSWORD, else asked for."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        if "EMBEDDED" not in os.environ:  # the site runs
            self.make()
            return
        site = Site(self.stdout.write)
        try:
            site.start_services()
            site.migrate()
            self.make()
        except ServiceError as error:
            raise CommandError(str(error)) from None
        finally:
            site.stop()

    def make(self) -> None:
        """Without asking where the environment names both; an old superuser gets the password."""
        name = os.environ.get("ADMIN_NAME", "")
        password = os.environ.get("ADMIN_PASSWORD", "")
        if not (name and password):
            call_command("createsuperuser")
            return
        found = Member.objects.filter(username=Member.normalize_username(name)).first()
        if found is None:
            Member.objects.create_superuser(name, "", password)
        elif not found.is_superuser:
            raise CommandError(f"{name} is a member already and no superuser.")
        else:
            found.set_password(password)
            found.save()
        self.stdout.write(f"{name} can log in at /admin/.")
