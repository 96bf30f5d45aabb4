"""Who is dealt in, where the button rests and who posts what (rule book B9, B10).

The dead-button scheme: the big blind moves to the next seat that is entitled to play; the small
blind is due where the big blind was, the button rests where the small blind was. If nobody plays
there any more the small blind is missing, or the button rests on an empty seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.stakes import Stakes
from rules.state import Player
from tables.dealer.commands import Blinds, Plate


class Plan(Struct, frozen=True):
    """How the next hand is dealt. `plates` are all seats of the table after the blinds passed."""

    button: int
    small: int | None
    big: int | None
    players: tuple[Player, ...]
    plates: tuple[Plate, ...]
    blinds: Blinds


def can_play(plate: Plate) -> bool:
    """Whether this seat has chips and wants cards."""
    return plate.stack > 0 and not plate.away_ms and not plate.leaving


def plan(
    roster: Mapping[int, Plate], last: Blinds, *, stakes: Stakes, free: bool, first_button: int
) -> Plan | None:
    """The next hand, or None while fewer than two seats can play.

    free: newcomers are dealt in at once and nobody owes a missed blind. first_button: which of the
    players (an index, taken modulo their number) gets the button when there was no hand before.
    """
    able = sorted(seat for seat, plate in roster.items() if can_play(plate))
    if len(able) < 2:
        return None
    if not stakes.big_blind:
        return _by_dealer_seat(roster, able, last, first_button)
    settled = [seat for seat in able if not roster[seat].waiting]
    if len(settled) < 2 or last.big < 0:
        # There is no game yet that anybody could wait to join: all begin together.
        button, small, big = _start(able, last, first_button)
        return _plan(roster, able, button, small, big, paying={}, last=last)
    if free:
        button, small, big = _advance(able, last)
        return _plan(roster, able, button, small, big, paying={}, last=last)
    return _plan_with_entry(roster, able, settled, last, stakes)


def _plan_with_entry(
    roster: Mapping[int, Plate],
    able: Sequence[int],
    settled: Sequence[int],
    last: Blinds,
    stakes: Stakes,
) -> Plan:
    """Newcomers and returners wait for the big blind, or post outside the blinds' way."""
    big = _after(able, last.big)
    button, small, big = _advance(sorted({*settled, big}), last)
    paying = {}
    playing = {*settled, big}
    for seat in able:
        plate = roster[seat]
        # Between button and big blind a seat waits until the button has passed.
        if seat in playing or not plate.post or _between(seat, button, big):
            continue
        playing.add(seat)
        dead = stakes.small_blind if plate.missed_small else 0
        paying[seat] = (stakes.big_blind, dead)
    return _plan(roster, sorted(playing), button, small, big, paying=paying, last=last)


def _plan(
    roster: Mapping[int, Plate],
    playing: Sequence[int],
    button: int,
    small: int | None,
    big: int,
    *,
    paying: Mapping[int, tuple[int, int]],
    last: Blinds,
) -> Plan:
    players = tuple(Player(seat, roster[seat].stack, *paying.get(seat, (0, 0))) for seat in playing)
    small_place = small if small is not None else last.big
    passed_big = _passed(last.big, big)
    passed_small = _passed(last.small, small_place)
    plates = []
    for seat in sorted(roster):
        plate = roster[seat]
        if seat in playing:
            plate = replace(
                plate,
                waiting=False,
                post=False,
                missed_big=False,
                missed_small=False,
            )
        elif not plate.waiting:
            # A seat that sat out while a blind went by owes it, and is a newcomer again.
            plate = replace(
                plate,
                missed_big=plate.missed_big or seat in passed_big,
                missed_small=plate.missed_small or seat in passed_small,
                waiting=seat in passed_big,
            )
        plates.append(plate)
    blinds = Blinds(button=button, small=small_place, big=big)
    return Plan(button, small, big, players, tuple(plates), blinds)


def _start(able: Sequence[int], last: Blinds, first_button: int) -> tuple[int, int | None, int]:
    """Blinds of a game that begins anew, never the big blind again on the seat that had it."""
    if last.big >= 0 and len(able) == 2:
        big = _after(able, last.big)
        button = _after(able, big)
        return button, button, big
    button = able[first_button % len(able)]
    if len(able) == 2:
        return button, button, _after(able, button)
    small = _after(able, button)
    return button, small, _after(able, small)


def _advance(playing: Sequence[int], last: Blinds) -> tuple[int, int | None, int]:
    big = _after(playing, last.big)
    if len(playing) == 2:
        button = _after(playing, big)
        return button, button, big
    small = last.big if last.big in playing else None
    button = last.small
    if button in (big, small):
        # The hand before was heads-up and a newcomer sits where the button has not been.
        button = _before([seat for seat in playing if seat != big], last.big)
    return button, small, big


def _by_dealer_seat(
    roster: Mapping[int, Plate], able: Sequence[int], last: Blinds, first_button: int
) -> Plan:
    """Games without blinds: everybody is dealt in, and the dealer's seat moves on by one."""
    button = _after(able, last.button) if last.button >= 0 else able[first_button % len(able)]
    base = _plan(roster, able, button, None, button, paying={}, last=Blinds())
    return replace(base, big=None, blinds=Blinds(button=button))


def _after(seats: Sequence[int], seat: int) -> int:
    """The next of these seats clockwise after a seat that may be empty."""
    return min(seats, key=lambda other: (other <= seat, other))


def _before(seats: Sequence[int], seat: int) -> int:
    return max(seats, key=lambda other: (other < seat, other))


def _between(seat: int, low: int, high: int) -> bool:
    """Whether a seat lies clockwise after `low` and before `high`."""
    if low < high:
        return low < seat < high
    return seat > low or seat < high


def _passed(former: int, now: int) -> frozenset[int]:
    """The seats (0-8) that a blind went over on its way, where it came from excluded."""
    if former < 0 or former == now:
        return frozenset()
    return frozenset(seat for seat in range(9) if seat != now and _between(seat, former, now))
