"""Replaying recorded hands: the file's cards and decisions through our own rules.

`replay(text)` answers with the final stacks. Cards that the file does not know stay unknown: their
owner cannot win a showdown, and where an unknown door card or board would open, the seat that acts
in the file does. A raise that nobody left could match is taken as the call that it amounts to, as
real rooms do.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules import phh, starting
from rules.cards import NAMES, UNKNOWN
from rules.errors import Illegal, RulesError
from rules.events import Board, Deal, Event
from rules.games import GAMES
from rules.hand import Action, Hand
from rules.stakes import Stakes
from rules.state import ACTIVE, FOLDED, Player
from rules.variant import Street, Variant


class Replay(Struct, frozen=True):
    """What a file comes to. known: whether the variant is ours; reason: why it is not ok.

    stacks are final, in the file's own units and the file's order of players. read: False for what
    is no hand history at all.
    """

    variant: str
    known: bool
    ok: bool
    stacks: tuple[float, ...] = ()
    reason: str = ""
    read: bool = True


def replay(
    text: str, *, expected: Sequence[float] | None = None, rake: float | None = None
) -> Replay:
    """Replay a PHH text and compare its end with the real one.

    expected: the final stacks, else the file's own where it has them. rake: what the room took,
    else the file's own, else what is missing from the final stacks. Never raises: what is wrong
    stands in the answer.
    """
    try:
        record = phh.read(text)
    except RulesError as fault:
        return Replay("", False, False, (), f"not readable: {fault}", read=False)
    game = GAMES.get(phh.VARIANTS.get(record.variant, ""))
    if game is None:
        return Replay(record.variant, False, False, (), "this variant is not known yet")
    target = record.finishing if expected is None else tuple(expected)
    try:
        hand = run(game, record, _rake(record, target, rake))
    except RulesError as fault:
        return Replay(record.variant, True, False, (), f"stopped: {fault}")
    stacks = tuple([_in_file(chips, record.scale) for chips in hand.stacks])
    wrong = hand.problems()
    if wrong:
        return Replay(record.variant, True, False, stacks, "; ".join(wrong))
    if target is not None and not _agree(stacks, target, record.scale):
        return Replay(record.variant, True, False, stacks, f"the real stacks are {list(target)}")
    return Replay(record.variant, True, True, stacks)


def _rake(record: phh.Record, target: Sequence[float] | None, rake: float | None) -> int:
    """Return what the room took, in units of the record."""
    if rake is not None:
        return round(rake * record.scale)
    if record.rake is not None:
        return record.rake
    if target is None:
        return 0
    return max(0, sum(record.stacks) - round(sum(target) * record.scale))


def _in_file(chips: int, scale: int) -> float:
    return chips if scale == 1 else chips / scale


def _agree(stacks: Sequence[float], target: Sequence[float], scale: int) -> bool:
    """Compare final stacks; a file that halves an odd chip agrees to less than one unit."""
    if len(stacks) != len(target):
        return False
    whole = all(float(end * scale).is_integer() for end in target)
    allowed = 1e-6 if whole else 1 / scale - 1e-6
    return all(abs(ours - real) <= allowed for ours, real in zip(stacks, target, strict=True))


def run(game: Variant, record: phh.Record, rake: int = 0) -> Hand:
    """Run a recorded hand to its end. Raises `RulesError` where it breaks our rules."""
    hand = Recorded.of(game, record, rake)
    while not hand.over:
        if not hand.moves:
            raise Illegal("file_ends", on_turn=list(hand.actors))
        move = hand.moves.popleft()
        if move.player not in hand.actors:
            raise Illegal("not_on_turn", player=move.player, on_turn=list(hand.actors))
        hand.act(move.player, hand.turn(move.player), _action(hand, move))
    for move in hand.moves:
        if not _idle(hand, move):
            raise Illegal("file_goes_on", player=move.player)
    return hand


def _idle(hand: Hand, move: phh.Move) -> bool:
    """Say whether it is a check of the last seat with chips, whom some rooms still ask (B5)."""
    i = move.player - 1
    return move.kind == "call" and hand.exposed and hand.status[i] == ACTIVE


def _action(hand: Hand, move: phh.Move) -> Action:
    options = hand.legal(move.player).options
    kinds = [option.kind for option in options]
    if move.kind in ("fold", "bring_in"):
        return Action(move.kind)
    if move.kind == "raise":
        for kind in ("bet", "raise", "complete"):
            if kind in kinds:
                return Action(kind, move.amount)
        price = next((option.min for option in options if option.kind == "call"), 0)
        if move.amount < hand.bet(move.player) + price:
            raise Illegal("amount", to=move.amount)
    return Action("call" if "call" in kinds else "check")


class Recorded(Hand):
    """A hand whose cards, openers (where unknown), straddle and mucks come from a file."""

    __slots__ = ("given", "least", "moves", "mucked", "shared", "straddler")

    moves: deque[phh.Move]
    given: list[deque[int]]
    shared: deque[int]
    mucked: set[int]
    least: int
    straddler: int

    @classmethod
    def of(cls, game: Variant, record: phh.Record, rake: int) -> Recorded:
        """Start the recorded hand: seats are 1 … n, the button is the last."""
        count = len(record.stacks)
        stakes, players, small, big, straddler = _forced(record)
        game = replace(game, max_seats=max(game.max_seats, count))
        game.check(stakes)
        s = cls()
        starting.fill(s, game, stakes, players, count, (UNKNOWN,) * 52)
        s.deck = [UNKNOWN] * 52
        s.rake_due = rake
        s.least = 0 if game.betting.limits else min(record.min_bet, stakes.big_blind)
        s.straddler = straddler
        s.given = [deque() for _ in range(count)]
        s.shared = deque()
        for move in record.moves:
            if move.kind == "hole":
                s.given[move.player - 1].extend(move.cards)
            elif move.kind == "board":
                s.shared.extend(move.cards)
        s.mucked = {move.player - 1 for move in record.moves if move.kind == "muck"}
        s._learn([move for move in record.moves if move.kind == "show"])
        kinds = ("fold", "call", "raise", "bring_in")
        s.moves = deque(move for move in record.moves if move.kind in kinds)
        starting.place_blinds(s, small, big)
        if big is None:
            s.big_at = -1
        events: list[Event] = []
        s._open(players, events)
        s.opening = tuple(events)
        return s

    def _learn(self, shows: list[phh.Move]) -> None:
        """Fill in cards that were dealt unseen and shown at the end."""
        for move in shows:
            dealt = list(self.given[move.player - 1])
            dealt += [UNKNOWN] * (len(move.cards) - len(dealt))
            for at, each in enumerate(move.cards):
                if each != UNKNOWN:
                    dealt[at] = each
            self.given[move.player - 1] = deque(dealt)

    def _deal(self, street: Street, events: list[Event]) -> None:
        """Deal face-down nothings, then put the file's cards in their places."""
        dealt: list[Event] = []
        super()._deal(street, dealt)
        for event in dealt:
            if isinstance(event, Deal):
                i = self.index[event.seat]
                own = self.up[i] if event.up else self.down[i]
                cards = self._set(event.positions, own, self.given[i])
                events.append(Deal(event.seat, event.positions, cards, event.up))
            elif isinstance(event, Board):
                cards = self._set(event.positions, self.board, self.shared)
                events.append(Board(event.positions, cards))
            else:
                events.append(event)

    def _set(
        self, positions: tuple[int, ...], held: list[int], source: deque[int]
    ) -> tuple[str, ...]:
        cards = [source.popleft() if source else UNKNOWN for _ in positions]
        held[-len(cards) :] = cards
        assert isinstance(self.deck, list)
        for position, each in zip(positions, cards, strict=True):
            self.deck[position] = each
        return tuple([NAMES[each] for each in cards])

    def _first_turn(self, opener: str, events: list[Event]) -> bool:
        """Take the file's smallest bet, and a straddle as the price before the flop."""
        if self.least:
            self.step = self.least
        if self.street == 0 and self.straddler >= 0:
            self.level = self.bets[self.straddler]
        return super()._first_turn(opener, events)

    def _opener(self, opener: str) -> int:
        """Take the seat that acts in the file where an open card that decides is unknown."""
        if self.street == 0 and self.straddler >= 0:
            return (self.straddler + 1) % self.count
        unseen = any(UNKNOWN in self.up[i] for i in range(self.count) if self.status[i] != FOLDED)
        if unseen and self.moves:
            return self.moves[0].player - 1
        return super()._opener(opener)

    def _finish(self, events: list[Event]) -> None:
        """Who mucked in the file does not win, unless nobody else could."""
        live = [i for i in range(self.count) if self.status[i] != FOLDED]
        if not all(i in self.mucked or UNKNOWN in self.down[i] for i in live):
            for i in self.mucked:
                self.down[i][:1] = [UNKNOWN]
        super()._finish(events)


def _forced(
    record: phh.Record,
) -> tuple[Stakes, list[Player], int | None, int | None, int]:
    """Turn antes and blinds of a file into stakes, players, the seats of the blinds, the straddler.

    The blinds are the first two that are posted. A higher post beyond them is a straddle, the last
    of which is the price; one no higher than the big blind is a live post. An ante that all pay is
    an ante; what one pays beyond it is dead.
    """
    count = len(record.stacks)
    paid = [(amount, seat) for seat, amount in enumerate(record.blinds, 1) if amount > 0]
    blinds: list[tuple[int, int | None]] = [(0, None), (0, None), *sorted(paid[:2])]
    small, big = blinds[-2:]
    straddles = sorted([post for post in paid[2:] if post[0] > big[0]])
    if straddles and record.small_bet:
        raise Illegal("straddle")
    ante = min(record.antes)
    dead = [each - ante for each in record.antes]
    posts = [max(0, -blind) for blind in record.blinds] or [0] * count
    for amount, seat in paid[2:]:
        posts[seat - 1] = amount
    big_ante = dead[big[1] - 1] if big[1] else 0
    if big[1]:
        dead[big[1] - 1] = 0
    stakes = Stakes(
        small_blind=small[0],
        big_blind=big[0] or record.min_bet,
        ante=ante,
        big_blind_ante=big_ante,
        bring_in=record.bring_in,
        small_bet=record.small_bet,
        big_bet=record.big_bet,
    )
    players = [
        Player(seat, stack, posts[seat - 1], dead[seat - 1])
        for seat, stack in enumerate(record.stacks, 1)
    ]
    return stakes, players, small[1], big[1], straddles[-1][1] - 1 if straddles else -1
