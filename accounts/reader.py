"""How the reader of the page at hand wants amounts written, beside Django's active language."""

from __future__ import annotations

from asgiref.local import Local

_active = Local()


def set_plain_amounts(plain: bool) -> None:
    """Say for the rest of this request whether amounts are written in plain digits."""
    _active.plain_amounts = plain


def plain_amounts() -> bool:
    """Whether the reader wants 125,000,000 also where the language would write 1억 2,500만."""
    return getattr(_active, "plain_amounts", False)
