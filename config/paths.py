"""The numbers in addresses: what no row can have is no address of the site."""

from __future__ import annotations

from django.urls.converters import IntConverter


class RowConverter(IntConverter):
    """The key of a row: `<row:table_id>`. Django's `int` takes more than a database can."""

    regex = "[0-9]{1,18}"
