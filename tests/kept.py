"""What tests use one after the other, because starting it is dear: a running site, a browser.

It is ended before the first test that does not ask for the same; the order of the tests
(conftest.py) puts those together that do.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """At most one thing at a time, known by its key."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._held: tuple[str, T] | None = None

    @property
    def held(self) -> bool:
        """Whether something runs."""
        return self._held is not None

    def get(self, key: str, begin: Callable[[], AbstractContextManager[T]]) -> T:
        """What runs under this key, begun if it does not; whatever else ran is ended."""
        if self._held is None or self._held[0] != key:
            self.end()
            self._held = key, self._stack.enter_context(begin())
        return self._held[1]

    def end(self) -> None:
        """Nothing runs any more."""
        self._held = None
        self._stack.close()
