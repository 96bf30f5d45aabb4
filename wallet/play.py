"""What lies in the middle of hands and rounds that are running: apps above tell of their own.

The ledger does not know it: an escrow account holds stack and bets together until the settlement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from wallet.escrow import HAND

Query = Callable[[int], Mapping[int, int]]


@dataclass(frozen=True, slots=True)
class Bet:
    """Chips of one seat session in a running hand (`kind` hand) or house round (round)."""

    kind: str
    chips: int

    @property
    def in_hand(self) -> bool:
        """Whether it is a hand among players rather than a round against the house."""
        return self.kind == HAND


_queries: dict[str, Query] = {}


def register(kind: str, query: Query) -> None:
    """Make `query` tell a member's bets by escrow account, 0 for dealt in; called in `ready()`."""
    _queries[kind] = query


def bets(member_id: int) -> dict[int, Bet]:
    """The member's bets in everything that is running, by escrow account."""
    return {
        account: Bet(kind, chips)
        for kind, query in _queries.items()
        for account, chips in query(member_id).items()
    }
