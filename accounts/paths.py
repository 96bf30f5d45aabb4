"""The numbers in addresses: what no row can have is no address of the site."""

from __future__ import annotations

import re

from django.urls.converters import IntConverter


class RowConverter(IntConverter):
    """The key of a row: `<row:table_id>`. Django's `int` takes more than a database can."""

    regex = "[0-9]{1,18}"


def row(text: str) -> int | None:
    """The key of a row in a query or a form, as an address would take it; None for what is none."""
    return int(text) if re.fullmatch(RowConverter.regex, text) else None
