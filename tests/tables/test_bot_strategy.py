"""Bots: legal in every spot, blind to what others hold, and no fools."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.cards import NAMES, parse
from rules.games import GAMES
from rules.hand import Action, Hand, Player
from rules.stakes import Stakes
from rules.view import project
from tables.bots import LEVELS, STRATEGIES, decide, plays
from tables.bots.preflop import ORDER, place
from tables.bots.seen import Seen
from tables.bots.sizing import rounded
from tests.bench.bench_bots import at_random

STAKES = Stakes(small_blind=50, big_blind=100)


def deal(*hands: str, board: str = "", seed: int = 1, **options) -> tuple[Hand, dict[int, Seen]]:
    """A hand with these hole cards (seat 0 first) and board; the button is the last seat."""
    stacks = options.pop("stacks", [10_000] * len(hands))
    stakes = options.pop("stakes", STAKES)
    seats = tuple(Player(seat, chips) for seat, chips in enumerate(stacks))
    wanted = [parse(hand) for hand in hands]
    given_cards = {card for hand in wanted for card in hand} | set(parse(board))
    rest = [card for card in range(52) if card not in given_cards]
    random.Random(seed).shuffle(rest)
    deck = [hand[turn] for turn in (0, 1) for hand in wanted]
    shown = [*parse(board), *(rest.pop() for _ in range(5 - len(parse(board))))]
    for street in (shown[:3], shown[3:4], shown[4:]):
        deck += [rest.pop(), *street]
    button = len(hands) - 1
    hand = Hand.start(GAMES["nlhe"], stakes, seats, button, [*deck, *rest])
    start = {"game": "nlhe", "stakes": stakes, "button": button, "stacks": dict(enumerate(stacks))}
    views = {seat: Seen.start(me=seat, **start) for seat in range(len(hands))}
    show(views, hand.opening)
    return hand, views


def show(views: dict[int, Seen], events) -> None:
    for seat, view in views.items():
        view.see(project(event, seat) for event in events)


def play(hand: Hand, views: dict[int, Seen], *actions: tuple[str, int] | str) -> int:
    """Act in turn; the seat that is on turn after that."""
    for action in actions:
        kind, amount = (action, 0) if isinstance(action, str) else action
        seat = hand.actors[0]
        show(views, hand.act(seat, hand.turn(seat), Action(kind, amount)))
    return hand.actors[0]


def answers(hand: Hand, views: dict[int, Seen], level: int, times: int = 20) -> set[str]:
    """The kinds of action that the seat on turn takes, over many rolls of chance."""
    view = views[hand.actors[0]]
    view.legal = hand.legal(hand.actors[0])
    return {decide(view, level, random.Random(seed)).kind for seed in range(times)}


# --- any spot ---------------------------------------------------------------------------------


@st.composite
def tables(draw):
    seats = sorted(draw(st.sets(st.integers(0, 8), min_size=2, max_size=6)))
    depth = st.one_of(st.integers(1, 3000), st.integers(3000, 40_000))
    return (
        tuple(Player(seat, draw(depth)) for seat in seats),
        draw(st.sampled_from(seats)),
        draw(st.sampled_from([0, 10])),
        draw(st.integers(0, 2**32)),
    )


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(tables())
def test_every_decision_is_legal_and_no_fold_is_free(table):
    """Bots of all strengths among players who do anything, with stacks of any depth."""
    seats, button, ante, seed = table
    rng = random.Random(seed)
    stakes = Stakes(small_blind=50, big_blind=100, ante=ante)
    hand = Hand.start(GAMES["nlhe"], stakes, seats, button, rng.sample(range(52), 52))
    stacks = {player.seat: player.stack for player in seats}
    start = {"game": "nlhe", "stakes": stakes, "button": button, "stacks": stacks}
    views = {player.seat: Seen.start(me=player.seat, **start) for player in seats}
    news = hand.opening
    while True:
        show(views, news)
        if hand.over:
            won = sum(pot.amount for pot in hand.result().pots)
            assert {view.pot for view in views.values()} == {won}
            break
        seat = hand.actors[0]
        view = views[seat]
        view.legal = hand.legal(seat)
        assert view.pot == hand.pot
        assert [p.stack for p in view.players.values()] == [hand.stack(s) for s in stacks]
        assert {p.seat for p in view.players.values() if p.live} == set(hand.live)
        if seat % 4 == 3:
            action = at_random(view, rng)
        else:
            action = decide(view, seat % 4 + 1, rng)
            if any(option.kind == "check" for option in view.legal.options):
                assert action.kind != "fold"
        news = hand.act(seat, hand.turn(seat), action)


@pytest.mark.parametrize("level", LEVELS)
def test_what_others_hold_changes_nothing(level):
    """The same public hand, the others with aces or with rags: the same decisions."""

    def decisions(other: str) -> list[Action]:
        hand, views = deal("QsJs", other, board="Ts9h2c4d", seed=7)
        play(hand, views, ("raise", 300), "call")
        taken = []
        for seed in range(15):
            views[0].legal = hand.legal(0)
            taken.append(decide(views[0], level, random.Random(seed)))
        return taken

    assert decisions("AsAh") == decisions("7c2d")


def test_a_view_holds_no_card_of_others():
    _, views = deal("QsJs", "AsAh", "KdKc")
    assert views[0].cards == parse("QsJs")
    assert all(player.up == () for player in views[0].players.values())
    assert not {NAMES[card] for card in views[0].cards} & {"As", "Ah", "Kd", "Kc"}


def test_the_same_chance_gives_the_same_decision():
    hand, views = deal("QsJs", "AsAh", board="Ts9h2c")
    play(hand, views, ("raise", 300), "call")
    views[0].legal = hand.legal(0)
    first, second = (decide(views[0], 3, random.Random(5)) for _ in range(2))
    assert first == second


# --- good sense -------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_no_stack_goes_in_with_nothing(level):
    hand, views = deal("7c2d", "AsAh")
    play(hand, views, ("raise", 10_000))
    assert answers(hand, views, level) == {"fold"}


@pytest.mark.parametrize("level", LEVELS)
def test_no_stack_goes_in_with_nothing_on_the_river(level):
    hand, views = deal("AsAh", "7c2d", board="KsQd9h8s3c")
    play(hand, views, "call", "check", "check", "check", "check", "check", ("bet", 9900))
    assert answers(hand, views, level) == {"fold"}


@pytest.mark.parametrize("level", LEVELS)
def test_aces_take_any_all_in_before_the_flop(level):
    hand, views = deal("AsAh", "7c2d")
    play(hand, views, ("raise", 10_000))
    assert answers(hand, views, level) == {"call"}


@pytest.mark.parametrize("level", LEVELS)
def test_aces_open_with_a_raise(level):
    hand, views = deal("7c2d", "8c3d", "AsAh")
    assert hand.actors == (2,)
    assert answers(hand, views, level) == {"raise"}


@pytest.mark.parametrize("level", LEVELS)
def test_the_nuts_are_bet_and_never_folded(level):
    hand, views = deal("7c2d", "AsKs", board="QsJsTs2h3d")
    play(hand, views, ("raise", 300), "call", "check", "check", "check", "check", "check")
    assert hand.actors == (1,)
    assert answers(hand, views, level) == {"bet"}
    hand, views = deal("7c2d", "AsKs", board="QsJsTs2h3d")
    play(hand, views, ("raise", 300), "call", "check", "check", "check", "check", ("bet", 600))
    assert answers(hand, views, level) == {"raise"}


@pytest.mark.parametrize("level", LEVELS)
def test_a_good_price_is_taken_with_a_fair_hand(level):
    """Ninety chips behind and two thousand in the middle: any pair calls."""
    hand, views = deal("As9s", "7d6d", board="9c5h2d8s3c", stacks=[1100, 10_000])
    play(hand, views, ("raise", 1000), "call", ("bet", 100))
    assert answers(hand, views, level) == {"call"}


@pytest.mark.parametrize("level", [2, 3])
def test_rags_are_folded_in_early_position(level):
    names = ["5c5d", "6h6d", "9d3c", "8c8d", "TcTd", "JcJd"]
    hand, views = deal(*names)
    assert hand.actors == (2,)
    assert answers(hand, views, level) == {"fold"}


@pytest.mark.parametrize("level", [2, 3])
def test_more_hands_open_on_the_button_than_under_the_gun(level):
    names = ["5c5d", "6h6d", "JsTd", "3c8d", "4c9d", "2c7d"]
    hand, views = deal(*names)
    assert answers(hand, views, level) == {"fold"}
    names = ["5c5d", "6h6d", "3c8d", "4c9d", "2c7d", "JsTd"]
    hand, views = deal(*names)
    play(hand, views, "fold", "fold", "fold")
    assert answers(hand, views, level) == {"raise"}


def test_bets_are_round():
    hand, views = deal("AsKs", "7c2d", "QhJh", board="Ad9h2s")
    play(hand, views, "fold", "call", "check")
    assert hand.actors == (0,)
    views[0].legal = hand.legal(0)
    for seed in range(30):
        action = decide(views[0], 3, random.Random(seed))
        assert action.amount % 50 == 0, action


@pytest.mark.parametrize(
    ("amount", "round_amount"),
    [(0.4, 50), (237, 250), (224, 200), (1234, 1200), (1260, 1300), (12_345, 12_500)],
)
def test_round_amounts(amount, round_amount):
    assert rounded(amount, 50, 100) == round_amount


def test_starting_hands_are_the_169_in_order():
    assert len(set(ORDER)) == len(ORDER) == 169
    assert place(parse("AsAh")) == 0
    assert place(parse("7h2d")) > 0.98
    assert place(parse("JsTs")) < place(parse("JsTd"))


def test_bots_know_which_games_they_play():
    assert plays("nlhe")
    assert not plays("nonsense")
    assert all(plays(game) for game in GAMES)
    assert set(STRATEGIES) <= set(GAMES)
