"""The ledger's own checks: every promise of `docs/ledger.md`, looked at in the rows themselves.

Each is one query that gives a row a fault: kind, ids, expected, found. They trust no trigger and no
foreign key, because they must also see what was done while those were off.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.db import connection

from wallet import audits
from wallet.audits import Fault, Figures, Scope
from wallet.models import Reason

CHUNK = 500  # faults fetched at a time: a broken ledger must not fill the memory

# Reasons by which the mint may give or take chips.
SUPPLY = [
    Reason.WELCOME,
    Reason.REFILL,
    Reason.RESCUE,
    Reason.ATTENDANCE,
    Reason.CAMPAIGN_FUND,
    Reason.CAMPAIGN_RETURN,
    Reason.STAFF,
    Reason.REVERSAL,
]
# Reasons of chips that a grant row must stand for.
GRANTED = [Reason.WELCOME, Reason.REFILL, Reason.RESCUE, Reason.ATTENDANCE, Reason.CAMPAIGN]

# Complete, balanced, and with the fingerprint of what it says. The faulty ones alone are kept
# between the steps: a ledger has many times more transfers than memory has room for.
TRANSFERS = """
WITH body AS (
    SELECT transfer_id, count(*) AS found, sum(leg) AS numbers, max(leg) AS last,
        sum(amount) AS total,
        string_agg(account_id || ':' || amount, ',' ORDER BY account_id, amount) AS body
    FROM wallet_entry WHERE id > %(since)s
    GROUP BY transfer_id
), looked AS (
    SELECT t.id, t.legs, b.found, b.total,
        b.found = t.legs AND b.last = t.legs
            AND b.numbers = t.legs::bigint * (t.legs + 1) / 2 AS complete,
        t.fingerprint = wallet_fingerprint(t.reason, t.link_kind, t.link_id, t.reverses_id,
            t.reverses_grant_id, b.body) AS same
    FROM wallet_transfer t JOIN body b ON b.transfer_id = t.id
), bad AS MATERIALIZED (
    SELECT * FROM looked WHERE NOT complete OR total <> 0 OR NOT same
)
SELECT 'legs', jsonb_build_object('transfer', id), legs::text, found::text FROM bad
WHERE NOT complete
UNION ALL
SELECT 'sum', jsonb_build_object('transfer', id), '0', total::text FROM bad WHERE total <> 0
UNION ALL
SELECT 'fingerprint', jsonb_build_object('transfer', id), NULL, NULL FROM bad
WHERE found = legs AND total = 0 AND NOT same
UNION ALL
SELECT 'no_entries', jsonb_build_object('transfer', t.id), t.legs::text, '0'
FROM wallet_transfer t
WHERE t.id > coalesce((SELECT max(transfer_id) FROM wallet_entry WHERE id = %(since)s), 0)
    AND NOT EXISTS (SELECT FROM wallet_entry e WHERE e.transfer_id = t.id)
UNION ALL
SELECT 'key', jsonb_build_object('transfers', array_agg(t.id)), '1', count(*)::text
FROM (SELECT key FROM wallet_transfer GROUP BY key HAVING count(*) > 1) k
JOIN wallet_transfer t ON t.key = k.key GROUP BY k.key
"""

# Numbers without holes; every balance starts where the one before it ended. What stands before the
# first entry that is looked at is fetched for that entry alone.
CHAINS = """
WITH numbered AS (
    SELECT id, account_id, seq, amount, balance_after,
        lag(seq) OVER w AS former_seq, lag(balance_after) OVER w AS former_balance
    FROM wallet_entry WHERE seq IS NOT NULL AND id > %(since)s
    WINDOW w AS (PARTITION BY account_id ORDER BY seq)
), linked AS (
    SELECT n.id, n.account_id, n.seq, n.amount, n.balance_after,
        CASE WHEN n.former_seq IS NOT NULL THEN n.former_seq
            WHEN n.seq = 1 THEN 0
            ELSE coalesce((SELECT p.seq FROM wallet_entry p
                WHERE p.account_id = n.account_id AND p.seq = n.seq - 1 LIMIT 1), 0)
        END AS former_seq,
        CASE WHEN n.former_seq IS NOT NULL THEN n.former_balance
            WHEN n.seq = 1 THEN 0
            ELSE coalesce((SELECT p.balance_after FROM wallet_entry p
                WHERE p.account_id = n.account_id AND p.seq = n.seq - 1 LIMIT 1), 0)
        END AS former_balance
    FROM numbered n
), bad AS MATERIALIZED (
    SELECT * FROM linked
    WHERE seq <> former_seq + 1 OR balance_after <> former_balance + amount OR balance_after < 0
)
SELECT 'seq', jsonb_build_object('entry', id, 'account', account_id),
    (former_seq + 1)::text, seq::text
FROM bad WHERE seq <> former_seq + 1
UNION ALL
SELECT 'balance_after', jsonb_build_object('entry', id, 'account', account_id),
    (former_balance + amount)::text, balance_after::text
FROM bad WHERE seq = former_seq + 1 AND balance_after <> former_balance + amount
UNION ALL
SELECT 'negative', jsonb_build_object('entry', id, 'account', account_id), '0', balance_after::text
FROM bad WHERE balance_after < 0
UNION ALL
SELECT 'zero', jsonb_build_object('entry', id, 'account', account_id), NULL, '0'
FROM wallet_entry WHERE amount = 0 AND id > %(since)s
UNION ALL
SELECT 'numbering', jsonb_build_object('entry', id, 'account', account_id), NULL, seq::text
FROM wallet_entry WHERE id > %(since)s
    AND ((account_id < 1000) <> (seq IS NULL) OR (seq IS NULL) <> (balance_after IS NULL))
"""

# The time of an account's entries never runs backwards: statements find a moment by halving.
TIMES = """
WITH timed AS (
    SELECT e.id, e.account_id, t.created_at,
        lag(t.created_at) OVER (PARTITION BY e.account_id ORDER BY e.seq) AS former
    FROM wallet_entry e JOIN wallet_transfer t ON t.id = e.transfer_id
    WHERE e.seq IS NOT NULL AND e.id > %(since)s
)
SELECT 'time', jsonb_build_object('entry', id, 'account', account_id), former::text,
    created_at::text
FROM timed WHERE created_at < former
"""

# The cached figures of every account against its entries.
BALANCES = """
WITH sums AS (
    SELECT account_id, sum(amount) AS total, max(seq) AS last, count(*) AS found
    FROM wallet_entry WHERE seq IS NOT NULL
        AND (%(since)s = 0
            OR account_id IN (SELECT account_id FROM wallet_entry WHERE id > %(since)s))
    GROUP BY account_id
), looked AS (
    SELECT a.id, a.balance, a.seq, a.status, a.kind, coalesce(s.total, 0) AS total,
        coalesce(s.last, 0) AS last, coalesce(s.found, 0) AS found
    FROM wallet_account a LEFT JOIN sums s ON s.account_id = a.id
    WHERE a.kind <> 'house' AND (%(since)s = 0 OR s.account_id IS NOT NULL)
)
SELECT 'balance', jsonb_build_object('account', id), total::text, balance::text FROM looked
WHERE balance <> total
UNION ALL
SELECT 'seq', jsonb_build_object('account', id), last::text, seq::text FROM looked
WHERE seq <> last OR found <> last
UNION ALL
SELECT 'negative', jsonb_build_object('account', id), '0', balance::text FROM looked
WHERE balance < 0
UNION ALL
SELECT 'closed_not_empty', jsonb_build_object('account', id), '0', balance::text FROM looked
WHERE status = 'closed' AND (balance <> 0 OR kind NOT IN ('escrow', 'campaign'))
UNION ALL
SELECT 'wallets', jsonb_build_object('member', member_id, 'accounts', array_agg(id)), '1',
    count(*)::text
FROM wallet_account WHERE kind = 'member' GROUP BY member_id HAVING count(*) > 1
UNION ALL
SELECT 'house', jsonb_build_object('account', id), NULL, balance::text
FROM wallet_account WHERE (kind = 'house') <> (balance IS NULL) OR (kind = 'house') <> (id < 1000)
"""

# Rows that point at rows which are not there.
ORPHANS = """
SELECT 'entry_transfer', jsonb_build_object('entry', e.id, 'transfer', e.transfer_id), NULL, NULL
FROM wallet_entry e WHERE e.id > %(since)s
    AND NOT EXISTS (SELECT FROM wallet_transfer t WHERE t.id = e.transfer_id)
UNION ALL
SELECT 'entry_account', jsonb_build_object('entry', e.id, 'account', e.account_id), NULL, NULL
FROM wallet_entry e WHERE e.id > %(since)s
    AND NOT EXISTS (SELECT FROM wallet_account a WHERE a.id = e.account_id)
UNION ALL
SELECT 'account_member', jsonb_build_object('account', a.id, 'member', a.member_id), NULL, NULL
FROM wallet_account a WHERE a.member_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM accounts_member m WHERE m.id = a.member_id)
UNION ALL
SELECT 'transfer_reverses', jsonb_build_object('transfer', t.id, 'reverses', t.reverses_id),
    NULL, NULL
FROM wallet_transfer t WHERE t.reverses_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM wallet_transfer o WHERE o.id = t.reverses_id)
"""

# A correction is the exact opposite of what it names, once.
REVERSALS = """
WITH sides AS (
    SELECT t.id, e.account_id, e.amount
    FROM wallet_transfer t JOIN wallet_entry e ON e.transfer_id = t.id
    WHERE t.reason = 'reversal'
    UNION ALL
    SELECT t.id, e.account_id, e.amount
    FROM wallet_transfer t JOIN wallet_entry e ON e.transfer_id = t.reverses_id
    UNION ALL
    SELECT t.id, e.account_id, CASE WHEN e.leg = 1 THEN -g.amount ELSE g.amount END
    FROM wallet_transfer t JOIN wallet_grant g ON g.id = t.reverses_grant_id
    JOIN wallet_entry e ON e.transfer_id = g.transfer_id AND e.leg IN (1, g.leg)
)
SELECT 'not_opposite', jsonb_build_object('transfer', id, 'account', account_id), '0',
    sum(amount)::text
FROM sides GROUP BY id, account_id HAVING sum(amount) <> 0
UNION ALL
SELECT 'twice', jsonb_build_object('transfer', reverses_id, 'reversals', array_agg(id)), '1',
    count(*)::text
FROM wallet_transfer WHERE reverses_id IS NOT NULL GROUP BY reverses_id HAVING count(*) > 1
UNION ALL
SELECT 'twice', jsonb_build_object('grant', reverses_grant_id, 'reversals', array_agg(id)), '1',
    count(*)::text
FROM wallet_transfer WHERE reverses_grant_id IS NOT NULL
GROUP BY reverses_grant_id HAVING count(*) > 1
"""

# Every grant once, paid by its entry; every free chip has its grant.
GRANTS = """
SELECT 'unpaid', jsonb_build_object('grant', g.id, 'transfer', g.transfer_id, 'leg', g.leg),
    g.amount::text, e.amount::text
FROM wallet_grant g
LEFT JOIN wallet_entry e ON e.transfer_id = g.transfer_id AND e.leg = g.leg
LEFT JOIN wallet_account a ON a.id = e.account_id AND a.kind = 'member'
WHERE e.amount IS DISTINCT FROM g.amount OR a.member_id IS DISTINCT FROM g.member_id
UNION ALL
SELECT 'reason', jsonb_build_object('grant', g.id, 'transfer', g.transfer_id), p.kind, t.reason
FROM wallet_grant g JOIN wallet_policy p ON p.id = g.policy_id
JOIN wallet_transfer t ON t.id = g.transfer_id
WHERE t.reason <> p.kind
UNION ALL
SELECT 'twice', jsonb_build_object('policy', policy_id, 'period', period, 'member', member_id,
    'grants', array_agg(id)), '1', count(*)::text
FROM wallet_grant GROUP BY policy_id, period, member_id HAVING count(*) > 1
UNION ALL
SELECT 'entry_twice', jsonb_build_object('transfer', transfer_id, 'leg', leg,
    'grants', array_agg(id)), '1', count(*)::text
FROM wallet_grant GROUP BY transfer_id, leg HAVING count(*) > 1
UNION ALL
SELECT 'policy', jsonb_build_object('grant', g.id, 'policy', g.policy_id), NULL, NULL
FROM wallet_grant g WHERE NOT EXISTS (SELECT FROM wallet_policy p WHERE p.id = g.policy_id)
UNION ALL
SELECT 'no_grant', jsonb_build_object('transfer', e.transfer_id, 'leg', e.leg), NULL,
    e.amount::text
FROM wallet_entry e JOIN wallet_transfer t ON t.id = e.transfer_id
WHERE e.id > %(since)s AND e.leg > 1 AND t.reason = ANY (%(granted)s)
    AND NOT EXISTS (
        SELECT FROM wallet_grant g WHERE g.transfer_id = e.transfer_id AND g.leg = e.leg
    )
"""

# The house: chips come from the mint for known reasons only, all accounts sum to zero, and the
# checkpoints say what the entries say.
HOUSE = """
SELECT 'mint', jsonb_build_object('entry', e.id, 'transfer', t.id), NULL, t.reason
FROM wallet_entry e JOIN wallet_transfer t ON t.id = e.transfer_id
WHERE e.account_id = 1 AND e.seq IS NULL AND e.id > %(since)s AND NOT t.reason = ANY (%(supply)s)
UNION ALL
SELECT 'total', '{}', '0', total::text
FROM (
    SELECT coalesce((SELECT sum(balance) FROM wallet_account), 0)
        + coalesce((SELECT sum(amount) FROM wallet_entry WHERE seq IS NULL), 0) AS total
) t WHERE total <> 0
UNION ALL
SELECT 'checkpoint', jsonb_build_object('checkpoint', c.id, 'account', c.account_id),
    s.total::text, c.balance::text
FROM wallet_checkpoint c
CROSS JOIN LATERAL (
    SELECT coalesce(sum(e.amount), 0) AS total FROM wallet_entry e
    WHERE e.account_id = c.account_id AND e.seq IS NULL AND e.id <= c.border
) s
WHERE c.balance <> s.total AND (c.account_id, c.border) IN (
    SELECT account_id, max(border) FROM wallet_checkpoint GROUP BY account_id
)
"""

BY_REASON = """
SELECT t.reason, -sum(e.amount)
FROM wallet_entry e JOIN wallet_transfer t ON t.id = e.transfer_id
WHERE e.account_id = 1 AND e.seq IS NULL AND e.id > %(since)s AND e.id <= %(upto)s
GROUP BY t.reason ORDER BY t.reason
"""


def faults(query: str, scope: Scope) -> Iterator[Fault]:
    """The faults that a query of the form above finds."""
    parameters: dict[str, Any] = {"since": scope.since, "supply": SUPPLY, "granted": GRANTED}
    with connection.chunked_cursor() as cursor:
        cursor.execute(query, parameters)
        while rows := cursor.fetchmany(CHUNK):
            for kind, ids, expected, found in rows:
                yield Fault(kind, json.loads(ids), expected, found)


def supply(scope: Scope) -> Iterator[Fault | Figures]:
    """House accounts, and the chips in the world by the reason that brought them."""
    yield from faults(HOUSE, scope)
    yield Figures(by_reason(scope))


def by_reason(scope: Scope) -> dict[str, int]:
    """What the mint gave for each reason in the scope, less what came back for that reason."""
    with connection.cursor() as cursor:
        cursor.execute(BY_REASON, {"since": scope.since, "upto": scope.upto})
        return {reason: int(total) for reason, total in cursor.fetchall()}


def given(border: int) -> tuple[int, dict[str, int]]:
    """What the mint has given in all, and by reason after the entry `border`: of one moment."""
    everything = Scope(border)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT NULL, -wallet_house_balance(1) UNION ALL ({BY_REASON})",
            {"since": everything.since, "upto": everything.upto},
        )
        sums = {reason: int(total) for reason, total in cursor.fetchall()}
    return sums.pop(None), sums


def register() -> None:
    """Enter the ledger's checks; called in `ready()`."""
    queries = {
        "transfers": TRANSFERS,
        "chains": CHAINS,
        "times": TIMES,
        "balances": BALANCES,
        "orphans": ORPHANS,
        "reversals": REVERSALS,
        "grants": GRANTS,
    }
    for name, query in queries.items():
        audits.register(name, _check(query))
    audits.register("supply", supply)


def _check(query: str) -> audits.Check:
    def check(scope: Scope) -> Iterator[Fault | Figures]:
        yield from faults(query, scope)

    return check
