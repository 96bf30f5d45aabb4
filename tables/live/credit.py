"""How many messages a socket, and a member with all sockets of a process, may send."""

from __future__ import annotations

import time

BURST = 60.0
REFILL_PER_S = 20.0
DEBT = 60.0  # so far below zero the flood is cut
COSTS = {"Ack": 0.1, "Ping": 0.5, "Join": 3.0}
MALFORMED = 4.0


class Bucket:
    """Credit that fills with time and is spent by messages."""

    __slots__ = ("credit", "since")

    def __init__(self) -> None:
        self.credit = BURST
        self.since = time.monotonic()

    def spend(self, cost: float) -> bool:
        """Take the cost; False if the credit is used up."""
        now = time.monotonic()
        self.credit = min(BURST, self.credit + (now - self.since) * REFILL_PER_S) - cost
        self.since = now
        if self.credit < 0:
            self.credit = max(self.credit, -2 * DEBT)
            return False
        return True

    @property
    def is_flood(self) -> bool:
        """Far below zero: who goes on like this is cut."""
        return self.credit < -DEBT


def cost(name: str) -> float:
    """What a message of this type costs."""
    return COSTS.get(name, 1.0)
