"""Every kind of movement of chips that a member can have, and the pages that tell of it."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterable

from django.test import Client as Browser

from accounts.models import Member
from tests.accounts.builders import browser_of
from wallet import accounts, campaigns, grants, moments, staff
from wallet.models import Account, Campaign, Entry, Grant, Policy, Reason
from wallet.templatetags.chips import signed

LINE = re.compile(r'data-amount="(-?\d+)".*?class="reason">(.*?)</td>', re.DOTALL)


def given(who: Member) -> None:
    """Welcome, refill, attendance, rescue, an event's reward, a grant by staff, a mistake of it."""
    browser = browser_of(who)
    grants.welcome(member=who)
    assert browser.get("/me/").status_code == 200  # the first page of a day brings the refill
    assert browser.post("/charge/attend/").status_code == 302
    Policy.objects.filter(slug="rescue").update(threshold=10**12)
    assert browser.post("/charge/rescue/", {"turn": "1"}).status_code == 302
    now = moments.now()
    event = Campaign.objects.create(
        slug="event",
        title="Event",
        condition="tables.played",
        needed=1,
        reward=77,
        cap=1,
        budget=77,
        starts_at=now - moments.DAY,
        ends_at=now + moments.DAY,
    )
    assert campaigns.pay(campaigns.start(campaign=event)) == 1
    boss = Member.objects.create_superuser("boss", nickname="Boss")
    wallets = [accounts.of_member(who.pk)]
    for token, amount in (("meant", 123), ("mistake", 321)):
        staff.grant(
            wallets=wallets, amount=amount, token=token, actor_id=boss.pk, reason="for a test"
        )
    mistake = Grant.objects.get(member=who, amount=321)
    assert staff.take_back(given=mistake, actor_id=boss.pk, reason="it was a mistake")


def all_is_told(who: Member) -> None:
    """Every row of the ledger that is this member's stands on the pages, and nothing else."""
    browser = browser_of(who)
    own = Entry.objects.filter(account__member=who).select_related("transfer").order_by("pk")
    wallet = own.filter(account__kind=Account.Kind.MEMBER)
    not_to_wallets = {Reason.CAMPAIGN_FUND, Reason.CAMPAIGN_RETURN, Reason.HAND, Reason.ROUND}
    assert {entry.transfer.reason for entry in wallet} == set(Reason) - not_to_wallets
    assert lines_of(browser, "/me/statement/") == told_of(wallet)
    file = browser.get("/me/statement.csv").getvalue().decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(file)))[:0:-1]  # without the head, oldest first
    for (label, amount), row in zip(told_of(wallet), rows, strict=True):
        assert label in row
        assert str(amount) in row
    at_tables = own.filter(account__kind=Account.Kind.ESCROW)
    assert {Reason.HAND, Reason.ROUND} <= {entry.transfer.reason for entry in at_tables}
    for sitting in {entry.account_id for entry in at_tables}:
        shown = lines_of(browser, f"/me/sittings/{sitting}/")
        assert shown == told_of(at_tables.filter(account=sitting))
    station = browser.get("/charge/").content.decode()
    gifts = re.findall(r'data-grant="\d+" data-amount="(\d+)"', station)
    granted = Grant.objects.filter(member=who)
    assert sorted(map(int, gifts)) == sorted(granted.values_list("amount", flat=True))
    kinds = Policy.Kind
    assert {grant.policy.kind for grant in granted.select_related("policy")} == set(kinds)
    for entry in at_tables.filter(transfer__reason__in=[Reason.HAND, Reason.ROUND]):
        assert signed(entry.amount) in station.partition("settlements-title")[2]


def told_of(entries: Iterable[Entry]) -> list[tuple[str, int]]:
    """(words for the reason, chips) as a statement should have them, oldest first."""
    return [(str(entry.transfer.get_reason_display()), entry.amount) for entry in entries]


def lines_of(browser: Browser, address: str) -> list[tuple[str, int]]:
    """(words for the reason, chips) of every line of a statement, oldest first."""
    found = LINE.findall(browser.get(address).content.decode())
    return [(html.unescape(label), int(amount)) for amount, label in found][::-1]
