"""The checks of `manage.py audit`: each names every fault that it finds and repairs nothing.

Apps above register theirs in `ready()`. A check is called inside a transaction that sees one
moment of the database (REPEATABLE READ, read only), and yields its faults one by one; a check that
has something to tell besides yields `Figures`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that must not be: `ids` names its rows, by table or role."""

    kind: str
    ids: dict[str, Any] = field(default_factory=dict)
    expected: Any = None
    found: Any = None


@dataclass(frozen=True, slots=True)
class Figures:
    """What a check counted, for the report."""

    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Scope:
    """What a run looks at: entries with an id above `since`; 0 = all.

    `upto`: the newest entry that was surely committed as the run began, for sums that go on there.
    """

    since: int
    upto: int = 2**63 - 1


Check = Callable[[Scope], Iterator[Fault | Figures]]
_checks: dict[str, Check] = {}


def register(name: str, check: Check) -> None:
    """Add a check under a name; called in an app's `ready()`."""
    _checks[name] = check


def checks() -> dict[str, Check]:
    """All checks by name, in the order of their registration."""
    return dict(_checks)
