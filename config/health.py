"""/healthz: can this process do its work, and does the rest of the site live?"""

from __future__ import annotations

import time

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

# Processes that write `alive:NAME` (seconds since 1970) into the cache while they live.
BEATING = ("clock", "worker")
FRESH_S = 15


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, else 503; what else lives is told beside.

    Redis carries hints only and play goes on without it, so its loss is not an outage; then
    nothing is known of clock and worker (null).
    """
    report: dict[str, bool | None] = {"database": _database()}
    report |= _beats()
    return JsonResponse(
        {"ok": report["database"], **report}, status=200 if report["database"] else 503
    )


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _beats() -> dict[str, bool | None]:
    names = [f"alive:{name}" for name in BEATING]
    try:
        found = cache.get_many(names)
    except RedisError:
        return {"redis": False, **dict.fromkeys(BEATING)}
    now = time.time()
    alive = {name: now - found.get(f"alive:{name}", 0) < FRESH_S for name in BEATING}
    return {"redis": True, **alive}
