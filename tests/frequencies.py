"""`make frequencies`: the exact counts of every hand category, against the rule book's tables.

Prints the tables of `rules.frequencies`; the last line is a JSON object. Exit 0 if all are right.
"""

from __future__ import annotations

import sys
import time

from config import report
from rules.frequencies import faults


def main() -> int:
    started = time.monotonic()
    wrong = faults()
    line = report.line("frequencies", ok=not wrong, started=started, figures={"wrong": wrong})
    sys.stdout.write(line + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
