"""What every page knows of its reader."""

from __future__ import annotations

from django.http import HttpRequest

from accounts import reader

THEMES = ("dark", "light")


def site(request: HttpRequest) -> dict[str, object]:
    """`theme`: dark, light or "" (as the system has it) · `plain_amounts`."""
    theme = request.COOKIES.get("theme", "")
    return {
        "theme": theme if theme in THEMES else "",
        "plain_amounts": reader.plain_amounts(),
    }
