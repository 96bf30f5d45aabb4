"""The delays of the tables, from the settings (`config.limits`), in milliseconds."""

from __future__ import annotations

from django.conf import settings

from tables.dealer.commands import Pace


def pace() -> Pace:
    """What a change records of the settings of its moment; delays given as a span are drawn."""
    return Pace(
        turn=settings.TURN_S * 1000,
        choice=settings.CHOICE_S * 1000,
        bot=settings.BOT_DELAY_MS.draw(),
        gap=settings.HAND_GAP_MS.draw(),
    )


def round_pace() -> Pace:
    """The same of a house table, where every decision has the time of a round, and nobody waits."""
    return Pace(turn=settings.ROUND_S * 1000)


def time_bank_ms() -> int:
    return settings.TIME_BANK_S * 1000


def offer_ms() -> int:
    return settings.OFFER_S * 1000


def show_ms() -> int:
    return settings.SHOW_S * 1000


def clock_grace_ms() -> int:
    return settings.CLOCK_GRACE_MS.draw()


def seat_grace_ms() -> int:
    return settings.SEAT_GRACE_S.draw() * 1000


def sit_out_ms() -> int:
    return settings.SIT_OUT_REMOVE_S.draw() * 1000
