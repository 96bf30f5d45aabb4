"""How a hand ends in the ledger: settled and every leaver cashed out, in one posting.

Called inside the transaction of a hand's last input, under the table's lock; the posting locks
the accounts. Keys: `hand:<id>` for the settlement, the seat session for a cash-out.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from django.db import connection

from rules.hand import Hand as Game
from rules.house import Round
from tables import games
from tables.dealer.commands import Plate
from tables.dealer.outcome import Outcome, outcomes
from tables.dealer.replica import Replica
from tables.dealer.sheet import Sheet
from tables.dealer.tally import Tally, tallies
from tables.models import Hand
from wallet import escrow, posting

_CLOSE_HAND = """
    UPDATE tables_hand SET status = %s, ended_at = to_timestamp(%s::float8 / 1000),
        pot = %s, rake = %s, events = %s
    WHERE id = %s AND status = 'running'"""
_SEATS = """
    INSERT INTO tables_handseat (hand_id, ended_at, game, unit, member_id, seat, session, stack,
        net, humans, won, showdown, rank, entered, raised, saw, bets, calls)
    SELECT %s, to_timestamp(%s::float8 / 1000), %s, %s, * FROM unnest(%s::bigint[], %s::int[],
        %s::text[], %s::bigint[], %s::bigint[], %s::int[], %s::bigint[], %s::bool[], %s::int[],
        %s::bool[], %s::bool[], %s::bool[], %s::int[], %s::int[])"""
_LEFT = """
    UPDATE tables_seat s SET left_at = to_timestamp(%s::float8 / 1000), left_with = l.chips
    FROM unnest(%s::bigint[], %s::bigint[]) AS l (id, chips) WHERE s.id = l.id"""


class Ending(NamedTuple):
    """What a finished hand came to, or a round against the house: then `bank` is what it won.

    unit: the amount that results are counted in; a round's is its ante.
    """

    kind: str
    game: str
    unit: int
    pot: int
    rake: int
    bank: int
    net: Mapping[int, int]
    stacks: Mapping[int, int]


class Leavers:
    """Who is on the way out, read before the last input is folded, for `settle` after it."""

    def __init__(self, sheet: Sheet) -> None:
        replica = sheet.replica
        owned = [seat for seat in replica.sitters if replica.owns_hand(seat)]
        self.leaving = [replica.roster[seat] for seat in owned if replica.roster[seat].goes]
        self.departed = [dealt for seat, dealt in replica.sitters.items() if seat not in owned]


def settle(sheet: Sheet, leavers: Leavers) -> None:
    """Post the result of the hand that the last input ended, and pay out who leaves with it."""
    sheet.store()
    replica = sheet.replica
    ending = _ending(replica.hand)
    sitters = replica.sitters
    draft = escrow.settlement(
        key=f"hand:{replica.hand_id}",
        deltas={sitters[seat].escrow: net for seat, net in ending.net.items() if net},
        rake=ending.rake,
        bank=ending.bank,
        link_kind=ending.kind,
        link_id=str(replica.hand_id),
        # Who left after folding was paid then; the account only waited for what was in the pot.
        closes=tuple(dealt.escrow for dealt in leavers.departed),
    )
    drafts = [] if draft is None else [draft]
    gone = {plate: ending.stacks[plate.seat] + plate.extra for plate in leavers.leaving}
    drafts += [cash_out(plate, amount) for plate, amount in gone.items()]
    if drafts:
        posting.post(drafts)
    _write_down(sheet, ending)
    left(sheet, gone)


def _ending(hand: Game | Round | None) -> Ending:
    assert hand is not None
    assert hand.over
    if isinstance(hand, Round):
        won = hand.result()
        bank = -sum(won.net.values())
        unit = hand.stakes["ante"]
        return Ending(escrow.ROUND, hand.key, unit, hand.at_stake, 0, bank, won.net, won.stacks)
    result = hand.result()
    pot = sum(pot.amount for pot in result.pots)
    game, unit = hand.variant.key, games.unit(msgspec.structs.asdict(hand.stakes))
    return Ending(escrow.HAND, game, unit, pot, result.rake, 0, result.net, result.stacks)


def cash_out(plate: Plate, amount: int) -> posting.Draft:
    """The draft that pays a seat session out, and closes its account."""
    account = escrow.get(plate.escrow)
    return escrow.cash_out(account=account, amount=amount, session=plate.session)


def left(sheet: Sheet, gone: Mapping[Plate, int]) -> None:
    """Mark seat sessions as ended, and with how many chips."""
    if gone:
        sittings = [plate.sitting for plate in gone]
        with connection.cursor() as cursor:
            cursor.execute(_LEFT, [sheet.now, sittings, list(gone.values())])


def packed(replica: Replica) -> bytes:
    """Everything that has happened in the hand, as its row keeps it."""
    return zlib.compress(msgspec.json.encode(replica.events))


def _write_down(sheet: Sheet, ending: Ending) -> None:
    """Store what happened with the hand: once, because the rules may be others one day."""
    replica = sheet.replica
    seats = sorted(replica.sitters)
    plates = [replica.sitters[seat] for seat in seats]
    events = packed(replica)
    humans = sum(not plate.bot for plate in plates)
    outcome = outcomes(replica.events)
    ends = [outcome.get(seat, Outcome()) for seat in seats]
    tally = tallies(replica.events)
    ways = [tally.get(seat, Tally()) for seat in seats]
    with connection.cursor() as cursor:
        cursor.execute(
            _CLOSE_HAND,
            [Hand.Status.OVER, sheet.now, ending.pot, ending.rake, events, replica.hand_id],
        )
        cursor.execute(
            _SEATS,
            [
                replica.hand_id,
                sheet.now,
                ending.game,
                ending.unit,
                [plate.member for plate in plates],
                seats,
                [plate.session for plate in plates],
                [plate.stack for plate in plates],
                [ending.net[seat] for seat in seats],
                [humans - (not plate.bot) for plate in plates],
                [end.won for end in ends],
                [end.showdown for end in ends],
                [end.rank for end in ends],
                [way.entered for way in ways],
                [way.raised for way in ways],
                [way.saw for way in ways],
                [way.bets for way in ways],
                [way.calls for way in ways],
            ],
        )
