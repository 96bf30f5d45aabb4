"""Answers to test vectors of house games, computed from their inputs alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec

from rules.cards import NAMES, parse
from rules.errors import Illegal, Malformed
from rules.house import casino_holdem, russian, uth
from rules.house.casino_holdem import CasinoHoldemSettings
from rules.house.round import Outcome, Settings
from rules.house.russian import ACE_KING, RussianSettings
from rules.house.uth import UthSettings
from rules.ranking import describe_high, high

_S = TypeVar("_S", bound=Settings)
_ACTIONS: Final = ("play", "fold")


def answer(name: str, case: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to one case of the file `name`: an object with `expect`.

    Raises `Malformed` for a case that cannot be read.
    """
    if name not in _ANSWERS:
        raise Malformed("vectors", name=name)
    if not isinstance(case, Mapping):
        raise Malformed("case", reason="a case is an object")
    try:
        return {"expect": _ANSWERS[name](case)}
    except KeyError as error:
        raise Malformed("case", lacks=str(error.args[0])) from error
    except (TypeError, ValueError, AttributeError) as error:
        raise Malformed("case", reason=str(error)[:120]) from error


def _cards(
    case: Mapping[str, Any], *more: int, **counts: tuple[int, ...]
) -> dict[str, tuple[int, ...]]:
    """The hands of a case by name; all cards differ, those of `more` too."""
    found = {hand: parse("".join(case[hand])) for hand in counts}
    together = [*more, *(card for hand in found.values() for card in hand)]
    if len(set(together)) != len(together):
        raise Malformed("card_repeated")
    for hand, cards in found.items():
        if len(cards) not in counts[hand]:
            raise Malformed("cards", hand=hand)
    return found


def _chips(case: Mapping[str, Any], bet: str) -> int:
    """The chips of a bet; 0 if it is not made."""
    amount = case.get(bet)
    if amount is None:
        return 0
    if type(amount) is not int or amount < 0:
        raise Malformed("amount", bet=bet)
    return amount


def _ante(case: Mapping[str, Any]) -> int:
    if not (ante := _chips(case, "ante")):
        raise Malformed("case", lacks="ante")
    return ante


def _net(outcome: Outcome, *bets: str) -> dict[str, int]:
    net = {bet: outcome.nets.get(bet, 0) for bet in bets}
    return net | {"total": sum(net.values())}


def _category(strength: int) -> str:
    return describe_high(strength).category


def _settings(kind: type[_S], options: Mapping[str, Any]) -> _S:
    """Settings with these options; one that is null is left as the book marks it."""
    try:
        found = msgspec.convert({n: o for n, o in options.items() if o is not None}, kind)
        found.check()
    except msgspec.ValidationError as error:
        raise Malformed("options", reason=str(error)) from error
    except Illegal as error:
        raise Malformed("options", **error.data) from error
    return found


def _uth(case: Mapping[str, Any]) -> dict[str, Any]:
    cards = _cards(case, player=(2,), dealer=(2,), board=(5,))
    ante, multiple = _ante(case), case["play_multiple"]
    if type(multiple) is not int or not 0 <= multiple <= 4:
        raise Malformed("play_multiple")
    settings = _settings(UthSettings, case.get("options") or {})
    if "blind" not in case:
        raise Malformed("case", lacks="blind")
    stakes = {bet: _chips(case, bet) for bet in ("ante", "blind", "trips")}
    stakes["play"] = multiple * ante
    outcome = uth.settle(stakes, cards["player"], cards["dealer"], cards["board"], settings)
    return {
        "player": _category(outcome.player),
        "dealer": _category(outcome.dealer),
        "qualifies": outcome.qualifies,
        "result": outcome.result,
        "net": _net(outcome, "ante", "blind", "play", "trips"),
    }


def _casino_holdem(case: Mapping[str, Any]) -> dict[str, Any]:
    cards = _cards(case, player=(2,), dealer=(2,), board=(5,))
    ante, call = _ante(case), case["call"]
    if type(call) is not bool:
        raise Malformed("call")
    settings = _settings(CasinoHoldemSettings, case.get("options") or {})
    stakes = {"ante": ante, "aa": _chips(case, "aa"), "call": 2 * ante if call else 0}
    player, board = cards["player"], cards["board"]
    outcome = casino_holdem.settle(stakes, player, cards["dealer"], board, settings)
    shown: dict[str, Any] = {}
    if call:
        shown = {
            "player": _category(outcome.player),
            "dealer": _category(outcome.dealer),
            "qualifies": outcome.qualifies,
        }
    return {
        **shown,
        "result": outcome.result,
        "aa": casino_holdem.aa_hand(player, board[:3]),
        "net": _net(outcome, "ante", "call", "aa"),
    }


def _russian_poker(case: Mapping[str, Any]) -> dict[str, Any]:
    given = dict(case.get("inputs") or {})
    drawn = parse("".join(given.pop("buy_dealer", None) or ()))
    cards = _cards(case, *drawn, player=(5, 6), dealer=(5,))
    player, dealer = cards["player"], cards["dealer"]
    ante = _ante(case)
    if case["action"] not in _ACTIONS:
        raise Malformed("action")
    stakes = {"ante": ante}
    for bet in ("fee", "insurance"):
        stakes[bet] = _chips(given, bet)
        given.pop(bet, None)
    settings = _settings(RussianSettings, given)
    first, second = russian.counted(player, settings)
    hands: dict[str, Any] = {
        "first": first.category if first else None,
        "second": second.category if second else None,
    }
    if case["action"] == "fold":
        outcome = russian.settle(stakes, player, dealer, settings)
        return hands | _ended(outcome)
    stakes["bet"] = 2 * ante
    qualifies = high(dealer) >= ACE_KING
    hands["dealer_qualifies"] = qualifies
    if drawn and not qualifies:
        stakes["buy"] = ante
        after = russian.exchanged_dealer(dealer, drawn)
        if after == dealer:
            raise Malformed("cards", hand="buy_dealer")  # all of the rank that is replaced
        hands["dealer_after"] = [NAMES[card] for card in after]
        hands["dealer_qualifies_after"] = high(after) >= ACE_KING
    else:
        drawn = ()
    return hands | _ended(russian.settle(stakes, player, dealer, settings, drawn=drawn))


def _ended(outcome: Outcome) -> dict[str, Any]:
    net = _net(outcome, "ante", "bet", "fee", "insurance", "buy")
    return {"result": outcome.result, "net": net}


_ANSWERS: Final = {
    "uth": _uth,
    "casino_holdem": _casino_holdem,
    "russian_poker": _russian_poker,
}
