"""What campaigns reward: apps above register how often each member met a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Question:
    """How often did the members `first` to `last` do it from `since` to before `until`?

    `min_humans`: only with so many human opponents; `params`: the campaign's details.
    """

    since: datetime
    until: datetime
    first: int
    last: int
    min_humans: int = 1
    params: dict[str, Any] = field(default_factory=dict)


Query = Callable[[Question], Iterable[tuple[int, int]]]


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition: its words, its query giving (member, count), and what `params` it knows."""

    label: str | Promise
    query: Query
    params: tuple[str, ...] = ()


_conditions: dict[str, Condition] = {}


def register(name: str, condition: Condition) -> None:
    """Add a condition under a name; called in an app's `ready()`."""
    _conditions[name] = condition


def get(name: str) -> Condition | None:
    """The condition with this name; None if no app has registered it."""
    return _conditions.get(name)


def choices() -> list[tuple[str, str | Promise]]:
    """All conditions for a menu."""
    return [(name, condition.label) for name, condition in _conditions.items()]
