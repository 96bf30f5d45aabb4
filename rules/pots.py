"""Returns, side pots and the split of a pot (rule book B6, B7): pure functions of chips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct


class Pot(Struct, frozen=True, gc=False):
    """Chips that the seats `seats` play for, the main pot first."""

    amount: int
    seats: tuple[int, ...]


def uncalled(put: Mapping[int, int], folded: Iterable[int] = ()) -> tuple[int, int] | None:
    """Return (seat, chips) that go back because nobody matched them, or None.

    `put` maps seats to what they put in over the whole hand, without dead money. Folded seats
    count as having matched; a folded seat never gets anything back.
    """
    if not put:
        return None
    seat = max(put, key=put.__getitem__)
    second = max((chips for other, chips in put.items() if other != seat), default=0)
    over = put[seat] - second
    return (seat, over) if over > 0 and seat not in set(folded) else None


def layers(put: Mapping[int, int], folded: Iterable[int] = (), dead: int = 0) -> list[Pot]:
    """Return the pots of what was put in (after returns), main pot first, plus the dead money.

    Layers with the same owners are one pot; a layer that only folded seats reach belongs to the
    pot below it. The amounts add up to `sum(put) + dead`.
    """
    gone = set(folded)
    live = [seat for seat in put if seat not in gone]
    chips = list(put.values())
    pots: list[tuple[int, tuple[int, ...]]] = []
    below = 0
    for level in sorted(set(chips)):
        if not level:
            continue
        amount = 0
        for paid in chips:
            if paid > below:
                amount += (paid if paid < level else level) - below
        owners = tuple([seat for seat in live if put[seat] >= level])
        below = level
        if pots and (not owners or pots[-1][1] == owners):
            pots[-1] = (pots[-1][0] + amount, pots[-1][1])
        elif owners:
            pots.append((amount, owners))
    if dead and pots:
        pots[0] = (pots[0][0] + dead, pots[0][1])
    return [Pot(amount, owners) for amount, owners in pots if amount]


def share(amount: int, winners: Sequence[int], unit: int = 1) -> dict[int, int]:
    """Split an amount evenly in chips of `unit`; `winners` stand in the order for odd chips.

    Odd units go one each to the first winners; what is less than one unit goes with the first.
    """
    each, odd = divmod(amount // unit, len(winners))
    parts = {seat: (each + (place < odd)) * unit for place, seat in enumerate(winners)}
    parts[winners[0]] += amount % unit
    return parts


def halves(amount: int, unit: int = 1) -> tuple[int, int]:
    """Split a pot into high and low half; the odd unit, and any rest, are the high half's."""
    low = amount // unit // 2 * unit
    return amount - low, low
