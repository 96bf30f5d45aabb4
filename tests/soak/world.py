"""Random hands of every game: stakes, seats and options that hardly ever meet."""

from __future__ import annotations

import random

from msgspec.structs import replace

from rules.betting import FixedLimit, KoreanBetting
from rules.cards import DECK, NAMES
from rules.games import GAMES
from rules.hand import Action, Hand, Player
from rules.korean import Korean
from rules.stakes import Stakes
from rules.variant import Variant

GAME_KEYS = sorted(GAMES)
SEATS = range(10)


def started(rng: random.Random, number: int) -> Hand:
    """Start hand `number` of a run: the games in turn, the rest drawn."""
    game = varied(rng, GAMES[GAME_KEYS[number % len(GAME_KEYS)]])
    stakes = drawn_stakes(rng, game)
    count = rng.randint(2, game.max_seats)
    numbers = sorted(rng.sample(SEATS, count))
    deck = list(DECK)
    rng.shuffle(deck)
    blinds = "blinds" in game.forced
    players = []
    for seat in numbers:
        owes = blinds and count > 3 and rng.random() < 0.1
        post = stakes.big_blind if owes else 0
        dead = stakes.small_blind if owes and rng.random() < 0.5 else 0
        players.append(Player(seat, stack(rng, stakes), post, dead))
    button = rng.choice(SEATS) if count > 2 else rng.choice(numbers)
    if blinds and count > 2 and rng.random() < 0.1:
        return Hand.start(game, stakes, players, button, deck, small_blind=None)
    return Hand.start(game, stakes, players, button, deck)


def varied(rng: random.Random, game: Variant) -> Variant:
    """Return the game, now and then with one of the rule book's options."""
    if rng.random() < 0.6:
        return game
    betting = game.betting
    if isinstance(betting, FixedLimit):
        cap, pair = rng.choice([0, 3, 4, 5]), rng.choice(["all", "pair", "off"])
        options = FixedLimit(cap=cap, cap_heads_up=rng.random() < 0.5, open_pair=pair)
        tie, bring = rng.choice(["suit", "seat"]), rng.choice(["left", "next"])
        return replace(game, betting=options, board_tie=tie, bring_in_all_in=bring)
    if isinstance(betting, KoreanBetting):
        options = KoreanBetting(
            raises=rng.choice([0, 6]),
            own_raises=rng.choice([0, 1, 2]),
            heads_up_free=rng.random() < 0.5,
            double=rng.choice(["2x_call", "raise_to_2x"]),
            base=rng.choice(["pot_plus_call", "pot_only"]),
            boss_check=rng.random() < 0.3,
            strict=rng.random() < 0.3,
        )
        scoring = Korean(
            rng.choice(["second", "lowest"]),
            rng.choice(["second", "lowest"]),
            rng.choice(["on", "top", "off"]),
        )
        return replace(game, betting=options, parts=(scoring,))
    return game


def drawn_stakes(rng: random.Random, game: Variant) -> Stakes:
    """Return stakes that fit the game, with antes, units and rake now and then."""
    fields: dict[str, int] = {}
    if "blinds" in game.forced:
        fields |= {"big_blind": 100, "small_blind": rng.choice([50, 50, 50, 33, 100])}
        fields["ante"] = rng.choice([0, 0, 0, 10, 25])
        fields["big_blind_ante"] = rng.choice([0, 0, 0, 100])
    if game.betting.limits:
        fields |= {"small_bet": 100, "big_bet": 200}
    if "bring_in" in game.forced:
        fields |= {"ante": rng.choice([0, 10, 15]), "bring_in": rng.choice([25, 50, 99])}
    if "seed" in game.forced:
        fields |= {"seed": rng.choice([1, 7, 100]), "first_betting": rng.choice([4, 4, 5, 6])}
        fields["cap"] = rng.choice([0, 0, 0, 1000])
    if rng.random() < 0.3:
        fields["unit"] = rng.choice([5, 10, 100])
    if rng.random() < 0.3:
        fields |= {
            "rake_percent": rng.choice([1, 333, 500, 10_000]),
            "rake_cap": rng.choice([0, 9]),
        }
    return Stakes(**fields)


def stack(rng: random.Random, stakes: Stakes) -> int:
    """Draw chips: a few of them, some bets, or many."""
    chance = rng.random()
    if chance < 0.25:
        return rng.randint(1, 130)
    return rng.randint(100, 1500) if chance < 0.6 else rng.randint(1500, 40_000)


def wish(hand: Hand, seat: int, rng: random.Random, folding: float) -> Action:
    """Draw any legal action; `folding` is the chance that a fold is thought of at all."""
    legal = hand.legal(seat)
    options = legal.options
    if options[0].kind == "choose":
        if rng.random() < 0.3:
            return hand.default(seat)
        cards = rng.sample(hand.holding(seat), legal.discard + legal.open)
        return Action("choose", 0, tuple([NAMES[card] for card in cards]))
    if options[0].kind == "fold" and len(options) > 1 and rng.random() > folding:
        options = options[1:]
    option = rng.choice(options)
    amount = rng.choice([option.min, option.max, rng.randint(option.min, option.max)])
    return Action(option.kind, amount)


#: Actions that no seat may ever do, whatever stands: each must leave the hand as it was.
NONSENSE: tuple[object, ...] = (
    Action("raise", -1),
    Action("raise", 10**18),
    Action("raise", 1.5),  # type: ignore[arg-type]
    Action("raise", float("nan")),  # type: ignore[arg-type]
    Action("call", True),
    Action("call", 0, ("As",)),
    Action("choose", 0, ("As", "As")),
    Action("choose", 0, ("Xx",)),
    Action("jump"),
    Action(None),  # type: ignore[arg-type]
    None,
    "fold",
)
