"""What staff offer against the house: priced before it is saved, and written into their log."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, Final

import msgspec
import numpy as np
from django.core.cache import cache
from django.db import transaction

from rules.house import Settings, pricing
from rules.house.pricing import Price
from tables.errors import Refused
from tables.models import Stakes
from wallet import staff
from wallet.models import StaffAct

_FIELDS: Final = ("label", "settings", "min_buy_in", "max_buy_in")
_KEPT_S: Final = 24 * 3600


def quote(game: str, settings: Settings) -> tuple[Price, ...]:
    """The edge of every bet under these settings.

    Where a pay table of a main bet is not the standard one, also the sampled edge against a player
    who plays best at just this table: some seconds of work at first, kept for a day.
    """
    found = pricing.prices(settings)
    body = msgspec.json.encode([game, settings])
    key = f"house-edge-{hashlib.sha256(body).hexdigest()}"
    known = cache.get(key)
    if known is None:
        # The same settings give the same sample, whichever process draws it.
        seed = int.from_bytes(hashlib.sha256(body).digest()[:4])
        adapted = pricing.adapted(settings, np.random.default_rng(seed))
        known = msgspec.json.encode(adapted)
        cache.set(key, known, _KEPT_S)
    more = msgspec.json.decode(known, type=Price | None)
    return (found[0], more, *found[1:]) if more else found


@transaction.atomic
def save(
    *,
    stakes: Stakes,
    settings: Settings,
    prices: tuple[Price, ...],
    forced: bool,
    actor_id: int,
    reason: str,
) -> None:
    """Save the stakes of a house game as staff edited them, with their row in the log of staff.

    prices: what `quote` gave for these settings. Locks the row. Running rounds and rounds that are
    over carry the settings they were begun with. Raises Refused `edge_below_zero` when the house
    would lose on a bet and nobody forces it; WalletError `no_reason` without a reason; then nothing
    has changed.
    """
    bets = sorted({price.bet for price in pricing.below_zero(prices)})
    if bets and not forced:
        raise Refused("edge_below_zero", bets=bets)
    row = Stakes.objects.select_for_update(no_key=True).filter(pk=stakes.pk).first()
    before = {name: getattr(row, name) if row else None for name in _FIELDS}
    stakes.settings = msgspec.json.decode(msgspec.json.encode(settings))
    stakes.full_clean()
    stakes.save()
    change: dict[str, Any] = {
        name: [before[name], getattr(stakes, name)]
        for name in _FIELDS
        if before[name] != getattr(stakes, name)
    }
    if row is not None and not change:
        return
    change["edges"] = [_edges(pricing.prices(row.house)) if row else None, _edges(prices)]
    if bets:
        change["forced"] = [None, bets]
    staff.record(
        actor_id=actor_id,
        act=StaffAct.Act.CHANGE if row else StaffAct.Act.ADD,
        of=stakes,
        reason=reason,
        change=change,
    )


def _edges(prices: Iterable[Price]) -> dict[str, float]:
    """Prices as the log keeps them: percent by bet and play."""
    return {f"{price.bet} {price.play}": round(price.edge_percent, 4) for price in prices}
