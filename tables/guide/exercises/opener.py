"""Who opens? Open cards of a stud game, and the seat that the rules name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from django.utils.translation import gettext as _

from rules import opening
from rules.cards import names
from rules.events import Event, Lead
from rules.games import GAMES
from rules.hand import Action, Hand, Player
from rules.stakes import Stakes
from tables.guide import naming
from tables.guide.exercises import generator, shuffled

GAME_KEYS: Final = ("stud", "razz", "stud8", "kr7")
_STUD: Final = Stakes(ante=10, bring_in=25, small_bet=100, big_bet=200)
_KOREAN: Final = Stakes(seed=100)

# What decides, by the opener of the street: larger is first.
_KEYS: Final[dict[str, Callable[[list[int]], Any]]] = {
    "low_card": lambda up: (-(up[0] >> 2), -(up[0] & 3)),
    "high_card": lambda up: ((up[0] // 4 + 1) % 13, up[0] & 3),
    "high_board": opening.high_key,
    "low_board": opening.low_key,
    "boss": opening.boss_key,
}


@dataclass(frozen=True, slots=True)
class Board:
    """The open cards of a seat; told is what they are worth for opening."""

    seat: int
    cards: tuple[str, ...]
    told: str


@dataclass(frozen=True, slots=True)
class Question:
    """boards by seat, clockwise; opener names the rule; answer is the seat; order the best first.

    by_suit: suits decided between equal cards.
    """

    game: str
    street: int
    dealer: int
    opener: str
    boards: tuple[Board, ...]
    order: tuple[Board, ...]
    answer: int
    by_suit: bool

    @property
    def prompt(self) -> str:
        if self.opener in ("low_card", "high_card"):
            return _("Which seat has the bring-in?")
        if self.opener == "boss":
            return _("Which seat is the boss?")
        return _("Which seat acts first?")

    @property
    def rule(self) -> str:
        """The rule that decides, in a sentence or two."""
        text = {
            "low_card": _("On third street the lowest open card brings in; the ace is high."),
            "high_card": _("In razz the highest open card brings in; the ace is low."),
            "high_board": _(
                "The best open cards act first: pairs before high cards, and no straights or "
                "flushes, because nobody shows five cards."
            ),
            "low_board": _(
                "The lowest open cards act first: the ace is low, and a pair counts against you."
            ),
            "boss": _("The boss shows the best open cards: pairs first, then the highest ranks."),
        }[self.opener]
        return f"{text} {self._suit_rule()}" if self.by_suit else text

    def _suit_rule(self) -> str:
        return {
            "low_card": _("Same rank: the lowest suit brings in, ♣ < ♦ < ♥ < ♠."),
            "high_card": _("Same rank: the highest suit brings in, ♣ < ♦ < ♥ < ♠."),
            "high_board": _("Equal boards: the better suit of the highest card, ♠ > ♥ > ♦ > ♣."),
            "low_board": _("Equal boards: the better suit of the highest card, ♠ > ♥ > ♦ > ♣."),
            "boss": _("Equal: the better suit of the card that decides, ♠ > ♦ > ♥ > ♣."),
        }[self.opener]


def make(game: str, seed: str) -> Question:
    """The question of a seed for a game of `GAME_KEYS`."""
    rng = generator(f"opener {game}", seed)
    hand, events = _started(game, rng)
    streets = [number for number, street in enumerate(hand.variant.streets) if not street.choice]
    # As many bring-ins as later streets, for they are asked in different ways.
    target = streets[0] if rng.random() < 0.4 else rng.choice(streets[1:])
    while hand.street < target:
        (seat, *_rest) = hand.actors
        events = hand.act(seat, hand.turn(seat), _passive(hand, seat, rng))
    leads = [event.seat for event in events if isinstance(event, Lead)]
    opener = hand.variant.streets[hand.street].opener
    return _question(game, hand, opener, leads[-1])


def _started(game: str, rng: Random) -> tuple[Hand, tuple[Event, ...]]:
    count = rng.randint(3, 5 if game == "kr7" else 6)
    stakes = _KOREAN if game == "kr7" else _STUD
    players = [Player(seat, 10_000) for seat in range(1, count + 1)]
    hand = Hand.start(GAMES[game], stakes, players, rng.randint(1, count), shuffled(rng))
    return hand, hand.opening


def _passive(hand: Hand, seat: int, rng: Random) -> Action:
    """Check, call or bring in; where cards are chosen, any."""
    legal = hand.legal(seat)
    kinds = [option.kind for option in legal.options]
    if legal.discard or legal.open:
        cards = rng.sample(hand.holding(seat), legal.discard + legal.open)
        return Action("choose", 0, names(cards))
    return Action(next(kind for kind in ("check", "call", "bring_in") if kind in kinds))


def _question(game: str, hand: Hand, opener: str, answer: int) -> Question:
    key = _KEYS[opener]
    up = {seat: list(hand.upcards(seat)) for seat in hand.live}
    boards = {seat: Board(seat, names(cards), _told(opener, cards)) for seat, cards in up.items()}
    order = sorted(up, key=lambda seat: key(up[seat]), reverse=True)
    first, second = (key(up[seat])[0] for seat in order[:2])
    return Question(
        game=game,
        street=len(up[answer]) + 2,
        dealer=hand.button,
        opener=opener,
        boards=tuple(boards.values()),
        order=tuple(boards[seat] for seat in order),
        answer=answer,
        by_suit=first == second,
    )


def _told(opener: str, cards: list[int]) -> str:
    """ "Pair of 9, Q": groups first, then single cards from the top (razz: ace low)."""
    low = opener in ("low_board", "high_card")
    ranks = [(each // 4 + 1) % 13 if low else each >> 2 for each in cards]
    groups = sorted({(ranks.count(rank), rank) for rank in ranks}, reverse=True)
    letters = "A23456789TJQK" if low else "23456789TJQKA"
    text = [naming.letter(letters[rank]) for count, rank in groups for _n in range(count)]
    shape = tuple(count for count, _rank in groups if count > 1)
    name = {
        (2,): "one_pair",
        (2, 2): "two_pair",
        (3,): "three_of_a_kind",
        (4,): "four_of_a_kind",
    }.get(shape)
    joined = "-".join(text)
    return f"{naming.CATEGORIES[name]}: {joined}" if name else joined
