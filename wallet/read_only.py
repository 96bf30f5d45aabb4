"""Rows that staff only look at."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest


class ReadOnly:
    """For an admin's list, page or inline whose rows nobody adds, changes or deletes by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
