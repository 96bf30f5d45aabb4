"""Korean seven poker by the rule book, section D. Seat 0 deals, and gets the first card."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from rules.betting import KoreanBetting
from rules.cards import DECK, names, parse
from rules.errors import Illegal, Malformed, Stale
from rules.events import Chose, Deal, Discard, Event, Lead, Open, Post, Street
from rules.games import KR7, KR7_THREE
from rules.hand import Action, Hand, Player
from rules.korean import Korean
from rules.opening import boss_key
from rules.ranking import Rank
from rules.stakes import Stakes
from rules.variant import Variant
from rules.view import project
from tests.rules.builders import KOREAN, do, options, shuffled, start

#: First four cards of seats 0, 1, 2: each discards its first and opens its second card.
FIRST = ["2cAsKsKd", "2d9h9c8d", "2hThTc4s"]


def korean_deck(hands: Sequence[str], rest: str = "") -> tuple[int, ...]:
    cards = [parse(hand) for hand in hands]
    dealt = [hand[turn] for turn in range(len(cards[0])) for hand in cards] + list(parse(rest))
    return (*dealt, *[card for card in DECK if card not in dealt])


def choose(hand: Hand, seat: int, *cards: str) -> list[Event]:
    events = hand.act(seat, hand.turn(seat), Action("choose", 0, cards))
    assert hand.problems() == []
    return list(events)


def begun(
    rest: str = "", stacks: Sequence[int] = (10_000,) * 3, game: Variant = KR7, **stakes: int
) -> Hand:
    """Three seats after the choice: seat 0 opens the ace, 1 the nine, 2 the ten of hearts."""
    amounts = Stakes(seed=100, **stakes) if stakes else KOREAN
    hand = start(stacks, game=game, stakes=amounts, deck=korean_deck(FIRST, rest))
    for seat, hole in enumerate(FIRST):
        choose(hand, seat, hole[0:2], hole[2:4])
    return hand


def test_d2_everybody_pays_the_seed_and_the_dealer_gets_the_first_card() -> None:
    hand = start([1000] * 3, game="kr7", button=1)
    posts = [(e.seat, e.kind, e.amount) for e in hand.opening if isinstance(e, Post)]
    assert posts == [(seat, "ante", 100) for seat in range(3)]
    deals = [(e.seat, e.positions) for e in hand.opening if isinstance(e, Deal)]
    assert deals[0] == (1, (0, 3, 6, 9))


def test_d2_choice_is_simultaneous_and_revealed_together() -> None:
    hand = start([1000] * 3, game="kr7", deck=korean_deck(FIRST))
    assert hand.actors == (0, 1, 2)
    legal = hand.legal(1)
    assert (legal.options[0].kind, legal.discard, legal.open) == ("choose", 1, 1)
    assert [type(event) for event in choose(hand, 1, "2d", "9h")] == [Chose]
    assert hand.actors == (0, 2)
    choose(hand, 0, "2c", "As")
    events = choose(hand, 2, "2h", "Th")
    kinds = [type(event) for event in events]
    assert kinds[:8] == [Chose, Discard, Open, Discard, Open, Discard, Open, Lead]
    assert hand.upcards(0)[0] == parse("As")[0]
    # The boss shows the ace and gets the next card first.
    assert next(event for event in events if isinstance(event, Lead)).seat == 0
    fourth = [event.seat for event in events if isinstance(event, Deal)]
    assert fourth == [0, 1, 2]


def test_d2_a_discard_is_seen_by_its_owner_alone() -> None:
    hand = start([1000] * 2, game="kr7")
    for seat in (0, 1):
        events = hand.act(seat, 1, hand.default(seat))
    discards = [event for event in events if isinstance(event, Discard)]
    for event in discards:
        assert project(event, event.seat) == event
        for other in (None, 1 - event.seat):
            hidden = project(event, other)
            assert isinstance(hidden, Discard)
            assert (hidden.cards, hidden.positions) == (None, event.positions)


def test_d2_time_out_discards_the_lowest_and_opens_the_next() -> None:
    hand = start([1000] * 3, game="kr7", deck=korean_deck(["KsKd2s2c", *FIRST[1:]], ""))
    assert hand.default(0) == Action("choose", 0, ("2c", "2s"))


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        (("2c",), Illegal),
        (("2c", "As", "Ks"), Illegal),
        (("2c", "2c"), Illegal),
        (("2c", "9h"), Illegal),
        (("2c", "xx"), Malformed),
        ((2, 3), Malformed),
        ("2cAs", Malformed),
        (None, Malformed),
    ],
)
def test_d2_a_wrong_choice_is_refused(cards: tuple[str, ...], fault: type[Exception]) -> None:
    hand = start([1000] * 3, game="kr7", deck=korean_deck(FIRST))
    with pytest.raises(fault):
        hand.act(0, 1, Action("choose", 0, cards))
    with pytest.raises(Illegal):
        hand.act(0, 1, Action("call"))
    assert hand.actors == (0, 1, 2)
    choose(hand, 0, "2c", "As")
    with pytest.raises(Illegal):
        hand.act(0, 1, Action("choose", 0, ("2c", "As")))
    with pytest.raises(Stale):
        hand.act(1, 0, Action("choose", 0, ("2d", "9h")))


def test_d1_three_card_form_only_opens() -> None:
    hand = start(
        [1000] * 3, game=KR7_THREE, stakes=KOREAN, deck=korean_deck([h[2:] for h in FIRST])
    )
    assert (hand.legal(0).discard, hand.legal(0).open) == (0, 1)
    for seat, hole in enumerate(FIRST):
        choose(hand, seat, hole[2:4])
    assert [len(hand.holding(seat)) for seat in range(3)] == [4, 4, 4]


def test_d3_opening_buttons() -> None:
    hand = begun("5c6c7c")
    assert hand.pot == 300
    assert options(hand) == {
        "fold": (0, 0),
        "check": (0, 0),
        "bbing": (100, 100),
        "quarter": (75, 75),
        "half": (150, 150),
        "full": (300, 300),
    }


def test_d3_buttons_over_a_bet() -> None:
    hand = begun("5c6c7c")
    do(hand, "half")
    # Pot 450, call 150: half puts in 150 and half of 600.
    assert options(hand) == {
        "fold": (0, 0),
        "call": (150, 150),
        "ddadang": (300, 300),
        "quarter": (300, 300),
        "half": (450, 450),
        "full": (750, 750),
    }


def test_d3_published_example() -> None:
    # Pot 80, quarter 20 makes 100; the next half is 20 + 120/2 = 80.
    hand = start([1000] * 2, game="kr7", stakes=Stakes(seed=40))
    for seat in (0, 1):
        hand.act(seat, 1, hand.default(seat))
    do(hand, "quarter")
    assert options(hand)["half"] == (80, 80)


def test_d3_a_button_that_costs_the_stack_is_all_in() -> None:
    hand = begun("5c6c7c", stacks=[10_000, 10_000, 450])
    do(hand, "half", "call")
    assert hand.actors == (2,)
    found = options(hand)
    assert found["full"] == found["half"] == (350, 350)
    assert found["ddadang"] == (300, 300)
    strict = replace(KR7, betting=KoreanBetting(strict=True))
    hand = begun("5c6c7c", stacks=[10_000, 10_000, 450], game=strict)
    do(hand, "half", "call")
    assert set(options(hand)) == {"fold", "call", "ddadang", "quarter"}


def test_d3_cap_and_unit() -> None:
    hand = begun("5c6c7c", cap=200, unit=100)
    assert options(hand)["full"] == (200, 200)
    assert "quarter" not in options(hand)  # 75 is floored to nothing
    do(hand, "full")
    # Every raise is capped at 200, which is no more than the call.
    assert set(options(hand)) == {"fold", "call"}


def test_d1_who_checked_or_called_may_only_call_or_die() -> None:
    hand = begun("5c6c7c")
    do(hand, "check", "half", "call")
    assert hand.actors == (0,)
    assert set(options(hand)) == {"fold", "call"}
    hand = begun("5c6c7c")
    do(hand, "half", "call", "half")
    do(hand, "call")
    assert set(options(hand)) == {"fold", "call"}


def test_d4_who_raised_may_raise_again_and_six_raises_are_the_limit() -> None:
    hand = begun("5c6c7c", stacks=[10**7] * 3)
    do(hand, "bbing", "ddadang", "ddadang", "ddadang", "ddadang", "ddadang")
    assert "ddadang" in options(hand)
    do(hand, "ddadang")
    assert set(options(hand)) == {"fold", "call"}


def test_d4_no_limit_on_the_last_street() -> None:
    hand = begun(stacks=[10**12] * 3)
    while hand.street < 4:
        do(hand, "check")
    do(hand, "bbing", *["ddadang"] * 9)
    assert "ddadang" in options(hand)


def test_d4_options_of_one_raise_each() -> None:
    game = replace(KR7, betting=KoreanBetting(own_raises=1))
    hand = begun("5c6c7c", game=game)
    do(hand, "bbing", "ddadang", "ddadang", "call")
    assert hand.actors == (1,)
    assert set(options(hand)) == {"fold", "call"}


def test_d3_boss_check_option() -> None:
    game = replace(KR7, betting=KoreanBetting(boss_check=True))
    hand = begun("5c6c7c", game=game)
    do(hand, "check")
    assert "check" not in options(hand)


@pytest.mark.parametrize(("first", "street"), [(4, 1), (5, 2), (6, 3)])
def test_d1_no_betting_before_the_nth_card(first: int, street: int) -> None:
    hand = begun(first_betting=first)
    assert hand.street == street


def test_d5_boss_by_open_cards_and_suit() -> None:
    # Fourth cards: 0 gets 5c, 1 pairs its nine, 2 pairs its ten: the tens are boss.
    hand = begun("5c9sTs")
    assert hand.actors == (2,)


def test_d6_one_winner_by_suit() -> None:
    korean = Korean()
    spades, hearts = parse("AsKdQd9c7h4s2c"), parse("AhKcQs9d7c4d2d")
    assert korean.score(spades, ()) > korean.score(hearts, ())
    assert Korean(suits_rule="off").score(spades, ()) == Korean(suits_rule="off").score(hearts, ())


@pytest.mark.parametrize(
    "hands",
    [
        ["AsKdQh9c7h4s2c", "AdKcQh9c7h4s2c", "AhKdQc9c7h4s2c", "AcKdQh9c7h4s2d"],
        ["AsAc2d3c5h7s9d", "AdAh2d3c5h7s9c"],
        ["Ts9d8h7c6s2d2h", "Td9s8h7c6s2d2h", "Th9d8c7c6s2d2h", "Tc9d8h7d6s2d2h"],
        ["As2d3h4c5sKdKh", "Ad2s3h4c5sKdKh", "Ah2d3s4c5sKdKh", "Ac2d3h4s5sKdKh"],
        ["As3s5s7s9sKhQh", "Ad3d5d7d9dKsQs", "Ah3h5h7h9hKsQs", "Ac3c5c7c9cKsQs"],
    ],
)
def test_d6_spades_then_diamonds_then_hearts_then_clubs(hands: list[str]) -> None:
    """Rank for rank the same: the suit of the deciding card decides."""
    scores = [Korean().score(parse(hand), ()) for hand in hands]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(hands)
    assert len({Korean(suits_rule="off").score(parse(hand), ()) for hand in hands}) == 1


def test_d5_boss_by_the_suit_of_the_deciding_rank() -> None:
    one = [boss_key(list(parse(name))) for name in ("Ks", "Kd", "Kh", "Kc")]
    assert one == sorted(one, reverse=True)
    assert len(set(one)) == 4
    # Of a pair its better suit counts, not that of a higher card beside it.
    assert boss_key(list(parse("9s9cAh"))) > boss_key(list(parse("9d9hAs")))


def test_d6_top_then_suit_option() -> None:
    better_kicker, better_suit = parse("AhKhQh9h8h2c3d"), parse("AsKsQs9s7s2d3c")
    assert Korean().score(better_kicker, ()) > Korean().score(better_suit, ())
    top = Korean(suits_rule="top")
    assert top.score(better_kicker, ()) < top.score(better_suit, ())
    assert top.rank(top.score(better_suit, ())) == Rank("flush", ("A", "K", "Q", "9", "7"), ("s",))


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        ("AsKsQsJsTs2d3d", "royal_flush"),
        ("As2s3s4s5s6sKd", "back_straight_flush"),
        ("9s8s7s6s5s2dKd", "straight_flush"),
        ("AsKdQsJsTh2d3d", "mountain"),
        ("As2d3s4s5h6sKd", "back_straight"),
        ("2d3s4s5h6sKdKs", "straight"),
        ("AsAdAh4s5h7sKd", "three_of_a_kind"),
    ],
)
def test_d6_categories(cards: str, category: str) -> None:
    korean = Korean()
    strength = korean.score(parse(cards), ())
    assert korean.rank(strength).category == category
    best = korean.best(parse(cards), ())
    assert korean.score(best, ()) == strength
    assert len(set(names(best))) == 5


def test_d6_back_straight_lowest_option() -> None:
    wheel, six = parse("As2d3s4s5hKdQc"), parse("2d3s4s5h6sKdQc")
    assert Korean().score(wheel, ()) > Korean().score(six, ())
    lowest = Korean(back="lowest")
    assert lowest.score(wheel, ()) < lowest.score(six, ())
    assert lowest.rank(lowest.score(wheel, ())).suits == ("s",)


def test_d5_all_in_boss_gets_the_first_card_and_the_next_seat_acts() -> None:
    hand = begun("5c6c7c", stacks=[100, 10_000, 10_000])
    assert hand.lead == 0
    assert hand.actors == (1,)
    events = do(hand, "check", "check")
    dealt = [event.seat for event in events if isinstance(event, Deal)]
    assert dealt[0] == 0


def test_all_in_for_the_seed_still_chooses() -> None:
    hand = start([100, 100], game="kr7")
    assert hand.actors == (0, 1)
    for seat in (0, 1):
        events = hand.act(seat, 1, hand.default(seat))
    assert hand.over
    assert [e.name for e in events if isinstance(e, Street)][-1] == "seventh"


def test_seats_are_at_most_six_with_four_cards_and_seven_with_three() -> None:
    for game, most in ((KR7, 6), (KR7_THREE, 7)):
        players = [Player(seat, 1000) for seat in range(most)]
        Hand.start(game, KOREAN, players, 0, shuffled(1))
        with pytest.raises(Illegal):
            Hand.start(game, KOREAN, [*players, Player(most, 1000)], 0, shuffled(1))
