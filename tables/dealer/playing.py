"""Acting in a hand: members, bots and the clock all come through here."""

from __future__ import annotations

from rules.cards import card
from rules.errors import RulesError
from rules.hand import Hand
from tables.dealer import commands
from tables.dealer.settling import Leavers, settle
from tables.dealer.sheet import Done, Sheet, opened
from tables.errors import Late, Refused


def act(
    *,
    table_id: int,
    member_id: int,
    hand_id: int,
    turn: int,
    kind: str,
    amount: int = 0,
    cards: tuple[str, ...] = (),
    id: str = "",
) -> Done:
    """Act for a member at (hand, turn). A repeated `id` gives the same answer and does nothing.

    Locks the table; on the last input of a hand also the accounts of its seats. Raises Late for
    another hand or price, Refused or RulesError for what is not allowed; then nothing changed.
    """
    with opened(table_id) as sheet:
        if done := sheet.done(member_id, hand_id, id, "act", turn, kind, amount, cards):
            return done
        replica = sheet.replica
        if replica.running is None or replica.hand_id != hand_id:
            raise Late("other_hand")
        seat = replica.hand_seat_of(member_id)
        if seat is None or not replica.owns_hand(seat):
            raise Refused("not_dealt_in")
        play(sheet, seat, turn, kind, amount, cards, member=member_id, id=id)
    return sheet.result()


def play(
    sheet: Sheet,
    seat: int,
    turn: int,
    kind: str,
    amount: int = 0,
    cards: tuple[str, ...] = (),
    *,
    member: int = 0,
    id: str = "",
    by: str = "",
) -> None:
    """Put one act of the running hand down, under the table's lock, and end the hand if it does."""
    leavers = Leavers(sheet)
    positions, cards = _by_position(sheet.replica.running, cards)
    command = commands.Act(
        at=sheet.now,
        pace=sheet.pace(),
        member=member,
        id=id,
        hand=sheet.replica.hand_id,
        seat=seat,
        turn=turn,
        kind=kind,
        amount=amount,
        positions=positions,
        cards=cards,
        by=by,
    )
    sheet.write(command)
    if sheet.replica.running is None:
        settle(sheet, leavers)


def _by_position(hand: object, cards: tuple[str, ...]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Cards of a hand at the table as the log names them: where they lie in the deck.

    What cannot be read stays as it is, for the rules to say what is wrong with it.
    """
    if not cards or not isinstance(hand, Hand):
        return (), cards
    try:
        return tuple(hand.deck.index(card(name)) for name in cards), ()
    except RulesError:
        return (), cards
