"""Amounts in words and figures, as the reader's language writes them."""

from __future__ import annotations

from django.utils.translation import get_language

from accounts import reader

# Korean counts in ten-thousands: 만 10^4, 억 10^8, 조 10^12, 경 10^16.
_MYRIADS = ("", "만", "억", "조", "경")
_MYRIAD = 10_000
_SEPARATORS = {"vi": "."}


def chips(amount: int, language: str | None = None, *, plain: bool | None = None) -> str:
    """An amount of chips: 1억 2,500만 in Korean, 125.000.000 in Vietnamese, else 125,000,000.

    Without `language` and `plain` it is written as the reader of this request wants it.
    """
    language = (language or get_language() or "en").split("-")[0]
    if plain is None:
        plain = reader.plain_amounts()
    sign = "−" if amount < 0 else ""
    if language == "ko" and not plain:
        return sign + _in_myriads(abs(amount))
    return sign + f"{abs(amount):,}".replace(",", _SEPARATORS.get(language, ","))


def signed(amount: int, language: str | None = None) -> str:
    """As `chips`, with a plus before what came in."""
    return ("+" if amount > 0 else "") + chips(amount, language)


def _in_myriads(amount: int) -> str:
    if amount == 0:
        return "0"
    parts = []
    for unit in _MYRIADS[:-1]:
        amount, rest = divmod(amount, _MYRIAD)
        if rest:
            parts.append(f"{rest:,}{unit}")
    if amount:
        parts.append(f"{amount:,}{_MYRIADS[-1]}")
    return " ".join(reversed(parts))
