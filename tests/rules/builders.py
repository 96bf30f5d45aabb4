"""Small builders that the rule tests share: hands written as a poker player would say them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from rules.cards import DECK, NAMES, parse
from rules.events import Event
from rules.games import GAMES
from rules.hand import Action, Hand, Player
from rules.stakes import Stakes
from rules.variant import Variant

NO_LIMIT = Stakes(small_blind=50, big_blind=100)
LIMIT = Stakes(small_blind=50, big_blind=100, small_bet=100, big_bet=200)
STUD = Stakes(ante=10, bring_in=25, small_bet=100, big_bet=200)
KOREAN = Stakes(seed=100)

STAKES = {
    "nlhe": NO_LIMIT,
    "plo": NO_LIMIT,
    "plhe": NO_LIMIT,
    "flhe": LIMIT,
    "flo8": LIMIT,
    "stud": STUD,
    "razz": STUD,
    "stud8": STUD,
    "stud9": STUD,
    "kr7": KOREAN,
    "kr7_three": KOREAN,
}


def shuffled(seed: int) -> tuple[int, ...]:
    """A deck from a plain number, for tests that only need some deck."""
    cards = list(DECK)
    random.Random(seed).shuffle(cards)
    return tuple(cards)


def stacked(text: str) -> tuple[int, ...]:
    """A deck that begins with the cards of the text, the rest in their order behind."""
    first = parse(text)
    return first + tuple(card for card in DECK if card not in first)


def holdem_deck(hands: Sequence[str], board: str = "") -> tuple[int, ...]:
    """A deck that deals these hole cards from the left of the button, then this board."""
    holes = [parse(hand) for hand in hands]
    dealt = [hole[turn] for turn in range(2) for hole in holes]
    used = {*dealt, *parse(board)}
    burns = iter([card for card in DECK if card not in used])
    shown = list(parse(board))
    streets = [shown[:3], shown[3:4], shown[4:5]]
    for street in streets:
        dealt += [next(burns), *street]
    return (*dealt, *[card for card in DECK if card not in dealt])


def start(
    stacks: Sequence[int],
    button: int = 0,
    game: str | Variant = "nlhe",
    stakes: Stakes | None = None,
    deck: Sequence[int] | None = None,
    **options: int | None,
) -> Hand:
    """A hand with seats 0 … n-1 and these stacks."""
    variant = GAMES[game] if isinstance(game, str) else game
    return Hand.start(
        variant,
        stakes or STAKES[variant.key],
        [Player(seat, stack) for seat, stack in enumerate(stacks)],
        button,
        shuffled(1) if deck is None else deck,
        **options,
    )


def do(hand: Hand, *acts: str) -> list[Event]:
    """Let the seats on turn act one after the other: `fold`, `call`, `raise 300`, `allin` …"""
    events: list[Event] = []
    for text in acts:
        seat = hand.actors[0]
        kind, _, amount = text.partition(" ")
        if kind == "allin":
            option = hand.legal(seat).options[-1]
            action = Action(option.kind, option.max)
        else:
            action = Action(kind, int(amount or 0))
        events += hand.act(seat, hand.turn(seat), action)
        assert hand.problems() == []
    return events


def options(hand: Hand) -> dict[str, tuple[int, int]]:
    """What the seat on turn may do: kind → (min, max)."""
    return {each.kind: (each.min, each.max) for each in hand.legal(hand.actors[0]).options}


def random_action(hand: Hand, seat: int, rng: random.Random) -> Action:
    """Any legal action, large and small amounts alike."""
    legal = hand.legal(seat)
    option = rng.choice(legal.options)
    if option.kind == "choose":
        cards = list(hand.holding(seat))
        rng.shuffle(cards)
        chosen = cards[: legal.discard + legal.open]
        return Action("choose", 0, tuple(NAMES[card] for card in chosen))
    amount = rng.choice([option.min, option.max, rng.randint(option.min, option.max)])
    return Action(option.kind, amount)


def play_out(hand: Hand, rng: random.Random) -> list[Event]:
    """Play random legal actions to the end, checking the invariants after each."""
    events = list(hand.opening)
    assert hand.problems() == []
    for _ in range(1000):
        if hand.over:
            return events
        seat = rng.choice(hand.actors)
        events += hand.act(seat, hand.turn(seat), random_action(hand, seat, rng))
        assert hand.problems() == []
    raise AssertionError("the hand does not end")


def korean_category(name: str) -> str:
    """Our name of a category that the Korean vectors call otherwise."""
    ours = {
        "top": "high_card",
        "triple": "three_of_a_kind",
        "royal_straight_flush": "royal_flush",
    }
    return ours.get(name, name)


@st.composite
def hands(draw: st.DrawFn, game: str) -> Hand:
    """Any start of a hand: seats with gaps, short stacks, an empty button, posts."""
    variant = GAMES[game]
    count = draw(st.integers(2, variant.max_seats))
    numbers = sorted(draw(st.permutations(range(10)))[:count])
    stack = st.one_of(st.integers(1, 120), st.integers(120, 1000), st.integers(1000, 40_000))
    blinds = "blinds" in variant.forced
    players = [
        Player(
            seat,
            draw(stack),
            draw(st.sampled_from([0, 0, 0, 100])) if blinds and count > 3 else 0,
            draw(st.sampled_from([0, 0, 0, 50])) if blinds and count > 3 else 0,
        )
        for seat in numbers
    ]
    button = draw(st.integers(0, 9)) if count > 2 else draw(st.sampled_from(numbers))
    return Hand.start(variant, STAKES[game], players, button, shuffled(draw(st.integers(0, 9999))))
