"""Nicknames for bots, as people choose them; the page marks a bot as a bot all the same."""

from __future__ import annotations

import random

from accounts.models import Member

#: Two words of one language make a name.
WORDS = {
    "ko": (
        ("달빛", "새벽", "바람", "구름", "노을", "은하", "겨울", "봄날", "여름밤", "단풍", "파도"),
        (
            "여우",
            "두루미",
            "호랑이",
            "너구리",
            "고래",
            "부엉이",
            "다람쥐",
            "사슴",
            "나그네",
            "선비",
        ),
    ),
    "vi": (
        ("Sóng", "Trăng", "Gió", "Mưa", "Nắng", "Sương", "Biển", "Núi", "Rừng", "Sao"),
        ("Xanh", "Vàng", "Đêm", "Sớm", "Thu", "Hạ", "Xuân", "Bạc"),
    ),
    "en": (
        ("Amber", "Cedar", "Dusk", "Ember", "Fern", "Gale", "Hazel", "Juniper", "Lark"),
        ("Fox", "Crane", "Otter", "Heron", "Wren", "Bear", "Hare", "Owl"),
    ),
}
_TRIES = 60


def fresh(rng: random.Random) -> str:
    """A nickname that nobody has; with digits when the words run out."""
    for attempt in range(_TRIES):
        first, last = (rng.choice(words) for words in WORDS[rng.choice(sorted(WORDS))])
        name = first + last
        if attempt > _TRIES // 3:
            name += str(rng.randint(2, 99))
        if len(name) <= 12 and Member.objects.free_nickname(name) == name:
            return name
    return Member.objects.free_nickname(f"Bot{rng.randint(1000, 9999)}")
