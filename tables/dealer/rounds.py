"""Rounds against the house: the bet that begins one, and playing it out for who does not decide.

A round is a hand of a box (`HouseReplica`): the same lock, log, decisions and settlement. Its deck
was sealed before its bets; beginning it seals the deck of the one after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from django.db import connection

from rules import shuffle
from rules.errors import Illegal
from rules.house import SEAT, SETTINGS
from tables import fairness
from tables.dealer import commands
from tables.dealer.commands import Plate, Ready
from tables.dealer.house_replica import rules_name
from tables.dealer.playing import play
from tables.dealer.sheet import Done, Sheet, opened
from tables.errors import Broken, Late, Refused
from wallet import limits

# With the id of the hand that will be sealed, so that asking for it takes no statement more.
_OFFER = """
    SELECT p.is_open, s.game, s.settings::text, nextval(pg_get_serial_sequence('tables_hand', 'id'))
    FROM tables_table b JOIN tables_table p ON p.id = b.parent_id
    JOIN tables_stakes s ON s.id = p.stakes_id WHERE b.id = %s"""
_SEAL = """
    INSERT INTO tables_hand (id, table_id, number, game, stakes, root, sealed, key_id, status,
        started_at, pot, rake)
    VALUES (%(id)s, %(table)s, %(number)s, %(game)s, '{}', %(root)s, %(sealed)s, %(key)s, 'sealed',
        to_timestamp(%(now)s::float8 / 1000), 0, 0)"""
_BEGIN = """
    WITH begun AS (
        UPDATE tables_hand SET status = 'running', game = %(game)s, stakes = %(settings)s,
            started_at = to_timestamp(%(now)s::float8 / 1000)
        WHERE id = %(hand)s AND status = 'sealed' RETURNING key_id, sealed
    ), next AS (
        INSERT INTO tables_hand (id, table_id, number, game, stakes, root, sealed, key_id, status,
            started_at, pot, rake)
        SELECT %(id)s, %(table)s, %(number)s, %(game)s, '{}', %(root)s, %(sealed)s, %(key)s,
            'sealed', to_timestamp(%(now)s::float8 / 1000), 0, 0 FROM begun
    )
    SELECT key_id, sealed FROM begun"""


class Offer(NamedTuple):
    """What a house table offers at this moment, and the id that its next sealed hand may have."""

    is_open: bool
    game: str
    settings: dict[str, Any]
    hand_id: int


def bet(
    *, table_id: int, member_id: int, bets: Mapping[str, int], rules: str, id: str = ""
) -> Done:
    """Begin a round in the member's box `table_id`. A repeated `id` does nothing again.

    Locks the box. Raises Refused (round_running, closed, leaving, frozen, excluded, …), Late for
    settings other than those that `rules` names, RulesError for bets that the table does not take
    or the stack does not carry; then nothing has moved.
    """
    with opened(table_id) as sheet:
        if done := sheet.done(member_id, 0, id, "bet", sorted(bets.items()), rules):
            return done
        plate = _ready_to_bet(sheet, member_id)
        offer = _offer(sheet)
        if not offer.is_open:
            raise Refused("closed")
        if rules_name(offer.settings) != rules:
            raise Late("rules_changed")
        if why := limits.may_play([member_id]).get(member_id):
            raise Refused(why)
        _begin(sheet, offer, plate, dict(bets), id)
    return sheet.result()


def play_out(sheet: Sheet, *, by: str) -> None:
    """Take the default decisions of the running round to its end, under the lock of its box."""
    while (hand := sheet.replica.running) is not None:
        action = hand.default(SEAT)
        play(sheet, SEAT, hand.turn(SEAT), action.kind, action.amount, action.cards, by=by)


def seal_next(sheet: Sheet) -> Ready:
    """The deck that is sealed for the next round of a box: the one that waits, or a new one."""
    if sheet.replica.ready is not None:
        return sheet.replica.ready
    offer = _offer(sheet)
    row, ready = _seal(sheet, offer, sheet.replica.number + 1)
    with connection.cursor() as cursor:
        cursor.execute(_SEAL, row)
    return ready


def _ready_to_bet(sheet: Sheet, member_id: int) -> Plate:
    replica = sheet.replica
    if not replica.is_house:
        raise Refused("not_offered")
    plate = replica.roster.get(SEAT)
    if plate is None or plate.member != member_id:
        raise Refused("not_seated")
    if replica.running is not None:
        raise Refused("round_running")
    if plate.leaving:
        raise Refused("leaving")
    if not plate.stack:
        raise Refused("no_chips")
    return plate


def _offer(sheet: Sheet) -> Offer:
    with connection.cursor() as cursor:
        cursor.execute(_OFFER, [sheet.table_id])
        is_open, game, text, hand_id = cursor.fetchone()
    settings = msgspec.json.decode(text, type=SETTINGS[game])
    return Offer(is_open, game, msgspec.to_builtins(settings), hand_id)


def _seal(sheet: Sheet, offer: Offer, number: int) -> tuple[dict[str, Any], Ready]:
    """A new deck under the offered id: the row that keeps it, and the commitment."""
    seed = fairness.draw()
    sealed = fairness.seal(seed, offer.hand_id)
    ready = Ready(offer.hand_id, number, shuffle.root(seed))
    row = {
        "id": ready.hand,
        "table": sheet.table_id,
        "number": number,
        "game": offer.game,
        "root": ready.root,
        "sealed": sealed.box,
        "key": sealed.key_id,
        "now": sheet.now,
    }
    return row, ready


def _begin(sheet: Sheet, offer: Offer, plate: Plate, bets: dict[str, int], id: str) -> None:
    this = sheet.replica.ready
    if this is None:
        raise Broken("no deck is sealed for the next round")
    row, ready = _seal(sheet, offer, this.number + 1)
    stakes = msgspec.json.encode(offer.settings).decode()
    with connection.cursor() as cursor:
        cursor.execute(_BEGIN, {**row, "hand": this.hand, "settings": stakes})
        found = cursor.fetchone()
    if found is None:
        raise Broken(f"hand {this.hand} is not sealed")
    sealed = fairness.Sealed(found[0], bytes(found[1]))
    command = commands.Round(
        at=sheet.now,
        pace=sheet.pace(),
        member=plate.member,
        id=id,
        hand=this.hand,
        number=this.number,
        root=this.root,
        game=offer.game,
        settings=offer.settings,
        bets=bets,
        ready=ready,
        roster=(plate,),
        done=sheet.replica.carried(),
    )
    try:
        sheet.write(command, fairness.deck(sealed, this.hand))
    except Illegal as error:
        if error.code == "limit" and not error.data["most"]:
            raise Refused("least", bet=error.data["bet"], least=error.data["least"]) from error
        raise
