"""Who has the button, who posts what and who waits: between two hands (rule book B9, B10).

Pure: from the chairs and the positions of the hand before to the plan of the next one.

    plan = next_hand(chairs, last)              # None: fewer than two can play
    Hand.start(game, stakes, players_of(plan), plan.button, deck,
               small_blind=plan.small_blind, big_blind=plan.big_blind)

A newcomer is a chair that owes the big blind (`missed_big`): it waits for it, or posts it live.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rules.errors import Malformed


class Chair(Struct, frozen=True, gc=False):
    """A taken seat between two hands.

    ready: it has chips and wants to be dealt in. missed_small, missed_big: blinds that it owes; a
    newcomer owes the big one. post: it would rather post than wait for the big blind.
    """

    seat: int
    ready: bool = True
    missed_small: bool = False
    missed_big: bool = False
    post: bool = False

    @property
    def owes(self) -> bool:
        return self.missed_small or self.missed_big


class Position(Struct, frozen=True, gc=False):
    """Seat numbers of button, small and big blind; button and small blind may be empty seats."""

    button: int
    small: int
    big: int


class Entry(Struct, frozen=True, gc=False):
    """A seat that is dealt in, and whether it posts a live big blind and a dead small one."""

    seat: int
    live: bool = False
    dead: bool = False


class Plan(Struct, frozen=True):
    """The next hand. small_blind None: it is dead. waiting: ready seats that are not dealt in yet.

    `chairs` are all chairs with what they owe afterwards; `position` is the next call's `last`.
    """

    button: int
    small_blind: int | None
    big_blind: int
    entries: tuple[Entry, ...]
    waiting: tuple[int, ...]
    chairs: tuple[Chair, ...]
    position: Position


def next_hand(
    chairs: Sequence[Chair],
    last: Position | None = None,
    *,
    scheme: str = "dead",
    entry: str = "post",
) -> Plan | None:
    """Plan the next hand; None if fewer than two chairs are ready.

    last: positions of the hand before, None for a table's first. scheme: `dead` button (the
    blinds move, nobody skips or repeats one) or simply `moving` button. entry: owing chairs may
    `post` or wait, can only `wait`, or come in `free`. Raises `Malformed("chairs")`.
    """
    _check(chairs)
    ready = [chair.seat for chair in chairs if chair.ready]
    if len(ready) < 2:
        return None
    if last is None or scheme == "moving":
        return _fresh(chairs, ready, last)
    big = _after(last.big, ready)
    inside = _dealt_in(chairs, big, last, entry)
    if len(inside) < 2:
        # Everybody who is there plays: nobody else could post for them.
        inside = [Entry(seat) for seat in ready]
    if len(inside) == 2:
        other = next(each.seat for each in inside if each.seat != big)
        position = Position(other, other, big)
        small: int | None = other
    else:
        position = Position(_button(last, big, inside), last.big, big)
        small = last.big if any(each.seat == last.big for each in inside) else None
    return _plan(chairs, position, small, inside, last)


def _button(last: Position, big: int, inside: Sequence[Entry]) -> int:
    """Return where the button goes with three or more dealt in: where the small blind was.

    After a heads-up hand that seat may be the big blind's: whoever came in between then has the
    button, so that no seat has both and nobody skips or repeats a blind.
    """
    if last.small != big:
        return last.small
    seats = [each.seat for each in inside if each.seat not in (big, last.big)]
    return max([seat for seat in seats if seat < last.big] or seats)


def _check(chairs: Sequence[Chair]) -> None:
    seats = [chair.seat for chair in chairs]
    if sorted(set(seats)) != seats or any(type(seat) is not int or seat < 0 for seat in seats):
        raise Malformed("chairs")


def _after(seat: int, seats: Sequence[int]) -> int:
    """Return the first of the seats clockwise after a number (ascending order assumed)."""
    return next((each for each in seats if each > seat), seats[0])


def _between(start: int, seat: int, end: int) -> bool:
    """Say whether a seat lies clockwise strictly after start and strictly before end."""
    if start < end:
        return start < seat < end
    return seat > start or seat < end


def _fresh(chairs: Sequence[Chair], ready: list[int], last: Position | None) -> Plan:
    """The first hand, or a simply moving button: everybody plays, nobody owes."""
    button = ready[0] if last is None else _after(last.button, ready)
    small = button if len(ready) == 2 else _after(button, ready)
    position = Position(button, small, _after(small, ready))
    return _plan(chairs, position, small, [Entry(seat) for seat in ready], None)


def _dealt_in(chairs: Sequence[Chair], big: int, last: Position, entry: str) -> list[Entry]:
    """List who plays: who owes nothing, who has the big blind, who posts where posting is open."""
    found = []
    for chair in chairs:
        if not chair.ready:
            continue
        seat = chair.seat
        if seat == big or not chair.owes or entry == "free":
            found.append(Entry(seat))
        elif chair.post and entry == "post" and not _in_gap(seat, last.small, big):
            found.append(Entry(seat, chair.missed_big, chair.missed_small))
    return found


def _in_gap(seat: int, button: int, big: int) -> bool:
    """Say whether a seat lies from the button to before the big blind: no posting there."""
    return seat == button or _between(button, seat, big)


def _plan(
    chairs: Sequence[Chair],
    position: Position,
    small: int | None,
    inside: Sequence[Entry],
    last: Position | None,
) -> Plan:
    playing = {each.seat for each in inside}
    after = []
    for chair in chairs:
        if chair.seat in playing:
            after.append(Chair(chair.seat, chair.ready))
            continue
        missed_small, missed_big = chair.missed_small, chair.missed_big
        if last is not None and not chair.ready:
            missed_big |= _between(last.big, chair.seat, position.big)
            missed_small |= chair.seat == position.small
            missed_small |= _between(last.small, chair.seat, position.small)
        after.append(Chair(chair.seat, chair.ready, missed_small, missed_big, chair.post))
    waiting = tuple(chair.seat for chair in chairs if chair.ready and chair.seat not in playing)
    return Plan(
        position.button,
        small,
        position.big,
        tuple(inside),
        waiting,
        tuple(after),
        position,
    )
