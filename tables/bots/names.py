"""Nicknames for bots, as people choose them; the page marks a bot as a bot all the same."""

from __future__ import annotations

import random

from accounts.models import Member

FIRST = (
    "달빛 새벽 바람 구름 노을 은하 소나기 겨울 봄날 여름밤 단풍 파도 호수 안개 햇살 별똥 "
    "Sóng Trăng Gió Mưa Nắng Sương Biển Núi Rừng Sao "
    "Amber Cedar Dusk Ember Fern Gale Hazel Indigo Juniper Lark"
).split()
LAST = (
    "여우 두루미 호랑이 너구리 고래 부엉이 다람쥐 토끼 사슴 나그네 선비 도령 "
    "Xanh Vàng Đêm Sớm Thu Hạ "
    "Fox Crane Otter Heron Wren Bear Hare Owl"
).split()
_TRIES = 60


def fresh(rng: random.Random) -> str:
    """A nickname that nobody has: two words of one language, with digits when those run out."""
    for attempt in range(_TRIES):
        first = rng.choice(FIRST)
        last = rng.choice([word for word in LAST if word.isascii() == first.isascii()])
        korean = not first.isascii() and ord(first[0]) >= 0xAC00
        if not first.isascii():
            same = [w for w in LAST if not w.isascii() and (ord(w[0]) >= 0xAC00) == korean]
            last = rng.choice(same)
        name = first + last
        if attempt > _TRIES // 3:
            name += str(rng.randint(2, 99))
        if len(name) <= 12 and Member.objects.free_nickname(name) == name:
            return name
    return Member.objects.free_nickname(f"Bot{rng.randint(1000, 9999)}")
