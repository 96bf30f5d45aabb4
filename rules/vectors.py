"""Answers to test vectors: small questions with one exact answer, put as JSON.

A file's base name says what kind of question its cases are; the answer to a case has the keys that
the file expects of it. `answer` computes from the case alone and never looks at an expectation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from rules import opening, pots, showdown
from rules.betting import FixedLimit, KoreanBetting
from rules.cards import DECK, card
from rules.errors import Malformed, RulesError
from rules.events import Award, Event
from rules.games import NLHE, RAZZ, STUD, STUD8
from rules.hand import Action, Hand
from rules.korean import Korean
from rules.lowball import Low, low_key
from rules.pots import Pot
from rules.ranking import High, high
from rules.stakes import Stakes
from rules.starting import fill
from rules.state import ACTIVE, FOLDED, Player, State
from rules.variant import Variant

Case = dict[str, Any]

_HOUSE: Final = ("uth", "casino_holdem", "russian_poker")
_PLENTY: Final = 10**9
#: What a case of another shape runs into.
_UNREADABLE: Final = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, StopIteration,
    TypeError, ValueError,
)  # fmt: skip


def cases(name: str, data: Any) -> Iterator[tuple[str, str, Any]]:
    """List (kind, id, case) of a file. Raises `Malformed("vectors")` for an unknown kind.

    name: the file's base name; where the file is an object, its keys say which cases stand there
    and what is no list of cases is passed over.
    """
    stem = name.removesuffix(".json")
    groups = data if isinstance(data, dict) else {"": data}
    lists = {group: rows for group, rows in groups.items() if isinstance(rows, list)}
    if not lists:
        raise Malformed("vectors", name=name)
    kinds = {group: _kind(stem, group) for group in lists}
    for group, rows in lists.items():
        for row in rows:
            yield kinds[group], str(row.get("id", "")) if isinstance(row, dict) else "", row


def _kind(stem: str, group: str) -> str:
    for kind in (*_ANSWERS, *_HOUSE):
        base, _, part = kind.partition(".")
        if group == part if part else base in stem:
            return kind
    raise Malformed("vectors", name=f"{stem} {group}".strip())


def answer(kind: str, case: Case) -> Case:
    """Return what the rules say to a case. Raises `Malformed("case")` if it cannot be read."""
    try:
        if kind in _HOUSE:
            return _house(kind, case)
        return _ANSWERS[kind](case)
    except RulesError:
        raise
    except KeyError as fault:
        raise Malformed("case", lacks=str(fault.args[0])[:120]) from fault
    except _UNREADABLE as fault:
        raise Malformed("case", fault=f"{type(fault).__name__}: {fault}"[:120]) from fault


def _house(kind: str, case: Case) -> Case:
    if find_spec("rules.house") is None or find_spec("rules.house.vectors") is None:
        raise Malformed("vectors", name=kind)
    found: Case = import_module("rules.house.vectors").answer(kind, case)
    return found


def _cards(names: list[str]) -> list[int]:
    return [card(name) for name in names]


def _better(a: int, b: int) -> str:
    return "a" if a > b else "b" if b > a else "tie"


def _hand_compare(case: Case) -> Case:
    return {"expect": _better(high(_cards(case["a"])), high(_cards(case["b"])))}


def _lowball(case: Case) -> Case:
    a, b = _cards(case["a"]), _cards(case["b"])
    return {
        "expect": _better(Low().score(a, ()), Low().score(b, ())),
        "low_a": list(low_key(a)),
        "low_b": list(low_key(b)),
        "q8_a": bool(Low(8).score(a, ())),
        "q8_b": bool(Low(8).score(b, ())),
        "q9_a": bool(Low(9).score(a, ())),
        "q9_b": bool(Low(9).score(b, ())),
    }


def _bare(variant: Variant, stakes: Stakes, places: int, dealer: int = 0) -> State:
    """Return a state with nothing but seats, for questions about one moment of a hand."""
    s = State()
    players = [Player(seat, _PLENTY) for seat in range(places)]
    fill(s, variant, stakes, players, dealer, DECK)
    s.small_at = s.big_at = -1
    return s


def _hilo(case: Case) -> Case:
    names = list(case["players"])
    parts = (High(), Low(case["qualifier"] or 0))
    variant = Variant("vector", (), (), FixedLimit(), parts, odd="suit")
    s = _bare(variant, Stakes(unit=case["unit"]), len(names))
    s.down = [_cards(case["players"][name]) for name in names]
    live = range(len(names))
    scores = [{i: part.score(s.down[i], ()) for i in live} for part in parts]
    winners = []
    for score in scores:
        best = max(score.values())
        winners.append([names[i] for i in live if best and score[i] == best])
    s.pots = [Pot(case["pot"], tuple(live))]
    events: list[Event] = []
    showdown.award_pot(s, 0, case["pot"], scores, events)
    payouts = dict.fromkeys(names, 0)
    for event in events:
        assert isinstance(event, Award)
        payouts[names[event.seat]] += event.amount
    return {"high_winners": winners[0], "low_winners": winners[1], "payouts": payouts}


def _first_to_act(case: Case) -> Case:
    variant = {"stud": STUD, "razz": RAZZ, "stud8": STUD8}[case["game"]]
    s = _bare(variant, Stakes(), case["n_seats"], case["dealer"])
    for i in range(s.count):
        s.up[i] = _cards(case["up"].get(str(i), []))
        s.status[i] = ACTIVE if s.up[i] else FOLDED
    opener = variant.streets[case["street"] - 3].opener
    return {"expect_seat": opening.OPENERS[opener](s)}


def _fixed_limit(case: Case) -> Case:
    """Walk through a limit round: who acts is always the next player."""
    limits = case["limits"]
    stakes = Stakes(
        ante=limits["ante"],
        bring_in=limits["bring_in"],
        small_bet=limits["small"],
        big_bet=limits["big"],
    )
    s = _bare(STUD, stakes, case["players"])
    s.street = case["street"] - 3
    s.acted = [False] * s.count
    betting = FixedLimit()
    s.up = [[] for _ in s.seats]
    betting.begin(s)
    s.pair_shown = bool(case["open_pair"]) and case["street"] == 4
    actor, answers = 0, []
    for step in case["steps"]:
        _limit_step(s, betting, actor, step["after"])
        actor = (actor + 1) % s.count
        while s.status[actor] == FOLDED:
            actor = (actor + 1) % s.count
        answers.append(_limit_levels(s, betting, actor))
    return {"next_options_level": answers}


def _limit_step(s: State, betting: FixedLimit, i: int, after: str) -> None:
    if after == "fold":
        s.status[i] = FOLDED
        s.alive -= 1
        s.active -= 1
    elif after == "call":
        s.bets[i] = s.level
    elif after == "bring":
        s.bets[i] = s.stakes.bring_in
        betting.took(s, i, s.bets[i], "bring_in")
    elif after != "check":
        bets = betting.bets(s, i)
        chosen = bets[-1] if after.endswith("_big") else bets[0]
        s.bets[i] = chosen.max
        betting.took(s, i, chosen.max, chosen.kind)
    s.acted[i] = True


def _limit_levels(s: State, betting: FixedLimit, i: int) -> list[str]:
    found = ["fold", f"call {s.level}"] if s.level > s.bets[i] else ["check"]
    for option in betting.bets(s, i):
        found.append(f"{option.kind} to {option.max}".replace("bet to", "bet"))
    return found


def _sidepots(case: Case) -> Case:
    put = {int(seat): chips for seat, chips in case["contributed"].items()}
    strength = {int(seat): value for seat, value in case["strength"].items()}
    back = pots.uncalled(put, case["folded"])
    if back:
        put[back[0]] -= back[1]
    dead = sum(case.get("dead", {}).values())
    found = pots.layers(put, case["folded"], dead)
    won: dict[int, int] = {}
    for pot in found:
        best = max(strength[seat] for seat in pot.seats)
        winners = [seat for seat in pot.seats if strength[seat] == best]
        winners.sort(key=lambda seat: (seat - case["button"] - 1) % case["n_seats"])
        for seat, chips in pots.share(pot.amount, winners, case.get("unit", 1)).items():
            won[seat] = won.get(seat, 0) + chips
    return {
        "returns": {str(back[0]): back[1]} if back else {},
        "pots": [{"amount": pot.amount, "eligible": sorted(pot.seats)} for pot in found],
        "payouts": {str(seat): chips for seat, chips in sorted(won.items()) if chips},
    }


def _nlhe_betting(case: Case) -> Case:
    stakes = Stakes(small_blind=case["sb"], big_blind=case["bb"])
    players = [Player(seat, stack) for seat, stack in enumerate(case["stacks"])]
    hand = Hand.start(NLHE, stakes, players, case["button"], DECK)
    for kind, *amount in case["actions"]:
        seat = hand.actors[0]
        hand.act(seat, hand.turn(seat), _no_limit(hand, seat, kind, amount))
    if hand.over:
        ended = "showdown" if hand.result().shown else "uncontested"
        return {"next": {"seat": None, "street": ended}}
    seat = hand.actors[0]
    legal = hand.legal(seat)
    kinds = {option.kind: option for option in legal.options}
    bet = kinds.get("raise") or kinds.get("bet")
    found: Case = {
        "seat": seat,
        "street": hand.variant.streets[hand.street].name,
        "to_call": legal.to_call,
        "check": "check" in kinds,
        "may_raise": bet is not None,
    }
    if bet is not None:
        most = hand.bet(seat) + hand.stack(seat)
        found |= {"min_to": bet.min, "max_to": bet.max, "min_is_all_in": bet.min == most}
    return {"next": found}


def _no_limit(hand: Hand, seat: int, kind: str, amount: list[int]) -> Action:
    kinds = {option.kind: option for option in hand.legal(seat).options}
    bet = kinds.get("raise") or kinds.get("bet")
    if kind == "allin":
        return Action(bet.kind, bet.max) if bet else Action("call")
    if kind == "raise":
        return Action(bet.kind if bet else "raise", amount[0])
    return Action(kind)


def _korean_amounts(case: Case) -> Case:
    state = case["state"]
    level, mine, stack = state["level"], state["mine"], state["stack"]
    stakes = Stakes(seed=state["seed"], unit=state.get("unit", 1), cap=state.get("cap") or 0)
    betting = KoreanBetting(
        double=state.get("double", "2x_call"),
        base=state.get("frac", "pot_plus_call"),
        quarter=state.get("quarter", True),
        full=state.get("full", True),
    )
    found: Case = {"die": 0}
    amounts = [("call", min(level - mine, stack))] if level else [("check", 0)]
    if state.get("raise_ok", True):
        amounts += betting.amounts(state["pot"], level, mine, stack, stakes)
    for kind, amount in amounts:
        found[kind] = {"amount": amount, "all_in": amount >= stack}
    return {"options": found}


def _korean_compare(case: Case) -> Case:
    options = case.get("options", {})
    scoring = Korean(
        options.get("back", "second"),
        options.get("bsf", "second"),
        "on" if options.get("suit", True) else "off",
    )
    a, b = (scoring.score(_cards(case[side]), ()) for side in "ab")
    return {"expect": _better(a, b)}


def _korean_boss(case: Case) -> Case:
    ups = {int(seat): _cards(names) for seat, names in case["up"].items()}
    return {"boss": max(ups, key=lambda seat: opening.boss_key(ups[seat]))}


_ANSWERS: Final[dict[str, Callable[[Case], Case]]] = {
    "hand_compare": _hand_compare,
    "lowball": _lowball,
    "hilo": _hilo,
    "stud_bringin.first_to_act": _first_to_act,
    "stud_bringin.fixed_limit": _fixed_limit,
    "sidepots": _sidepots,
    "nlhe_betting": _nlhe_betting,
    "korean_seven.amounts": _korean_amounts,
    "korean_seven.compare": _korean_compare,
    "korean_seven.boss": _korean_boss,
}
