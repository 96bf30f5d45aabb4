"""Random hands side by side with PokerKit: the same turns, prices, raises and final stacks.

Where the two differ on purpose the difference is named here with its rule; any other is a failure.

| code | rule | what PokerKit 0.7.7 does |
|---|---|---|
| reopened | B4, TDA 47-A | after a limp or check a short all-in lets that player raise again |
| smaller_call | B5 | a short big blind or bring-in lowers the price for the others |
| cap_heads_up | C4 | the cap binds two players as well |
| open_pair | C5 | no big bet on an open pair on fourth street |
| half_bet | C5, TDA 47-B | no half-bet rule: short all-ins in limit games count otherwise |
| odd_chip_by_suit | C7, TDA 20-B | odd chips in stud go by seat |
| forced_next | C3 | a low card that is all-in forces the next player to bring it in |
| nobody_to_match | B3 | the last two: a raise that nobody can match is offered or not |
| board_tie | C5, TDA RP-10-D | equal boards open by seat |
| asked_for_nothing | B5 | a blind that nobody can raise or match is asked to check |
| blind_is_no_bet | B13, C4 | the big blind does not count: four raises follow before the flop |
| pot_sized_limit | B13 | fixed-limit Omaha hi-lo may bet up to the pot |
| fold_for_nothing | B11 | folding where checking is free is refused |

Codes in `MET` are met in the random hands and counted. The limit games are played deep and with
the options that PokerKit has; the other rules are shown by hands of their own in test_limit.py and
test_stud.py.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

pokerkit = pytest.importorskip("pokerkit")

from rules.betting import FixedLimit  # noqa: E402
from rules.cards import NAMES  # noqa: E402
from rules.events import Act, Board, Burn, Deal, Event  # noqa: E402
from rules.games import GAMES  # noqa: E402
from rules.hand import Action, Hand, Player  # noqa: E402
from rules.variant import Variant  # noqa: E402
from tests.rules.builders import STAKES, random_action, shuffled  # noqa: E402

_A = pokerkit.Automation
AUTOMATIC = (
    _A.ANTE_POSTING,
    _A.BET_COLLECTION,
    _A.BLIND_OR_STRADDLE_POSTING,
    _A.HOLE_CARDS_SHOWING_OR_MUCKING,
    _A.HAND_KILLING,
    _A.CHIPS_PUSHING,
    _A.CHIPS_PULLING,
)

#: Our game with the options that PokerKit has, and its own class.
LIKE_PEER = {"cap_heads_up": True, "open_pair": "off"}
STUD_LIKE_PEER = {
    "betting": FixedLimit(**LIKE_PEER),
    "odd": "button",
    "board_tie": "seat",
}
PEERS: dict[str, tuple[str, dict[str, Any]]] = {
    "nlhe": ("NoLimitTexasHoldem", {}),
    "flhe": ("FixedLimitTexasHoldem", {"betting": FixedLimit(**LIKE_PEER)}),
    "plo": ("PotLimitOmahaHoldem", {}),
    "flo8": (
        "FixedLimitOmahaHoldemHighLowSplitEightOrBetter",
        {"betting": FixedLimit(**LIKE_PEER)},
    ),
    "stud": ("FixedLimitSevenCardStud", STUD_LIKE_PEER),
    "razz": ("FixedLimitRazz", STUD_LIKE_PEER),
    "stud8": ("FixedLimitSevenCardStudHighLowSplitEightOrBetter", STUD_LIKE_PEER),
}


def peer_of(game: Variant, stacks: list[int]) -> Any:
    """A PokerKit state of the same game, stakes and stacks."""
    name, _ = PEERS[game.key]
    stakes = STAKES[game.key]
    amounts: list[Any] = [stakes.ante]
    if "blinds" in game.forced:
        amounts.append((stakes.small_blind, stakes.big_blind))
    if stakes.bring_in:
        amounts.append(stakes.bring_in)
    if stakes.small_bet:
        amounts += [stakes.small_bet, stakes.big_bet]
    else:
        amounts.append(stakes.big_blind)
    return getattr(pokerkit, name).create_state(AUTOMATIC, True, *amounts, stacks, len(stacks))


def follow(peer: Any, events: list[Event], met: Counter[str]) -> None:
    """Do to the peer what happened in our hand."""
    street: dict[int, str] = {}
    for event in events:
        if isinstance(event, Deal):
            street[event.seat] = street.get(event.seat, "") + "".join(event.cards or ())
            continue
        for seat, cards in street.items():
            peer.deal_hole(cards, seat)
        street = {}
        if isinstance(event, (Burn, Board)) and peer.actor_index is not None:
            met["asked_for_nothing"] += 1
            peer.check_or_call()
        if isinstance(event, Burn):
            peer.burn_card(NAMES[deck_of[id(peer)][event.position]])
        elif isinstance(event, Board):
            peer.deal_board("".join(event.cards))
        elif isinstance(event, Act):
            if event.kind == "fold":
                peer.fold()
            elif event.kind in ("check", "call"):
                peer.check_or_call()
            elif event.kind == "bring_in":
                peer.post_bring_in()
            else:
                peer.complete_bet_or_raise_to(event.bet)
    for seat, cards in street.items():
        peer.deal_hole(cards, seat)


MET: dict[str, set[str]] = {key: {"hands"} for key in PEERS}
MET["nlhe"] |= {"reopened", "smaller_call", "nobody_to_match", "asked_for_nothing"}
MET["plo"] |= MET["nlhe"]
MET["flhe"] |= {"blind_is_no_bet"}
MET["flo8"] |= {"blind_is_no_bet", "pot_sized_limit"}

deck_of: dict[int, tuple[int, ...]] = {}


def differences(hand: Hand, peer: Any) -> list[str]:
    """Name what differs in the decision at hand; what has no name is an assertion."""
    seat = hand.actors[0]
    assert peer.actor_index == seat
    legal = hand.legal(seat)
    kinds = {option.kind: option for option in legal.options}
    found = []
    if "bring_in" in kinds:
        assert peer.can_post_bring_in()
        return []
    price = legal.to_call
    if peer.checking_or_calling_amount != price:
        assert peer.checking_or_calling_amount < price
        found.append("smaller_call")
    bet = kinds.get("bet") or kinds.get("raise") or kinds.get("complete")
    theirs = peer.can_complete_bet_or_raise_to()
    if bet is None and theirs:
        if hand.capped:
            found.append("blind_is_no_bet" if hand.variant.key == "flhe" else "pot_sized_limit")
        else:
            found.append("reopened" if hand.acted[hand.index[seat]] else "nobody_to_match")
    elif bet is not None:
        assert theirs
        least = peer.min_completion_betting_or_raising_to_amount
        most = peer.max_completion_betting_or_raising_to_amount
        if most > bet.max and hand.variant.key == "flo8":
            found.append("pot_sized_limit")
            most = bet.max
        if "smaller_call" not in found:
            assert (least, most) == (bet.min, bet.max)
    return found


def side_by_side(key: str, seed: int, met: Counter[str]) -> None:
    rng = random.Random(seed)
    game = replace(GAMES[key], **PEERS[key][1])
    count = rng.randint(2, 6)
    deep = bool(STAKES[key].small_bet)
    sizes = [10_000] if deep else [100, 150, 220, 480, 1000, 5000]
    stacks = [rng.choice(sizes) for _ in range(count)]
    deck = shuffled(seed)
    players = [Player(seat, stack) for seat, stack in enumerate(stacks)]
    hand = Hand.start(game, STAKES[key], players, count - 1, deck)
    peer = peer_of(game, stacks)
    deck_of[id(peer)] = deck
    follow(peer, list(hand.opening), met)
    while not hand.over:
        found = differences(hand, peer)
        met.update(found)
        if "smaller_call" in found:
            return
        seat = hand.actors[0]
        action = random_action(hand, seat, rng)
        if action.kind == "fold" and any(o.kind == "check" for o in hand.legal(seat).options):
            action = Action("check")  # PokerKit does not let a player fold for nothing
        follow(peer, list(hand.act(seat, hand.turn(seat), action)), met)
    assert not peer.status
    assert list(peer.stacks) == hand.stacks
    met["hands"] += 1


@pytest.mark.parametrize("key", sorted(PEERS))
@pytest.mark.filterwarnings("ignore")
def test_the_same_hands_end_the_same(key: str) -> None:
    met: Counter[str] = Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in range(60):
            side_by_side(key, seed, met)
    assert met["hands"] > 40
    assert set(met) <= MET[key]
