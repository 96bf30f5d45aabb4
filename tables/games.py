"""The games in the reader's words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

NAMES = {
    "nlhe": _("No-limit hold'em"),
    "plhe": _("Pot-limit hold'em"),
    "flhe": _("Limit hold'em"),
    "plo": _("Pot-limit Omaha"),
    "flo8": _("Omaha hi-lo"),
    "stud": _("Seven card stud"),
    "razz": _("Razz"),
    "stud8": _("Stud hi-lo"),
    "kr7": _("Korean seven poker"),
}


def name(game: str) -> str:
    """The name of a game; its key if it has none."""
    return str(NAMES.get(game, game))
