"""The delays of a site under chaos: short, so that time-outs, time banks and graces happen."""

from __future__ import annotations

TURN_S = 3
DELAYS = {
    "TURN_S": str(TURN_S),
    "TIME_BANK_S": "2",
    "CHOICE_S": "3",
    "ROUND_S": "4",
    "HAND_GAP_MS": "200",
    "BOT_DELAY_MS": "10-150",
    "CLOCK_GRACE_MS": "100",
    "SEAT_GRACE_S": "15",
    "SIT_OUT_REMOVE_S": "40",
    "POLL_S": "0.5",
}
