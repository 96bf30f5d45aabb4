"""The checks of `manage.py audit`: each names every fault that it finds and repairs nothing.

Apps above register theirs in `ready()`. A check yields its faults; how they were found stays its
own affair.
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
class Scope:
    """What a run looks at: entries after `since` and up to `upto` (ids; 0 = from the first)."""

    since: int
    upto: int


Check = Callable[[Scope], Iterator[Fault]]
_checks: dict[str, Check] = {}


def register(name: str, check: Check) -> None:
    """Add a check under a name; called in an app's `ready()`."""
    _checks[name] = check


def checks() -> dict[str, Check]:
    """All checks by name, in the order of their registration."""
    return dict(_checks)
