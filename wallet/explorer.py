"""The ledger explorer's words: an account's statement, a transfer's legs, what each was for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.apps import apps
from django.db import models
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wallet import selectors
from wallet.links import Link, resolve
from wallet.models import Account, Entry, Transfer

PAGE = 50
EMPTY = "–"

HOUSE: dict[str, str | Promise] = {
    "mint": gettext_lazy("Mint: where chips come from"),
    "bank": gettext_lazy("Bank of the house games"),
    "rake": gettext_lazy("Rake"),
    "bots": gettext_lazy("Bots"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """An entry in the statement of an account; `page` is the address of its transfer."""

    entry: Entry
    reason: str
    purpose: Link | None
    page: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of an account's entries, newest first; `older` and `newest` are addresses or ""."""

    lines: tuple[Line, ...]
    older: str
    newest: str


def sheet(account: Account, before: str | None) -> Sheet:
    """The entries of any account before a number, the newest without one.

    Cached accounts are read by the number of the entry, the house's by its id: each has its index.
    """
    house = account.kind == Account.Kind.HOUSE
    key = "pk" if house else "seq"
    entries = Entry.objects.filter(account=account, seq__isnull=house)
    if before and before.isdecimal() and len(before) <= len(str(2**63)) - 1:
        entries = entries.filter(**{f"{key}__lt": int(before)})
    found = list(entries.select_related("transfer").order_by(f"-{key}")[: PAGE + 1])
    more, found = len(found) > PAGE, found[:PAGE]
    links = purposes(entry.transfer for entry in found)
    lines = tuple(
        Line(
            entry,
            selectors.reason_label(entry.transfer.reason),
            links.get(_link(entry.transfer)),
            transfer_page(entry.transfer_id),
        )
        for entry in found
    )
    older = f"?before={getattr(found[-1], key)}" if more else ""
    return Sheet(lines, older, "?" if before else "")


def purposes(of: Iterable[Transfer | Account]) -> dict[tuple[str, str], Link]:
    """What these were for, by link kind and id."""
    return resolve(_link(row) for row in of)


def purpose(row: Transfer | Account) -> str:
    """What one transfer or account was for, with a link where there is a page."""
    found = purposes([row]).get(_link(row))
    if found is None:
        return " ".join(filter(None, _link(row))) or EMPTY
    return link(found)


def link(to: Link) -> str:
    """A link as HTML; its words alone where it has no page."""
    return _anchor(to.url, to.label) if to.url else to.label


def account_name(account: Account) -> str:
    """Whose account it is, in words."""
    if account.kind == Account.Kind.HOUSE:
        return str(HOUSE.get(account.name, account.name))
    if account.kind == Account.Kind.CAMPAIGN:
        return _("Event %(name)s") % {"name": account.name}
    if account.kind == Account.Kind.ESCROW:
        return _("%(who)s at a table") % {"who": account.member}
    return str(account.member)


def kind_name(kind: str) -> str:
    """What staff acted on, in words: the model's name."""
    model = _model(kind)
    return str(model._meta.verbose_name) if model else kind


def field_name(kind: str, field: str) -> str:
    """A field of it in words; its own name for what is no field."""
    model = _model(kind)
    named = {f.name: f.verbose_name for f in model._meta.concrete_fields} if model else {}
    return str(named.get(field, field))


def _model(kind: str) -> type[models.Model] | None:
    found = [model for model in apps.get_models() if model._meta.model_name == kind]
    return found[0] if found else None


def corrections(transfer: Transfer) -> str:
    """What this transfer corrects, and what corrects it or takes one of its grants back."""
    parts: list[tuple[str, Sequence[int]]] = []
    if transfer.reverses_id:
        parts.append((_("reverses"), [transfer.reverses_id]))
    if transfer.reverses_grant_id and transfer.reverses_grant is not None:
        parts.append((_("takes back a grant of"), [transfer.reverses_grant.transfer_id]))
    for later in (
        Transfer.objects.filter(reverses_id=transfer.pk),
        Transfer.objects.filter(reverses_grant__in=transfer.grants.all()),
    ):
        parts.append((_("corrected by"), list(later.values_list("pk", flat=True)[:PAGE])))
    told = [
        format_html("{} {}", words, _anchor(transfer_page(pk), f"#{pk}"))
        for words, ids in parts
        for pk in ids
    ]
    return _joined(told) if told else EMPTY


def transfer_page(transfer_id: int) -> str:
    """The address of a transfer in the admin."""
    return reverse("admin:wallet_transfer_change", args=[transfer_id])


def _link(row: Transfer | Account) -> tuple[str, str]:
    return row.link_kind, row.link_id


def _anchor(url: str, words: str) -> str:
    return format_html('<a href="{}" class="text-primary-600">{}</a>', url, words)


def _joined(parts: Sequence[str]) -> str:
    return format_html(", ".join(["{}"] * len(parts)), *parts)
