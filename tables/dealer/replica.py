"""A table folded from its changes: who sits where, and the hand that is running.

A replica is a plain mutable value without a database. The dealer keeps one per table and process
under the table's row lock, the feed another one on its event loop; nothing is shared. It counts
only while `seq` and `digest` equal those of the table's row. Folding begins at a base: a change
that carries the whole table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from msgspec.structs import replace

from rules.button import Position
from rules.cards import NAMES
from rules.events import Event
from rules.games import GAMES
from rules.hand import Action, Hand
from rules.house import Round
from tables import events as wire
from tables.dealer import asides, commands
from tables.dealer.commands import Command, Pace, Plate
from tables.dealer.line import NOBODY
from tables.dealer.log import Folded, Stored, chain, name_of
from tables.errors import Broken

Decks = Callable[[int], tuple[int, ...]]

NAMES_KEPT = 64  # names of commands that a replica remembers
NAMES_CARRIED = 16  # and how many a base carries over
TIMEOUTS_TO_SIT_OUT = 2  # rule book B10


def seat_event(plate: Plate, stack: int) -> wire.SeatTaken:
    """What everybody sees of a seat with so many chips in front of it."""
    if plate.leaving:
        status = "leaving"
    elif plate.away_ms:
        status = "sitting_out"
    elif plate.waiting:
        status = "waiting"
    else:
        status = "playing"
    return wire.SeatTaken(plate.seat, plate.nick, plate.bot, stack, status, plate.bank_ms)


def _no_deck(hand_id: int) -> tuple[int, ...]:
    raise Broken(f"hand {hand_id} is not to be dealt")


class Replica:
    """State of one table. `fold` is the only writer of it."""

    is_house = False

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.seq = 0
        self.digest = b""
        self.roster: dict[int, Plate] = {}
        self.last: Position | None = None
        self.number = 0
        self.paused = ""
        self.at = 0
        self.pace = Pace()
        self.wake = 0
        self.done: dict[str, tuple[int, str]] = {}  # name: seq (0 = in an older hand), mark
        self.ready: commands.Ready | None = None
        self.since_base = 0
        self.line = NOBODY  # who waits for a seat
        # the hand that is running, or the last one while `over`
        self.hand: Hand | Round | None = None
        self.hand_id = 0
        self.sitters: dict[int, Plate] = {}
        self.deadlines: dict[int, int] = {}
        self.banking: set[int] = set()
        self.events: list[Event] = []
        self.dealt: commands.Deal | None = None
        self.showing: set[int] = set()  # seats that may show the hand that is over
        self.rested = 0  # when the gap after the last hand ends

    # -- reading ---------------------------------------------------------------------------------

    @property
    def running(self) -> Hand | Round | None:
        """The hand that is being played, None between hands."""
        return self.hand if self.hand is not None and not self.hand.over else None

    def in_hand(self, seat: int) -> bool:
        """Whether whoever sits here now has a live hand: its chips stay until the hand ends."""
        hand = self.running
        return hand is not None and self.owns_hand(seat) and seat in hand.live

    def owns_hand(self, seat: int) -> bool:
        """Whether the present sitter of the seat is the one that was dealt in there."""
        plate, dealt = self.roster.get(seat), self.sitters.get(seat)
        return plate is not None and dealt is not None and plate.sitting == dealt.sitting

    def is_leaving(self, seat: int) -> bool:
        """Whether a seat of the hand is on the way out: it acts without waiting."""
        return not self.owns_hand(seat) or self.roster[seat].leaving

    def seat_of(self, member: int) -> int | None:
        """The seat of a member now."""
        return next((p.seat for p in self.roster.values() if p.member == member), None)

    def hand_seat_of(self, member: int) -> int | None:
        """The seat that a member was dealt in at, in the present or last hand."""
        return next((p.seat for p in self.sitters.values() if p.member == member), None)

    def chips(self, seat: int) -> int:
        """Chips in front of a seat at this moment, without its bets."""
        plate = self.roster[seat]
        if self.running is not None and self.owns_hand(seat):
            return self.running.stack(seat)
        return plate.stack

    def escrows(self) -> dict[int, int]:
        """What the escrow account of every seat, and of who left in mid-hand, must hold now.

        Bets are not ledger rows: while a hand runs an account holds what the seat began it with.
        """
        held = {plate.escrow: plate.stack + plate.extra for plate in self.roster.values()}
        if self.running is not None:
            for seat, dealt in self.sitters.items():
                if not self.owns_hand(seat):
                    held[dealt.escrow] = dealt.stack - self.running.stack(seat)
        return held

    def plate_event(self, plate: Plate) -> wire.SeatTaken:
        """What everybody sees of a seat at this moment."""
        stack = self.chips(plate.seat) if plate.seat in self.roster else plate.stack
        return seat_event(plate, stack)

    def due(
        self, grace_ms: int, idle_ms: int, *, asleep: bool = False, idle_line: bool = False
    ) -> int:
        """When the clock has something to do here, epoch ms; 0 = nothing before a command comes.

        grace_ms: how long after a deadline the clock acts. idle_ms: how long a seat may sit out.
        asleep: the clock has looked and found that no hand can be dealt for now; idle_line: that
        no seat can be offered.
        """
        if self.paused:
            return 0
        moments = [p.away_ms + idle_ms for p in self.roster.values() if p.away_ms and not p.leaving]
        if self.wake and not asleep:
            moments.append(self.wake)
        moments += [offer.until + grace_ms for offer in self.line.offers]
        if self.line.has_news(len(self.roster)) and not idle_line:
            moments.append(self.at)
        for seat, deadline in self.deadlines.items():
            if self.is_leaving(seat):
                moments.append(self.at)
            elif not self.sitters[seat].bot:
                moments.append(deadline + grace_ms)
        return min(moments, default=0)

    # -- folding ---------------------------------------------------------------------------------

    def extend(self, changes: Iterable[Stored], decks: Decks) -> list[Folded]:
        """Fold changes that follow this replica, in order.

        Raises `Broken` when a change does not chain.
        """
        folded = []
        for seq, text, digest, *_seed in changes:
            if seq != self.seq + 1 or chain(self.digest, seq, text) != digest:
                raise Broken(f"change {seq} does not follow {self.seq}")
            command = commands.decode(text)
            events = self.fold(command, decks)
            self.seq, self.digest = seq, digest
            folded.append(Folded(seq, command, events))
        return folded

    def fold(self, command: Command, decks: Decks) -> list[Event]:
        """Apply one command and return what happened. `decks` gives the deck of a hand id.

        Raises RulesError, with nothing changed, when the command is an act that the hand refuses.
        """
        events = self.folds[type(command)](self, command, decks)
        self.at = command.at
        self.pace = command.pace
        self.since_base = 0 if isinstance(command, commands.BASES) else self.since_base + 1
        if command.id:
            hand = command.hand if isinstance(command, commands.Act) else 0
            name = name_of(command.member, hand, command.id)
            self.done[name] = (self.seq + 1, command.mark)
            while len(self.done) > NAMES_KEPT:
                del self.done[next(iter(self.done))]
        return events

    def skip_hand(self, command: Command) -> None:
        """Fold what a command did to the seats, and nothing of the hand: for undoing a hand."""
        if isinstance(command, commands.Deal):
            self._take_over(command)
            self.hand_id = command.hand
            self.sitters = {player.seat: self.roster[player.seat] for player in command.players}
        elif not isinstance(
            command, commands.Act | commands.Bank | commands.Reveal | commands.Resume
        ):
            self.fold(command, _no_deck)

    def carried(self) -> commands.Names:
        """The names and marks of the last commands, for a base to carry."""
        last = list(self.done.items())[-NAMES_CARRIED:]
        return tuple((name, mark) for name, (_, mark) in last)

    def _base(self, command: commands.Base, decks: Decks) -> list[Event]:
        self._take_over(command)
        self.paused = command.paused
        paused = [wire.Pause(self.paused)] if self.paused else []
        return [wire.Clear(), *paused, *asides.line_told(self)]

    def _take_over(self, command: commands.Whole) -> None:
        self.roster = {plate.seat: plate for plate in command.roster}
        self.last = command.last
        self.number = command.number
        # A repeated command is answered with its seq; over a border only that it was done counts.
        named = ((each, "") if isinstance(each, str) else each for each in command.done)
        self.done = {name: (self.done.get(name, (0,))[0], mark) for name, mark in named}
        self.hand, self.hand_id, self.sitters = None, 0, {}
        self.deadlines, self.banking, self.events = {}, set(), []
        self.line = NOBODY if isinstance(command, commands.Round) else command.line
        self.dealt, self.showing = None, set()
        self._wake_for_next_hand(command)

    def _deal(self, command: commands.Deal, decks: Decks) -> list[Event]:
        self._take_over(command)
        self.paused = ""
        self.dealt = command
        self.hand_id = command.hand
        self.sitters = {player.seat: self.roster[player.seat] for player in command.players}
        hand = Hand.start(
            GAMES[command.variant],
            command.stakes,
            command.players,
            command.last.button,
            decks(command.hand),
            small_blind=command.small_blind,
            big_blind=command.big_blind,
        )
        self.hand = hand
        begins = wire.HandBegins(
            str(command.hand),
            command.number,
            command.root,
            command.variant,
            command.last.button,
            command.small_blind,
            command.big_blind,
            tuple((player.seat, player.stack) for player in command.players),
        )
        self.events = [begins, *hand.opening]
        plates = [self.plate_event(self.roster[seat]) for seat in command.changed]
        told = [*asides.line_told(self), *plates]
        return [begins, *told, *hand.opening, *self._next(command)]

    def _act(self, command: commands.Act, decks: Decks) -> list[Event]:
        hand = self.running
        if hand is None or command.hand != self.hand_id:
            raise Broken("an act without its hand")
        seat = command.seat
        cards = command.cards or tuple(NAMES[hand.deck[place]] for place in command.positions)
        happened = hand.act(seat, command.turn, Action(command.kind, command.amount, cards))
        self.events.extend(happened)
        events: list[Event] = list(happened)
        if self.owns_hand(seat):
            events += self._charge_time(command)
        self.deadlines.pop(seat, None)
        self.banking.discard(seat)
        return events + self._next(command)

    def _charge_time(self, command: commands.Act) -> list[Event]:
        """Take what was used from the time bank; a second time-out in a row sits the seat out."""
        seat = command.seat
        plate = self.roster[seat]
        if seat in self.banking:
            left = max(0, self.deadlines[seat] - command.at)
            plate = replace(plate, bank_ms=min(plate.bank_ms, left))
        timeouts = plate.timeouts + 1 if command.by == "timeout" else 0
        away, why = plate.away_ms, plate.why
        if timeouts >= TIMEOUTS_TO_SIT_OUT and not away:
            away, why, timeouts = command.at, "timeouts", 0
        changed = away != plate.away_ms
        self.roster[seat] = replace(plate, timeouts=timeouts, away_ms=away, why=why)
        return [self.plate_event(self.roster[seat])] if changed else []

    def _bank(self, command: commands.Bank, decks: Decks) -> list[Event]:
        self.banking.add(command.seat)
        self.deadlines[command.seat] += self.roster[command.seat].bank_ms
        return [self._turns()]

    def _next(self, command: Command) -> list[Event]:
        """What follows in the hand: somebody's turn, or its end."""
        hand = self.hand
        assert hand is not None
        if hand.over:
            return self._finish(command)
        self.pace = command.pace
        until = command.at + self.allowed_ms()
        self.deadlines = {seat: self.deadlines.get(seat, until) for seat in hand.actors}
        bot_on_turn = any(self.sitters[seat].bot for seat in hand.actors)
        self.wake = command.at + command.pace.bot if bot_on_turn else 0
        return [self._turns()]

    def allowed_ms(self) -> int:
        """How long the running hand waits for who is on turn, without the time bank."""
        hand = self.running
        choosing = hand is not None and any(hand.legal(seat).discard for seat in hand.actors[:1])
        return self.pace.choice if choosing else self.pace.turn

    def _turns(self) -> Event:
        hand = self.running
        assert hand is not None
        seats, legal = [], []
        for seat in hand.actors:
            offer = hand.legal(seat)
            bank = self.roster[seat].bank_ms if self.owns_hand(seat) else 0
            seats.append(wire.OnTurn(seat, offer.turn, self.deadlines[seat], bank))
            legal.append((seat, offer))
        return wire.Turns(wire.Turn(str(self.hand_id), tuple(seats), None), tuple(legal))

    def _finish(self, command: Command) -> list[Event]:
        hand = self.hand
        assert hand is not None
        stacks = hand.result().stacks
        self.deadlines, self.banking = {}, set()
        events: list[Event] = [wire.Over(str(self.hand_id))]
        for seat in self.sitters:
            if not self.owns_hand(seat):
                continue
            plate = self.roster[seat]
            if plate.goes:
                del self.roster[seat]
                events.append(wire.SeatGone(seat))
                continue
            stack = stacks[seat] + plate.extra
            # Who has no chips left sits out until there are some; a bot buys by itself.
            away, why = plate.away_ms, plate.why
            if not stack and not away:
                away, why = command.at, "no_chips"
            self.roster[seat] = replace(plate, stack=stack, extra=0, away_ms=away, why=why)
            if plate.extra or away != plate.away_ms:
                events.append(self.plate_event(self.roster[seat]))
        self._wake_for_next_hand(command)
        return events + asides.may_show(self, command)

    def _wake_for_next_hand(self, command: Command) -> None:
        self.wake = self.rested = command.at + command.pace.gap

    def look_again(self, command: Command) -> None:
        """Between hands: the clock looks again whether one can be dealt."""
        if self.running is None and self.wake < command.at:
            self._wake_for_next_hand(command)

    def _put(self, plate: Plate, command: Command) -> list[Event]:
        self.roster[plate.seat] = plate
        self.look_again(command)
        return [self.plate_event(plate)]

    def _sit(self, command: commands.Sit, decks: Decks) -> list[Event]:
        return self._put(command.plate, command) + asides.seated(self, command.plate.member)

    def _leave(self, command: commands.Leave, decks: Decks) -> list[Event]:
        if not command.gone:
            return self._put(replace(self.roster[command.seat], leaving=True), command)
        del self.roster[command.seat]
        self.look_again(command)
        return [wire.SeatGone(command.seat)]

    def _top_up(self, command: commands.TopUp, decks: Decks) -> list[Event]:
        plate = self.roster[command.seat]
        if self.running is not None and self.owns_hand(command.seat):
            plate = replace(plate, extra=plate.extra + command.amount)
        else:
            # Chips bring a seat back that sat out for want of them.
            back = not plate.stack and plate.why in ("", "no_chips")
            away, why = (0, "") if back else (plate.away_ms, plate.why)
            plate = replace(plate, stack=plate.stack + command.amount, away_ms=away, why=why)
        return self._put(plate, command)

    def _sit_out(self, command: commands.SitOut, decks: Decks) -> list[Event]:
        plate = self.roster[command.seat]
        wishes = replace(plate.wishes, sit_out=False)
        plate = replace(plate, away_ms=command.at, why=command.why, wishes=wishes)
        return self._put(plate, command)

    def _sit_in(self, command: commands.SitIn, decks: Decks) -> list[Event]:
        plate = self.roster[command.seat]
        return self._put(replace(plate, away_ms=0, timeouts=0, post=command.post, why=""), command)

    def _pause(self, command: commands.Pause, decks: Decks) -> list[Event]:
        self.paused = command.code
        return [wire.Pause(command.code)]

    def _resume(self, command: commands.Resume, decks: Decks) -> list[Event]:
        self.paused = ""
        if self.running is None:
            self.look_again(command)
            return [wire.Resume()]
        self.deadlines, self.banking = {}, set()
        return [wire.Resume(), *self._next(command)]

    def _void(self, command: commands.Void, decks: Decks) -> list[Event]:
        former = set(self.roster)
        self._take_over(command)
        self.paused = ""
        events: list[Event] = [wire.Void(str(command.hand), command.code), wire.Resume()]
        events += [wire.SeatGone(seat) for seat in sorted(former - set(self.roster))]
        events += asides.line_told(self)
        return events + [self.plate_event(plate) for plate in command.roster]

    folds: ClassVar[dict[type[Command], Callable[..., list[Event]]]] = {
        commands.Base: _base,
        commands.Deal: _deal,
        commands.Act: _act,
        commands.Bank: _bank,
        commands.Sit: _sit,
        commands.Leave: _leave,
        commands.TopUp: _top_up,
        commands.SitOut: _sit_out,
        commands.SitIn: _sit_in,
        commands.Wish: asides.wish,
        commands.Wait: asides.wait,
        commands.Unwait: asides.unwait,
        commands.Offered: asides.offered,
        commands.Reveal: asides.reveal,
        commands.Pause: _pause,
        commands.Resume: _resume,
        commands.Void: _void,
    }
