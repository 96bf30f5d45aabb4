"""What a table is, as pages and sockets tell it: name, game, stakes, times, policy."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from django.conf import settings
from django.db import connection
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from rules.stakes import Stakes
from tables import coming_back, games, timing
from tables.coming_back import Back
from tables.dealer.house_replica import rules_name
from tables.models import Table
from wallet.models import Account


class Facts(Struct, frozen=True):
    """A table as it was set up; `told` says it in a language."""

    id: int
    name: str
    game: str
    seats: int
    stakes: dict[str, int]
    min_buy_in: int
    max_buy_in: int
    bots: bool
    may_show: bool
    chat: str

    def told(self, language: str | None = None) -> dict[str, Any]:
        """The `table` of a snapshot: docs/protocol.md. `policy` is a text for people."""
        with translation.override(language or translation.get_language()):
            return {
                **msgspec.structs.asdict(self),
                "name": games.table(self.name),
                "turn_s": settings.TURN_S,
                "choice_s": settings.CHOICE_S,
                "time_bank_s": settings.TIME_BANK_S,
                "grace_s": timing.seat_grace_ms() // 1000,
                "offer_s": settings.OFFER_S,
                "sit_out_s": timing.sit_out_ms() // 1000,
                "policy": policy(),
            }


class HouseFacts(Struct, frozen=True):
    """A house table as its members see it: `seats` counts the dealer's place."""

    id: int
    name: str
    game: str
    min_buy_in: int
    max_buy_in: int
    settings: dict[str, Any]
    rules: str
    seats: int = 2
    house: bool = True

    def told(self, language: str | None = None) -> dict[str, Any]:
        """The `table` of a snapshot: docs/protocol.md. `policy` is a text for people."""
        with translation.override(language or translation.get_language()):
            return {
                **msgspec.structs.asdict(self),
                "name": games.table(self.name),
                "round_s": settings.ROUND_S,
                "grace_s": timing.seat_grace_ms() // 1000,
                "sit_out_s": timing.sit_out_ms() // 1000,
                "policy": house_policy(),
            }


AnyFacts = Facts | HouseFacts


def of(table_id: int) -> AnyFacts | None:
    """The facts of a table, None if there is none with this id. A box has its house table's."""
    tables = Table.objects.select_related("stakes", "parent__stakes")
    table = tables.filter(pk=table_id).first()
    if table is None:
        return None
    return _of_house(table.offer) if table.is_house else from_table(table)


# Whatever writes a row gives it another xmin, so nobody has to remember to note an edit.
_EDITIONS = """
    SELECT t.id, concat_ws('.', t.xmin, s.xmin, p.xmin, ps.xmin)
    FROM tables_table t LEFT JOIN tables_stakes s ON s.id = t.stakes_id
    LEFT JOIN tables_table p ON p.id = t.parent_id
    LEFT JOIN tables_stakes ps ON ps.id = p.stakes_id WHERE t.id = ANY(%s)"""


def editions(tables: Sequence[int]) -> dict[int, str]:
    """A mark of what each table was set up from: another one after staff have edited it."""
    with connection.cursor() as cursor:
        cursor.execute(_EDITIONS, [list(tables)])
        return dict(cursor.fetchall())


def _of_house(table: Table) -> HouseFacts:
    stakes = table.stakes
    offered = msgspec.to_builtins(stakes.house)
    return HouseFacts(
        id=table.pk,
        name=table.name,
        game=stakes.game,
        min_buy_in=stakes.min_buy_in,
        max_buy_in=stakes.max_buy_in,
        settings=offered,
        rules=rules_name(offered),
    )


def from_table(table: Table) -> Facts:
    """The facts of a table with its stakes."""
    stakes = table.stakes
    standard = msgspec.structs.asdict(Stakes())
    amounts = {
        name: amount
        for name, amount in msgspec.structs.asdict(stakes.chips).items()
        if amount != standard[name]
    }
    return Facts(
        id=table.pk,
        name=table.name,
        game=table.game,
        seats=table.seats,
        stakes=amounts,
        min_buy_in=stakes.min_buy_in,
        max_buy_in=stakes.max_buy_in,
        bots=bool(table.bot_seats),
        may_show=table.may_show,
        chat=table.chat,
    )


def policy() -> str:
    """What happens to a seat whose member is slow, away or lost, in the language of the moment."""
    return _(
        "You have %(turn)d seconds to act, and once a time bank of %(bank)d seconds; then you "
        "check, or fold to a bet. If your line is lost your seat is kept for %(grace)d seconds; "
        "then you leave, and at the end of the hand your chips are back in your wallet."
    ) % {
        "turn": settings.TURN_S,
        "bank": settings.TIME_BANK_S,
        "grace": timing.seat_grace_ms() // 1000,
    }


def house_policy() -> str:
    """The same for a round against the house."""
    return _(
        "A round waits for you, also when you close the page or lose the line: %(round)s after "
        "your last decision it is played out by checking or taking where that is free, else by "
        "folding. Without a running round your seat is kept for %(grace)d seconds; then your chips "
        "are back in your wallet. If you leave in the middle of a round it is played out at once."
    ) % {"round": _length(settings.ROUND_S), "grace": timing.seat_grace_ms() // 1000}


def _length(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    if rest or not minutes:
        return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}
    return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}


def purses(table_id: int, members: Collection[int]) -> dict[int | None, tuple[int, Back | None]]:
    """What the wallets of these members hold, and with what they come back to a table (B10)."""
    table = Table.objects.select_related("stakes", "parent__stakes").get(pk=table_id)
    backs = coming_back.least(table, members)
    return {
        member: (balance, None if member is None else backs.get(member))
        for member, balance in wallets(members).items()
    }


def wallets(members: Collection[int]) -> dict[int | None, int]:
    """What the wallets of these members hold."""
    rows = Account.objects.filter(kind=Account.Kind.MEMBER, member_id__in=members)
    return {member: balance or 0 for member, balance in rows.values_list("member_id", "balance")}
