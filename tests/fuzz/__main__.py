"""Frames that must not do anything, by the hundred thousand, on the sockets of a site of its own.

    FRAMES=100000 SEED=1 python -m tests.fuzz

Malformed, oversized, out of turn, of other tables and members, repeated. Nothing may change, no
exception may reach the log, and every flood must be cut. The last line is a JSON object; exit 0
when nothing was found, else 1.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time

from config import report
from tests.chaos import own

FRAMES = 100_000
EXAMPLES = 20
TROUBLE = re.compile(r"Traceback|\[error|Error\b|xception")


def main() -> int:
    began = time.monotonic()
    seed, frames = report.seed(), int(os.environ.get("FRAMES") or FRAMES)
    sys.stderr.write(f"seed {seed}, {frames:,} frames\n")
    # Nobody runs out of time and no seat is given up, however slow the machine is.
    with own.data({"TURN_S": "86400", "HAND_GAP_MS": "0", "SEAT_GRACE_S": "86400"}):
        from tests.chaos.site import ChaosSite
        from tests.fuzz import scene
        from tests.fuzz.attack import Attack

        with ChaosSite(web=1, clocks=1) as site:
            table, seen, attackers = scene.set_up()
            before, said = scene.state(), len(site.log("web"))
            url = f"http://127.0.0.1:{site.port}"
            attack = Attack(url, table.pk, seen, attackers, seed)
            asyncio.run(attack.run(frames))
            faults = [*attack.faults]
            faults += scene.changes(before, scene.state())
            if trouble := TROUBLE.search(log := site.log("web")[said:]):
                faults.append(f"in the log: {log[max(0, trouble.start() - 200) :][:2000]}")
            if not attack.codes[4102]:
                faults.append("no flood was cut")
    for fault in faults[:EXAMPLES]:
        sys.stderr.write(fault + "\n")
    figures = {
        "frames": attack.sent,
        "sockets": attack.sockets,
        "closed": {str(code): count for code, count in sorted(attack.codes.items())},
        "answers": dict(sorted(attack.answers.items())),
        "faults": len(faults),
    }
    sys.stdout.write(report.line("fuzz", ok=not faults, started=began, figures=figures) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
