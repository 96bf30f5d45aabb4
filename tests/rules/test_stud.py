"""Seven-card stud, razz and stud hi-lo by the rule book, section C. The dealer is seat 0."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from rules.betting import FixedLimit
from rules.cards import DECK, parse
from rules.errors import Illegal, RulesError
from rules.events import Award, Board, Burn, Deal, Event, Lead
from rules.games import RAZZ, STUD
from rules.hand import Hand
from rules.stakes import Stakes
from tests.rules.builders import do, options, play_out, shuffled, start


def stud_deck(hands: Sequence[str]) -> tuple[int, ...]:
    """A deck for hands given as seven cards in dealing order, first the seat left of the dealer."""
    cards = [parse(hand) for hand in hands]
    used = {card for hand in cards for card in hand}
    spare = iter([card for card in DECK if card not in used])
    dealt = [hand[turn] for turn in range(3) for hand in cards]
    for turn in range(3, 7):
        dealt += [next(spare), *[hand[turn] for hand in cards]]
    return (*dealt, *spare)


def leads(events: Sequence[Event]) -> list[int]:
    return [event.seat for event in events if isinstance(event, Lead)]


def deal_three() -> Hand:
    """Seat 1 shows 2c, seat 2 shows 9d, seat 0 shows Kh."""
    deck = stud_deck(["AcAd2c3c5d6h8s", "KcKd9d9h5c6s8h", "QcQdKhJhTh4s7d"])
    return start([10_000] * 3, game="stud", deck=deck)


def test_c2_two_down_one_up_then_burn_and_up() -> None:
    hand = deal_three()
    deals = [(e.seat, e.positions, e.up) for e in hand.opening if isinstance(e, Deal)]
    assert deals == [
        (1, (0, 3), False),
        (2, (1, 4), False),
        (0, (2, 5), False),
        (1, (6,), True),
        (2, (7,), True),
        (0, (8,), True),
    ]
    events = do(hand, "bring_in", "call", "call")
    assert [event.position for event in events if isinstance(event, Burn)] == [9]


def test_c3_bring_in_must_act_and_gets_no_option() -> None:
    hand = deal_three()
    assert leads(hand.opening) == [1]
    assert options(hand) == {"bring_in": (25, 25), "complete": (100, 100)}
    assert hand.default(1).kind == "bring_in"
    with pytest.raises(Illegal):
        do(hand, "fold")
    do(hand, "bring_in")
    assert options(hand) == {"fold": (0, 0), "call": (25, 25), "complete": (100, 100)}
    do(hand, "call", "call")
    assert hand.street == 1


def test_c3_completing_is_not_a_raise() -> None:
    hand = deal_three()
    do(hand, "bring_in", "complete 100", "raise 200", "raise 300", "raise 400")
    assert "raise" not in options(hand)


def test_c3_bring_in_seat_may_complete_at_once() -> None:
    hand = deal_three()
    do(hand, "complete")
    assert options(hand)["raise"] == (200, 200)


def test_c3_low_card_all_in_for_the_ante_hands_it_to_the_left() -> None:
    deck = stud_deck(["AcAd2c3c5d6h8s", "KcKd9d9h5c6s8h", "QcQdKhJhTh4s7d"])
    hand = start([1000, 10, 1000], game="stud", deck=deck)
    assert hand.actors == (2,)
    assert options(hand) == {"fold": (0, 0), "bring_in": (25, 25), "complete": (100, 100)}
    do(hand, "fold")
    assert hand.over  # nobody left could put anything in against seat 0

    simple = replace(STUD, bring_in_all_in="next")
    hand = start([1000, 10, 1000], game=simple, deck=deck)
    assert options(hand) == {"bring_in": (25, 25), "complete": (100, 100)}


def test_c3_short_bring_in_keeps_the_price() -> None:
    deck = stud_deck(["AcAd2c3c5d6h8s", "KcKd9d9h5c6s8h", "QcQdKhJhTh4s7d"])
    hand = start([1000, 20, 1000], game="stud", deck=deck)
    do(hand, "bring_in")
    assert options(hand) == {"fold": (0, 0), "call": (25, 25), "complete": (100, 100)}


@pytest.mark.parametrize(("chips", "next_level"), [(63, "raise 163"), (62, "complete 100")])
def test_c5_all_in_above_the_bring_in_is_measured_against_the_completion(
    chips: int, next_level: str
) -> None:
    # The step is 100 - 25 = 75, its half 37.5: all-in to 63 completes, to 62 does not.
    deck = stud_deck(["AcAd2c3c5d6h8s", "KcKd9d9h5c6s8h", "QcQdKhJhTh4s7d"])
    hand = start([10_000, 10_000, 10 + chips], game="stud", deck=deck)
    do(hand, "bring_in", f"complete {chips}")
    kind, level = next_level.split()
    assert options(hand)[kind] == (int(level), int(level))


def test_c5_open_pair_lets_everybody_bet_big_on_fourth_street() -> None:
    hand = deal_three()
    do(hand, "bring_in", "call", "call")  # seat 2 pairs nines on board
    assert hand.actors == (2,)
    assert [o.max for o in hand.legal(2).options if o.kind == "bet"] == [100, 200]
    do(hand, "bet 100")
    assert [o.max for o in hand.legal(0).options if o.kind == "raise"] == [200, 300]
    do(hand, "raise 300")
    assert [o.max for o in hand.legal(1).options if o.kind == "raise"] == [500]


@pytest.mark.parametrize(
    ("who", "bets"), [("off", [100]), ("pair", [100, 200]), ("all", [100, 200])]
)
def test_c5_open_pair_options(who: str, bets: list[int]) -> None:
    game = replace(STUD, betting=FixedLimit(open_pair=who))
    deck = stud_deck(["AcAd2c3c5d6h8s", "KcKd9d9h5c6s8h", "QcQdKhJhTh4s7d"])
    hand = start([10_000] * 3, game=game, deck=deck)
    do(hand, "bring_in", "call", "call")
    assert [o.max for o in hand.legal(2).options if o.kind == "bet"] == bets
    if who == "pair":
        do(hand, "check")
        assert [o.max for o in hand.legal(0).options if o.kind == "bet"] == [100]


def test_c5_fifth_street_bets_big_and_the_best_board_opens() -> None:
    hand = deal_three()
    events = do(hand, "bring_in", "call", "call", "check", "check", "check")
    assert leads(events) == [2, 2]
    assert options(hand)["bet"] == (200, 200)


def test_c8_razz_highest_door_card_brings_in_and_lowest_board_opens() -> None:
    deck = stud_deck(["2c3cAs4d5d6h8s", "KcKd9d9h5c6s8h", "QcQdKhJhTh4s7d"])
    hand = start([10_000] * 3, game="razz", deck=deck)
    assert leads(hand.opening) == [0]
    events = do(hand, "bring_in", "call", "call")
    assert leads(events) == [1]


def test_c9_hi_lo_splits_the_pot() -> None:
    deck = stud_deck(["Ac2d3c4c6d8hKs", "KcKd9d9h9c2s3h", "QcQdJhTh5h4s7d"])
    hand = start([10_000] * 3, game="stud8", deck=deck)
    passive(hand)
    halves = {(a.half, a.seat) for a in hand.result().awards}
    assert halves == {("high", 2), ("low", 1)}


def test_c7_odd_chip_goes_by_suit_not_by_seat() -> None:
    # Both make the same straight, seat 2 holds the ace of spades, seat 1 of hearts.
    stakes = Stakes(ante=5, bring_in=10, small_bet=31, big_bet=62)
    hand = start(
        [5, 10_000, 10_000],
        game="stud",
        stakes=stakes,
        deck=stud_deck(["AhKd2c3cQdJhTs", "AsKh2d4cQcJdTh", "2h3h9s7s6d9c8c"]),
    )
    passive(hand)
    main = {a.seat: a.amount for a in hand.result().awards if a.pot == 0}
    assert main == {2: 8, 1: 7}


def passive(hand: Hand) -> list[Event]:
    """Check and call to the end."""
    events = list(hand.opening)
    while not hand.over:
        kinds = options(hand)
        events += do(hand, next(kind for kind in ("check", "call", "bring_in") if kind in kinds))
    return events


def seventh(events: list[Event]) -> list[Event]:
    last = max(i for i, e in enumerate(events) if getattr(e, "name", "") == "seventh")
    return [e for e in events[last:] if isinstance(e, (Deal, Board, Burn))]


def test_c6_eight_live_to_the_end_share_one_community_card() -> None:
    hand = start([10_000] * 8, game="stud", deck=shuffled(4))
    events = seventh(passive(hand))
    assert [type(event) for event in events] == [Board]
    assert hand.board_at == [51]


def fold_one(hand: Hand, street: int, done: set[int]) -> list[Event]:
    """Let the first seat that may fold on this street do so, once a street."""
    kinds = options(hand)
    if hand.street == street and street not in done and "fold" in kinds:
        done.add(street)
        return do(hand, "fold")
    return do(hand, next(k for k in ("check", "call", "bring_in") if k in kinds))


def with_folds(streets: Sequence[int]) -> tuple[Hand, list[Event]]:
    """Eight players, one fold on each of the streets (0 = third)."""
    hand = start([10_000] * 8, game="stud", deck=shuffled(4))
    events: list[Event] = []
    done: set[int] = set()
    while not hand.over:
        events += fold_one(hand, hand.street if hand.street in streets else -1, done)
    return hand, events


def test_c6_one_fold_on_third_uses_the_burned_cards() -> None:
    hand, events = with_folds([0])
    last = seventh(events)
    positions = [event.positions[0] for event in last if isinstance(event, Deal)]
    assert len(positions) == 7
    assert not [event for event in last if isinstance(event, Burn)]
    burned = [24, 32, 40]
    assert positions == [48, 49, 50, *burned, 51]
    assert hand.problems() == []


def test_c6_one_fold_on_fourth_gives_a_community_card_after_a_burn() -> None:
    _, events = with_folds([1])
    assert [type(event) for event in seventh(events)] == [Burn, Board]


def test_c6_folds_on_third_and_fourth_deal_without_a_burn() -> None:
    _, events = with_folds([0, 1])
    last = seventh(events)
    assert [type(event) for event in last] == [Deal] * 6


def test_c6_stubs_of_every_size_end_soundly() -> None:
    for seed in range(300):
        hand = start([10_000] * 8, game="stud", deck=shuffled(seed))
        rng = random.Random(seed)
        play_out(hand, rng)


def test_g5_razz_and_stud_always_have_a_bring_in_or_no_chips() -> None:
    for seed in range(200):
        rng = random.Random(seed)
        stacks = [rng.choice([5, 10, 20, 500]) for _ in range(rng.randint(2, 8))]
        for game in ("stud", RAZZ):
            hand = start(stacks, game=game, deck=shuffled(seed))
            if not hand.over:
                assert "bring_in" in options(hand)


@pytest.mark.parametrize(
    "wrong",
    [
        Stakes(ante=10, bring_in=0, small_bet=100, big_bet=200),
        Stakes(ante=10, bring_in=100, small_bet=100, big_bet=200),
        Stakes(ante=10, bring_in=25, small_bet=100, big_bet=250),
        Stakes(ante=-1, bring_in=25, small_bet=100, big_bet=200),
    ],
)
def test_c1_stakes_that_are_refused(wrong: Stakes) -> None:
    with pytest.raises(RulesError):
        start([1000] * 3, game="stud", stakes=wrong)


def test_c7_high_board_shows_first_when_seventh_is_checked() -> None:
    hand = deal_three()
    do(hand, "bring_in", "call", "call", *["check"] * 12)
    assert hand.result().shown[0] == 2
    assert [type(a) for a in hand.result().awards] == [Award]


def test_c6_the_first_burned_card_is_the_burn_when_there_is_one_too_many() -> None:
    # Eight to sixth street leave one stub card; three live then share it and two of three burns.
    hand = start([10_000] * 8, game="stud", deck=shuffled(4))
    events: list[Event] = []
    while not hand.over:
        kinds = options(hand)
        giving_up = hand.street == 3 and hand.alive > 3
        wanted = ("fold",) if giving_up else ("check", "call", "bring_in")
        events += do(hand, next(kind for kind in wanted if kind in kinds))
    last = seventh(events)
    assert [type(event) for event in last] == [Burn, Deal, Deal, Deal]
    assert [event.position for event in last if isinstance(event, Burn)] == [24]
    assert [event.positions for event in last if isinstance(event, Deal)] == [(33,), (42,), (51,)]
