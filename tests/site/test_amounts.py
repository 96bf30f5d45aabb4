"""Amounts of chips as each language writes them."""

from __future__ import annotations

import pytest
from django.utils import translation

from accounts import reader
from wallet import amounts


@pytest.mark.parametrize(
    ("amount", "korean"),
    [
        (0, "0"),
        (1, "1"),
        (9_999, "9,999"),
        (10_000, "1만"),
        (12_345, "1만 2,345"),
        (125_000_000, "1억 2,500만"),
        (100_000_001, "1억 1"),
        (10_000_000, "1,000만"),
        (1_000_000_000_000, "1조"),
        (12_345_678_901_234_567, "1경 2,345조 6,789억 123만 4,567"),
        (990_000_000_000_000_000, "99경"),
        (9_223_372_036_854_775_807, "922경 3,372조 368억 5,477만 5,807"),
        (-15_000, "−1만 5,000"),
    ],
)
def test_korean_counts_in_myriads(amount: int, korean: str) -> None:
    assert amounts.chips(amount, "ko") == korean


@pytest.mark.parametrize(
    ("language", "written"),
    [("en", "125,000,000"), ("vi", "125.000.000"), ("en-gb", "125,000,000"), ("", "125,000,000")],
)
def test_other_languages_group_by_thousands(language: str, written: str) -> None:
    with translation.override("en"):
        assert amounts.chips(125_000_000, language) == written


def test_the_readers_language_and_wish_decide() -> None:
    with translation.override("ko"):
        assert amounts.chips(125_000_000) == "1억 2,500만"
        reader.set_plain_amounts(True)
        try:
            assert amounts.chips(125_000_000) == "125,000,000"
            assert amounts.chips(125_000_000, plain=False) == "1억 2,500만"
        finally:
            reader.set_plain_amounts(False)


def test_what_comes_in_has_a_plus() -> None:
    assert [amounts.signed(n, "en") for n in (1_500, 0, -1_500)] == ["+1,500", "0", "−1,500"]
