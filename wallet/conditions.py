"""What campaigns reward: apps above register how often each member met a condition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django import forms
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
class Rule:
    """What a campaign asks of a member: the condition `needed` times, with these details."""

    needed: int
    min_humans: int = 1
    params: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Detail:
    """One detail that a condition can be told: its name in `params`, and how a form asks for it.

    A detail of one name is the same for all conditions. What the field cleans must fit in JSON.
    """

    name: str
    field: Callable[[], forms.Field]


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition: its label, its query giving (member, count), and the details it knows.

    `words` says a rule to members, in the language of the moment. `problems` gives what is wrong
    with a rule, by the name of the detail or "min_humans".
    """

    label: str | Promise
    query: Query
    details: tuple[Detail, ...] = ()
    words: Callable[[Rule], str] | None = None
    problems: Callable[[Rule], dict[str, str]] = lambda _rule: {}

    def told(self, rule: Rule) -> str:
        """The rule in words; the label where a condition has no words of its own."""
        return self.words(rule) if self.words else str(self.label)


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


def details() -> dict[str, tuple[Detail, tuple[str, ...]]]:
    """Every detail by its name, with the names of the conditions that know it."""
    found: dict[str, tuple[Detail, tuple[str, ...]]] = {}
    for name, condition in _conditions.items():
        for detail in condition.details:
            _detail, users = found.get(detail.name, (detail, ()))
            found[detail.name] = (detail, (*users, name))
    return found
