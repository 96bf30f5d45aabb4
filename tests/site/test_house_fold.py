"""The page's own folding of rounds, against the rules: the same chips, cards and results."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route

from rules.cards import NAMES
from rules.hand import Action
from rules.house import GAMES, SEAT, SETTINGS, Limits, Round
from rules.house.paytables import RUSSIAN_BONUS
from rules.view import project

STATIC = Path(__file__).parents[2] / "static"
SITE = "http://rounds.invalid/"
LIMITS = Limits(unit=10, least=10, most=500)
BETS = {
    "uth": {"ante": 40, "trips": 30},
    "casino_holdem": {"ante": 40, "aa": 30},
    "russian_poker": {"ante": 40, "bonus": 30},
}
FOLD = """async (events) => {
    const { EMPTY, base, fold, parts } = await import("/js/house/fold.js");
    const seats = [null, { seat: 1, nick: "Minsu", stack: 5000, status: "playing" }];
    const you = { seat: 1, hand_seat: 1, wallet: 0 };
    const start = base({ table: { id: 1 }, seats, you });
    const whole = events.reduce(fold, start);
    const shown = events.flatMap(parts).reduce(fold, start);
    const cards = (seat) => whole.hand.players[seat].cards.map(({ card }) => card);
    return {
        same: JSON.stringify(whole) === JSON.stringify(shown),
        bets: whole.hand.bets,
        nets: Object.fromEntries(
            Object.entries(whole.hand.settled).map(([bet, { net }]) => [bet, net]),
        ),
        stack: whole.seats[1].stack,
        own: cards(1),
        dealer: cards(0),
        over: whole.hand.over,
    };
}"""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """An empty page that can import the site's modules."""

    def serve(route: Route) -> None:
        path = STATIC / route.request.url.removeprefix(SITE)
        if path.is_file():
            route.fulfill(path=path, content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html>", content_type="text/html")

    context = chromium.new_context()
    opened = context.new_page()
    opened.route("**/*", serve)
    opened.goto(SITE)
    yield opened
    context.close()


def played(game: str, seed: int) -> tuple[Round, list[Any]]:
    """A round with random decisions, and its events as the member is told them."""
    chance = random.Random(seed)
    deck = list(range(52))
    chance.shuffle(deck)
    options = {"bonus": RUSSIAN_BONUS} if game == "russian_poker" else {}
    settings = SETTINGS[game](limits=LIMITS, **options)
    table = GAMES[game].start(settings, BETS[game], 5_000, deck)
    begins = {
        "e": "round",
        "hand": "7",
        "no": 7,
        "root": "",
        "game": game,
        "settings": msgspec.to_builtins(settings),
        "rules": "",
        "bets": BETS[game],
        "seats": [[SEAT, 5_000]],
    }
    events = list(table.opening)
    while not table.over:
        option = chance.choice(table.legal(SEAT).options)
        cards: tuple[str, ...] = ()
        if option.kind == "exchange":
            held = [NAMES[card] for card in table.holding(SEAT)]
            cards = tuple(chance.sample(held, chance.randint(1, 5)))
        action = Action(option.kind, option.max, cards)
        events += table.act(SEAT, table.turn(SEAT), action)
    told = [msgspec.to_builtins(project(event, SEAT)) for event in events]
    return table, [begins, *told, {"e": "over", "hand": "7"}]


@pytest.mark.parametrize("game", GAMES)
def test_a_folded_round_stands_as_the_rules_settle_it(page: Page, game: str) -> None:
    for seed in range(60):
        table, events = played(game, seed)
        found = page.evaluate(FOLD, json.loads(json.dumps(events)))
        result = table.result()
        assert found["same"], "the parts of an event come to the whole"
        assert found["bets"] == table.stakes
        assert found["nets"] == result.bets
        assert found["stack"] == result.stacks[SEAT]
        assert found["own"] == [NAMES[card] for card in table.holding(SEAT)]
        assert found["over"]
        if result.result == "fold" and game != "uth":
            # A dealer who was not asked keeps his cards.
            assert None in found["dealer"]
        else:
            assert {NAMES[card] for card in table.dealer} <= set(found["dealer"])
