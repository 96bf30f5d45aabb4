"""Log-in sessions as others need to see them: is this one still good?"""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from accounts.models import Member, Session


def living(pairs: Iterable[tuple[str, int]]) -> set[tuple[str, int]]:
    """Of (session fingerprint, member id) pairs, those still logged in, by one query.

    A pair is gone after log-out, a password change, a ban, or when the session has run out. The
    fingerprint is `accounts.session_store.fingerprint(key)`.
    """
    wanted = set(pairs)
    rows = Session.objects.filter(
        session_key__in=[fingerprint for fingerprint, _ in wanted],
        expire_date__gt=timezone.now(),
        member_id__in=Member.objects.filter(
            pk__in=[member for _, member in wanted], is_active=True
        ).values("pk"),
    )
    return wanted & set(rows.values_list("session_key", "member_id"))


def end_all(member_id: int) -> None:
    """Log this member out everywhere."""
    Session.objects.filter(member_id=member_id).delete()
