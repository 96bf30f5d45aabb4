"""The ledger against an independent bookkeeper: a dict that predicts every answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from tests.wallet import builders
from wallet import (
    accounts,
    auditing,
    corrections,
    escrow,
    grants,
    moments,
    offers,
    refill,
    selectors,
)
from wallet.errors import WalletError
from wallet.models import Account, Policy, Reason, Visit
from wallet.posting import Draft

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

CHIPS = st.integers(1, 200)
RESCUE, THRESHOLD, RESCUES = 40, 100, 2


class Ledger(RuleBasedStateMachine):
    """Three members; the books keep what each wallet and each seat session holds."""

    sessions: Bundle[int] = Bundle("sessions")

    @initialize()
    def open(self) -> None:
        self.members = [builders.a_member() for _ in range(3)]
        self.wallets = [builders.wallet(member).pk for member in self.members]
        self.books = dict.fromkeys(self.wallets, 0)
        self.owner: dict[int, int] = {}
        self.frozen: set[int] = set()
        self.closed: set[int] = set()
        self.posted: list[tuple[Draft, int | None]] = []
        self.reversed: set[int] = set()
        self.granted: set[tuple[int, int]] = set()
        self.refilled: set[int] = set()
        self.rescued = dict.fromkeys(self.wallets, 0)
        Policy.objects.filter(slug="rescue").update(
            amount=RESCUE, threshold=THRESHOLD, per_day=RESCUES, cooldown_s=0
        )
        Visit.objects.all().delete()  # members of the examples before get nothing any more
        today = moments.day_of(moments.now())
        Visit.objects.bulk_create(Visit(member=who, seen_on=today) for who in self.members)

    # -- the bookkeeper ------------------------------------------------------------------------

    def verdict(self, draft: Draft) -> str | None:
        """The code that posting a fresh draft must be refused with; None: it must succeed."""
        books = dict(self.books)
        for leg in draft.legs:
            if leg.account_id in books:
                books[leg.account_id] += leg.amount
        touched = {leg.account_id for leg in draft.legs}
        spent = {leg.account_id for leg in draft.legs if leg.amount < 0}
        if touched & self.closed:
            return "closed"
        if draft.reason != Reason.REVERSAL and spent & self.frozen:
            return "frozen"
        if min(books.values()) < 0:
            return "insufficient"
        if any(books[account] for account in draft.closes):
            return "not_empty"
        return None

    def expect(self, draft: Draft, act: Callable[[], object] | None = None) -> bool:
        """Post, and compare with the verdict; gives whether the chips moved."""
        expected = self.verdict(draft)
        answer = None
        try:
            (act or (lambda: builders.commit(draft)))()
        except WalletError as refusal:
            answer = refusal.code
        assert answer == expected, draft
        if answer is not None:
            return False
        for leg in draft.legs:
            if leg.account_id in self.books:
                self.books[leg.account_id] += leg.amount
        self.closed |= set(draft.closes)
        return True

    def at_tables(self, who: int) -> int:
        """What lies in a member's open seat sessions."""
        open_ones = [
            pk for pk, owner in self.owner.items() if owner == who and pk not in self.closed
        ]
        return sum(self.books[pk] for pk in open_ones)

    # -- what can happen -----------------------------------------------------------------------

    @rule(who=st.integers(0, 2), chips=CHIPS)
    def mint(self, who: int, chips: int) -> None:
        draft = builders.a_draft(accounts.MINT, self.wallets[who], chips)
        if self.expect(draft):
            self.posted.append((draft, builders.Transfer.objects.get(key=draft.key).pk))

    @rule(who=st.integers(0, 2), day=st.integers(1, 2), chips=CHIPS)
    def refill(self, who: int, day: int, chips: int) -> None:
        with builders.transaction.atomic():
            paid = grants.grant(
                policy=Policy.objects.get(slug="refill"),
                period=str(day),
                reason=Reason.REFILL,
                amounts={self.wallets[who]: chips},
            )
        fresh = (who, day) not in self.granted
        self.granted.add((who, day))
        assert paid == ({self.members[who].pk: chips} if fresh else {})
        self.books[self.wallets[who]] += chips if fresh else 0

    @rule(chips=CHIPS)
    def nightly_refill(self, chips: int) -> None:
        """The night's job: today's refill up to `chips` in the wallet, for all who have less."""
        Policy.objects.filter(slug="refill").update(floor=chips)
        paid = refill.run(again=True)
        due = {
            wallet: chips - self.books[wallet]
            for wallet in self.wallets
            if wallet not in self.refilled and self.books[wallet] < chips
        }
        assert paid is not None
        assert (paid.paid, paid.chips) == (len(due), sum(due.values()))
        self.refilled |= set(due)
        for wallet, missing in due.items():
            self.books[wallet] += missing

    @rule(who=st.integers(0, 2))
    def rescue(self, who: int) -> None:
        """Below the threshold, tables counted, and not more often than a day allows."""
        wallet = self.wallets[who]
        held = self.books[wallet] + self.at_tables(who)
        used_up = self.rescued[wallet] >= RESCUES
        if used_up or held >= THRESHOLD:
            with builders.refused("used_up" if used_up else "enough"):
                offers.rescue(member=self.members[who])
            return
        assert offers.rescue(member=self.members[who]) == RESCUE
        self.books[wallet] += RESCUE
        self.rescued[wallet] += 1

    @rule(target=sessions, who=st.integers(0, 2))
    def sit(self, who: int) -> int:
        account = builders.a_session(self.members[who])
        self.books[account.pk] = 0
        self.owner[account.pk] = who
        return account.pk

    @rule(session=sessions, chips=CHIPS, key=st.sampled_from("abc"))
    def top_up(self, session: int, chips: int, key: str) -> None:
        draft = escrow.top_up(account=Account.objects.get(pk=session), amount=chips, key=key)
        known = next((old for old, _ in self.posted if old.key == draft.key), None)
        if known is None:
            if self.expect(draft):
                self.posted.append((draft, builders.Transfer.objects.get(key=draft.key).pk))
        elif known.legs == draft.legs:
            assert not builders.commit(draft)[0].fresh
        else:
            with builders.refused("key_conflict"):
                builders.commit(draft)

    @rule(first=sessions, second=sessions, chips=CHIPS, rake=st.integers(0, 5))
    def settle(self, first: int, second: int, chips: int, rake: int) -> None:
        if first == second:
            return
        rake = min(rake, chips - 1)
        draft = escrow.settlement(
            key=f"hand:{len(self.posted)}:{first}:{second}:{chips}:{rake}:{id(self)}",
            deltas={first: chips - rake, second: -chips},
            rake=rake,
            link_id="1",
        )
        if draft is not None and self.expect(draft):
            self.posted.append((draft, builders.Transfer.objects.get(key=draft.key).pk))

    @rule(session=sessions, short=st.sampled_from([0, 0, 0, 1]))
    def leave(self, session: int, short: int) -> None:
        if session in self.closed:
            return
        amount = max(0, self.books[session] - short)
        account = Account.objects.get(pk=session)
        self.expect(escrow.cash_out(account=account, amount=amount))

    @rule(who=st.integers(0, 2))
    def freeze(self, who: int) -> None:
        accounts.freeze(self.wallets[who])
        self.frozen.add(self.wallets[who])

    @rule(who=st.integers(0, 2))
    def unfreeze(self, who: int) -> None:
        accounts.unfreeze(self.wallets[who])
        self.frozen.discard(self.wallets[who])

    @rule(data=st.data())
    def reverse(self, data: st.DataObject) -> None:
        if not self.posted:
            return
        draft, transfer_id = data.draw(st.sampled_from(self.posted))
        assert transfer_id is not None
        if transfer_id in self.reversed:
            assert not corrections.reverse(transfer_id=transfer_id).fresh
            return
        opposite = Draft(
            "",
            Reason.REVERSAL,
            tuple(builders.Leg(leg.account_id, -leg.amount) for leg in draft.legs),
        )
        if self.expect(opposite, lambda: corrections.reverse(transfer_id=transfer_id)):
            self.reversed.add(transfer_id)

    # -- what always holds ---------------------------------------------------------------------

    @invariant()
    def the_books_agree(self) -> None:
        if hasattr(self, "books"):
            rows = Account.objects.filter(pk__in=self.books).values_list("pk", "balance")
            assert dict(rows) == self.books
            closed = Account.objects.filter(pk__in=self.books, status="closed")
            assert set(closed.values_list("pk", flat=True)) == self.closed

    def teardown(self) -> None:
        for who, member in enumerate(getattr(self, "members", [])):
            assert selectors.total(member) == self.books[self.wallets[who]] + self.at_tables(who)
        assert auditing.run().ok


def test_the_ledger_answers_as_the_bookkeeper_says() -> None:
    run_state_machine_as_test(
        Ledger,
        settings=settings(
            max_examples=25,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
