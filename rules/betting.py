"""The four betting structures: what may be bet, and what a bet changes (B3, B4, B13, C3-C5).

Each is a frozen value that a variant names. `begin` opens a round, `bets` lists the bets and raises
open to a place (fold, check and call are the same in every game and made by `Hand`; it asks only
when some other live seat could put in more than the present level), `took` records one.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from rules.stakes import Stakes
from rules.state import FOLDED, Option, State


class Betting(Protocol):
    """What `Hand` asks of a betting structure."""

    @property
    def limits(self) -> bool:
        """Whether the game is played with a small and a big bet."""

    def begin(self, s: State) -> None: ...
    def bets(self, s: State, i: int) -> tuple[Option, ...]: ...
    def took(self, s: State, i: int, to: int, kind: str) -> None: ...
    def may_check(self, s: State, i: int) -> bool: ...


class NoLimit(Struct, frozen=True):
    """Any amount from the last full raise up to the stack."""

    @property
    def limits(self) -> bool:
        return False

    def begin(self, s: State) -> None:
        s.step = s.stakes.big_blind
        s.level = s.step if s.street == 0 and s.big_at >= 0 else 0

    def may_check(self, s: State, i: int) -> bool:
        return True

    def bets(self, s: State, i: int) -> tuple[Option, ...]:
        level = s.level
        bet = s.bets[i]
        step = s.step
        if s.acted[i] and level - bet < step:
            return ()
        most = bet + s.stacks[i]
        if most <= level:
            return ()
        least = level + step
        return (Option("raise" if level else "bet", least if least < most else most, most),)

    def took(self, s: State, i: int, to: int, kind: str) -> None:
        step = to - s.level
        if step >= s.step:
            s.step = step
        s.level = to


class PotLimit(NoLimit, frozen=True):
    """No more than the pot after calling; blinds that are short or missing count as full."""

    def bets(self, s: State, i: int) -> tuple[Option, ...]:
        free = NoLimit.bets(self, s, i)
        if not free:
            return free
        kind, least, most = free[0].kind, free[0].min, free[0].max
        pot = sum(s.totals) + s.dead + s.phantom
        limit = max(2 * s.level - s.bets[i] + pot, least)
        return (Option(kind, least, limit if limit < most else most),)


class FixedLimit(Struct, frozen=True):
    """Small and big bet, a cap on raises, the half-bet rule for all-ins (C3-C5).

    cap: raises after the bet or completion, 0 = none. cap_heads_up: the cap also binds two players.
    open_pair: who may bet big when a pair shows on fourth street: `all`, `pair` (only the seat that
    shows it may start so) or `off`.
    """

    cap: int = 3
    cap_heads_up: bool = False
    open_pair: str = "all"

    @property
    def limits(self) -> bool:
        return True

    def begin(self, s: State) -> None:
        stakes = s.stakes
        rule = s.variant.streets[s.street]
        s.step = stakes.big_bet if rule.big else stakes.small_bet
        s.level = s.base = s.raises = 0
        s.opened = s.capped = s.big_made = s.pair_shown = False
        if s.street == 0 and s.big_at >= 0:
            s.level = s.base = stakes.big_blind
            s.opened = True
        elif s.street == 0 and "bring_in" in s.variant.forced:
            s.base = stakes.bring_in
            s.bring = True
        s.target = stakes.small_bet if s.bring else s.base + s.step
        if rule.open_pair:
            live = [i for i in range(s.count) if s.status[i] != FOLDED]
            s.pair_shown = any(_has_pair(s.up[i]) for i in live)

    def may_check(self, s: State, i: int) -> bool:
        return True

    def bets(self, s: State, i: int) -> tuple[Option, ...]:
        if s.capped:
            return ()
        bet, level, target = s.bets[i], s.level, s.target
        if s.acted[i] and 2 * (level - bet) < target - s.base:
            return ()
        most = bet + s.stacks[i]
        if most <= level or most <= s.base:
            return ()
        kind = "raise" if s.opened else "complete" if level or s.bring else "bet"
        amount = target if target < most else most
        option = Option(kind, amount, amount)
        if s.pair_shown and most > target and self._may_big(s, i):
            big = min(s.base + s.stakes.big_bet, most)
            return (option, Option(kind, big, big))
        return (option,)

    def _may_big(self, s: State, i: int) -> bool:
        if s.big_made or self.open_pair == "off":
            return False
        return self.open_pair == "all" or s.opened or _has_pair(s.up[i])

    def took(self, s: State, i: int, to: int, kind: str) -> None:
        s.bring = False
        if kind == "bring_in":
            s.level = s.stakes.bring_in
            return
        before = s.level if s.level > s.base else s.base
        if to > s.target and not s.big_made:
            s.big_made = 2 * (to - before) >= s.stakes.big_bet
        if 2 * (to - before) >= s.target - s.base:
            if s.opened:
                s.raises += 1
                self._cap(s)
            s.opened = True
            s.base = to
            if s.big_made:
                s.step = s.stakes.big_bet
            s.target = to + s.step
        if to > s.level:
            s.level = to

    def _cap(self, s: State) -> None:
        if self.cap and s.raises >= self.cap and (self.cap_heads_up or s.alive > 2):
            s.capped = True


def _has_pair(cards: list[int]) -> bool:
    return len({each >> 2 for each in cards}) < len(cards)


class KoreanBetting(Struct, frozen=True):
    """Pot-based buttons and their limits (D3, D4).

    raises: most raises of a round before the last street, 0 = no limit (the last has none).
    own_raises: most raises of one seat in a round, 0 = no limit. heads_up_free: no limits for two.
    double: `2x_call` or `raise_to_2x`. base: `pot_plus_call` or `pot_only`. quarter, half, full,
    ddadang: whether the table has the button. boss_check: only the boss may check. strict: a button
    that costs more than the stack is not offered (the call is).
    """

    raises: int = 6
    own_raises: int = 0
    heads_up_free: bool = False
    double: str = "2x_call"
    base: str = "pot_plus_call"
    quarter: bool = True
    half: bool = True
    full: bool = True
    ddadang: bool = True
    boss_check: bool = False
    strict: bool = False

    @property
    def limits(self) -> bool:
        return False

    def begin(self, s: State) -> None:
        s.level = s.raises = 0
        s.opened = False
        s.closed = [False] * s.count
        s.raised_by = [0] * s.count

    def may_check(self, s: State, i: int) -> bool:
        return not self.boss_check or i == s.lead

    def bets(self, s: State, i: int) -> tuple[Option, ...]:
        if not self._may_raise(s, i):
            return ()
        pot = sum(s.totals) + s.dead
        buttons = self.amounts(pot, s.level, s.bets[i], s.stacks[i], s.stakes)
        return tuple([Option(kind, amount, amount) for kind, amount in buttons])

    def _may_raise(self, s: State, i: int) -> bool:
        if s.closed[i]:
            return False
        if not s.level or (self.heads_up_free and s.alive == 2):
            return True
        last = s.street == len(s.variant.streets) - 1
        if self.raises and not last and s.raises >= self.raises:
            return False
        return not self.own_raises or s.raised_by[i] < self.own_raises

    def amounts(
        self, pot: int, level: int, mine: int, stack: int, stakes: Stakes
    ) -> list[tuple[str, int]]:
        """Return the buttons that bet or raise, each with the chips to put in now.

        pot: all chips in the middle, this round included; level: highest bet of the round; mine:
        own bet of the round. Amounts of the stack or more are the stack (all-in); a button that
        would put in no more than the call is left out.
        """
        call = level - mine
        base = pot if self.base == "pot_only" else pot + call
        unit = stakes.unit
        found: list[tuple[str, int]] = []
        if not level:
            found.append(("bbing", stakes.seed))
        elif self.ddadang:
            double = 2 * call if self.double == "2x_call" else 2 * level - mine
            found.append(("ddadang", double // unit * unit))
        for kind, part, offered in (
            ("quarter", 4, self.quarter),
            ("half", 2, self.half),
            ("full", 1, self.full),
        ):
            if offered:
                found.append((kind, (call + base // part) // unit * unit))
        if stakes.cap:
            found = [(kind, min(amount, stakes.cap)) for kind, amount in found]
        if self.strict:
            found = [(kind, amount) for kind, amount in found if amount <= stack]
        return [(kind, min(amount, stack)) for kind, amount in found if min(amount, stack) > call]

    def took(self, s: State, i: int, to: int, kind: str) -> None:
        if s.level:
            s.raises += 1
            s.raised_by[i] += 1
        s.level = to
