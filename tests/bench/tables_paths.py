"""Statements and shared blocks of an action, in a small world and in one ten times as large."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.bench import tables_world as world
from tests.bench import wallet_world as database

FACTOR = 10
TABLES, MEMBERS, HANDS = 100, 2_000, 20_000

Note = Callable[[str, float], None]

COUNT = """
SELECT coalesce(sum(calls), 0), coalesce(sum(shared_blks_hit + shared_blks_read), 0)
FROM pg_stat_statements WHERE userid = 'app'::regrole AND toplevel
    AND query NOT IN ('BEGIN', 'COMMIT')
"""

# History in bulk, as the dealer leaves it behind. The counts are subqueries of their own, so that
# the joins are on equal values and can be hashed.
HISTORY = (
    """
    INSERT INTO tables_hand (table_id, number, game, stakes, root, sealed, key_id, status,
        started_at, ended_at, pot, rake, events)
    SELECT t.id, n, 'nlhe', '{}', '', '', '', 'over', now(), now(), 300, 0, repeat('x', 900)::bytea
    FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM tables_table) t
    JOIN generate_series(%(first)s::bigint, %(last)s::bigint) n
        ON n %% (SELECT count(*) FROM tables_table) = t.place
    """,
    """
    INSERT INTO tables_change (table_id, seq, hand_id, is_base, command, digest)
    SELECT t.id, -n, NULL, false, repeat('x', 300), '\\x00'
    FROM (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM tables_table) t
    JOIN generate_series(%(first)s::bigint, %(last)s::bigint) n
        ON n %% (SELECT count(*) FROM tables_table) = t.place
    """,
    """
    INSERT INTO tables_handseat (hand_id, member_id, seat, session, stack, net, ended_at, game)
    SELECT h.id, m.id, s, '', 10000, 0, now(), 'nlhe'
    FROM tables_hand h CROSS JOIN generate_series(0, 5) s
    JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM accounts_member) m
        ON (h.id * 6 + s) %% (SELECT count(*) FROM accounts_member) = m.place
    WHERE h.status = 'over' AND h.number BETWEEN %(first)s AND %(last)s AND NOT EXISTS (
        SELECT FROM tables_handseat k WHERE k.hand_id = h.id AND k.seat = s)
    """,
    "VACUUM (ANALYZE) tables_hand, tables_change, tables_handseat, accounts_member, wallet_account",
)


def measure(postgres: Any, note: Note) -> None:
    """Grow the world and count both times."""
    found = []
    grown = 0
    for factor in (1, FACTOR):
        world.tables(TABLES * factor - grown * TABLES)
        with database.root(postgres) as connection:
            ends = {"first": database.FIRST + grown * MEMBERS}
            ends["last"] = database.FIRST + factor * MEMBERS - 1
            for statement in (database.MEMBERS, database.WALLETS):
                connection.execute(statement, ends)
            hands = {"first": 1 + grown * HANDS, "last": factor * HANDS}
            for statement in HISTORY:
                connection.execute(statement, hands)
        grown = factor
        found.append(_hands(postgres))
        note(f"blocks_an_action_x{factor}", found[-1][1])
    small, large = found
    note("statements_an_action", large[2])
    note("statements_a_hand", large[0])
    note("statements_differ", abs(large[0] - small[0]))
    note("blocks_growth", large[1] / small[1])


def _hands(postgres: Any) -> tuple[float, float, float]:
    """Whole hands of six: statements, blocks by action, and the most statements of one action."""
    from tables.dealer import playing, ticking

    ((table_id, players),) = world.full_tables(1)
    members = {seat: player.pk for seat, player in enumerate(players)}

    def hand(count: Callable[[Callable[[], Any]], None]) -> None:
        while _turn(table_id) is None:
            ticking.tick(table_id)
        while (turn := _turn(table_id)) is not None:
            hand_id, seat, number, kind = turn
            count(
                lambda hand_id=hand_id, seat=seat, number=number, kind=kind: playing.act(
                    table_id=table_id,
                    member_id=members[seat],
                    hand_id=hand_id,
                    turn=number,
                    kind=kind,
                )
            )

    for _ in range(3):  # plans and catalogue
        hand(lambda act: act())
    seen: list[tuple[int, int]] = []
    with database.root(postgres) as connection:

        def counted(act: Callable[[], Any]) -> None:
            connection.execute("SELECT pg_stat_statements_reset()")
            act()
            row = connection.execute(COUNT).fetchone()
            assert row is not None
            seen.append((int(row[0]), int(row[1])))

        hand(counted)
    statements = sum(calls for calls, _ in seen)
    return statements, sum(blocks for _, blocks in seen) / len(seen), max(c for c, _ in seen)


def _turn(table_id: int) -> tuple[int, int, int, str] | None:
    """Hand, seat, turn and kind of the next action: check or call."""
    from tables.dealer import record

    head = record.head(table_id)
    assert head is not None
    replica, _ = record.from_base(table_id, head)
    hand = replica.running
    if hand is None:
        return None
    (seat,) = hand.actors
    legal = hand.legal(seat)
    kinds = {option.kind for option in legal.options}
    return replica.hand_id, seat, legal.turn, "check" if "check" in kinds else "call"
