"""The events of the demo world: campaigns that run one after the other, so that one always does."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.db import transaction

from wallet import campaigns, moments
from wallet.models import Campaign

RUNS_FOR: Final = timedelta(days=28)

EVENTS: Final[dict[str, dict[str, Any]]] = {
    "good-company": {
        "title": "Good company",
        "title_ko": "함께하는 테이블",
        "title_vi": "Bàn vui có bạn",
        "description": "Every thirty hands with another person at the table bring a gift.",
        "description_ko": "다른 회원과 함께 서른 핸드를 칠 때마다 선물이 와요.",
        "description_vi": "Cứ ba mươi ván có người chơi khác cùng bàn là có quà.",
        "condition": "tables.played",
        "needed": 30,
        "reward": 300_000,
        "cap": 10,
        "budget": 300_000_000,
    },
    "four-lanterns": {
        "title": "Four lanterns",
        "title_ko": "네 개의 등불",
        "title_vi": "Bốn ngọn đèn lồng",
        "description": "Four of a kind is rare. Show it, and the house bows.",
        "description_ko": "포카드는 드물어요. 보여 주면 하우스가 인사해요.",
        "description_vi": "Tứ quý rất hiếm. Lật ra là nhà cái xin chào.",
        "condition": "tables.rank",
        "params": {"rank": "four_of_a_kind"},
        "min_humans": 0,
        "needed": 1,
        "reward": 2_000_000,
        "cap": 3,
        "budget": 200_000_000,
    },
    "seven-cards": {
        "title": "Evening of seven cards",
        "title_ko": "세븐의 밤",
        "title_vi": "Đêm bảy lá",
        "description": "Showdowns won at Korean seven poker and seven card stud.",
        "description_ko": "한국식 세븐포커와 세븐 카드 스터드에서 이긴 쇼다운을 세요.",
        "description_vi": "Tính các lần thắng lật bài ở poker bảy lá kiểu Hàn và stud bảy lá.",
        "condition": "tables.showdowns",
        "params": {"games": ["kr7", "stud"]},
        "min_humans": 0,
        "needed": 5,
        "reward": 500_000,
        "cap": 5,
        "budget": 200_000_000,
    },
}


@transaction.atomic
def set_up() -> int:
    """Start the events of which no run is going on; gives how many. Repeating it changes nothing.

    One transaction: the campaigns' rows, then the accounts of their budgets.
    """
    now = moments.now()
    begins = moments.midnight(moments.day_of(now))
    due = [
        Campaign.objects.create(
            slug=f"{name}-{begins:%Y%m%d}", starts_at=begins, ends_at=begins + RUNS_FOR, **event
        )
        for name, event in EVENTS.items()
        # Whoever of the staff ended a run early does not want it back before its time.
        if not Campaign.objects.filter(slug__startswith=f"{name}-", ends_at__gt=now).exists()
    ]
    return len(campaigns.start_together(campaigns=due))
