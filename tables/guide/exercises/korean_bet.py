"""Korean bet amounts: a random spot of Korean seven poker, and what each button costs there."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from rules.cards import names
from rules.games import GAMES
from rules.hand import Action, Hand, Player
from rules.stakes import Stakes
from tables.guide.exercises import generator, shuffled
from wallet.amounts import chips

#: Buttons with an amount, in the order of the table's two rows.
BUTTONS: Final = ("call", "bbing", "ddadang", "quarter", "half", "full")
NAMES: Final = {
    "call": pgettext_lazy("Korean bet", "Call"),
    "bbing": pgettext_lazy("Korean bet", "Bbing"),
    "ddadang": pgettext_lazy("Korean bet", "Ddadang"),
    "quarter": pgettext_lazy("Korean bet", "Quarter"),
    "half": pgettext_lazy("Korean bet", "Half"),
    "full": pgettext_lazy("Korean bet", "Full"),
}
_PASSIVE: Final = ("check", "call")
_MOST_STEPS: Final = 200  # far above the longest hand; a bound, not a rule


@dataclass(frozen=True, slots=True)
class Button:
    """A button that is open: the chips to put in now, and whether they are the whole stack."""

    kind: str
    amount: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class Question:
    """pot: all in the middle with the bets of this round; level: highest bet; mine: own bet."""

    seed_chips: int
    unit: int
    street: str
    pot: int
    level: int
    mine: int
    stack: int
    buttons: tuple[Button, ...]

    @property
    def call(self) -> int:
        """What a call costs, before the stack is looked at."""
        return self.level - self.mine

    @property
    def lines(self) -> list[str]:
        """How each amount is counted, a sentence a button."""
        return [self._line(button) for button in self.buttons]

    def _line(self, button: Button) -> str:
        base = self.pot + self.call
        text = {
            "call": _("Call: %(level)s − %(mine)s."),
            "bbing": _("Bbing: the seed, %(seed)s."),
            "ddadang": _("Ddadang: twice the call, 2 × %(call)s."),
            "quarter": _("Quarter: call %(call)s + (pot %(pot)s + call %(call)s) ÷ 4."),
            "half": _("Half: call %(call)s + (pot %(pot)s + call %(call)s) ÷ 2."),
            "full": _("Full: call %(call)s + pot %(pot)s + call %(call)s."),
        }[button.kind] % {
            "level": chips(self.level),
            "mine": chips(self.mine),
            "seed": chips(self.seed_chips),
            "call": chips(self.call),
            "pot": chips(self.pot),
        }
        plain = {
            "ddadang": 2 * self.call,
            "quarter": self.call + base // 4,
            "half": self.call + base // 2,
            "full": self.call + base,
        }.get(button.kind, button.amount)
        if button.all_in:
            text += " " + _("That is your whole stack or more: all-in for %(stack)s.") % {
                "stack": chips(self.stack)
            }
        elif plain != button.amount:
            text += " " + _("Rounded down to the unit of %(unit)s: %(amount)s.") % {
                "unit": chips(self.unit),
                "amount": chips(button.amount),
            }
        else:
            text += " " + _("Together %(amount)s.") % {"amount": chips(button.amount)}
        return text


def make(seed: str) -> Question:
    """The question of a seed: a decision with at least two amounts."""
    rng = generator("korean bet", seed)
    while True:
        found = _spot(rng)
        if found and len(found.buttons) > 1:
            return found


def _spot(rng: Random) -> Question | None:
    """Play a hand at random up to a decision; None if it ended before."""
    ante = rng.choice((100, 500, 1_000))
    unit = rng.choice((1, 1, 10, 100))
    count = rng.randint(2, 5)
    stakes = Stakes(seed=ante, unit=unit)
    players = [Player(seat, ante * rng.randint(8, 120)) for seat in range(1, count + 1)]
    hand = Hand.start(GAMES["kr7"], stakes, players, rng.randint(1, count), shuffled(rng))
    decisions = rng.randint(1, 12)
    for _step in range(_MOST_STEPS):
        if hand.over:
            return None
        seat = hand.actors[0]
        if not _is_choice(hand, seat):
            if not decisions:
                return _question(hand, seat, stakes)
            decisions -= 1
        hand.act(seat, hand.turn(seat), _random(hand, seat, rng))
    return None


def _is_choice(hand: Hand, seat: int) -> bool:
    legal = hand.legal(seat)
    return bool(legal.discard or legal.open)


def _random(hand: Hand, seat: int, rng: Random) -> Action:
    legal = hand.legal(seat)
    if legal.discard or legal.open:
        cards = rng.sample(hand.holding(seat), legal.discard + legal.open)
        return Action("choose", 0, names(cards))
    options = [option for option in legal.options if option.kind != "fold"]
    bets = [option for option in options if option.kind not in _PASSIVE and option.kind != "full"]
    calm = [option for option in options if option.kind in _PASSIVE]
    option = rng.choice(bets if bets and rng.random() < 0.45 else calm or options)
    return Action(option.kind, option.max)


def _question(hand: Hand, seat: int, stakes: Stakes) -> Question:
    stack = hand.stack(seat)
    mine = hand.bet(seat)
    legal = hand.legal(seat)
    amounts = {option.kind: option.max for option in legal.options}
    return Question(
        seed_chips=stakes.seed,
        unit=stakes.unit,
        street=hand.variant.streets[hand.street].name,
        pot=legal.pot,
        level=max(hand.bet(other) for other in hand.live),
        mine=mine,
        stack=stack,
        buttons=tuple(
            Button(kind, amounts[kind], amounts[kind] == stack)
            for kind in BUTTONS
            if kind in amounts
        ),
    )
