"""Reading the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Sum

from accounts.models import Member
from wallet import moments, play
from wallet.escrow import TABLE
from wallet.links import Link, resolve
from wallet.models import Account, Entry, Reason
from wallet.play import Bet

PAGE = 50


@dataclass(frozen=True, slots=True)
class Session:
    """Chips of a member at a table: the escrow account of a running seat session."""

    account_id: int
    session: str
    balance: int
    opened_at: datetime
    link: Link | None


@dataclass(frozen=True, slots=True)
class Purse:
    """Where a member's chips are. `sessions` hold stacks and bets together; `bets` by account."""

    in_wallet: int
    sessions: tuple[Session, ...]
    bets: dict[int, Bet]

    @property
    def at_tables(self) -> int:
        """The stacks: what lies at tables and not in the middle of a running hand or round."""
        return sum(session.balance for session in self.sessions) - self.in_play

    @property
    def in_play(self) -> int:
        """What lies in the middle of running hands and rounds."""
        return sum(bet.chips for bet in self.bets.values())

    @property
    def together(self) -> int:
        """All of it."""
        return self.in_wallet + sum(session.balance for session in self.sessions)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a statement. `seq` is its place: pass it as `before` or `after` to page on."""

    seq: int
    amount: int
    balance_after: int
    reason: str
    label: str
    time: datetime
    transfer_id: int
    link: Link | None


@dataclass(frozen=True, slots=True)
class Statement:
    """A page of a statement, newest first; `older` and `newer` are the keys of its neighbours.

    `before=older` gives the next older page, `after=newer` the next newer one; None: there is none.
    """

    rows: tuple[Row, ...]
    older: int | None
    newer: int | None


@dataclass(frozen=True, slots=True)
class Period:
    """What a wallet held at both ends of a stretch of time."""

    opening: int
    closing: int


def _id(member: Member | int) -> int:
    return member if isinstance(member, int) else member.pk


def account_id(member: Member | int) -> int | None:
    """The id of the member's wallet; None for a bot."""
    wallet = Account.objects.filter(kind=Account.Kind.MEMBER, member_id=_id(member))
    return wallet.values_list("pk", flat=True).first()


def balance(member: Member | int) -> int:
    """The chips in the member's wallet, without those at tables."""
    wallet = Account.objects.filter(kind=Account.Kind.MEMBER, member_id=_id(member))
    return wallet.values_list("balance", flat=True).first() or 0


def at_tables(member: Member | int) -> list[Session]:
    """The member's running seat sessions. An unfinished hand counts at what its escrow holds."""
    escrows = Account.objects.filter(kind=Account.Kind.ESCROW, member_id=_id(member))
    accounts = list(escrows.exclude(status=Account.Status.CLOSED).order_by("pk"))
    links = resolve((account.link_kind, account.link_id) for account in accounts)
    return [
        Session(
            account.pk,
            account.name,
            account.balance or 0,
            account.opened_at,
            links.get((account.link_kind, account.link_id)),
        )
        for account in accounts
    ]


def purse(member: Member | int) -> Purse:
    """Where the member's chips are now: wallet, stacks, running hands and rounds."""
    sessions = tuple(at_tables(member))
    held = {session.account_id: session.balance for session in sessions}
    # A hand may have been settled since the escrow was read: a bet is never more than that held.
    bets = {
        account: Bet(bet.kind, min(bet.chips, held[account]))
        for account, bet in (play.bets(_id(member)) if sessions else {}).items()
        if account in held
    }
    return Purse(balance(member), sessions, bets)


def tables_of(member: Member | int) -> list[tuple[str, str]]:
    """The tables at which the member has ever sat, as (id, name), for a menu."""
    sessions = Account.objects.filter(
        kind=Account.Kind.ESCROW, member_id=_id(member), link_kind=TABLE
    )
    ids = sorted(set(sessions.values_list("link_id", flat=True).distinct()))
    links = resolve((TABLE, link_id) for link_id in ids)
    return [(link_id, link.label) for (_, link_id), link in links.items()]


def total(member: Member | int) -> int:
    """All chips of the member: wallet and tables."""
    rows = Account.objects.filter(
        kind__in=[Account.Kind.MEMBER, Account.Kind.ESCROW], member_id=_id(member)
    ).exclude(status=Account.Status.CLOSED)
    return rows.aggregate(total=Sum("balance"))["total"] or 0


def house_balance(account_id: int) -> int:
    """What a house account holds; negative for chips that it gave out."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT wallet_house_balance(%s)", [account_id])
        row: tuple[int] = cursor.fetchone()
    return row[0]


def statement(
    member: Member | int,
    *,
    before: int | None = None,
    after: int | None = None,
    reason: str | None = None,
    table: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int = PAGE,
) -> Statement:
    """A page of the entries of the member's wallet, newest first.

    Paged by the entry's number: the newest rows, those older than number `before`, or those next
    newer than `after`. Only those with a `reason`, of a `table` (its id), from the moment `since`,
    before the moment `until`.
    """
    wallet = account_id(member)
    if wallet is None:
        return Statement((), None, None)
    entries = Entry.objects.filter(account_id=wallet, seq__isnull=False).select_related("transfer")
    if reason:
        entries = entries.filter(transfer__reason=reason)
    if table:
        entries = entries.filter(transfer__link_kind=TABLE, transfer__link_id=table)
    if since:
        entries = entries.filter(seq__gt=moments.seq_before(wallet, since))
    if until:
        entries = entries.filter(seq__lte=moments.seq_before(wallet, until))
    if after is not None:
        found = list(entries.filter(seq__gt=after).order_by("seq")[: limit + 1])
        more, found = len(found) > limit, found[:limit][::-1]
        older = found[-1].seq if found else None
        newer = found[0].seq if more else None
    else:
        if before is not None:
            entries = entries.filter(seq__lt=before)
        found = list(entries.order_by("-seq")[: limit + 1])
        more, found = len(found) > limit, found[:limit]
        older = found[-1].seq if more else None
        newer = found[0].seq if found and before is not None else None
    return Statement(rows(found), older, newer)


def balance_before(member: Member | int, moment: datetime) -> int:
    """What the member's wallet held just before a moment; 0 before it was opened."""
    wallet = account_id(member)
    return moments.balance_before(wallet, moment) if wallet else 0


def period(
    member: Member | int, *, since: datetime | None = None, until: datetime | None = None
) -> Period:
    """Opening and closing balance of a stretch of time; without bounds from zero to now."""
    return Period(
        opening=balance_before(member, since) if since else 0,
        closing=balance_before(member, until) if until else balance(member),
    )


def rows(entries: Sequence[Entry]) -> tuple[Row, ...]:
    """The statement lines of entries that have their transfer at hand."""
    links = resolve((entry.transfer.link_kind, entry.transfer.link_id) for entry in entries)
    return tuple(
        Row(
            seq=entry.seq or 0,
            amount=entry.amount,
            balance_after=entry.balance_after or 0,
            reason=entry.transfer.reason,
            label=reason_label(entry.transfer.reason),
            time=entry.transfer.created_at,
            transfer_id=entry.transfer_id,
            link=links.get((entry.transfer.link_kind, entry.transfer.link_id)),
        )
        for entry in entries
    )


def reason_label(reason: str) -> str:
    """A reason in the reader's words."""
    return str(Reason(reason).label) if reason in Reason.values else reason
