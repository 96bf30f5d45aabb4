"""Leaving for good: a member is emptied, never deleted, so that the ledger keeps its meaning."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import LEFT, Member
from accounts.signals import member_leaving


class NotYet(Exception):
    """A receiver of `member_leaving` stops it; the text says to the member what comes first."""


def leave(*, member_id: int) -> None:
    """Empty a member: no name, address, password, rights or session is left, only the row.

    One transaction. Raises NotYet, with nothing changed, while an app above still needs the member.
    Locks what the receivers of `member_leaving` lock, then the member's row.
    """
    with transaction.atomic():
        member = Member.objects.get(pk=member_id)
        member_leaving.send(sender=Member, member=member)
        EmailAddress.objects.filter(user=member).delete()
        member.groups.clear()
        member.user_permissions.clear()
        # Neither can be typed into a form, so neither keeps a name from anybody.
        member.username = f"{LEFT}{member.pk}"
        member.nickname = f"-{member.pk}"
        member.email = ""
        member.language = ""
        member.is_staff = member.is_superuser = member.is_active = False
        member.set_unusable_password()
        member.save()
