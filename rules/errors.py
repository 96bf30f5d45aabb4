"""The three families of refusal: every one carries a code and data, never a sentence.

The sentence is made by whoever talks to a person, in that person's language.
"""

from __future__ import annotations


class RulesError(Exception):
    """A refusal by the rules. The state of the hand is what it was before.

    `code` is a short stable name, `data` the facts that a sentence about it needs.
    """

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.data.items())
        return f"{self.code} ({facts})" if facts else self.code


class Malformed(RulesError):
    """The input has a shape that no state of any hand could accept."""


class Illegal(RulesError):
    """The input is well formed, but the rules forbid it in this state."""


class Stale(RulesError):
    """The input was meant for a state that has passed: another turn, or a finished hand."""
