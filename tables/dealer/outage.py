"""Was the site there for the seat on turn? A turn that an outage of ours cut into begins anew.

Web processes and clocks write a heartbeat every few seconds (`tables.live.presence`), each with the
moment since which it has been there without a gap. The site has been there since the later of two
moments: since the oldest living web process, and since the oldest living clock.
"""

from __future__ import annotations

from enum import Enum

from django.db import connection

AWAY_S = 10  # a process that was not seen for so long is away: two heartbeats are missing
PATIENCE_MS = 600_000  # so long a turn waits for a web process that does not come back

_SINCE = """
    SELECT kind, (extract(epoch FROM max(seen_at)) * 1000)::bigint,
        (extract(epoch FROM min(started_at)
            FILTER (WHERE seen_at > site_now() - %s * interval '1 second')) * 1000)::bigint
    FROM tables_heartbeat GROUP BY kind"""


class Verdict(Enum):
    """What the clock does with a turn whose time is up."""

    OVER = "over"
    AGAIN = "again"  # the site came back in the middle of it
    WAIT = "wait"  # nobody could act at this moment


def verdict(*, began: int, now: int) -> Verdict:
    """Judge a turn that began at `began` and is over at `now` (epoch ms of the site's clock)."""
    with connection.cursor() as cursor:
        cursor.execute(_SINCE, [AWAY_S])
        known = {kind: (seen, since) for kind, seen, since in cursor.fetchall()}
    if "web" not in known:
        return Verdict.OVER  # no web process has ever been here: members act by other ways
    web_seen, web_since = known["web"]
    _, clock_since = known.get("clock", (0, None))
    if web_since is None:
        waited = now - max(web_seen, clock_since or 0)
        return Verdict.WAIT if waited < PATIENCE_MS else Verdict.OVER
    return Verdict.AGAIN if max(web_since, clock_since or 0) > began else Verdict.OVER
