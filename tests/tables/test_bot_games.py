"""Bots at every game: legal in every spot, blind to what others hold, no fold that is free."""

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.cards import NAMES, parse
from rules.games import GAMES
from rules.hand import Action, Hand, Option, Player
from rules.state import Legal
from rules.view import project
from tables.bots import LEVELS, decide, plays
from tables.bots.deals import Deals, form
from tables.bots.seen import Seen
from tests.bench.bench_bots import STAKES, at_random

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")


class Round:
    """A hand and what every seat has seen of it."""

    def __init__(self, game: str, stacks: dict[int, int], button: int, deck: list[int]) -> None:
        stakes, self.unit = STAKES[game]
        seats = tuple(Player(seat, stack) for seat, stack in sorted(stacks.items()))
        self.hand = Hand.start(GAMES[game], stakes, seats, button, deck)
        self.views = {
            seat: Seen.start(me=seat, game=game, stakes=stakes, button=button, stacks=stacks)
            for seat in stacks
        }
        self._show(self.hand.opening)

    def _show(self, events) -> None:
        for seat, view in self.views.items():
            view.see(project(event, seat) for event in events)

    @property
    def view(self) -> Seen:
        """What the next seat on turn knows, and may do."""
        seat = self.hand.actors[0]
        view = self.views[seat]
        view.legal = self.hand.legal(seat)
        return view

    def act(self, kind: str, amount: int = 0, cards: tuple[str, ...] = ()) -> None:
        seat = self.hand.actors[0]
        action = Action(kind, amount, cards)
        self._show(self.hand.act(seat, self.hand.turn(seat), action))

    def call_round(self) -> None:
        """Everybody checks or calls until the next street."""
        street = self.hand.street
        while not self.hand.over and self.hand.street == street:
            kinds = {option.kind: option.min for option in self.view.legal.options}
            kind = next(k for k in ("check", "call", "bring_in") if k in kinds)
            self.act(kind, kinds[kind])

    def answers(self, level: int, times: int = 8) -> set[str]:
        """The kinds of action that the seat on turn takes, over many rolls of chance."""
        return {decide(self.view, level, random.Random(seed)).kind for seed in range(times)}


def round_of(game: str, *hands: str, stack: int = 100, button: int = 0) -> Round:
    """A hand in which each seat gets these cards one after the other, then what comes."""
    wanted = [list(parse(hand)) for hand in hands]
    rest = [card for card in range(52) if not any(card in hand for hand in wanted)]
    random.Random(1).shuffle(rest)
    unit = STAKES[game][1]
    stacks = dict.fromkeys(range(len(hands)), stack * unit)
    # Deal once to learn which position goes to whom, then with these cards in those places.
    blank = Hand.start(
        GAMES[game], STAKES[game][0], [Player(s, stacks[s]) for s in stacks], button, range(52)
    )
    deck: list[int] = [-1] * 52
    for seat, cards in enumerate(wanted):
        places = sorted(blank.holding(seat), key=lambda at: (at in blank.upcards(seat), at))
        for at, card in zip(places, cards, strict=True):
            deck[at] = card
    return Round(game, stacks, button, [rest.pop() if card < 0 else card for card in deck])


# --- any spot ---------------------------------------------------------------------------------


@st.composite
def tables(draw):
    game = draw(st.sampled_from(sorted(GAMES)))
    most = min(6, GAMES[game].max_seats)
    seats = draw(st.sets(st.integers(0, 8), min_size=2, max_size=most))
    unit = STAKES[game][1]
    depth = st.one_of(st.integers(1, 4 * unit), st.integers(4 * unit, 200 * unit))
    stacks = {seat: draw(depth) for seat in sorted(seats)}
    return game, stacks, draw(st.sampled_from(sorted(seats))), draw(st.integers(0, 2**32))


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(tables())
def test_every_decision_is_legal_and_no_fold_is_free(table):
    """Bots of all strengths among players who do anything, at all games, with any stacks."""
    game, stacks, button, seed = table
    rng = random.Random(seed)
    playing = Round(game, stacks, button, rng.sample(range(52), 52))
    while not playing.hand.over:
        view = playing.view
        hand = playing.hand
        assert view.pot == hand.pot
        assert sorted(view.cards) == sorted(hand.holding(view.me))
        for seat, player in view.players.items():
            assert player.stack == hand.stack(seat)
            assert player.live == (seat in hand.live)
            if player.live:
                assert len(player.up) + player.down == len(hand.holding(seat))
        if view.me % 4 == 3:
            action = at_random(view, rng)
        else:
            action = decide(view, view.me % 4 + 1, rng)
            if any(option.kind == "check" for option in view.legal.options):
                assert action.kind != "fold"
        playing.act(action.kind, action.amount, action.cards)


@pytest.mark.parametrize("seed", range(3))
def test_a_full_table_of_stud_to_the_last_card(seed):
    """Eight who stay in: the deck runs out, and the seventh card is common (C6)."""
    rng = random.Random(seed)
    playing = Round("stud", dict.fromkeys(range(8), 20_000), 0, rng.sample(range(52), 52))
    while not playing.hand.over:
        action = decide(playing.view, 3, rng)
        calm = {option.kind: option.min for option in playing.view.legal.options}
        kind = next(k for k in ("check", "call", "bring_in") if k in calm)
        assert action.kind in calm
        playing.act(kind, calm[kind])


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_others_hold_changes_nothing(game):
    """Two hands that differ in the cards hidden from a seat alone: the same decisions."""

    def decisions(swap: bool) -> list[Action]:
        deck = random.Random(11).sample(range(52), 52)
        probe = Round(game, dict.fromkeys(range(3), 20_000), 0, deck)
        me = probe.hand.actors[0]
        hidden = [
            card
            for seat in range(3)
            for card in set(probe.hand.holding(seat)) - set(probe.hand.upcards(seat))
            if seat != me
        ]
        if swap:
            unseen = [card for card in deck[30:] if card not in hidden]
            for old, new in zip(hidden, unseen, strict=False):
                here, there = deck.index(old), deck.index(new)
                deck[here], deck[there] = deck[there], deck[here]
        playing = Round(game, dict.fromkeys(range(3), 20_000), 0, deck)
        assert playing.hand.actors[0] == me
        return [decide(playing.view, 3, random.Random(seed)) for seed in range(6)]

    assert decisions(swap=False) == decisions(swap=True)


def test_the_same_chance_gives_the_same_decision():
    for game in GAMES:
        deck = random.Random(2).sample(range(52), 52)
        playing = Round(game, dict.fromkeys(range(4), 20_000), 0, deck)
        first, second = (decide(playing.view, 2, random.Random(5)) for _ in range(2))
        assert first == second


# --- a game that nobody knows -------------------------------------------------------------------


def test_an_unknown_game_is_played_carefully():
    """No odds: what is free or small is taken, what is dear is not."""
    playing = round_of("stud", "AsAhAd", "7c2d9h", "8c3dTh")
    view = replace(playing.view, game="nonsense")
    assert not plays("nonsense")

    def kind(*options: Option, price: int = 0) -> str:
        view.legal = Legal(1, options, view.pot, price)
        return decide(view, 3, random.Random(1)).kind

    assert kind(Option("fold"), Option("check"), Option("bet", 100, 100)) == "check"
    assert kind(Option("fold"), Option("call", 5, 5), Option("raise", 105, 105), price=5) == "call"
    assert kind(Option("fold"), Option("call", 900, 900), price=900) == "fold"
    assert kind(Option("bring_in", 25, 25), Option("complete", 100, 100)) == "bring_in"
    view.legal = Legal(1, (Option("choose"),), view.pot, 0, discard=1, open=1)
    chosen = decide(view, 3, random.Random(1))
    assert len(set(chosen.cards)) == 2
    assert set(chosen.cards) <= {NAMES[card] for card in view.cards}


# --- good sense -------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("game", "best", "worst", "others"),
    [
        ("stud", "AsAhAd", "7c2d9h", ("8c3dTh", "4c5dKh")),
        ("razz", "2s3hAd", "KcKdQh", ("8c9dTh", "4c5d7h")),
        ("stud8", "2s3sAs", "KcTd9h", ("8c5dTh", "4c5hKh")),
        ("plo", "AsAhKsKh", "7c2d2h2s", ("QcJd8h7h", "TcTd4h5s")),
        ("flo8", "AsAh2s3h", "9c9d9hJs", ("QcKd8h7h", "TcTd4h5s")),
        ("flhe", "AsAh", "7c2d", ("QcJd", "TcTd")),
    ],
)
def test_the_best_start_is_played_and_the_worst_is_not(game, best, worst, others, level):
    """Three-handed, against a raise."""
    for mine, wanted in ((best, {"call", "raise"}), (worst, {"fold"})):
        playing = round_of(game, mine, *others)
        while playing.hand.actors[0] != 0 or not playing.view.raises:
            calm = playing.hand.actors[0] == 0
            playing.act(*(_calm if calm else _bold)(playing.view))
        assert playing.answers(level) <= wanted, mine


def _calm(view: Seen) -> tuple[str, int]:
    kinds = {option.kind: option.min for option in view.legal.options}
    kind = next(k for k in ("check", "call", "bring_in") if k in kinds)
    return kind, kinds[kind]


def _bold(view: Seen) -> tuple[str, int]:
    kinds = {option.kind: option.min for option in view.legal.options}
    kind = next(k for k in ("bet", "complete", "raise", "call") if k in kinds)
    return kind, kinds[kind]


def test_open_cards_of_others_count():
    """Kings up are worth less against an open ace with an ace dead than against rags."""

    def equity(*doors: str) -> float:
        playing = round_of("stud", "KsKhQd", *doors)
        return Deals(playing.views[0], form("stud"), random.Random(3)).equity([])

    def against(door: str) -> float:
        playing = round_of("stud", "KsKhQd", "7c2d" + door)
        deals = Deals(playing.views[0], form("stud"), random.Random(3))
        return deals.equity([deals.strength(0) * 0 + 1])

    assert equity("7c2dAh") == 1
    assert against("Ah") < against("3h") - 0.03


@pytest.mark.parametrize("level", LEVELS)
def test_trips_are_bet_on_every_street_of_stud(level):
    playing = round_of("stud", "AsAhAd", "7c2d9h", "8c3dTh")
    playing.call_round()
    while playing.hand.actors[0] != 0:
        playing.act("check")
    assert playing.answers(level) == {"bet"}


# --- Korean seven poker -------------------------------------------------------------------------


@pytest.mark.parametrize("level", [2, 3])
def test_the_odd_card_is_put_away_and_the_pair_stays_hidden(level):
    playing = round_of("kr7", "AsAh2d7c", "KsKh3d8c")
    for pair in ("AsAh", "KsKh"):
        chosen = decide(playing.view, level, random.Random(level))
        assert chosen.kind == "choose"
        assert not {NAMES[card] for card in parse(pair)} & set(chosen.cards)
        playing.act(chosen.kind, 0, chosen.cards)


@pytest.mark.parametrize("level", LEVELS)
def test_four_of_a_kind_raises_at_once_since_a_call_bans_it(level):
    playing = round_of("kr7", "AsAhAdAc", "KsQh9d3c")
    playing.act("choose", 0, ("Ac", "Ad"))
    playing.act("choose", 0, ("3c", "9d"))
    kinds = playing.answers(level)
    assert not kinds & {"check", "call", "fold"}
