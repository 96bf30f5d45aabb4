"""What the database alone does with an action: the floor that the tables are measured against.

One Python process, a psycopg connection a thread, fixed statements: lock a row, insert 600 bytes,
update the row, commit. Reads orders as JSON lines (`seconds`, `rate` or null) and answers each with
`count`, `seconds`, `cpu_s` and the latencies in ms at the 50th and 99th percentile.
"""

from __future__ import annotations

import json
import os
import random
import sys
import threading
import time

import psycopg

LOCK = "SELECT seq FROM floor_state WHERE id = %s FOR UPDATE"
INSERT = "INSERT INTO floor_change (state, seq, body) VALUES (%s, %s, %s)"
UPDATE = "UPDATE floor_state SET seq = %s, digest = %s WHERE id = %s"
BODY = "x" * 600


class Pace:
    """Moments at which work may begin: at once, or so many a second."""

    def __init__(self, rate: float | None) -> None:
        self._gap = 1 / rate if rate else 0.0
        self._next = time.monotonic()
        self._lock = threading.Lock()

    def wait(self) -> float:
        """Wait for the next moment; gives when the work was due."""
        if not self._gap:
            return time.monotonic()
        with self._lock:
            moment = self._next = max(self._next + self._gap, time.monotonic() - 1)
        time.sleep(max(0.0, moment - time.monotonic()))
        return moment


def worker(number: int, rows: int, end: float, pace: Pace, took: list[float]) -> None:
    """One thread's share of the transactions."""
    dice = random.Random(number)
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        while time.monotonic() < end:
            began = pace.wait()
            row = dice.randrange(rows)
            with connection.transaction():
                found = connection.execute(LOCK, [row], prepare=True).fetchone()
                assert found is not None
                seq = found[0] + 1
                connection.execute(INSERT, [row, seq, BODY], prepare=True)
                connection.execute(UPDATE, [seq, b"d" * 32, row], prepare=True)
            took.append(time.monotonic() - began)


def main() -> None:
    """Follow the orders on stdin."""
    threads, rows = int(sys.argv[1]), int(sys.argv[2])
    for line in sys.stdin:
        order = json.loads(line)
        took: list[float] = []
        began, before = time.monotonic(), time.process_time()
        arguments = (rows, began + order["seconds"], Pace(order["rate"]), took)
        workers = [threading.Thread(target=worker, args=(n, *arguments)) for n in range(threads)]
        for thread in workers:
            thread.start()
        for thread in workers:
            thread.join()
        seconds = time.monotonic() - began
        took.sort()
        answer = {
            "count": len(took),
            "seconds": seconds,
            "cpu_s": time.process_time() - before,
            "p50": 1000 * took[len(took) // 2],
            "p99": 1000 * took[int(len(took) * 0.99)],
        }
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
