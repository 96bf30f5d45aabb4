"""The amounts that a table plays for: one frozen value, checked against the game."""

from __future__ import annotations

from msgspec import Struct


class Stakes(Struct, frozen=True, forbid_unknown_fields=True):
    """Chips of the forced bets and limits; 0 = there is none. `Variant.check` says what fits.

    small_blind, big_blind: blinds. ante: every player's. big_blind_ante: dead chips that the big
    blind alone puts in, after the blind. bring_in, small_bet, big_bet: limits of fixed-limit games.
    seed: the ante and smallest bet of Korean seven poker. first_betting: its street of the first
    betting, 4, 5 or 6. cap: most chips of one bet or raise, Korean games. unit: smallest chip for
    split pots and Korean amounts. rake_percent is in hundredths of a percent (500 = 5 %),
    rake_cap the most of a hand (0 = no cap), no_flop_no_drop spares hands without a second street.
    """

    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    big_blind_ante: int = 0
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    seed: int = 0
    first_betting: int = 4
    cap: int = 0
    unit: int = 1
    rake_percent: int = 0
    rake_cap: int = 0
    no_flop_no_drop: bool = True
