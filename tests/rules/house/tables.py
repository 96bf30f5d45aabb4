"""Builders for rounds with known cards."""

import random
from collections.abc import Mapping

from rules.cards import parse
from rules.events import Event
from rules.hand import Action
from rules.house import SEAT, CasinoHoldemSettings, Round, RussianSettings, Settings, UthSettings
from rules.house.paytables import RUSSIAN_BONUS


def stacked(cards: str) -> list[int]:
    """A deck that begins with these cards; the rest in a fixed disorder."""
    first = list(parse(cards))
    rest = [card for card in range(52) if card not in first]
    random.Random(len(first)).shuffle(rest)
    return first + rest


def begin(
    game: type[Round],
    cards: str,
    settings: Settings,
    bets: Mapping[str, int] | None = None,
    stack: int = 10_000,
) -> Round:
    return game.start(settings, bets or {"ante": 10}, stack, stacked(cards))


def do(table: Round, *actions: str | tuple[str, int] | Action) -> list[Event]:
    """Act one after the other; everything that happened."""
    events: list[Event] = []
    for action in actions:
        if isinstance(action, str):
            action = Action(action)
        elif isinstance(action, tuple):
            action = Action(*action)
        events += table.act(SEAT, table.turn(SEAT), action)
    return events


def offered(table: Round) -> list[tuple[str, int, int]]:
    return [(o.kind, o.min, o.max) for o in table.legal(SEAT).options]


def kinds(table: Round) -> list[str]:
    return [option.kind for option in table.legal(SEAT).options]


EXTRAS = {
    "uth": ("trips", [UthSettings(), UthSettings(three=False, trips_on_fold="lose")]),
    "casino_holdem": ("aa", [CasinoHoldemSettings(), CasinoHoldemSettings(aa_on_fold="settle")]),
    "russian_poker": (
        "bonus",
        [RussianSettings(bonus=RUSSIAN_BONUS, single_again=True, max_payout=700)],
    ),
}
