"""House tables, rounds and who plays them, for the tests."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from datetime import timedelta

import msgspec
from django.utils import timezone

from accounts.models import Member
from rules.hand import Action
from rules.house import SEAT, SETTINGS, Limits
from rules.house.round import Round
from tables import facts
from tables.dealer import boxes, playing, record, rounds, seating
from tables.dealer.replica import Replica
from tables.models import Stakes, Table, TableState
from tests.load.client import Client
from wallet import accounts, limits, selectors
from wallet.models import Account

LIMITS = Limits(unit=10, least=10, most=500, side_most=100)
SIDES = {"uth": "trips", "casino_holdem": "aa", "russian_poker": "bonus"}
GAMES = tuple(SIDES)
_numbers = itertools.count(1)


def table(game: str = "uth", **options: object) -> Table:
    """An open house table; its limits are those above, everything else as the book marks it."""
    settings = msgspec.structs.replace(SETTINGS[game](limits=LIMITS), **options)
    number = next(_numbers)
    stakes = Stakes(
        game=game,
        label=f"house {number}",
        settings=msgspec.to_builtins(settings),
        min_buy_in=1_000,
        max_buy_in=10_000,
    )
    stakes.full_clean()
    stakes.save()
    made = Table(name=f"House {number}", stakes=stakes, seats=1)
    made.full_clean()
    made.save()
    TableState.objects.create(table=made, is_house=True)
    return made


def box(at: Table, who: Member) -> int:
    """Where this member plays."""
    found = boxes.door(table_id=at.pk, member_id=who.pk)
    assert found is not None
    return found


def sit(at: Table, who: Member, buy_in: int = 5_000) -> int:
    """Sit down in the member's own box; its id."""
    own = box(at, who)
    seating.sit(table_id=own, member=who, seat=SEAT, buy_in=buy_in)
    return own


def rules_of(table_id: int) -> str:
    known = facts.of(table_id)
    assert isinstance(known, facts.HouseFacts)
    return known.rules


def bet(own: int, who: Member, id: str = "", **bets: int) -> None:
    """Begin a round, with an ante of 100 if nothing else is said."""
    rules = rules_of(own)
    made = bets or {"ante": 100}
    rounds.bet(table_id=own, member_id=who.pk, bets=made, rules=rules, id=id)


def folded(own: int) -> Replica:
    """The box as a process sees it that has just started."""
    head = record.head(own)
    assert head is not None
    return record.from_base(own, head)[0]


def running(own: int) -> Round:
    """The round that waits for its member."""
    found = folded(own).running
    assert isinstance(found, Round)
    return found


def decide(
    own: int,
    who: Member,
    kind: str,
    amount: int = 0,
    *,
    cards: tuple[str, ...] = (),
    id: str = "",
) -> None:
    """Take a decision of the running round."""
    replica = folded(own)
    assert replica.running is not None
    playing.act(
        table_id=own,
        member_id=who.pk,
        hand_id=replica.hand_id,
        turn=replica.running.turn(SEAT),
        kind=kind,
        amount=amount,
        cards=cards,
        id=id,
    )


def play_on(own: int, who: Member, choose: Callable[[Round], Action] | None = None) -> None:
    """Play the running round to its end, by default its default decisions."""
    while (hand := folded(own).running) is not None:
        assert isinstance(hand, Round)
        action = choose(hand) if choose else hand.default(SEAT)
        decide(own, who, action.kind, action.amount)


def money(*members: Member) -> Mapping[str, int]:
    """Wallets, chips at tables and the house bank: their sum is the same for ever."""
    return {
        "members": sum(selectors.balance(each) for each in members),
        "tables": sum(
            Account.objects.filter(kind=Account.Kind.ESCROW).values_list("balance", flat=True)
        ),
        "bank": selectors.house_balance(accounts.BANK),
    }


async def sit_down(client: Client, buy_in: int = 5_000) -> None:
    answer = await client.command("sit", seat=SEAT, buy_in=buy_in)
    assert answer["ok"], answer
    await client.until(lambda: SEAT in client.view.plates)


async def begin(client: Client, id: str = "", **bets: int) -> dict[str, object]:
    """Bet by the settings that the client was shown; the answer."""
    made = bets or {"ante": 100}
    return await client.command("bet", id=id, rules=client.table["rules"], bets=made)


def freeze(member: Member) -> None:
    accounts.freeze(accounts.of_member(member.pk).pk)


def exclude(member: Member) -> None:
    limits.exclude(member_id=member.pk, until=timezone.now() + timedelta(days=7))


def lose_no_more(member: Member) -> None:
    limits.set_daily_loss(member_id=member.pk, chips=0)
