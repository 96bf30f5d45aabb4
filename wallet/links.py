"""What a transfer was for: apps above register how a link (kind, id) reads and where it leads.

A resolver gets all ids of its kind on a page at once and answers with those that it knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """The words of a link in the reader's language, and its address ("" without a page)."""

    label: str
    url: str = ""


Resolver = Callable[[list[str]], dict[str, Link]]
_resolvers: dict[str, Resolver] = {}


def register(kind: str, resolver: Resolver) -> None:
    """Make `resolver` answer for links of this kind; called in an app's `ready()`."""
    _resolvers[kind] = resolver


def resolve(wanted: Iterable[tuple[str, str]]) -> dict[tuple[str, str], Link]:
    """The links behind (kind, id) pairs; pairs that nobody knows are left out."""
    by_kind: dict[str, list[str]] = {}
    for kind, link_id in dict.fromkeys(wanted):
        by_kind.setdefault(kind, []).append(link_id)
    return {
        (kind, link_id): link
        for kind, ids in by_kind.items()
        if kind in _resolvers
        for link_id, link in _resolvers[kind](ids).items()
    }
