"""Random rounds, top-ups, leavers, time-outs and undone rounds: chips are kept to the last one."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Member
from rules.cards import NAMES
from rules.errors import RulesError
from rules.house import SEAT, Round
from rules.house.paytables import RUSSIAN_BONUS
from tables.dealer import pausing, seating, sheet
from tables.errors import Refused
from tables.models import Table
from tests.tables import builders, house
from wallet import escrow

pytestmark = pytest.mark.django_db(transaction=True)

STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["sit", "bet", "bet", "act", "act", "act", "top_up", "leave", "void", "new"]
        ),
        st.integers(0, 2),
        st.integers(0, 59),
    ),
    min_size=5,
    max_size=30,
)


class World:
    """One member at a table of each game."""

    def __init__(self) -> None:
        self.member: Member = builders.member()
        self.tables: list[Table] = [
            house.table("uth"),
            house.table("casino_holdem"),
            house.table("russian_poker", bonus=RUSSIAN_BONUS, single_again=True),
        ]
        self.boxes = [house.box(table, self.member) for table in self.tables]
        self.all = sum(house.money(self.member).values())

    def step(self, what: str, which: int, number: int) -> None:
        own = self.boxes[which]
        try:
            getattr(self, what)(own, number)
        except (Refused, RulesError):
            return  # said no, and the balance below says that nothing moved

    def sit(self, own: int, number: int) -> None:
        seating.sit(table_id=own, member=self.member, seat=SEAT, buy_in=1_000 + number)

    def bet(self, own: int, number: int) -> None:
        side = house.SIDES[self.tables[self.boxes.index(own)].game]
        house.bet(own, self.member, ante=10 * (number % 55), **{side: number})

    def act(self, own: int, number: int) -> None:
        hand = house.folded(own).running
        if isinstance(hand, Round):
            options = hand.legal(SEAT).options
            option = options[number % len(options)]
            cards = (NAMES[hand.own[0]],) if option.kind == "exchange" else ()
            house.decide(own, self.member, option.kind, option.min, cards=cards)

    def top_up(self, own: int, number: int) -> None:
        seating.top_up(table_id=own, member_id=self.member.pk, amount=number)

    def leave(self, own: int, number: int) -> None:
        by = "" if number % 2 else "house"
        seating.leave(table_id=own, member_id=self.member.pk, by=by)

    def void(self, own: int, number: int) -> None:
        pausing.void(table_id=own, code="staff")

    def new(self, own: int, number: int) -> None:
        sheet.forget()

    def check(self) -> None:
        assert sum(house.money(self.member).values()) == self.all
        for own in self.boxes:
            replica = house.folded(own)
            held = replica.escrows()
            assert escrow.balances(held) == held
            if replica.running is not None:
                assert replica.running.problems() == []


@settings(
    max_examples=5,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(STEPS)
def test_chips_are_kept_whatever_happens(steps: list[tuple[str, int, int]]) -> None:
    world = World()
    for step in steps:
        world.step(*step)
        world.check()
    call_command("audit")
