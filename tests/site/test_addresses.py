"""Addresses with numbers that no row can have, and parameters that are no numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter

from accounts.paths import RowConverter
from tests.wallet.builders import a_member

HUGE = "9" * 30


def converters(patterns: Sequence[URLPattern | URLResolver]) -> Iterator[tuple[str, object]]:
    """(address, converter) of every number and word in our addresses."""
    for each in patterns:
        yield from ((str(each.pattern), found) for found in each.pattern.converters.values())
        if isinstance(each, URLResolver) and each.namespace != "admin":
            yield from converters(each.url_patterns)


def test_every_number_in_an_address_is_one_that_a_row_can_have() -> None:
    found = list(converters(get_resolver().url_patterns))
    assert any(isinstance(converter, RowConverter) for _, converter in found)
    assert [where for where, converter in found if type(converter) is IntConverter] == []


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/tables/{}/wait/", "/tables/{}/unwait/", "/waiting/{}/told/"])
def test_a_form_to_a_row_that_cannot_be_is_not_found(client: Client, address: str) -> None:
    client.force_login(a_member())
    assert client.post(address.format(HUGE)).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("at", ["²", "٣", "9" * 5000, HUGE, "-1", "\x00", ""])
def test_the_news_of_waiting_take_any_place_for_where_the_reader_is(
    client: Client, at: str
) -> None:
    client.force_login(a_member())
    assert client.get("/waiting/", {"at": at}).status_code == 200
